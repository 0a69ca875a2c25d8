import { type PasswordIssue, passwordIssues } from '@placard/domain/account/rules';

/** One @, something before it, a dotted name after it. The server's schema has the last word. */
const EMAIL = /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/;

export function emailFaults(email: string): readonly ('email_required' | 'email_invalid')[] | undefined {
  const trimmed = email.trim();
  if (trimmed === '') return ['email_required'];
  return EMAIL.test(trimmed) && trimmed.length <= 254 ? undefined : ['email_invalid'];
}

/** Each broken rule by its own name; an empty password is simply required. */
export function passwordFaults(
  password: string,
): readonly (PasswordIssue | 'password_required')[] | undefined {
  if (password === '') return ['password_required'];
  const issues = passwordIssues(password);
  return issues.length === 0 ? undefined : issues;
}

export function confirmationFaults(
  password: string,
  confirmation: string,
): readonly ('confirm_password_required' | 'passwords_differ')[] | undefined {
  if (confirmation === '') return ['confirm_password_required'];
  return confirmation === password ? undefined : ['passwords_differ'];
}

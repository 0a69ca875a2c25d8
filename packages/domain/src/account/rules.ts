export const PASSWORD_MIN_LENGTH = 6;
export const PASSWORD_MAX_LENGTH = 128;

const PHONE_MIN_DIGITS = 5;
/** E.164 has no longer ones. */
const PHONE_MAX_DIGITS = 15;

export const PASSWORD_ISSUES = [
  'password_too_short',
  'password_too_long',
  'password_needs_uppercase',
  'password_needs_number',
  'password_needs_special',
] as const;
export type PasswordIssue = (typeof PASSWORD_ISSUES)[number];

/** All rules that a password breaks, in the order in which they are shown; empty = acceptable. */
export function passwordIssues(password: string): PasswordIssue[] {
  const issues: PasswordIssue[] = [];
  if (password.length < PASSWORD_MIN_LENGTH) issues.push('password_too_short');
  if (password.length > PASSWORD_MAX_LENGTH) issues.push('password_too_long');
  if (!/\p{Lu}/u.test(password)) issues.push('password_needs_uppercase');
  if (!/\p{Nd}/u.test(password)) issues.push('password_needs_number');
  if (!/[^\p{L}\p{N}\s]/u.test(password)) issues.push('password_needs_special');
  return issues;
}

/** Digits with the usual signs between them: "+49 30 1234567", "(030) 123-4567". */
export function isPhone(text: string): boolean {
  if (!/^\+?[0-9(][0-9 ()./-]*$/.test(text)) return false;
  const digits = text.replace(/\D/g, '').length;
  return digits >= PHONE_MIN_DIGITS && digits <= PHONE_MAX_DIGITS;
}

/** True for an IANA time zone that this runtime knows. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

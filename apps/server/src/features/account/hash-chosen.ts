import { invalidInput, issueAt } from '../../api/app-error.ts';
import { isCommonPassword } from '../../auth/common-passwords.ts';
import type { HasPasswords } from '../../auth/passwords.ts';

/** Hashes a password that somebody has just chosen. @throws AppError `invalid_input` for one that is tried first. */
export async function hashChosen(deps: HasPasswords, password: string, field = 'password'): Promise<string> {
  if (isCommonPassword(password)) throw invalidInput(issueAt(field, 'password_common'));
  return await deps.passwords.hash(password);
}

import type { PlainRefusalCode } from '@placard/contract/refusal-messages';
import { AppError } from '../../api/app-error.ts';

/**
 * A report that cannot be given, with the reason in words. What a screen may ask for has a code of its own, by which other languages have
 * words for it too; what only a program asks for says it in English.
 */
export function reportRefused(
  path: string,
  message: string,
  code: PlainRefusalCode = 'report_refused',
): AppError {
  return new AppError('invalid_input', { message, issues: [{ path, code, message }] });
}

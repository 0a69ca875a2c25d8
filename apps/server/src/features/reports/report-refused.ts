import { AppError } from '../../api/app-error.ts';

/** A report that cannot be given, with the reason in words. */
export function reportRefused(path: string, message: string): AppError {
  return new AppError('invalid_input', { message, issues: [{ path, code: 'report_refused', message }] });
}

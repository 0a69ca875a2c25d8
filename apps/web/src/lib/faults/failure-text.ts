import { ApiError } from './api-error.ts';

/**
 * The screen's own sentence, followed by the server's where that says more: "Failed to pause campaign. It is rejected."
 * A server fault's words help nobody and stay in the console.
 */
export function failureText(failed: string, error: unknown): string {
  if (!isRefusal(error)) return failed;
  const said = error.message.trim();
  if (said === '' || said === failed) return failed;
  return `${failed}${/[.!?]$/.test(failed) ? '' : '.'} ${said}`;
}

/** The server understood and said no: nothing was done. After any other fault nobody knows. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

/** The record was saved somewhere else since this page read it. */
export function isVersionConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'conflict_version';
}

/** A key was sent again with other figures: what it was sent with first, whose answer was lost, is done. */
export function wentThrough(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'conflict_idempotency';
}

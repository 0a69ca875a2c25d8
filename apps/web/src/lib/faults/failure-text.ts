import { ApiError } from './api-error.ts';

/**
 * The screen's own sentence, followed by the server's where that says more: "Failed to pause campaign. It is rejected."
 * A server fault's words help nobody and stay in the console.
 */
export function failureText(failed: string, error: unknown): string {
  return isRefusal(error) ? besides(failed, error.message) : failed;
}

/** One sentence after the other, where the second says more. */
export function besides(failed: string, said: string): string {
  const more = said.trim();
  if (more === '' || more === failed) return failed;
  return `${failed}${/[.!?]$/.test(failed) ? '' : '.'} ${more}`;
}

/** The server understood and said no: nothing was done. After any other fault nobody knows. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}

/** Who asks, and how often, is looked at before the key of a call; so is whether it can be read at all. */
const BEFORE_THE_KEY = [401, 403, 408, 429];

/**
 * The server knew the call by its key and said no: what is sent next is another one. Of what was refused before that nobody
 * knows whether an earlier call of the same key, whose answer was lost, has arrived.
 */
export function endsIntent(error: unknown): boolean {
  return isRefusal(error) && !BEFORE_THE_KEY.includes(error.status) && error.code !== 'invalid_input';
}

/** The record was saved somewhere else since this page read it. */
export function isVersionConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'conflict_version';
}

/** A key was sent again with other figures: what it was sent with first, whose answer was lost, is done. */
export function wentThrough(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'conflict_idempotency';
}

/** The bar never promises what it can't know: it nears 85 % and waits there for the navigation to end. */
export const PROGRESS_CEILING = 0.85;
const TIME_TO_HALF_MS = 900;

/** Share of the bar after a navigation has been pending for so long; rises steeply, then ever slower. */
export function pendingProgress(elapsedMs: number): number {
  if (elapsedMs <= 0) return 0;
  return PROGRESS_CEILING * (1 - 2 ** (-elapsedMs / TIME_TO_HALF_MS));
}

/** Seconds until a gateway is asked again: quickly while somebody may be looking, then ever more seldom. */
const PAUSES_S = [5, 15, 30, 60, 120, 300, 600, 1_800, 3_600];

/** More are not told apart: what never ends must not count beyond what a column holds, or none would be claimed any more. */
export const MOST_ATTEMPTS = 30_000;

/** Milliseconds from the attempt with this number (0 = the first) to the next one. */
export function pauseAfterAttemptMs(attempt: number): number {
  const index = Math.min(Math.max(attempt, 0), PAUSES_S.length - 1);
  return (PAUSES_S[index] ?? 3_600) * 1_000;
}

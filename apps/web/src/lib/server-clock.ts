/** Less is the way of an answer, and the whole seconds of its header. */
const AGREES_MS = 30_000;

let aheadMs = 0;

/** Learns by an answer's `Date` how far the server's clock is ahead of the browser's, which may be wrong by a day. */
export function learnServerTime(date: string | null): void {
  const difference = Date.parse(date ?? '') - Date.now();
  if (!Number.isNaN(difference)) aheadMs = Math.abs(difference) < AGREES_MS ? 0 : difference;
}

/** What time it is by the clock that all instants and days of the network are of, in ms since 1970. */
export const serverNow = (): number => Date.now() + aheadMs;

const HOUR_MS = 3_600_000;

/** A website that gave a usable answer is asked again after this long. */
export const ADS_TXT_EVERY_MS = 24 * HOUR_MS;
/** One that gave none is asked sooner at first, then ever more rarely, never more rarely than this. */
export const ADS_TXT_RARELY_MS = 7 * 24 * HOUR_MS;

/** How long after its last check a website is due, by how many checks in a row gave no usable answer. */
export function adsTxtPauseMs(unknownStreak: number): number {
  if (unknownStreak <= 0) return ADS_TXT_EVERY_MS;
  // 1, 2, 4 … hours: a short outage is over by then, and who is away for good is hardly asked.
  return Math.min(HOUR_MS * 2 ** Math.min(unknownStreak - 1, 20), ADS_TXT_RARELY_MS);
}

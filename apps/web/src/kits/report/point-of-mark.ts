import type { TimeGrain } from '../../lib/format/bucket-format.ts';

/**
 * In the time of which point something happened: the last that begins no later. Hours are instants, with their offset; days, weeks
 * and months begin with a day of the account's.
 * @returns -1 where it was before all of them
 */
export function pointOfMark(
  points: readonly { readonly at: string }[],
  grain: TimeGrain,
  mark: { readonly at: string; readonly day: string },
): number {
  const atMs = Date.parse(mark.at);
  return points.findLastIndex(({ at }) => (grain === 'hour' ? Date.parse(at) <= atMs : at <= mark.day));
}

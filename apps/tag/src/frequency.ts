import { attempt } from './attempt.ts';
import { refused } from './privacy.ts';

const KEY = 'placard';

/** As JSON behind the day they are of: where it is another, they are none of today's. */
type Left = Record<string, number>;

/**
 * Counts a view of an ad set with a frequency cap, if one is given.
 * @returns the ad sets that this browser has seen as often today as they want to be seen; nothing where storage is full or
 * forbidden, or the visitor wants no traces: the cap is then not kept here
 */
export function exhausted(seen?: readonly [adSetId: number, perDay: number]): string[] | undefined {
  return attempt(() => {
    // Nested, where returns would take six bytes more.
    if (!refused()) {
      const stored = (localStorage[KEY] as string | undefined) ?? '';
      // Most browsers keep nothing yet: to ask for the day took a quarter of the tag's time.
      if (stored || seen) {
        const today = new Date().toDateString();
        const left: Left = JSON.parse(stored.split(today)[1] ?? '{}');
        if (seen) {
          left[seen[0]] = (left[seen[0]] ?? seen[1]) - 1;
          localStorage[KEY] = today + JSON.stringify(left);
        }
        return Object.keys(left).filter((id) => (left[id] as number) <= 0);
      }
    }
    return;
  });
}

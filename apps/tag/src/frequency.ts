import { attempt } from './attempt.ts';
import { refused } from './privacy.ts';

const KEY = 'placard';

/** Views left per ad set, and the local day they are of (`d`). */
type Left = Record<string, string | number>;

const today = () => new Date().toDateString();

function read(): Left {
  // Most browsers keep nothing yet: to parse that as a fault, and to ask for the day, took a quarter of the tag's time.
  const left = attempt(() => JSON.parse((localStorage[KEY] as string | undefined) || '{}') as Left | null);
  return left?.d && left.d === today() ? left : {};
}

/** Ad sets that this browser has seen as often today as they want to be seen. */
export function exhausted(): string[] {
  const left = refused() ? {} : read();
  return Object.keys(left).filter((id) => (left[id] as number) <= 0);
}

export function countView([adSetId, perDay]: readonly [adSetId: number, perDay: number]): void {
  if (refused()) return;
  const left = read();
  left.d = today();
  left[adSetId] = ((left[adSetId] as number | undefined) ?? perDay) - 1;
  // Full or forbidden: the cap is then not kept here.
  attempt(() => {
    localStorage[KEY] = JSON.stringify(left);
  });
}

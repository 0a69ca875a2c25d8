import { refused } from './privacy.ts';

const KEY = 'placard';

/** Views left per ad set, and the local day they are of (`d`). */
type Left = Record<string, string | number>;

function read(): Left {
  const d = new Date().toDateString();
  try {
    const left = JSON.parse(localStorage[KEY]) as Left;
    if (left.d === d) return left;
  } catch {
    // nothing kept yet, or storage is not to be had
  }
  return { d };
}

/** Ad sets that this browser has seen as often today as they want to be seen. */
export function exhausted(): string[] {
  const left = refused() ? {} : read();
  return Object.keys(left).filter((id) => (left[id] as number) <= 0);
}

export function countView([adSetId, perDay]: readonly [adSetId: number, perDay: number]): void {
  if (refused()) return;
  const left = read();
  left[adSetId] = ((left[adSetId] as number | undefined) ?? perDay) - 1;
  try {
    localStorage[KEY] = JSON.stringify(left);
  } catch {
    // full or forbidden: the cap is then not kept here
  }
}

/** Where something stands in the window, in px. */
export type Box = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};
/** How far the toasts stand from the top and the right of the window, in px. */
export type Place = { readonly top: number; readonly right: number };
type Size = { readonly width: number; readonly height: number };

export type Surroundings = {
  readonly view: Size;
  /** All toasts together. */
  readonly size: Size;
  /** What is always needed next: the bar with bell and account menu, the page's heading, the heading of a dialog. */
  readonly heads: readonly Box[];
  /** Menus and panels that somebody has opened. */
  readonly floats: readonly Box[];
  /** What can be pressed or filled in now, but for what is in a row of a list. */
  readonly pressable: readonly Box[];
  /** The same in rows, and rows that open. */
  readonly inRows: readonly Box[];
};

const MARGIN_PX = 16;
const GAP_PX = 8;
/** As far as toasts step to the left of a column of buttons: 34 px of one, in the middle of a cell as wide as "Actions". */
const STEP_ASIDE_PX = 88;
/** Share of the window's height in which a place is looked for, where the heads leave less of its upper half. */
const LOOKED_THROUGH = 0.25;

/** @returns the first place at `from` or below where nothing is covered; undefined where there is none above `limit` */
function firstFree(
  { view, size }: Surroundings,
  from: Place,
  boxes: readonly Box[],
  limit: number,
): Place | undefined {
  const covered = ({ top, right }: Place) =>
    boxes.filter(
      (box) =>
        box.top < top + size.height &&
        box.bottom > top &&
        box.right > view.width - right - size.width &&
        box.left < view.width - right,
    );
  for (let top = from.top; top <= limit; ) {
    const place = { top, right: from.right };
    const hits = covered(place);
    if (hits.length === 0) return place;
    const right = Math.ceil(view.width - Math.min(...hits.map(({ left }) => left)) + GAP_PX);
    const fits = right <= from.right + STEP_ASIDE_PX && right + size.width + MARGIN_PX <= view.width;
    const aside = { top, right };
    if (fits && covered(aside).length === 0) return aside;
    top = Math.ceil(Math.min(...hits.map(({ bottom }) => bottom)) + GAP_PX);
  }
  return undefined;
}

/**
 * Top-right, below what is needed next. Where heads end in the middle of the window and beyond, they have scrolled or nothing else is
 * left. From there down to the middle the first place that covers nothing to press; where all of it is full, nothing but rows.
 */
export function toastPlace(around: Surroundings): Place {
  const { view, size, heads, floats, pressable, inRows } = around;
  const middle = view.height / 2;
  const ends = heads.map(({ bottom }) => bottom).filter((bottom) => bottom > 0 && bottom < middle);
  const below = { top: ends.length === 0 ? MARGIN_PX : Math.max(...ends) + GAP_PX, right: MARGIN_PX };
  // A menu is open because somebody is about to press in it: there the lower half will do.
  const start = firstFree(around, below, floats, view.height - size.height - GAP_PX) ?? below;
  const limit = Math.max(middle, start.top + view.height * LOOKED_THROUGH);
  const outOfRows = [...floats, ...pressable];
  return (
    firstFree(around, start, [...outOfRows, ...inRows], limit) ??
    firstFree(around, start, outOfRows, limit) ??
    start
  );
}

/** Values of computed styles, as they are read from their text. */

export type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;
export type Point = readonly [xPx: number, yPx: number];

/** Let through by the ad and all that it is in, taken together; layers that let more of the light through leave the ad to be seen. */
export const LEAST_OPACITY = 0.5;
/** Of several such layers a few hide nothing, and many do. */
export const LEAST_SHADE = 0.05;
/** Borders that are only lines hide nothing. */
export const WIDE_PX = 10;
export const SIDES = ['Top', 'Right', 'Bottom', 'Left'] as const;
export const COLOUR = /(?:rgb|color|hsl|hwb|lab|lch|oklab|oklch)a?\([^()]*\)/g;

/** Of a computed colour: rgb(), rgba(), or color() and its like with a part behind the slash. */
export function alphaOf(colour: string): number {
  const part = /^rgba\(.*,\s*([\d.]+)\)$/.exec(colour)?.[1] ?? /\/\s*([\d.]+)\s*\)$/.exec(colour)?.[1];
  return part === undefined ? 1 : Number(part);
}

export function px(length: string | undefined): number {
  return Number.parseFloat(length ?? '') || 0;
}

/** Divided by the commas outside of brackets. */
export function parts(list: string): string[] {
  return list.split(/,(?![^()]*(?:\([^()]*\)[^()]*)*\))/);
}

/** What several that lie over one another hold back together. */
export function together(shades: readonly number[]): number {
  let light = 1;
  for (const shade of shades) light *= 1 - shade;
  return 1 - light;
}

import { alphaOf, COLOUR, LEAST_SHADE, type Point, parts, px, SIDES, together, WIDE_PX } from './computed.ts';

/** What elements paint along their edges: borders, outlines and shadows, of which several light ones together hide as much as a dark one. */

/** What a blur of this much leaves of a shade beyond its edge, on the average of as much as half of its width: several of them hide. */
export const BLURRED = 0.2;

/** A shadow as computed: a colour, how far to the right, down, blurred and wider; `inset` within the box. */
export type Shadow = {
  readonly alpha: number;
  readonly isInset: boolean;
  readonly shift: Point;
  readonly blur: number;
  readonly spread: number;
};

/** @param list of shadows, or of a filter's functions, of which each draws the shadows of those before it as well */
export function shadowsOf(list: string): Shadow[] {
  if (list === 'none') return [];
  const each = list.includes('drop-shadow(')
    ? [...list.matchAll(/drop-shadow\(((?:[^()]|\([^()]*\))*)\)/g)].map(([, shadow = '']) => shadow)
    : parts(list);
  return each.flatMap((shadow) => {
    const colour = shadow.match(COLOUR)?.[0];
    if (colour === undefined) return [];
    const [x = 0, y = 0, blur = 0, spread = 0] = (shadow.replace(colour, '').match(/-?[\d.]+px/g) ?? []).map(
      px,
    );
    return [
      { alpha: alphaOf(colour), isInset: shadow.includes('inset'), shift: [x, y] as const, blur, spread },
    ];
  });
}

/** How far an outline reaches out of its box; nothing where it is but a line, or hardly there. */
export function outlineOf(
  style: CSSStyleDeclaration,
): { readonly fromPx: number; readonly toPx: number; readonly alpha: number } | null {
  // Nearly all have none, and each word of a style that is asked for is time.
  if (style.outlineStyle === 'none' || px(style.outlineWidth) < WIDE_PX) return null;
  const alpha = alphaOf(style.outlineColor);
  if (alpha < LEAST_SHADE) return null;
  const { outlineWidth, outlineOffset } = style;
  return { fromPx: px(outlineOffset), toPx: px(outlineOffset) + px(outlineWidth), alpha };
}

/** How opaque the most opaque of its borders is that is more than a line. */
export function borderOf(style: CSSStyleDeclaration): number {
  return Math.max(
    ...SIDES.map((side) =>
      px(style[`border${side}Width`]) < WIDE_PX ? 0 : alphaOf(style[`border${side}Color`]),
    ),
  );
}

/** Whether a frame may be drawn within the box: a wide border, an outline, a shadow. */
export function hasFrame(style: CSSStyleDeclaration): boolean {
  return (
    borderOf(style) >= LEAST_SHADE ||
    (outlineOf(style)?.fromPx ?? 0) < 0 ||
    shadowsOf(style.boxShadow).some(({ isInset, alpha }) => isInset && alpha >= LEAST_SHADE)
  );
}

/** How opaque such a frame is at this place of the box; nothing of it is what is within it. */
export function frameAt(element: Element, [x, y]: Point): number {
  const style = getComputedStyle(element);
  const { left, top, right, bottom } = element.getBoundingClientRect();
  // From above, the right, below and the left, as borders are named.
  const over = [y - top, right - x, bottom - y, x - left];
  const shades: number[] = [];
  const outline = outlineOf(style);
  const outside = -Math.min(...over);
  if (outline !== null && outside >= outline.fromPx && outside <= outline.toPx) shades.push(outline.alpha);
  for (const { alpha, isInset, blur, spread, shift } of shadowsOf(style.boxShadow)) {
    const [shiftX, shiftY] = shift;
    const inPx = [shiftY, -shiftX, -shiftY, shiftX].map((each, side) => (over[side] ?? 0) - each - spread);
    const deep = Math.min(...inPx);
    if (isInset && deep < blur / 2) shades.push(deep < 0 ? alpha : alpha * BLURRED);
  }
  const borders = SIDES.map((side, place) => {
    const width = px(style[`border${side}Width`]);
    return width >= WIDE_PX && (over[place] ?? 0) < width ? alphaOf(style[`border${side}Color`]) : 0;
  });
  return together([...shades, Math.max(...borders)]);
}

/** Of what is drawn before or after a box, whose place nothing tells: how opaque its frame is, where that is half of it or more. */
export function groundOfFrame(style: CSSStyleDeclaration): number {
  const shades: number[] = [];
  const borders = SIDES.map((side) => px(style[`border${side}Width`]));
  const [top = 0, right = 0, bottom = 0, left = 0] = borders;
  const isInner = style.boxSizing !== 'border-box';
  const width =
    px(style.width) + (isInner ? left + right + px(style.paddingLeft) + px(style.paddingRight) : 0);
  const height =
    px(style.height) + (isInner ? top + bottom + px(style.paddingTop) + px(style.paddingBottom) : 0);
  const isMost = (deep: number) =>
    Math.max(0, width - 2 * deep) * Math.max(0, height - 2 * deep) <= (width * height) / 2;
  if (isMost(Math.max(...borders))) shades.push(borderOf(style));
  const outline = outlineOf(style);
  if (outline !== null && isMost(-outline.fromPx)) shades.push(outline.alpha);
  for (const { alpha, isInset, blur, spread, shift } of shadowsOf(style.boxShadow)) {
    const deep = spread + Math.max(...shift.map(Math.abs));
    if (isInset && isMost(deep + blur / 2)) shades.push(isMost(deep) ? alpha : alpha * BLURRED);
  }
  return together(shades);
}

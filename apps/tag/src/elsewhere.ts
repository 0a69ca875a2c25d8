import { type Box, LEAST_SHADE, type Point, px, together, WIDE_PX } from './computed.ts';
import { above, boxesAround } from './element.ts';
import { BLURRED, outlineOf, shadowsOf } from './frames.ts';
import { groundOfDrawn, groundOfParts, hasText, opacityOf } from './painted.ts';

/** What is painted over an ad by what stands elsewhere: no hit test finds it there, and only where Chromium does not vouch for the ad it is looked for. */

export type Measured = { readonly element: Element; readonly box: DOMRect };
/** How far beyond its box an element paints, and how far aside of it. */
type Beyond = { readonly box: DOMRect; readonly far: Point; readonly shift: Point; readonly alpha: number };
type Reach = Beyond & { readonly element: Element; readonly isDrawn: boolean };
/** What an element draws before or after its content, a ground that lets clicks through. */
type Drawn = Measured & { readonly style: CSSStyleDeclaration | null };
type Elsewhere = { readonly reaches: readonly Reach[]; readonly drawn: readonly Drawn[] };

const HERE: Point = [0, 0];
const BESIDE = ['::before', '::after'];
/** Nobody gives an icon a shadow or an outline so wide: where that stands, nothing tells. */
const FAR_PX = 100;
/** Arrows at the ends of lines are smaller. */
const MARKER_PX = 50;

let known: Elsewhere & { readonly of: readonly Measured[] } = { of: [], reaches: [], drawn: [] };

/** Found once for all ads of a frame, as measured then. */
function elsewhere(of: readonly Measured[]): Elsewhere {
  if (known.of !== of) {
    const reaches: Reach[] = [];
    const drawn: Drawn[] = [];
    for (const one of of) {
      const style = getComputedStyle(one.element);
      const beside = BESIDE.map((pseudo) => getComputedStyle(one.element, pseudo)).filter(
        ({ content, display }) => content !== 'none' && display !== 'none',
      );
      reaches.push(...reachesOf(one, style, beside));
      drawn.push(...drawnOf(one, style, beside));
    }
    known = { of, reaches, drawn };
  }
  return known;
}

function reachesOf(
  { element, box }: Measured,
  style: CSSStyleDeclaration,
  beside: readonly CSSStyleDeclaration[],
): Reach[] {
  const filtered = byFilter(style.filter, element);
  // What overflows the box is filtered with it.
  const all = filtered.length === 0 ? [] : [element, ...element.querySelectorAll('*')];
  const boxes = all.map((each) => ({ each, at: each.getBoundingClientRect() }));
  const shaded = boxes
    .filter(({ each, at }) => each === element || isBeyond(at, box))
    .flatMap(({ each, at }) =>
      filtered.map((beyond) => ({ ...beyond, element: each, box: at, isDrawn: false })),
    );
  const own = beyondOf(style, element, box).map((beyond) => ({ ...beyond, element, isDrawn: false }));
  const besides = beside.flatMap((drawn) => {
    const beyond = [...beyondOf(drawn, null, box), ...byFilter(drawn.filter, null)];
    const far = beyond.filter(
      ({ far, shift }) => Math.max(...far) + Math.max(...shift.map(Math.abs)) >= FAR_PX,
    );
    return far.map(({ alpha }) => ({ ...anywhere(alpha), element, box, isDrawn: true }));
  });
  return [...shaded, ...own, ...besides].filter(({ alpha }) => alpha >= LEAST_SHADE);
}

function isBeyond(inner: Box, outer: Box): boolean {
  return (
    Math.max(
      outer.left - inner.left,
      outer.top - inner.top,
      inner.right - outer.right,
      inner.bottom - outer.bottom,
    ) >= WIDE_PX
  );
}

const anywhere = (alpha: number) => ({ far: [Infinity, Infinity] as const, shift: HERE, alpha });

/** @param element `null`: one that is drawn before or after its content, `box` */
function beyondOf(style: CSSStyleDeclaration, element: Element | null, box: DOMRect): Beyond[] {
  if (style.visibility !== 'visible') return [];
  const found: Beyond[] = [];
  const at = (px: number, alpha = 1, shift = HERE, of = box) =>
    found.push({ box: of, far: [px, px], alpha, shift });
  const outline = outlineOf(style);
  if (outline !== null) at(outline.toPx, outline.alpha);
  const mirrored = style.getPropertyValue('-webkit-box-reflect') || 'none';
  if (mirrored !== 'none')
    at(Math.max(box.width, box.height) + Math.abs(px(/-?[\d.]+px/.exec(mirrored)?.[0])));
  const shadow = (list: string, of: DOMRect) => {
    for (const { alpha, isInset, blur, spread, shift } of shadowsOf(list)) {
      if (isInset) continue;
      at(spread, alpha, shift, of);
      if (blur > 0) at(spread + blur / 2, alpha * BLURRED, shift, of);
    }
  };
  shadow(style.boxShadow, box);
  if ((style.textShadow || 'none') !== 'none' && (element === null || hasText(element)))
    shadow(style.textShadow, textBoxOf(element) ?? box);
  if ((style.borderImageSource || 'none') !== 'none') at(outsetOf(style));
  const { textDecorationLine } = style;
  if ((textDecorationLine || 'none') !== 'none' && px(style.textDecorationThickness) >= WIDE_PX) {
    const thick = px(style.textDecorationThickness);
    const far =
      textDecorationLine === 'line-through' ? thick / 2 : thick + Math.abs(px(style.textUnderlineOffset));
    // Along its letters it is no longer than they are.
    const along = style.writingMode.startsWith('horizontal') ? ([0, far] as const) : ([far, 0] as const);
    found.push({ box: textBoxOf(element) ?? box, far: along, alpha: 1, shift: HERE });
  }
  // Between columns that do not fit into the box there are lines too.
  if (style.columnRuleStyle !== 'none' && px(style.columnRuleWidth) >= WIDE_PX)
    at(Math.max(element?.scrollWidth ?? Infinity, element?.scrollHeight ?? Infinity));
  if (element instanceof SVGElement && hasLargeMarker(element, style)) at(Infinity);
  return found;
}

/** Where the element's letters are, which may fill a little of it. */
function textBoxOf(element: Element | null): DOMRect | null {
  if (element === null) return null;
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect();
}

/** Each shadow of a filter is that of those before it as well. */
function byFilter(filter: string, element: Element | null): Omit<Beyond, 'box'>[] {
  if (filter === 'none' || filter === '') return [];
  const shadows = filter.includes('drop-shadow(') ? shadowsOf(filter) : [];
  const found: Omit<Beyond, 'box'>[] = [];
  if (shadows.length === 1) found.push(...shadows.map(({ alpha, shift }) => ({ far: HERE, shift, alpha })));
  else if (shadows.length > 1) {
    let far = 0;
    for (const { shift } of shadows) far += Math.max(...shift.map(Math.abs));
    found.push({ far: [far, far], shift: HERE, alpha: together(shadows.map(({ alpha }) => alpha)) });
  }
  const blurred = px(/blur\(([^)]*)/.exec(filter)?.[1]);
  if (blurred > 0) found.push({ far: [blurred, blurred], shift: HERE, alpha: BLURRED });
  const own = /url\("#([^"]+)"\)/.exec(filter)?.[1];
  // What a filter of the page's own paints, and where, no script can tell; unless it says otherwise it is a tenth beyond its box.
  if (filter.includes('url(') && (own === undefined || isWide(own, element))) found.push(anywhere(1));
  return found;
}

function isWide(id: string, element: Element | null): boolean {
  const root = element?.getRootNode();
  const filter = root instanceof Document || root instanceof ShadowRoot ? root.getElementById(id) : null;
  return (
    filter === null || ['x', 'y', 'width', 'height', 'filterUnits'].some((name) => filter.hasAttribute(name))
  );
}

function outsetOf(style: CSSStyleDeclaration): number {
  // As many borders, or pixels.
  const border = Math.max(
    ...[style.borderTopWidth, style.borderRightWidth, style.borderBottomWidth, style.borderLeftWidth].map(px),
  );
  return Math.max(
    ...style.borderImageOutset.split(' ').map((far) => px(far) * (far.endsWith('px') ? 1 : border)),
  );
}

function hasLargeMarker(element: SVGElement, style: CSSStyleDeclaration): boolean {
  return [style.markerStart, style.markerMid, style.markerEnd].some((marker) => {
    const id = /url\("#([^"]+)"\)/.exec(marker ?? '')?.[1];
    if (id === undefined) return (marker || 'none') !== 'none';
    const found =
      element.ownerSVGElement?.querySelector<SVGMarkerElement>(`#${CSS.escape(id)}`) ??
      document.getElementById(id);
    if (!(found instanceof SVGMarkerElement)) return false;
    const { markerWidth, markerHeight, markerUnits } = found;
    const { a = 1, b = 0 } = element instanceof SVGGraphicsElement ? (element.getScreenCTM() ?? {}) : {};
    const scale = Math.hypot(a, b) * (markerUnits.baseVal === 1 ? 1 : px(style.strokeWidth));
    return Math.max(markerWidth.baseVal.value, markerHeight.baseVal.value) * scale >= MARKER_PX;
  });
}

/** Whether something that does not stand at the ad may draw a ground there before or after its content. */
export function isDrawnFromElsewhere(all: readonly Measured[], ad: DOMRect): boolean {
  return elsewhere(all).drawn.some(
    ({ element, box, style }) => style === null || mayLieAt(ad, style, element, box),
  );
}

function drawnOf(
  { element, box }: Measured,
  { overflowX, overflowY }: CSSStyleDeclaration,
  beside: readonly CSSStyleDeclaration[],
): Drawn[] {
  const found: Drawn[] = beside
    .filter((style) => style.pointerEvents === 'none' && groundOfDrawn(style) >= LEAST_SHADE)
    .map((style) => ({ element, box, style }));
  if (/scroll|auto/.test(overflowX + overflowY) && groundOfParts(element) >= LEAST_SHADE)
    found.push({ element, box, style: null });
  return found;
}

/** By its own place within its box, where that is told. */
function mayLieAt(ad: DOMRect, style: CSSStyleDeclaration, element: Element, box: DOMRect): boolean {
  const { position, transform, translate } = style;
  const isMoved = [transform, translate].some((each) => (each || 'none') !== 'none');
  const margins = [style.marginTop, style.marginRight, style.marginBottom, style.marginLeft];
  if (position === 'static') return isMoved || margins.some((margin) => px(margin) < 0);
  if (position !== 'absolute' || isMoved || getComputedStyle(element).position === 'static') return true;
  const [left, top] = [box.left + px(style.left), box.top + px(style.top)];
  const [right, bottom] = [box.right - px(style.right), box.bottom - px(style.bottom)];
  return right > ad.left && left < ad.right && bottom > ad.top && top < ad.bottom;
}

/** What is left of the light at this place under what elsewhere paints beyond its box, as measured last. */
export function lightFromElsewhere(all: readonly Measured[], [x, y]: Point, shell: Element): number {
  const around = new Set(boxesAround(shell));
  const isIn = ({ left, top, right, bottom }: Box, [farX, farY]: Point, [shiftX, shiftY]: Point) =>
    x > left + shiftX - farX &&
    x < right + shiftX + farX &&
    y > top + shiftY - farY &&
    y < bottom + shiftY + farY;
  const shades = elsewhere(all).reaches.filter(
    // What an ad stands in paints its shadow below it.
    ({ element, box, far, shift, isDrawn }) =>
      !shell.contains(element) &&
      isIn(box, far, shift) &&
      (isDrawn || (!around.has(element) && !isIn(box, HERE, HERE))) &&
      element.checkVisibility?.() !== false &&
      !isClipped(element, [x, y]),
  );
  return 1 - together(shades.map(({ element, alpha }) => alpha * opacityOf(element)));
}

/** Whether a clip of its own, or a box around it that cuts off what is beyond it, keeps what the element paints from this place. */
function isClipped(element: Element, [x, y]: Point): boolean {
  const outOf = ({ left, top, right, bottom }: Box, far: readonly number[]) =>
    y < top + (far[0] ?? 0) ||
    x > right - (far[1] ?? 0) ||
    y > bottom - (far[2] ?? 0) ||
    x < left + (far[3] ?? 0);
  let { position } = getComputedStyle(element);
  for (let box: Element | null | undefined = element; box; box = above(box)) {
    const style = getComputedStyle(box);
    const rect = box.getBoundingClientRect();
    const inset = /^inset\(([^)]*)\)$/.exec(style.clipPath)?.[1]?.split(' round ')[0]?.split(' ');
    if (inset !== undefined) {
      const far = inset.map((each, side) =>
        each.endsWith('%') ? (px(each) / 100) * (side % 2 === 0 ? rect.height : rect.width) : px(each),
      );
      const [top = 0, right = top, bottom = top, left = right] = far;
      if (outOf(rect, [top, right, bottom, left])) return true;
    }
    if (box === element) continue;
    // What is fixed is cut off by nothing that it is in, and what is absolute by nothing before the box that it goes by.
    if (position === 'fixed') return false;
    if (position === 'absolute' && style.position === 'static') continue;
    if (/hidden|clip|scroll|auto/.test(style.overflowX + style.overflowY) && outOf(rect, []))
      return box !== document.documentElement && box !== document.body;
    position = style.position;
  }
  return false;
}

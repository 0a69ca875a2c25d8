import {
  alphaOf,
  type Box,
  COLOUR,
  LEAST_OPACITY,
  LEAST_SHADE,
  type Point,
  parts,
  px,
  WIDE_PX,
} from './computed.ts';
import { above } from './element.ts';
import { borderOf, groundOfFrame, shadowsOf } from './frames.ts';

/** What elements paint, as far as their styles tell: with it the exact look knows what hides an ad that clicks reach. */

/** Of the difference between light and dark, by how much there is of a filter. What is blurred at all is no more to be told. */
const LEFT: Readonly<Record<string, (amount: number) => number>> = {
  blur: (px) => (px === 0 ? 1 : 0),
  // What is too bright is white.
  brightness: (amount) => Math.min(amount, 1 / amount),
  contrast: (amount) => Math.min(1, amount),
  invert: (amount) => Math.abs(1 - 2 * amount),
  opacity: (amount) => amount,
};

/**
 * What a filter leaves of the difference between light and dark. Of what it draws itself no script can tell how much is left: then nothing is. Others
 * (a shadow, a page without colours) leave it.
 */
function leftByFilter(filter: string): number {
  if (/url/.test(filter)) return 0;
  let left = 1;
  for (const [, name, amount] of filter.matchAll(/(\w+)\(([\d.]+)/g))
    left *= LEFT[name ?? '']?.(Number(amount)) ?? 1;
  return left;
}

function masksOf(style: CSSStyleDeclaration): string[] {
  return [style.maskImage, style.webkitMaskBoxImageSource].filter((mask) => !/^(none|, )*$/.test(mask ?? ''));
}

/** Whether a mask, of which no script can tell what it leaves, or a mixing of colours, which may be with its own ground. */
function isAltered(style: CSSStyleDeclaration): boolean {
  return masksOf(style).length > 0 || isMixed(style);
}

function isMixed({ mixBlendMode = '' }: CSSStyleDeclaration): boolean {
  return !/^(normal)?$/.test(mixBlendMode);
}

/** What comes through of the ad and all that it is in, taken together. */
export function lightOf(shell: Element): number {
  let light = 1;
  for (let box: Element | null | undefined = shell; box; box = above(box)) {
    const style = getComputedStyle(box);
    light *= isAltered(style) ? 0 : Number(style.opacity) * leftByFilter(style.filter);
  }
  return light;
}

/** How much of the ad is there at all, as far as its own styles and those of what it is in tell. Of a mask's gradient, its most opaque colour; of a picture nothing. */
export function presenceOf(shell: Element): number {
  let presence = 1;
  for (let box: Element | null | undefined = shell; box; box = above(box)) {
    const style = getComputedStyle(box);
    if (isMixed(style) || /url/.test(style.filter)) return 0;
    presence *= Number(style.opacity);
    for (const [, amount] of style.filter.matchAll(/opacity\(([\d.]+)/g)) presence *= Number(amount);
    for (const mask of masksOf(style))
      presence *= /url|image|element|cross-fade/.test(mask)
        ? 0
        : Math.max(...(mask.match(COLOUR) ?? ['']).map(alphaOf));
  }
  return presence;
}

/** How much of the light a layer holds back at most: what a mask or a filter leaves of it, no script can tell. */
export function opacityOf(layer: Element): number {
  let opacity = 1;
  for (let box: Element | null | undefined = layer; box; box = above(box)) {
    opacity *= Number(getComputedStyle(box).opacity);
  }
  return opacity;
}

/** Chromium draws lines between rows too. */
type Ruled = CSSStyleDeclaration & {
  readonly rowRuleStyle?: string;
  readonly rowRuleWidth?: string;
  readonly rowRuleColor?: string;
};

function isThere({ content, display, visibility }: CSSStyleDeclaration): boolean {
  return content !== 'none' && !/^(none)?$/.test(display) && visibility === 'visible';
}

/** Of what is drawn before or after a box, or behind what is in the top layer: its ground or its frame, as much as there is of it. */
export function groundOfDrawn(style: CSSStyleDeclaration): number {
  return isThere(style) ? Math.max(groundOf(style), groundOfFrame(style)) * Number(style.opacity) : 0;
}

/** How opaque the ground is that a box, or what is drawn before or after its content, hides with what is below; at the place, or where it is most. */
export function groundOf(style: CSSStyleDeclaration, box?: Box, at?: Point): number {
  // What is not drawn has no content ('none'), or that of no pseudo-element at all ('normal', of elements).
  // Of a part that the browser doesn't know, nothing is said at all.
  if (!isThere(style)) return 0;
  const { appearance, backdropFilter, listStyleImage, display } = style;
  const isDrawn =
    (appearance && appearance !== 'none') ||
    leftByFilter(backdropFilter ?? '') < LEAST_OPACITY ||
    (style.borderImageSource || 'none') !== 'none' ||
    (display.includes('list-item') && listStyleImage !== 'none') ||
    // A picture, or letters so large that they may be a ground: where these stand nothing tells.
    /url\(/.test(style.content) ||
    (/^"/.test(style.content) && px(style.fontSize) * (style.content.length - 2) > 300);
  if (isDrawn) return 1;
  let clear = 1 - alphaOf(style.backgroundColor);
  const { rowRuleStyle = 'none', rowRuleWidth, rowRuleColor = '' } = style as Ruled;
  for (const [line, width, colour] of [
    [style.columnRuleStyle, style.columnRuleWidth, style.columnRuleColor],
    [rowRuleStyle, rowRuleWidth, rowRuleColor],
  ] as const) {
    if (line !== 'none' && px(width) >= WIDE_PX) clear *= 1 - alphaOf(colour);
  }
  const isWhole =
    /^(auto|100% 100%|cover)?$/.test(style.backgroundSize ?? '') && style.backgroundAttachment !== 'fixed';
  for (const image of parts(style.backgroundImage)) clear *= 1 - imageAlpha(image.trim(), isWhole, box, at);
  return 1 - clear;
}

/** Of a picture no script can tell what it leaves; of a gradient, its most opaque colour, or that of a straight one at the place. */
function imageAlpha(image: string, isWhole: boolean, box?: Box, at?: Point): number {
  if (image === 'none' || image === '') return 0;
  if (!/^[a-z-]*gradient\(/.test(image)) return 1;
  const most = Math.max(...(image.match(COLOUR) ?? ['']).map(alphaOf));
  return box && at && isWhole && image.startsWith('linear-gradient(') ? alphaAt(image, box, at, most) : most;
}

const CORNERS: Readonly<Record<string, number>> = { top: 0, right: 90, bottom: 180, left: 270 };

/** How opaque a straight gradient is at the place. `most` where its stops are written in a way that is not known here. */
function alphaAt(image: string, box: Box, [x, y]: Point, most: number): number {
  const [first = '', ...rest] = parts(image.slice('linear-gradient('.length, -1)).map((part) => part.trim());
  const turned = /^(-?[\d.]+)deg$/.exec(first)?.[1] ?? CORNERS[/^to (\w+)$/.exec(first)?.[1] ?? ''];
  if (turned === undefined && /^(to |-?[\d.]+(deg|rad|turn|grad))/.test(first)) return most;
  const angle = (Number(turned ?? 180) / 180) * Math.PI;
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const length = Math.abs(width * Math.sin(angle)) + Math.abs(height * Math.cos(angle));
  const [fromX, fromY] = [x - box.left - width / 2, y - box.top - height / 2];
  const place = 0.5 + (fromX * Math.sin(angle) - fromY * Math.cos(angle)) / length;
  const stops = (turned === undefined ? [first, ...rest] : rest).map((stop) => {
    const colour = stop.match(COLOUR)?.[0] ?? '';
    const where = stop.replace(colour, '').trim();
    const share = /^(-?[\d.]+)%$/.exec(where)?.[1];
    const far = /^(-?[\d.]+)px$/.exec(where)?.[1];
    const known = share !== undefined ? Number(share) / 100 : far === undefined ? null : Number(far) / length;
    return { alpha: alphaOf(colour), place: known, isOdd: colour === '' || (where !== '' && known === null) };
  });
  if (stops.some(({ isOdd }) => isOdd)) return most;
  return between(placed(stops), place);
}

type Stop = { readonly alpha: number; readonly place: number };

/** Those without a place stand evenly between their neighbours; none before the one before it. */
function placed(stops: readonly { readonly alpha: number; readonly place: number | null }[]): Stop[] {
  const all: Stop[] = [];
  stops.forEach(({ alpha, place }, index) => {
    const before = all.at(-1)?.place ?? 0;
    const next = stops.findIndex((stop, later) => later >= index && stop.place !== null);
    const end = next < 0 ? stops.length - 1 : next;
    const endPlace = Math.max(before, stops[end]?.place ?? 1);
    const step = index === 0 ? 0 : (endPlace - before) / (end - index + 1);
    all.push({
      alpha,
      place: index === 0 ? (place ?? 0) : place === null ? before + step : Math.max(before, place),
    });
  });
  return all;
}

function between(stops: readonly Stop[], place: number): number {
  const after = stops.findIndex((stop) => stop.place >= place);
  const [from, to] = [stops[after - 1], stops[after]];
  if (to === undefined) return stops.at(-1)?.alpha ?? 1;
  if (from === undefined) return to.alpha;
  return from.alpha + ((to.alpha - from.alpha) * (place - from.place)) / (to.place - from.place || 1);
}

/**
 * Also of what is seen in a cell of a table, where no hit test finds it: its row's ground, and those of the columns, whichever it is in. Of a table whose borders are
 * one with those of its cells, these reach over it.
 */
export function groundIn(element: Element, at?: Point): number {
  const style = getComputedStyle(element);
  if (/table$/.test(style.display) && style.borderCollapse === 'collapse') {
    const cells = [...element.querySelectorAll('td,th')];
    if (cells.some((cell) => borderOf(getComputedStyle(cell)) >= LEAST_OPACITY)) return 1;
  }
  const own = groundOf(style, element.getBoundingClientRect(), at);
  if (style.display !== 'table-cell') return own;
  const below: Element[] = [];
  let box: Element | null | undefined = above(element);
  for (; box && getComputedStyle(box).display.startsWith('table-'); box = above(box)) below.push(box);
  below.push(...(box?.querySelectorAll('col,colgroup') ?? []));
  return Math.max(own, ...below.map((each) => groundOf(getComputedStyle(each))));
}

/** Letters of its own; also spaces that have a place, since the ground of a line or of what is marked lies behind them. */
function textsOf(element: Element): Text[] {
  const texts = [...element.childNodes].filter((node): node is Text => node.nodeType === Node.TEXT_NODE);
  return texts.filter(
    ({ data }) =>
      /[^ \t\n\f\r]/.test(data) || (data !== '' && /^(pre|break)/.test(getComputedStyle(element).whiteSpace)),
  );
}

export function hasText(element: Element): boolean {
  return textsOf(element).length > 0;
}

/** Whether a line of the element's own text, or its shadow, lies at this place: what is between its letters, no script can tell. */
export function isOnText(element: Element, [x, y]: Point): boolean {
  const { visibility, textShadow, webkitTextStrokeWidth } = getComputedStyle(element);
  const texts = textsOf(element);
  if (visibility !== 'visible' || texts.length === 0) return false;
  // A stroke goes along the edge of a letter, half of it outside.
  const reach = px(webkitTextStrokeWidth) / 2;
  const shadows = shadowsOf(textShadow).filter(({ alpha }) => alpha >= LEAST_SHADE);
  const shifts: Point[] = [[0, 0], ...shadows.map(({ shift }) => shift)];
  return texts.some((text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    return [...range.getClientRects()].some(({ left, top, right, bottom }) =>
      shifts.some(
        ([shiftX, shiftY]) =>
          x > left + shiftX - reach &&
          x < right + shiftX + reach &&
          y > top + shiftY - reach &&
          y < bottom + shiftY + reach,
      ),
    );
  });
}

/**
 * Whether it has bars to scroll by that its page has made as wide as a ground (usual ones are 17 px at most), or strikes its letters through as widely: where these end,
 * no script can tell.
 */
export function hasWideParts(element: Element): boolean {
  const style = getComputedStyle(element);
  if ((style.textDecorationLine || 'none') !== 'none' && px(style.textDecorationThickness) >= WIDE_PX)
    return true;
  if (!/scroll|auto/.test(style.overflowX + style.overflowY)) return false;
  const { offsetWidth, clientWidth, offsetHeight, clientHeight } = element as HTMLElement;
  const aside = offsetWidth - clientWidth - px(style.borderLeftWidth) - px(style.borderRightWidth);
  const below = offsetHeight - clientHeight - px(style.borderTopWidth) - px(style.borderBottomWidth);
  return Math.max(aside, below) >= 2 * WIDE_PX;
}

/** Bars and roots of a formula are a twentieth as thick. */
const LARGE_LETTERS_PX = 100;

/** Shows something of its own, whatever its style: also the shapes of a drawing that the ad stands in, and a formula's lines where they are no lines any more. */
export function isReplaced(element: Element): boolean {
  if (/MathML/.test(element.namespaceURI ?? ''))
    return (
      element.hasAttribute('linethickness') || px(getComputedStyle(element).fontSize) >= LARGE_LETTERS_PX
    );
  return /^(img|video|audio|canvas|iframe|embed|object|svg|picture|input|textarea|select|progress|meter|rect|circle|ellipse|line|path|poly(gon|line)|image|use)$/i.test(
    element.localName,
  );
}

/** Of a box beside the ad, what it draws with grounds of their own. Of one around the ad, they may be those of its first letter elsewhere. */
const PARTS = ['first-letter', 'details-content', 'scroll-button(*)', 'scroll-marker-group'];

/** How opaque the most opaque of these is: where they stand, nothing tells. */
export function groundOfParts(element: Element): number {
  return Math.max(...PARTS.map((part) => groundOf(getComputedStyle(element, `::${part}`))));
}

/** Snow and confetti fall on canvases that are empty between the flakes. */
export function isDrawnAt(canvas: HTMLCanvasElement, [x, y]: Point): boolean {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  const one = document.createElement('canvas');
  one.width = one.height = 1;
  const context = one.getContext('2d');
  try {
    const [fromX, fromY] = [((x - left) / width) * canvas.width, ((y - top) / height) * canvas.height];
    context?.drawImage(canvas, fromX, fromY, 1, 1, 0, 0, 1, 1);
    return (context?.getImageData(0, 0, 1, 1).data[3] ?? 255) >= LEAST_OPACITY * 255;
  } catch {
    // Drawn on with what another origin keeps to itself.
    return true;
  }
}

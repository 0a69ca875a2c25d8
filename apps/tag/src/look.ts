import { CLICK_HIDDEN_PARAMETER, CLICK_PATH } from '@placard/contract/wire/tag-protocol';
import { above } from './element.ts';
import {
  groundIn,
  groundOf,
  hasFrame,
  hasText,
  isDrawnAt,
  isOnFrame,
  isOnText,
  isReplaced,
  LEAST_OPACITY,
  lightOf,
  opacityOf,
  outlineOf,
  type Point,
  presenceOf,
  shadowsOf,
} from './painted.ts';

/**
 * Fetched by the tag where the browser does not vouch for an ad, or the window is pinched: the exact look at it, each 100 ms. Geometry knows
 * nothing of what lies over an element, or makes it transparent. A hit test finds the topmost, and passes by what is hidden or clipped away as the eye does. But it also passes
 * by what lets clicks through (`pointer-events: none`), be it a notice's empty frame or an opaque cover: only what that is painted with tells which.
 */

/** One letter, since the tag, whose every byte counts, asks for it by this name. */
export { isSeen as s };

/** As in the tag: odd, so that what is covered half counts as half. */
const GRID = 3;
/** How long it holds that no layer is over it: a second begins and ends with such a look. */
const HOLDS_MS = 900;
/** All ads that are looked at in one frame measure the page once. */
const FRAME_MS = 10;
/** Less than this of an ad is nothing that somebody would press. */
const LEAST_PRESSED = 0.1;
/** Of several such layers a few hide nothing, and many do. */
const LEAST_SHADE = 0.05;
/** What a box draws beside its content. */
const DRAWN = ['::before', '::after', '::marker'];
/** Of a marked ad that the tag asks no more for. */
const AGAIN_MS = 300;
/** In a cascade layer, whose important rules come before all important ones that are in none. */
const CAUGHT = '@layer placard{*,::before,::after{pointer-events:auto!important}}';

type Root = Document | ShadowRoot;
type Found = {
  readonly atMs: number;
  readonly reached: readonly number[];
  readonly clear: readonly number[];
};
const found = new WeakMap<Element, Found>();
/** When the tag asked last. */
const askedMs = new WeakMap<Element, number>();
/** Whose clicks say that nobody could see it. */
const marked = new WeakSet<Element>();

/**
 * @param share of its pixels that is to be seen
 * @param vouched what the browser says of it: `false` where it sees a reason not to, nothing where it does not know such a thing
 */
function isSeen(shell: Element, share: number, vouched?: boolean): boolean {
  askedMs.set(shell, performance.now());
  return look(shell, share, vouched);
}

function look(shell: Element, share: number, vouched?: boolean): boolean {
  const box = shell.getBoundingClientRect();
  // Of a window that is pinched: what is left of it for the eye.
  const { offsetLeft = 0, offsetTop = 0, width = innerWidth, height = innerHeight } = visualViewport ?? {};
  const x = Math.max(box.left, offsetLeft);
  const y = Math.max(box.top, offsetTop);
  const stepX = (Math.min(box.right, offsetLeft + width) - x) / GRID;
  const stepY = (Math.min(box.bottom, offsetTop + height) - y) / GRID;
  // A pixel less: nine ninths are not quite a whole.
  const isEnough = (places: readonly number[]) =>
    places.length * stepX * stepY > share * box.width * box.height - 1;
  const root = shell.getRootNode() as Root;
  const grid = Array.from(
    { length: GRID * GRID },
    (_, place): Point => [x + ((place % GRID) + 0.5) * stepX, y + (Math.floor(place / GRID) + 0.5) * stepY],
  );
  const reached = [...grid.keys()].filter((place) =>
    shell.contains(root.elementFromPoint(...(grid[place] as Point))),
  );
  const clear = clearOf(shell, grid, reached, vouched);
  markClicks(shell, reached.length > 0 && (clear.length === 0 || presenceOf(shell) < LEAST_PRESSED));
  return isEnough(clear) && lightOf(shell) >= LEAST_OPACITY && !isBehindBackdrop(shell);
}

/**
 * A press on an ad that nobody can see is meant for what lies over it, or shines through: its click says so, until it is there. Of a frame's own links
 * nobody but the frame can say.
 */
function markClicks(shell: Element, hidden: boolean): void {
  const search = hidden ? `?${CLICK_HIDDEN_PARAMETER}` : '';
  for (const link of shell.querySelectorAll<HTMLAnchorElement>(`a[href*="${CLICK_PATH}/"]`)) {
    if (link.search !== search) link.search = search;
  }
  if (!hidden) marked.delete(shell);
  else if (!marked.has(shell)) {
    marked.add(shell);
    setTimeout(lookAgain, AGAIN_MS, shell);
  }
}

/** The tag asks no more once the browser vouches for the ad, or it is out of view: a mark must not stay. */
function lookAgain(shell: Element): void {
  if (performance.now() - (askedMs.get(shell) ?? 0) >= AGAIN_MS) look(shell, 1);
  if (marked.has(shell) && shell.isConnected) setTimeout(lookAgain, AGAIN_MS, shell);
}

/** Those of the places, where clicks reach the ad, at which nothing hides it. */
function clearOf(
  shell: Element,
  grid: readonly Point[],
  reached: readonly number[],
  vouched?: boolean,
): readonly number[] {
  const nowMs = performance.now();
  const known = found.get(shell);
  // Of a place that clicks reach only now, nothing is known.
  const holds = known !== undefined && nowMs - known.atMs < HOLDS_MS;
  if (holds && reached.every((place) => known.reached.includes(place)))
    return reached.filter((place) => known.clear.includes(place));
  const { layers, clearOnes, drawn } = layersOver(shell);
  // Where nothing of all that could explain it does, the browser has seen what no script finds by looking at elements alone.
  const puzzled =
    vouched === false && reached.length === grid.length && layers.length + clearOnes === 0 && isPlain(shell);
  const everything = drawn || puzzled;
  const clear =
    layers.length === 0 && !everything
      ? reached
      : whileCaught(layers, everything, () =>
          reached.filter((place) => {
            const point = grid[place] as Point;
            return !isUnder(point, shell) && !(puzzled && isUnderEdge(point));
          }),
        );
  found.set(shell, { atMs: nowMs, reached, clear });
  return clear;
}

type Measured = { readonly element: Element; readonly box: DOMRect };
let measured: { readonly atMs: number; readonly all: readonly Measured[] } = { atMs: -FRAME_MS, all: [] };

function measure(): readonly Measured[] {
  const nowMs = performance.now();
  if (nowMs - measured.atMs >= FRAME_MS) {
    const all: Measured[] = [];
    addMeasured(document, all);
    measured = { atMs: nowMs, all };
  }
  return measured.all;
}

/** One way through all elements: a page may have ten thousand. */
function addMeasured(root: Root, all: Measured[]): void {
  for (const element of root.querySelectorAll('*')) {
    all.push({ element, box: element.getBoundingClientRect() });
    if (element.shadowRoot !== null) addMeasured(element.shadowRoot, all);
  }
}

/**
 * Finds the painted elements at the ad's place that let clicks through, over it or below, how many there are that are not painted, and whether something there draws such a ground before
 * or after its content, which cannot be told alone.
 */
function layersOver(shell: Element): { layers: HTMLElement[]; clearOnes: number; drawn: boolean } {
  const ad = shell.getBoundingClientRect();
  const layers: HTMLElement[] = [];
  let clearOnes = 0;
  let drawn = false;
  const around = new Set(boxesAround(shell));
  for (const { element, box } of measure()) {
    const outside =
      box.right <= ad.left || box.left >= ad.right || box.bottom <= ad.top || box.top >= ad.bottom;
    if (shell.contains(element) || (outside && !around.has(element))) continue;
    const opacity = opacityOf(element);
    drawn ||= DRAWN.some((pseudo) => {
      const style = getComputedStyle(element, pseudo);
      return style.pointerEvents === 'none' && groundOf(style) * opacity >= LEAST_SHADE;
    });
    if (around.has(element)) continue;
    const style = getComputedStyle(element);
    const ground = hasFrame(style) || isReplaced(element) || hasText(element) ? 1 : groundIn(element);
    const painted = ground * opacity >= LEAST_SHADE;
    const passed = style.pointerEvents === 'none' || inertAround(element) !== undefined;
    if (passed && painted) layers.push(element as HTMLElement);
    else if (passed) clearOnes += 1;
  }
  return { layers, clearOnes, drawn };
}

/** The element and all that it is in, through shadow trees. */
function boxesAround(element: Element): Element[] {
  const boxes: Element[] = [];
  for (let box: Element | null | undefined = element; box; box = above(box)) boxes.push(box);
  return boxes;
}

/** What keeps hit tests from the element without a word in its style. */
function inertAround(element: Element): Element | undefined {
  return boxesAround(element).find((box) => box.hasAttribute('inert'));
}

/** Whether something is open before the page, not around the ad, whose backdrop hides what is behind: no hit test finds one. */
function isBehindBackdrop(shell: Element): boolean {
  const around = new Set(boxesAround(shell));
  // Unknown ones are passed over within :is().
  return [...document.querySelectorAll(':is(:modal,:popover-open,:fullscreen)')].some(
    (element) => !around.has(element) && groundOf(getComputedStyle(element, '::backdrop')) >= LEAST_OPACITY,
  );
}

/** Whether neither transparency nor a filter nor a transform explains that the browser does not vouch. */
function isPlain(shell: Element): boolean {
  return boxesAround(shell).every((box) => {
    const { opacity, filter, transform, rotate, scale, perspective } = getComputedStyle(box);
    return (
      [filter, transform, rotate, scale, perspective].every((each) => !each || each === 'none') &&
      opacity === '1'
    );
  });
}

/** Does `work` while these layers, or nothing at all of the page, let hit tests pass. */
function whileCaught<T>(layers: readonly HTMLElement[], everything: boolean, work: () => T): T {
  const roots = everything ? openRoots(document) : [];
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(CAUGHT);
  // In a style attribute, whose `important` comes before that of every sheet.
  const touched = layers.map((element) => ({
    element,
    value: element.style.getPropertyValue('pointer-events'),
    priority: element.style.getPropertyPriority('pointer-events'),
    hadStyle: element.hasAttribute('style'),
  }));
  const inert = [
    ...layers.map(inertAround),
    ...roots.flatMap((root) => [...root.querySelectorAll('[inert]')]),
  ]
    .filter((element) => element !== undefined)
    .map((element) => ({ element, text: element.getAttribute('inert') ?? '' }));
  try {
    for (const root of roots) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    for (const { element } of touched) element.style.setProperty('pointer-events', 'auto', 'important');
    for (const { element } of inert) element.removeAttribute('inert');
    return work();
  } finally {
    for (const { element, text } of inert) element.setAttribute('inert', text);
    for (const { element, value, priority, hadStyle } of touched) {
      // Not by the attribute: a strict style-src would drop with it all that the page's scripts have set there.
      element.style.setProperty('pointer-events', value, priority);
      // Chromium removes the attribute only once it has been asked for.
      if (!hadStyle && element.getAttribute('style') === '') element.removeAttribute('style');
    }
    for (const root of roots) {
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((each) => each !== sheet);
    }
  }
}

/** The document and all open shadow trees in it. */
function openRoots(root: Root): Root[] {
  const hosts = [...root.querySelectorAll('*')].filter((element) => element.shadowRoot !== null);
  return [root, ...hosts.flatMap((host) => openRoots(host.shadowRoot as ShadowRoot))];
}

/** Whether what lies over the ad at this place of the window holds the light back, taken together. */
function isUnder(point: Point, shell: Element): boolean {
  const around = new Set(boxesAround(shell));
  let light = 1;
  for (const element of stackAt(document, ...point)) {
    if (shell.contains(element)) break;
    // What the ad is in is over it only with what it draws before and after its content.
    light *= 1 - shadeOf(element, around.has(element), point);
  }
  return light <= LEAST_OPACITY;
}

/** What lies at this place, the topmost first, each host of a shadow tree after what is in that. */
function stackAt(root: Root, x: number, y: number): Element[] {
  return root.elementsFromPoint(x, y).flatMap((element) => {
    if (element.getRootNode() !== root) return [];
    return element.shadowRoot === null ? [element] : [...stackAt(element.shadowRoot, x, y), element];
  });
}

/** How much of the light the element holds back at this place. */
function shadeOf(element: Element, around: boolean, point: Point): number {
  const opacity = opacityOf(element);
  // Where it is not known how far they reach, as opaque as they are anywhere.
  const pseudo = DRAWN.map((each) => groundOf(getComputedStyle(element, each)));
  const own = around ? 0 : isOpaqueAt(element, point) ? 1 : groundIn(element, point);
  return Math.max(own, ...pseudo) * opacity;
}

function isOpaqueAt(element: Element, point: Point): boolean {
  if (isOnFrame(element, point) || isOnText(element, point)) return true;
  return element instanceof HTMLCanvasElement ? isDrawnAt(element, point) : isReplaced(element);
}

/** Whether a shadow, an outline or a mirror image, which no hit test finds, reaches this place from elsewhere. */
function isUnderEdge([x, y]: Point): boolean {
  const reaches = (box: DOMRect, px: number, [shiftX, shiftY]: Point = [0, 0]) =>
    x > box.left + shiftX - px &&
    x < box.right + shiftX + px &&
    y > box.top + shiftY - px &&
    y < box.bottom + shiftY + px;
  return measure().some(({ element, box }) => {
    if (reaches(box, 0)) return false;
    const style = getComputedStyle(element);
    if (reaches(box, outlineOf(style)?.toPx ?? 0)) return true;
    if (
      (style.getPropertyValue('-webkit-box-reflect') || 'none') !== 'none' &&
      reaches(box, Math.max(box.width, box.height))
    )
      return true;
    // Of these, `drop-shadow()` and a text's have no spread.
    const shadows = [style.boxShadow, style.filter, hasText(element) ? style.textShadow : ''].flatMap(
      shadowsOf,
    );
    return shadows.some(
      ({ alpha, isInset, spread, shift }) =>
        !isInset && alpha >= LEAST_OPACITY && reaches(box, spread, shift),
    );
  });
}

import { above } from './element.ts';

/**
 * Fetched by the tag where the browser does not vouch for an ad, or the window is pinched: the exact look at it, each 100 ms. Geometry knows
 * nothing of what lies over an element, or makes it transparent. A hit test finds the topmost, and passes by what is hidden or clipped away as the eye does. But it also passes
 * by what lets clicks through (`pointer-events: none`), be it a notice's empty frame or an opaque cover: only what that is painted with tells which.
 */

/** One letter, since the tag, whose every byte counts, asks for it by this name. */
export { isSeen as s };

/** Let through by the ad and all that it is in, taken together; a layer that lets more of the light through leaves the ad to be seen. */
const LEAST_OPACITY = 0.5;
/** As in the tag: odd, so that what is covered half counts as half. */
const GRID = 3;
/** How long it holds that no layer is over it: a second begins and ends with such a look. */
const HOLDS_MS = 900;
/** All ads that are looked at in one frame measure the page once. */
const FRAME_MS = 10;
/** In a cascade layer, whose important rules come before all important ones that are in none. */
const CAUGHT = '@layer placard{*,::before,::after{pointer-events:auto!important}}';

type Root = Document | ShadowRoot;
type Point = readonly [xPx: number, yPx: number];
type Found = { readonly atMs: number; readonly clear: boolean };
const found = new WeakMap<Element, Found>();

/**
 * @param share of its pixels that is to be seen
 * @param vouched what the browser says of it: `false` where it sees a reason not to, nothing where it does not know such a thing
 */
function isSeen(shell: Element, share: number, vouched?: boolean): boolean {
  const box = shell.getBoundingClientRect();
  // Of a window that is pinched: what is left of it for the eye.
  const { offsetLeft = 0, offsetTop = 0, width = innerWidth, height = innerHeight } = visualViewport ?? {};
  const x = Math.max(box.left, offsetLeft);
  const y = Math.max(box.top, offsetTop);
  const stepX = (Math.min(box.right, offsetLeft + width) - x) / GRID;
  const stepY = (Math.min(box.bottom, offsetTop + height) - y) / GRID;
  // A pixel less: nine ninths are not quite a whole.
  const isEnough = (points: readonly Point[]) =>
    points.length * stepX * stepY > share * box.width * box.height - 1;
  const root = shell.getRootNode() as Root;
  const points = Array.from(
    { length: GRID * GRID },
    (_, point): Point => [x + ((point % GRID) + 0.5) * stepX, y + (Math.floor(point / GRID) + 0.5) * stepY],
  ).filter((point) => shell.contains(root.elementFromPoint(...point)));
  if (!isEnough(points) || lightOf(shell) < LEAST_OPACITY || isBehindBackdrop(shell)) return false;
  const nowMs = performance.now();
  const known = found.get(shell);
  if (known !== undefined && nowMs - known.atMs < HOLDS_MS) return known.clear;
  const { layers, clearOnes, drawn } = layersOver(box, shell);
  // Where nothing of all that could explain it does, the browser has seen what no script finds by looking at elements alone.
  const puzzled =
    vouched === false && points.length === GRID * GRID && layers.length + clearOnes === 0 && isPlain(shell);
  const everything = drawn || puzzled;
  const clear =
    (layers.length === 0 && !everything) ||
    whileCaught(layers, everything, () =>
      isEnough(points.filter((point) => !isUnder(point, shell) && !(puzzled && isUnderEdge(point)))),
    );
  found.set(shell, { atMs: nowMs, clear });
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
function layersOver(
  ad: DOMRect,
  shell: Element,
): { layers: HTMLElement[]; clearOnes: number; drawn: boolean } {
  const layers: HTMLElement[] = [];
  let clearOnes = 0;
  let drawn = false;
  const around = new Set(boxesAround(shell));
  for (const { element, box } of measure()) {
    const outside =
      box.right <= ad.left || box.left >= ad.right || box.bottom <= ad.top || box.top >= ad.bottom;
    if (shell.contains(element) || (outside && !around.has(element))) continue;
    const opacity = opacityOf(element);
    drawn ||= ['::before', '::after'].some((pseudo) => {
      const style = getComputedStyle(element, pseudo);
      return style.pointerEvents === 'none' && hasGround(style, opacity);
    });
    if (around.has(element)) continue;
    const style = getComputedStyle(element);
    const painted =
      opacity >= LEAST_OPACITY && (hasGround(style, opacity) || hasBorder(style) || isReplaced(element));
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
    (element) => !around.has(element) && hasGround(getComputedStyle(element, '::backdrop'), 1),
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

/** Whether something painted lies over the ad at this place of the window. */
function isUnder([x, y]: Point, shell: Element): boolean {
  const around = new Set(boxesAround(shell));
  for (const element of stackAt(document, x, y)) {
    if (shell.contains(element)) return false;
    // What the ad is in is over it only with what it draws before and after its content.
    if (isPainted(element, around.has(element), x, y)) return true;
  }
  return false;
}

/** What lies at this place, the topmost first, each host of a shadow tree after what is in that. */
function stackAt(root: Root, x: number, y: number): Element[] {
  return root.elementsFromPoint(x, y).flatMap((element) => {
    if (element.getRootNode() !== root) return [];
    return element.shadowRoot === null ? [element] : [...stackAt(element.shadowRoot, x, y), element];
  });
}

function isPainted(element: Element, around: boolean, x: number, y: number): boolean {
  const opacity = opacityOf(element);
  if (opacity < LEAST_OPACITY) return false;
  const styles = ['::before', '::after'].map((pseudo) => getComputedStyle(element, pseudo));
  if (!around) styles.push(getComputedStyle(element));
  if (styles.some((style) => hasGround(style, opacity))) return true;
  if (around) return false;
  if (isOnBorder(element, x, y)) return true;
  return element instanceof HTMLCanvasElement ? isDrawnAt(element, x, y) : isReplaced(element);
}

/** Shows something of its own, whatever its style. */
function isReplaced(element: Element): boolean {
  return /^(img|video|canvas|iframe|embed|object|svg|picture)$/i.test(element.localName);
}

/** What comes through of the ad and all that it is in, taken together. */
function lightOf(shell: Element): number {
  let opacity = 1;
  for (let box: Element | null | undefined = shell; box; box = above(box)) {
    const style = getComputedStyle(box);
    // Other filters (a dark page's invert, a shadow) leave something to be seen. What a gradient or an image masks, or a
    // filter of the page's own draws, no script can tell: then nothing is. Twice 'none' has eight letters.
    const drawn = style.filter + (style.maskImage ?? 'none');
    opacity *= drawn.length > 8 && /opa|bri|blur|url|die/.test(drawn) ? 0 : Number(style.opacity);
  }
  return opacity;
}

/** How much of the light a layer holds back at most: what a mask or a filter leaves of it, no script can tell. */
function opacityOf(layer: Element): number {
  let opacity = 1;
  for (let box: Element | null | undefined = layer; box; box = above(box)) {
    opacity *= Number(getComputedStyle(box).opacity);
  }
  return opacity;
}

/** Whether a box, or what is drawn before or after its content, has a ground that hides what is below. */
function hasGround(style: CSSStyleDeclaration, opacity: number): boolean {
  // What is not drawn has no content ('none'), or that of no pseudo-element at all ('normal', of elements).
  if (style.content === 'none' || style.display === 'none' || style.visibility !== 'visible') return false;
  if (alphaOf(style.backgroundColor) * opacity >= LEAST_OPACITY) return true;
  if (/blur|opacity|brightness/.test(style.backdropFilter ?? '')) return true;
  const image = style.backgroundImage;
  // A gradient with a colour that lets light through is a shade over the page; what a picture leaves, no script can tell.
  return image !== 'none' && !(image.includes('gradient') && /rgba\(|transparent|\/ 0/.test(image));
}

/** Of a computed colour: rgb(), rgba(), or color() and its like with a part behind the slash. */
function alphaOf(colour: string): number {
  const part = /^rgba\(.*,\s*([\d.]+)\)$/.exec(colour)?.[1] ?? /\/\s*([\d.]+)\s*\)$/.exec(colour)?.[1];
  return part === undefined ? 1 : Number(part);
}

const SIDES = ['Top', 'Right', 'Bottom', 'Left'] as const;
/** Borders that are only lines hide nothing. */
const WIDE_PX = 10;

function hasBorder(style: CSSStyleDeclaration): boolean {
  return SIDES.some(
    (side) =>
      Number.parseFloat(style[`border${side}Width`]) >= WIDE_PX &&
      alphaOf(style[`border${side}Color`]) >= LEAST_OPACITY,
  );
}

/** Whether a wide border of the element lies at this place, and not what is within it. */
function isOnBorder(element: Element, x: number, y: number): boolean {
  const style = getComputedStyle(element);
  if (!hasBorder(style)) return false;
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const px = (side: (typeof SIDES)[number]) => Number.parseFloat(style[`border${side}Width`]);
  return x < left + px('Left') || x > right - px('Right') || y < top + px('Top') || y > bottom - px('Bottom');
}

/** Whether a shadow or an outline, which no hit test finds, reaches this place from elsewhere. */
function isUnderEdge([x, y]: Point): boolean {
  const reaches = (box: DOMRect, px: number, shiftX = 0, shiftY = 0) =>
    x > box.left + shiftX - px &&
    x < box.right + shiftX + px &&
    y > box.top + shiftY - px &&
    y < box.bottom + shiftY + px;
  return measure().some(({ element, box }) => {
    if (reaches(box, 0)) return false;
    const { boxShadow, outlineStyle, outlineWidth, outlineOffset, outlineColor } = getComputedStyle(element);
    const outlinePx =
      outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
    if (alphaOf(outlineColor) >= LEAST_OPACITY && reaches(box, outlinePx)) return true;
    // As computed: a colour, and how far to the right, down, blurred and wider; several are divided by commas outside of brackets.
    return boxShadow.split(/,(?![^(]*\))/).some((shadow) => {
      const [shiftX = 0, shiftY = 0, , spread = 0] = (shadow.match(/-?[\d.]+px/g) ?? []).map(
        Number.parseFloat,
      );
      const colour = /^\s*(\w+\([^)]*\))/.exec(shadow)?.[1];
      if (colour === undefined || shadow.includes('inset')) return false;
      return alphaOf(colour) >= LEAST_OPACITY && reaches(box, spread, shiftX, shiftY);
    });
  });
}

/** Snow and confetti fall on canvases that are empty between the flakes. */
function isDrawnAt(canvas: HTMLCanvasElement, x: number, y: number): boolean {
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

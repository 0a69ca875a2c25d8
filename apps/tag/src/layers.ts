import { LEAST_OPACITY, LEAST_SHADE, type Point, together } from './computed.ts';
import { boxesAround } from './element.ts';
import { isDrawnFromElsewhere, lightFromElsewhere, type Measured } from './elsewhere.ts';
import { frameAt, hasFrame } from './frames.ts';
import {
  groundIn,
  groundOfDrawn,
  groundOfParts,
  hasText,
  hasWideParts,
  isDrawnAt,
  isOnText,
  isReplaced,
  opacityOf,
} from './painted.ts';

/** What of a page lies over an ad, or around it: found by asking the page what stands where, as it stands there. */

/** All ads that are looked at in one frame measure the page once. */
const FRAME_MS = 10;
/** What a box draws beside its content. */
const DRAWN = ['::before', '::after', '::marker'];
/** In a cascade layer, whose important rules come before all important ones that are in none. Each of what not all browsers know for itself: else they would know none. */
const CAUGHT = `@layer placard{${[
  '*,::before,::after',
  '::scroll-button(*)',
  '::scroll-marker-group',
  '::scroll-marker',
]
  .map((each) => `${each}{pointer-events:auto!important;interactivity:auto!important}`)
  .join('')}}`;
/** By each of which a page lets clicks through. */
const PASSING = ['pointer-events', 'interactivity'];

export type Root = Document | ShadowRoot;

type Page = { readonly atMs: number; readonly all: readonly Measured[]; readonly roots: readonly Root[] };
let measured: Page = { atMs: -FRAME_MS, all: [], roots: [] };

function measure(): readonly Measured[] {
  const nowMs = performance.now();
  if (nowMs - measured.atMs >= FRAME_MS) {
    const all: Measured[] = [];
    const roots: Root[] = [];
    addMeasured(document, all, roots);
    measured = { atMs: nowMs, all, roots };
  }
  return measured.all;
}

/** One way through all elements: a page may have ten thousand. */
function addMeasured(root: Root, all: Measured[], roots: Root[]): void {
  roots.push(root);
  for (const element of root.querySelectorAll('*')) {
    all.push({ element, box: element.getBoundingClientRect() });
    if (element.shadowRoot !== null) addMeasured(element.shadowRoot, all, roots);
  }
}

/**
 * Finds the painted elements at the ad's place that let clicks through, over it or below, how many there are that are not painted, and whether something there draws such a ground before
 * or after its content, which cannot be told alone.
 */
export function layersOver(
  shell: Element,
  isDoubted: boolean,
): {
  layers: HTMLElement[];
  clearOnes: number;
  drawn: boolean;
} {
  const ad = shell.getBoundingClientRect();
  const layers: HTMLElement[] = [];
  let clearOnes = 0;
  const all = measure();
  let drawn = isDoubted && isDrawnFromElsewhere(all, ad);
  const around = new Set(boxesAround(shell));
  for (const { element, box } of all) {
    const outside =
      box.right <= ad.left || box.left >= ad.right || box.bottom <= ad.top || box.top >= ad.bottom;
    if (shell.contains(element) || (outside && !around.has(element))) continue;
    const opacity = opacityOf(element);
    drawn ||= DRAWN.some((pseudo) => {
      const style = getComputedStyle(element, pseudo);
      return isPassed(style) && groundOfDrawn(style) * opacity >= LEAST_SHADE;
    });
    if (around.has(element)) continue;
    const style = getComputedStyle(element);
    if (!isPassed(style) && inertAround(element) === undefined) continue;
    const whole = hasFrame(style) || isReplaced(element) || hasText(element) || hasWideParts(element);
    const ground = whole ? 1 : Math.max(groundIn(element), groundOfParts(element));
    if (ground * opacity >= LEAST_SHADE) layers.push(element as HTMLElement);
    else clearOnes += 1;
  }
  return { layers, clearOnes, drawn };
}

function isPassed(style: CSSStyleDeclaration): boolean {
  return style.pointerEvents === 'none' || style.getPropertyValue('interactivity') === 'inert';
}

/** What keeps hit tests from the element without a word in its style. */
function inertAround(element: Element): Element | undefined {
  return boxesAround(element).find((box) => box.hasAttribute('inert'));
}

/** Whether something is open before the page, not around the ad, whose backdrop hides what is behind: no hit test finds one. */
export function isBehindBackdrop(shell: Element): boolean {
  const around = new Set(boxesAround(shell));
  // Unknown ones are passed over within :is().
  const roots = measured.roots.length === 0 ? [document] : measured.roots;
  const open = roots.flatMap((root) => [...root.querySelectorAll(':is(:modal,:popover-open,:fullscreen)')]);
  const shades = open.map((element) =>
    around.has(element) ? 0 : groundOfDrawn(getComputedStyle(element, '::backdrop')),
  );
  return together(shades) >= LEAST_OPACITY;
}

/** Whether neither transparency nor a filter nor a transform explains that the browser does not vouch. */
export function isPlain(shell: Element): boolean {
  return boxesAround(shell).every((box) => {
    const { opacity, filter, transform, rotate, scale, perspective } = getComputedStyle(box);
    return (
      [filter, transform, rotate, scale, perspective].every((each) => !each || each === 'none') &&
      opacity === '1'
    );
  });
}

/** Does `work` while these layers, or nothing at all of the page, let hit tests pass. */
export function whileCaught<T>(layers: readonly HTMLElement[], everything: boolean, work: () => T): T {
  const roots = everything ? openRoots(document) : [];
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(CAUGHT);
  // In a style attribute, whose `important` comes before that of every sheet.
  const touched = layers.map((element) => ({
    element,
    were: PASSING.map((name) => ({
      ...{ name, value: element.style.getPropertyValue(name) },
      priority: element.style.getPropertyPriority(name),
    })),
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
    for (const { element } of touched)
      for (const name of PASSING) element.style.setProperty(name, 'auto', 'important');
    for (const { element } of inert) element.removeAttribute('inert');
    return work();
  } finally {
    for (const { element, text } of inert) element.setAttribute('inert', text);
    for (const { element, were, hadStyle } of touched) {
      // Not by the attribute: a strict style-src would drop with it all that the page's scripts have set there.
      for (const { name, value, priority } of were) element.style.setProperty(name, value, priority);
      // Chromium removes the attribute only once it has been asked for.
      if (!hadStyle && element.getAttribute('style') === '') element.removeAttribute('style');
    }
    for (const root of roots) {
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((each) => each !== sheet);
    }
  }
}

/** The document and all open shadow trees in it. */
export function openRoots(root: Root): Root[] {
  const hosts = [...root.querySelectorAll('*')].filter((element) => element.shadowRoot !== null);
  return [root, ...hosts.flatMap((host) => openRoots(host.shadowRoot as ShadowRoot))];
}

/** What comes through at this place of what elsewhere paints beyond its box, as measured last. */
export function lightBeside(point: Point, shell: Element): number {
  return lightFromElsewhere(measured.all, point, shell);
}

/** What comes through of what lies over the ad at this place of the window, taken together. */
export function lightThrough(point: Point, shell: Element): number {
  const around = new Set(boxesAround(shell));
  let light = 1;
  for (const element of stackAt(document, point, (each) => around.has(each) || shell.contains(each))) {
    if (shell.contains(element)) break;
    // What the ad is in is over it only with what it draws before and after its content.
    light *= 1 - shadeOf(element, around.has(element), point);
  }
  return light;
}

/**
 * What lies at this place, the topmost first, each host of a shadow tree after what is in that, unless something that it draws itself lies over it. In a space of three
 * dimensions only the topmost is told by how near it is, all others as they were painted: where that is no part of the ad, nothing of the page is taken to be behind the ad.
 */
function stackAt(root: Root, point: Point, isOfAd: (element: Element) => boolean): Element[] {
  const painted = root.elementsFromPoint(...point);
  const top = root.elementFromPoint(...point);
  const isDeep = top !== null && top !== painted[0];
  const others = painted.filter((element) => element !== top);
  const isFirst = (element: Element) => isOfAd(element) === (top !== null && isOfAd(top));
  const all = isDeep
    ? [top, ...others.filter(isFirst), ...others.filter((element) => !isFirst(element))]
    : painted;
  return all.flatMap((element) => {
    if (element.getRootNode() !== root) return [];
    if (element.shadowRoot === null) return [element];
    const within = stackAt(element.shadowRoot, point, isOfAd);
    return element.shadowRoot.elementFromPoint(...point) === element
      ? [element, ...within]
      : [...within, element];
  });
}

/** How much of the light the element holds back at this place. */
function shadeOf(element: Element, around: boolean, point: Point): number {
  const opacity = opacityOf(element);
  // Where it is not known how far they reach, as opaque as they are anywhere.
  const pseudo = DRAWN.map((each) => groundOfDrawn(getComputedStyle(element, each)));
  const own = around
    ? 0
    : isOpaqueAt(element, point)
      ? 1
      : Math.max(together([groundIn(element, point), frameAt(element, point)]), groundOfParts(element));
  return Math.max(own, ...pseudo) * opacity;
}

function isOpaqueAt(element: Element, point: Point): boolean {
  if (isOnText(element, point) || hasWideParts(element)) return true;
  return element instanceof HTMLCanvasElement ? isDrawnAt(element, point) : isReplaced(element);
}

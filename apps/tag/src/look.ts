import type { FrameHidden } from '@placard/contract/wire/frame-script';
import { CLICK_HIDDEN_PARAMETER, CLICK_PATH, WIDGET_ATTRIBUTE } from '@placard/contract/wire/tag-protocol';
import { clearAround } from './around.ts';
import { LEAST_OPACITY, type Point } from './computed.ts';
import { boxesAround } from './element.ts';
import { FRAMED } from './framed.ts';
import {
  isBehindBackdrop,
  isPlain,
  layersOver,
  lightBeside,
  lightThrough,
  openRoots,
  type Root,
  whileCaught,
} from './layers.ts';
import { lightOf, presenceOf } from './painted.ts';
import type { Asked } from './telling.ts';

/**
 * Fetched by the tag where the browser does not vouch for an ad, or the window is pinched: the exact look at it, each 100 ms until it has counted, then
 * whenever the browser tells something new of it, and at each press. Geometry knows
 * nothing of what lies over an element, or makes it transparent. A hit test finds the topmost, and passes by what is hidden or clipped away as the eye does. But it also passes
 * by what lets clicks through (`pointer-events: none`), be it a notice's empty frame or an opaque cover: only what that is painted with tells which.
 */

/** One letter, since the tag, whose every byte counts, asks for it by this name. */
export { isSeen as s };

/** Odd, so that what is covered half counts as half. */
const GRID = 3;
/** So far, of a ninth, the places of the corners stand aside: an ad that is turned to a line crosses the box around it from corner to corner, and must not lie on three of them. */
const ASIDE = 0.2;
/** And so far all of them, each time in another direction: what covers all but these places is a cover. */
const SHIFTS = [0, 0.13, -0.13];
/** How long it holds that no layer is over it: a second begins and ends with such a look. */
const HOLDS_MS = 900;
/** Less than this of an ad is nothing that somebody would press. */
const LEAST_PRESSED = 0.1;
/** Of a marked ad that the tag asks no more for; and so long it has to be there before its clicks are meant for it: a page may show it as it is pressed. */
const AGAIN_MS = 300;

type Found = {
  readonly atMs: number;
  readonly reached: readonly number[];
  readonly clear: readonly number[];
};
const found = new WeakMap<Element, Found>();
/** How often it was looked at. */
const times = new WeakMap<Element, number>();
/** When the tag asked last. */
const askedMs = new WeakMap<Element, number>();
/** Whose clicks say that nobody could see it. */
const marked = new WeakSet<Element>();
/** Since when a marked one is there again. */
const thereMs = new WeakMap<Element, number>();
/** All that this page has shown since, and before, as long as they are in it. */
const shells = new Set<Asked>();
/** Of which the browser's words are heard here too. */
const heard = new WeakSet<Asked>();

// The tag has asked for one of them. What the browser told of the others, it says no second time.
for (const root of openRoots(document)) {
  for (const host of root.querySelectorAll(`[${WIDGET_ATTRIBUTE}]`)) {
    const shell = host.shadowRoot?.firstElementChild?.firstElementChild;
    if (shell) {
      keepLooking(shell);
      lookAnew(shell);
    }
  }
}

// A key that presses a link makes a click too. Before the page's own listeners, which may stop what comes.
for (const press of ['pointerdown', 'click']) addEventListener(press, lookAtPressed, true);

/** @param share of its pixels that is to be seen */
function isSeen(shell: Asked, share: number): boolean {
  askedMs.set(shell, performance.now());
  keepLooking(shell);
  return look(shell, share);
}

/**
 * Looks at it whenever the browser tells something of it, also once it has counted: it may be hidden after that. Not by an observer of its own: Chromium
 * then left out words for others, until the page changed again.
 */
function keepLooking(shell: Asked): void {
  shells.add(shell);
  if (heard.has(shell)) return;
  heard.add(shell);
  forgetGone();
  const tell = shell.placard;
  shell.placard = (entry) => {
    // The tag asks for a look at what is not vouched for.
    tell?.(entry);
    if (entry.isVisible && marked.has(shell)) lookAnew(shell);
  };
}

/** A page that shows one ad after the other for days keeps none of them because of us. */
function forgetGone(): void {
  for (const shell of shells) if (!shell.isConnected) shells.delete(shell);
}

function lookAtPressed(press: Event): void {
  forgetGone();
  const path = press.composedPath();
  for (const shell of shells) {
    // Of what lies in a closed tree the path says only where that stands.
    if (path.includes(shell) || boxesAround(shell).includes(path[0] as Element)) lookAnew(shell);
  }
}

/** Something has changed, or may have: nothing that was found holds. */
function lookAnew(shell: Asked): void {
  found.delete(shell);
  // Closed by the visitor it stands nowhere.
  if (shell.isConnected) look(shell, 1);
}

function look(shell: Asked, share: number): boolean {
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
  // Not by `Array.from`, nor `entries` elsewhere: libraries that are older than both put others in their place.
  const time = times.get(shell) ?? 0;
  times.set(shell, time + 1);
  const shift = 0.5 + (SHIFTS[time % SHIFTS.length] as number);
  const grid = [...Array(GRID * GRID).keys()].map((place): Point => {
    const [column, row] = [place % GRID, Math.floor(place / GRID)];
    const aside = row === 1 ? 0 : (1 - column) * ASIDE;
    return [x + (column + shift + aside) * stepX, y + (row + shift) * stepY];
  });
  const reached = [...grid.keys()].filter((place) => isReached(shell, grid[place] as Point));
  const clear = clearAround(grid, clearOf(shell, grid, reached));
  // What the page around a frame does with it can be known by the browser alone.
  const unknown = FRAMED && shell.isVisible === false;
  markClicks(
    shell,
    reached.length > 0 && (unknown || clear.length === 0 || presenceOf(shell) < LEAST_PRESSED),
  );
  return !unknown && isEnough(clear) && lightOf(shell) >= LEAST_OPACITY && !isBehindBackdrop(shell);
}

/**
 * Whether a click at this place comes to the ad. Asked of each tree that it is in: of a shadow tree Chromium names what is topmost of all, Firefox what is
 * topmost of that tree, whatever another lays over it.
 */
function isReached(shell: Element, point: Point): boolean {
  let root = shell.getRootNode() as Root;
  if (!shell.contains(root.elementFromPoint(...point))) return false;
  while (root instanceof ShadowRoot) {
    const { host } = root;
    root = host.getRootNode() as Root;
    if (root.elementFromPoint(...point) !== host) return false;
  }
  return true;
}

/**
 * A press on an ad that nobody can see is meant for what lies over it, or shines through: its click says so, until it is there. A frame of third-party
 * code is told, since only its document knows its links.
 */
function markClicks(shell: Element, isHidden: boolean): void {
  const hidden = isHidden || isThereTooShort(shell);
  if (isHidden) thereMs.delete(shell);
  const search = hidden ? `?${CLICK_HIDDEN_PARAMETER}` : '';
  for (const link of shell.querySelectorAll<HTMLAnchorElement>(`a[href*="${CLICK_PATH}/"]`)) {
    if (link.search !== search) link.search = search;
  }
  if (hidden || marked.has(shell)) {
    for (const frame of shell.querySelectorAll('iframe'))
      frame.contentWindow?.postMessage({ placardHidden: hidden } satisfies FrameHidden, '*');
  }
  if (!hidden) marked.delete(shell);
  else if (!marked.has(shell)) {
    marked.add(shell);
    setTimeout(lookAgain, AGAIN_MS, shell);
  }
}

function isThereTooShort(shell: Element): boolean {
  if (!marked.has(shell)) return false;
  const nowMs = performance.now();
  const sinceMs = thereMs.get(shell) ?? nowMs;
  thereMs.set(shell, sinceMs);
  return nowMs - sinceMs < AGAIN_MS;
}

/** The tag asks no more once the ad has counted, the browser vouches for it, or it is out of view: a mark must not stay. */
function lookAgain(shell: Element): void {
  if (!shell.isConnected) return;
  if (performance.now() - (askedMs.get(shell) ?? 0) >= AGAIN_MS) look(shell, 1);
  if (marked.has(shell)) setTimeout(lookAgain, AGAIN_MS, shell);
}

/** Those of the places, where clicks reach the ad, at which nothing hides it. */
function clearOf(shell: Asked, grid: readonly Point[], reached: readonly number[]): readonly number[] {
  const nowMs = performance.now();
  const known = found.get(shell);
  // Of a place that clicks reach only now, nothing is known.
  const holds = known !== undefined && nowMs - known.atMs < HOLDS_MS;
  if (holds && reached.every((place) => known.reached.includes(place)))
    return reached.filter((place) => known.clear.includes(place));
  // Chromium says that it cannot vouch. It may have seen what paints beyond its box, which no hit test finds.
  const isDoubted = shell.isVisible === false;
  const { layers, clearOnes, drawn } = layersOver(shell, isDoubted);
  // Where nothing of all that could explain it does, it is looked for in all of the page.
  const puzzled =
    isDoubted && reached.length === grid.length && layers.length + clearOnes === 0 && isPlain(shell);
  const everything = drawn || puzzled;
  const lit = isDoubted
    ? reached.filter((place) => lightBeside(grid[place] as Point, shell) > LEAST_OPACITY)
    : reached;
  const clear =
    layers.length === 0 && !everything
      ? lit
      : whileCaught(layers, everything, () =>
          lit.filter((place) => lightThrough(grid[place] as Point, shell) > LEAST_OPACITY),
        );
  found.set(shell, { atMs: nowMs, reached, clear });
  return clear;
}

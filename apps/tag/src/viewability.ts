import { above } from './element.ts';

/** MRC: half of the pixels, of a large ad (970×250 and more) 30 %. */
const LARGE_PX = 242_500;
const LARGE_SHARE = 0.3;
const SHARE = 0.5;
/** MRC asks for an observation at least each 100 ms. */
const OBSERVE_EACH_MS = 100;
/** Let through by the ad and all that it is in, taken together. */
const LEAST_OPACITY = 0.5;
/** An ad of whose own pixels the page's scale leaves less than a tenth is a dot. */
const LEAST_SCALED = 0.1;
/** Hit tests on a side of the grid: odd, so that what is covered half counts as half. */
const GRID = 3;

/** In another page's frame: what hides the frame, and whether its tab has the focus, can't be known from inside. */
const FRAMED = self !== top;

/**
 * Is this share of the ad there for the eye? Geometry knows nothing of what lies over an element, or makes it
 * transparent. A hit test finds the topmost, and passes by what is hidden or clipped away as the eye does.
 */
function isSeen(shell: Element, share: number, leastPx: number): boolean {
  const { left, top, right, bottom, width, height } = shell.getBoundingClientRect();
  const x = Math.max(left, 0);
  const y = Math.max(top, 0);
  const stepX = (Math.min(right, innerWidth) - x) / GRID;
  const stepY = (Math.min(bottom, innerHeight) - y) / GRID;
  let seenPx = 0;
  for (let column = 0.5; column < GRID; column += 1) {
    for (let row = 0.5; row < GRID; row += 1) {
      const root = shell.getRootNode() as ShadowRoot;
      if (shell.contains(root.elementFromPoint(x + column * stepX, y + row * stepY))) seenPx += stepX * stepY;
    }
  }
  let opacity = 1;
  for (let box: Element | null | undefined = shell; box; box = above(box)) {
    const style = getComputedStyle(box);
    // Other filters (a dark page's invert, a shadow) leave something to be seen.
    opacity *= /opa|bri|blur/.test(style.filter) ? 0 : (style.opacity as never);
  }
  // A pixel less: nine ninths are not quite a whole.
  return opacity >= LEAST_OPACITY && seenPx > share * width * height - 1 && width * height >= leastPx;
}

/**
 * Calls `viewable` once, when enough of the ad was seen for `needMs` without a break while the tab had the
 * focus. Pixels come first: time starts only with them, and starts anew when they or the focus were lost.
 * @param adPx pixels of the ad in its own size
 */
export function watch(shell: Element, adPx: number, needMs: number, viewable: () => void): void {
  const share = adPx < LARGE_PX ? SHARE : LARGE_SHARE;
  let inView = false;
  let sinceMs = 0;
  let interval = 0;
  const observe = () => {
    const nowMs =
      inView &&
      !document.hidden &&
      (FRAMED || document.hasFocus()) &&
      isSeen(shell, share, adPx * LEAST_SCALED)
        ? performance.now()
        : 0;
    if (!nowMs || !sinceMs) sinceMs = nowMs;
    else if (nowMs - sinceMs >= needMs) {
      observer.disconnect();
      clearInterval(interval);
      inView = false;
      viewable();
    }
  };
  const observer = new IntersectionObserver(
    (entries) => {
      // All of them: between two that are in view there may be one that was not.
      for (const { intersectionRatio, isVisible } of entries as (IntersectionObserverEntry & Visibility)[]) {
        inView = intersectionRatio >= share && !(FRAMED && isVisible === false);
        clearInterval(interval);
        if (inView) interval = setInterval(observe, OBSERVE_EACH_MS);
        observe();
      }
    },
    // IntersectionObserver 2, where there is one, tells of the pages around a frame what only the browser knows.
    {
      threshold: share,
      trackVisibility: FRAMED,
      delay: FRAMED && OBSERVE_EACH_MS,
    } as IntersectionObserverInit,
  );
  observer.observe(shell);
  // The focus may be lost and found again between two looks.
  addEventListener('blur', observe, true);
  addEventListener('visibilitychange', observe, true);
}

/** Of IntersectionObserver 2. */
type Visibility = { readonly isVisible?: boolean };

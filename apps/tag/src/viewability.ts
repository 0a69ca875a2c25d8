/** MRC: half of the pixels, of a large ad (970×250 and more) 30 %. */
const LARGE_PX = 242_500;
const LARGE_SHARE = 0.3;
const SHARE = 0.5;
/** MRC asks for an observation at least each 100 ms. */
const OBSERVE_EACH_MS = 100;

/** One per ad that has enough pixels in view and not yet enough time. */
const timed = new Set<(focusedMs: number) => void>();
let interval = 0;

/** Looks at all running times; called each 100 ms while there are any, and at once when focus may have been lost. */
export function observeTime(): void {
  // In another page's frame the focus of the tab cannot be known from inside.
  const focusedMs = document.hidden || (self === top && !document.hasFocus()) ? 0 : performance.now();
  for (const observe of timed) observe(focusedMs);
}

/**
 * Calls `viewable` once, when enough of the element was in view for `needMs` without a break while the tab had the
 * focus. Pixels come first: time starts only with them, and starts anew when they or the focus were lost.
 */
export function watch(element: Element, needMs: number, viewable: () => void): void {
  let sinceMs = 0;
  // Without the focus it is called with 0, and that is when time starts anew.
  const observe = (focusedMs: number) => {
    if (!focusedMs || !sinceMs) sinceMs = focusedMs;
    else if (focusedMs - sinceMs >= needMs) {
      observer.disconnect();
      stop();
      viewable();
    }
  };
  const stop = () => {
    timed.delete(observe);
    if (!timed.size) clearInterval(interval);
  };
  const observer = new IntersectionObserver(
    (entries) => {
      const { boundingClientRect, intersectionRatio } = entries.pop() as IntersectionObserverEntry;
      const areaPx = boundingClientRect.width * boundingClientRect.height;
      if (intersectionRatio < (areaPx < LARGE_PX ? SHARE : LARGE_SHARE)) {
        stop();
        sinceMs = 0;
      } else if (!timed.has(observe)) {
        if (!timed.size) interval = setInterval(observeTime, OBSERVE_EACH_MS);
        timed.add(observe);
        observeTime();
      }
    },
    { threshold: [LARGE_SHARE, SHARE] },
  );
  observer.observe(element);
}

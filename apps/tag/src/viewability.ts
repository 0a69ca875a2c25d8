import { LOOK_BESIDE_PATH, LOOK_PATH } from '@placard/contract/wire/tag-protocol';
import { above } from './element.ts';
import { FRAMED } from './framed.ts';
import type { s as look } from './look.ts';
import { DELIVERY } from './origin.ts';
import { type Asked, ask, makeObserver, sizes } from './telling.ts';

type Look = { readonly s?: typeof isSeenBy };

/** MRC: half of the pixels, of a large ad (970×250 and more) 30 %. */
const LARGE_PX = 242_500;
const LARGE_SHARE = 0.3;
const SHARE = 0.5;
/**
 * MRC asks for an observation at least each 100 ms. Each is made in an animation frame: observers are asked when there is one, and
 * what animates on the compositor alone (a carousel, a cover that slides in) makes none, so that nothing would be told of it.
 */
const OBSERVE_EACH_MS = 100;
/** An ad of whose own pixels the page's scale leaves less than a tenth is a dot. */
const LEAST_SCALED = 0.1;
/**
 * What the browser vouches for all the same, and only an exact look tells: of a computed style any mask, any clip-path, and corners of 50 px or a share, which
 * cut off more than a corner; and what a page around does with its frame. Other than `none` they have a parenthesis, the box they go by (`border-box`), or an
 * origin's letters (`http`, `null`, `file`).
 */
const ODD = /[%lhb(]|[5-9]\d|\d{3}/;
/**
 * The browser tells what came over an ad that it vouched for, or made it transparent, with the next frame that is observed. Once nothing of
 * the kind is told so long after the needed time is over, nothing of the kind came within it.
 */
const TOLD_MS = 150;
/** A page's clock is coarse, so that a timer may seem to come before its time. */
const COARSE_MS = 10;

/** IntersectionObserver 2, where there is one, tells of the pages around a frame what only the browser knows. */
const watching = makeObserver({
  delay: OBSERVE_EACH_MS,
  trackVisibility: true,
  threshold: [0, LARGE_SHARE, SHARE],
});

/**
 * What the browser does not vouch for is looked at by another script, which is fetched once there is such an ad. Until it is there none
 * of them is seen. A page's policy may let in the tag alone. A cache that passes by queries gives the tag then, which has no such function.
 */
let isSeenBy: (...ad: Parameters<typeof look>) => unknown = () => {
  isSeenBy = () => 0;
  import(`${DELIVERY}${LOOK_PATH}`)
    .catch(() => import(`${DELIVERY}${LOOK_BESIDE_PATH}`))
    .then(({ s = isSeenBy }: Look) => (isSeenBy = s), Object);
};

/** Of the ads in view that have not counted yet, and others for one look. One timer and one frame for all: those of four ads were a fifth of the tag's time. */
let looks: ((nowMs: number) => unknown)[] = [];
let timer: number | undefined;

/**
 * What the next frame does: nothing where the browser vouches for all of them and their seconds have begun. What becomes of them then is told, but for the
 * focus that a frame of the page has and the window lost, and a window that is pinched.
 */
let next: (nowMs?: number) => unknown;

/** Also when the focus comes or goes, which may be lost and found again between two frames, and when an ad's size does. */
export function lookAtAll(): void {
  const nowMs = document.visibilityState[6] && (FRAMED || document.hasFocus()) && performance.now();
  next = Object;
  looks = looks.filter((look) => look(nowMs as number));
  // A hidden tab has no frames, and those asked for meanwhile would come all at once: it is looked at when it comes back. Only then is the sum no number.
  timer =
    looks[0] && (nowMs as number) + 1
      ? timer ||
        setInterval(
          () =>
            requestAnimationFrame(
              // The focus counts 1, as the scale of a window that is not pinched.
              (document.hasFocus() as never) / (visualViewport as VisualViewport).scale - 1
                ? lookAtAll
                : next,
            ),
          OBSERVE_EACH_MS,
        )
      : (clearInterval(timer) as undefined);
}

/**
 * Calls `viewable` once, when enough of the ad was seen for `needMs` without a break while the tab had the
 * focus. Pixels come first: time starts only with them, and starts anew when they or the focus were lost.
 * @param adPx pixels of the ad in its own size
 */
export function watch(shell: Asked, adPx: number, needMs: number, viewable: () => void): void {
  const share = adPx < LARGE_PX ? SHARE : LARGE_SHARE;
  let inView: boolean | undefined;
  let sinceMs: number | undefined;
  let vouched: boolean | undefined;
  /**
   * Is this share of the ad there for the eye? The browser that vouches knows what lies over an element or makes it transparent, but not when the ad
   * is a dot, and neither masks nor clips in other shapes than a rectangle: so each second begins and ends with a look at the styles of all that the ad is in.
   */
  const isSeen = (nowMs: number) => {
    const { width, height } = shell.getBoundingClientRect();
    if (width * height < adPx * LEAST_SCALED) return;
    // Pinched, the window shows a part of itself, of which observers are not told. Who vouches for an ad has had a scale for long.
    if (!vouched || (visualViewport as VisualViewport).scale - 1) return isSeenBy(shell, share);
    if (sinceMs && nowMs - sinceMs < needMs) return 1;
    setTimeout(lookAtAll, needMs + (TOLD_MS + COARSE_MS));
    // Of a page's zoom no other observer tells.
    sizes.observe(shell, { box: 'device-pixel-content-box' });
    for (let box: Element | null | undefined = shell; box; box = above(box)) {
      const style = getComputedStyle(box);
      // Chromium, which alone vouches, knows both masks by these names, and the pages around.
      if (
        (box as HTMLElement).inert ||
        ODD.test(
          style.webkitMaskBoxImage +
            style.webkitMaskImage +
            style.clipPath +
            [...location.ancestorOrigins] +
            style.borderRadius,
        )
      )
        return isSeenBy(shell, share);
    }
    return 1;
  };
  /** @param nowMs false while the tab has not the focus */
  const observe = (nowMs: number) => {
    sinceMs = nowMs && inView && isSeen(nowMs) ? sinceMs || nowMs : 0;
    if (!vouched || !sinceMs) next = lookAtAll;
    // `viewable` returns nothing, so that nothing is needed any more: no comparison with it holds.
    if (sinceMs && nowMs - sinceMs >= needMs + TOLD_MS * (!!vouched as never)) needMs = viewable() as never;
    return inView && needMs;
  };
  ask(watching, shell, ({ isVisible, intersectionRatio }) => {
    vouched = shell.isVisible = isVisible;
    inView = intersectionRatio >= share;
    // Also of one that counts no more, or not yet: its clicks are to say that nobody could see it.
    if (intersectionRatio && !vouched) isSeenBy(shell, share);
    if (!looks.includes(observe)) looks.push(observe);
    lookAtAll();
  });
}

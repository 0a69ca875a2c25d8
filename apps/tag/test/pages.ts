import { FRAME_ATTRIBUTES } from '@placard/contract/wire/ad-styles';
import { sdkSnippet, type WidgetSnippetInput, widgetSnippet } from '@placard/contract/wire/snippet';
import type { Ad } from '@placard/contract/wire/tag-protocol';
import type { Locator, Page } from '@playwright/test';
import { type FakeDelivery, type FakePublisher, looksThere } from './network.ts';

export const MEDIUM_RECTANGLE = { widthPx: 300, heightPx: 250 };
export const LEADERBOARD = { widthPx: 728, heightPx: 90 };
export const VIDEO = { widthPx: 640, heightPx: 360 };

export function imageAd(k: Ad['k'], w = 300, h = 250): Omit<Ad, 't' | 'm'> {
  return {
    k,
    w,
    h,
    s: `/i/${w}x${h}`,
    a: 'Fresh bread, baked at night and at your door by seven.',
    n: 'From our partners',
  };
}

export function frameAd(k: Ad['k'], w = 300, h = 250): Omit<Ad, 't' | 'm'> {
  return { k, w, h, f: '/f/creative', b: FRAME_ATTRIBUTES, n: 'From our partners' };
}

export function banner(embedKey: string, sizes = [MEDIUM_RECTANGLE]): string {
  return widgetSnippet({ embedKey, type: 'banner', sizes });
}

export function widget(type: WidgetSnippetInput['type'], embedKey: string, size = MEDIUM_RECTANGLE): string {
  return widgetSnippet({ embedKey, type, sizes: [size] });
}

type PageParts = { readonly body: string; readonly head?: string; readonly headers?: Record<string, string> };

/** Puts a page with the tag in its head under `path` and returns its address. */
export function publish(
  publisher: FakePublisher,
  delivery: FakeDelivery,
  { body, head = '', headers = {} }: PageParts,
  path = '/',
): string {
  publisher.pages.set(path, {
    headers,
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>News</title><meta name="viewport" content="width=device-width">
<style>body{margin:0;font:16px/1.5 Georgia,serif}</style>${head}${sdkSnippet(delivery.url)}</head><body>${body}</body></html>`,
  });
  return publisher.url + path;
}

/** Stops the page's timers and clocks; frames, observers and the network stay real. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: new Date('2026-03-02T10:00:00Z') });
  await page.clock.pauseAt(new Date('2026-03-02T10:00:01Z'));
}

/** Waits until the ad of the widget has been loaded and shown. */
export async function shown(page: Page, key: string): Promise<void> {
  await page.waitForFunction((embedKey) => {
    const shell = document.querySelector(`[data-placard="${embedKey}"]`)?.shadowRoot?.firstElementChild
      ?.firstElementChild;
    return shell instanceof HTMLElement && shell.style.opacity === '1';
  }, key);
}

/** Holds the images of ads back until it is called. */
export async function holdImages(page: Page): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/i/**', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/**
 * Waits until intersections that are due have been told: observers made later are called later. What tells of visibility is told 100 ms
 * after it was told last: once a later one has been told twice, all before it have told what is now. And until what they asked for is there.
 */
export async function intersectionsTold(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const dot = document.createElement('i');
        // Behind the page, so that it covers nothing, and at first outside of the window.
        dot.style.cssText = 'position:fixed;top:0;left:-9px;width:1px;height:1px;z-index:-1';
        document.documentElement.append(dot);
        // Chromium may forget what it puts off for those 100 ms where nothing on the page moves by then, so this does.
        dot.animate({ top: ['0', '1px'] }, { duration: 1_000, iterations: Infinity });
        const options = { trackVisibility: true, delay: 100 } as IntersectionObserverInit;
        const observer = new IntersectionObserver((entries) => {
          if (entries.at(-1)?.isIntersecting) {
            observer.disconnect();
            dot.remove();
            resolve();
          } else dot.style.left = '0';
        }, options);
        observer.observe(dot);
      }),
  );
  await looksThere(page);
}

/** Waits until delivery has answered what the page sent before. */
export async function requestsAnswered(page: Page, delivery: FakeDelivery): Promise<void> {
  await page.evaluate((url) => fetch(`${url}/barrier`).then((response) => response.text()), delivery.url);
}

/** Lets the page's clock run, and all that follows arrive. */
export async function pass(page: Page, delivery: FakeDelivery, ms: number): Promise<void> {
  await intersectionsTold(page);
  await page.clock.runFor(ms);
  await requestsAnswered(page, delivery);
}

/** As `pass`, and what the tag has gathered by then is sent: so that what did not arrive was not counted. */
export async function watchFor(page: Page, delivery: FakeDelivery, ms: number): Promise<void> {
  await intersectionsTold(page);
  await page.clock.runFor(ms);
  await page.evaluate(() => dispatchEvent(new Event('pagehide')));
  await requestsAnswered(page, delivery);
}

export async function scrollTo(page: Page, y: number): Promise<void> {
  await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y);
  await intersectionsTold(page);
}

/** As when another tab is opened: the page is hidden, or the window loses the focus to another. */
export async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (value ? 'hidden' : 'visible'),
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}

export async function setFocused(page: Page, focused: boolean): Promise<void> {
  await page.evaluate((value) => {
    document.hasFocus = () => value;
    dispatchEvent(new Event(value ? 'focus' : 'blur'));
  }, focused);
}

/** As in browsers that have only the first IntersectionObserver; of a shadow tree Firefox names what is topmost of that tree. */
export async function vouchForNothing(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(IntersectionObserverEntry.prototype, 'isVisible', { get: () => undefined });
    ShadowRoot.prototype.elementFromPoint = function (x, y) {
      return this.elementsFromPoint(x, y).find((element) => element.getRootNode() === this) ?? null;
    };
    window.IntersectionObserver = class extends IntersectionObserver {
      constructor(
        tell: IntersectionObserverCallback,
        { rootMargin, threshold }: IntersectionObserverInit = {},
      ) {
        super(tell, { ...(rootMargin && { rootMargin }), ...(threshold && { threshold }) });
      }
    };
  });
}

/** The ad as a link to where the advertiser wants the visitor. */
export function adLink(page: Page): Locator {
  return page.locator('a[href*="/c/"]');
}

import type { Page } from '@playwright/test';
import { expect, type FakeDelivery, test } from './network.ts';
import {
  banner,
  frameAd,
  holdImages,
  imageAd,
  publish,
  requestsAnswered,
  setFocused,
  shown,
  stopClock,
  watchFor,
} from './pages.ts';

const setDisplay = (page: Page, display: string) =>
  page.evaluate((value) => {
    document.body.style.display = value;
  }, display);

/** Until the ad is on its way. */
async function asked(page: Page, delivery: FakeDelivery): Promise<void> {
  await expect.poll(() => delivery.adCalls.length).toBe(1);
  await requestsAnswered(page, delivery);
  await page.waitForFunction(() =>
    document.querySelector('[data-placard]')?.shadowRoot?.querySelector('img'),
  );
}

/**
 * As WP Rocket delays a page's scripts until its visitor does something: what was loaded by then is loading for them, and the
 * events by which it ceases to be so have names of their own, which listeners get by asking the document or the window.
 */
const DELAYED = `<script>
  let state = 'loading';
  const rename = (target, own) => {
    const { addEventListener } = target;
    target.addEventListener = (name, ...rest) =>
      addEventListener.call(target, own.includes(name) ? 'delayed-' + name : name, ...rest);
  };
  rename(document, ['DOMContentLoaded', 'readystatechange']);
  rename(window, ['DOMContentLoaded', 'load', 'pageshow']);
  Object.defineProperty(document, 'readyState', { get: () => state });
  const tell = (target, name) => target.dispatchEvent(new Event('delayed-' + name));
  document.addEventListener('keydown', () => {
    const waiting = document.querySelector('[type=delayed]');
    const script = document.createElement('script');
    script.src = waiting.dataset.src;
    script.async = true;
    script.onload = () => {
      state = 'interactive';
      tell(document, 'readystatechange');
      tell(document, 'DOMContentLoaded');
      tell(window, 'DOMContentLoaded');
      state = 'complete';
      tell(document, 'readystatechange');
      tell(window, 'load');
    };
    waiting.replaceWith(script);
  }, { once: true });
</script>`;

test('a plug-in that delays scripts, and tells them that the page is loading, gets its ads', async ({
  page,
  publisher,
  delivery,
}) => {
  delivery.ads.set('a', imageAd('b'));
  delivery.ads.set('b', imageAd('b'));
  publisher.pages.set('/', {
    html: `<!doctype html><head>${DELAYED}<script type="delayed" data-src="${delivery.url}/sdk.js"></script></head><body>${banner('a')}${banner('b')}`,
  });
  await page.goto(publisher.url);
  await page.keyboard.press('a');
  await expect.poll(() => [...delivery.events].sort()).toEqual(['ia-1', 'ib-2', 'va-1', 'vb-2']);
  expect(delivery.adCalls).toHaveLength(1);
});

test('a page whose own `self` is something else is no frame: without the focus nothing is seen', async ({
  page,
  publisher,
  delivery,
}) => {
  delivery.ads.set('a', imageAd('b'));
  await stopClock(page);
  await page.goto(
    publish(publisher, delivery, { body: banner('a'), head: '<script>var self = { own: 1 }</script>' }),
  );
  await shown(page, 'a');
  await setFocused(page, false);
  for (let second = 0; second < 3; second += 1) await watchFor(page, delivery, 1_000);
  expect(delivery.events).toEqual(['ia-1']);
  await setFocused(page, true);
  await watchFor(page, delivery, 1_500);
  expect(delivery.events).toEqual(['ia-1', 'va-1']);
});

test.describe('an element whose ad has not loaded yet', () => {
  const cases: readonly (readonly [
    what: string,
    away: (place: HTMLElement) => void,
    back: (place: HTMLElement) => void,
  ])[] = [
    ['is taken out', (place) => place.remove(), (place) => document.body.append(place)],
    [
      'is hidden',
      (place) => place.style.setProperty('display', 'none'),
      (place) => place.style.removeProperty('display'),
    ],
    [
      'is hidden with what it is in',
      () => document.body.style.setProperty('display', 'none'),
      () => document.body.style.removeProperty('display'),
    ],
  ];
  for (const [what, away, back] of cases) {
    for (const fault of [false, true]) {
      const how = fault ? 'and its image does not come' : 'until it has';
      test(`${what} ${how}: nothing counts, and it is asked for anew when it is there again`, async ({
        page,
        publisher,
        delivery,
      }) => {
        delivery.ads.set('a', fault ? { ...imageAd('b'), s: '/i/none' } : imageAd('b'));
        const release = await holdImages(page);
        await stopClock(page);
        await page.goto(publish(publisher, delivery, { body: banner('a') }));
        await asked(page, delivery);
        const place = await page.evaluateHandle(
          () => document.querySelector('div[data-placard]') as HTMLElement,
        );
        await place.evaluate(away);
        release();
        await page.waitForFunction((held) => held.shadowRoot?.querySelector('img')?.complete, place);
        await watchFor(page, delivery, 20_000);
        expect(delivery.events).toEqual([]);
        delivery.ads.set('a', imageAd('b'));
        await place.evaluate(back);
        await shown(page, 'a');
        await watchFor(page, delivery, 1_500);
        expect(delivery.events).toEqual(['ia-2', 'va-2']);
      });
    }
  }

  test('of third-party code is hidden when that says that it is there: nothing counts, and it is asked for anew', async ({
    page,
    publisher,
    delivery,
  }) => {
    delivery.ads.set('a', frameAd('b'));
    await stopClock(page);
    const ready = page.waitForEvent('frameattached');
    await page.route('**/f/**', async (route) => {
      await setDisplay(page, 'none');
      await route.continue();
      await page.unroute('**/f/**');
    });
    await page.goto(publish(publisher, delivery, { body: banner('a') }));
    await (await ready).waitForURL('**/f/**');
    await watchFor(page, delivery, 20_000);
    expect(delivery.events).toEqual([]);
    await setDisplay(page, 'block');
    await shown(page, 'a');
    await watchFor(page, delivery, 1_500);
    expect(delivery.events).toEqual(['ia-2', 'va-2']);
  });

  test('gets another key: what became of the first does not take the second its turn', async ({
    page,
    publisher,
    delivery,
  }) => {
    delivery.ads.set('a', imageAd('b'));
    delivery.ads.set('b', imageAd('b'));
    delivery.waiting.add('b');
    const release = await holdImages(page);
    await stopClock(page);
    await page.goto(
      publish(publisher, delivery, { body: `<div style="height:3000px"></div>${banner('a')}` }),
    );
    await asked(page, delivery);
    await page.evaluate(() => document.querySelector('[data-placard]')?.setAttribute('data-placard', 'b'));
    await expect.poll(() => delivery.adCalls.length).toBe(2);
    await watchFor(page, delivery, 10_500);
    release();
    expect(await page.locator('[data-placard]').evaluate((element) => element.clientHeight)).toBe(250);
    await page.evaluate(() => scrollTo(0, 9_999));
    await watchFor(page, delivery, 100);
    await shown(page, 'b');
    await watchFor(page, delivery, 1_500);
    expect(delivery.events).toEqual(['ib-2', 'vb-2']);
  });
});

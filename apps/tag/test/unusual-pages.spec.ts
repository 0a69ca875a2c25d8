import type { Page } from '@playwright/test';
import { expect, type FakeDelivery, test } from './network.ts';
import {
  banner,
  frameAd,
  holdImages,
  imageAd,
  publish,
  requestsAnswered,
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

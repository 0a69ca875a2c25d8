import { readFile } from 'node:fs/promises';
import { campaignAnalyticsSnippet, websiteAnalyticsSnippet } from '@placard/contract/wire/snippet';
import type { Page } from '@playwright/test';
import { expect, type FakeDelivery, type FakePublisher, test } from './network.ts';
import { requestsAnswered, setHidden } from './pages.ts';

const CLICK_ID = `${'Ab-_'.repeat(19)}0123`;
const OTHER_ID = `${'Zz09'.repeat(19)}4567`;

function put(publisher: FakePublisher, path: string, head: string, headers = {}): string {
  publisher.pages.set(path, {
    headers,
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title>${head}</head><body><p>Text</p></body></html>`,
  });
  return publisher.url + path;
}

const site = (delivery: FakeDelivery, key = 'site') => websiteAnalyticsSnippet(delivery.url, key);
const campaign = (delivery: FakeDelivery, key = 'campaign') => campaignAnalyticsSnippet(delivery.url, key);

/** Waits for so many calls, and that no more follow. */
async function calls(page: Page, delivery: FakeDelivery, count: number): Promise<Record<string, unknown>[]> {
  await expect.poll(() => delivery.collected.length).toBe(count);
  await requestsAnswered(page, delivery);
  expect(delivery.collected).toHaveLength(count);
  return delivery.collected;
}

const stored = (page: Page) => page.evaluate(() => JSON.stringify(localStorage));
const convert = (page: Page, ...call: unknown[]) =>
  page.evaluate(
    (given) => (window as unknown as { placard: (...call: unknown[]) => void }).placard(...given),
    call,
  );

/** As by speculation rules, which Chromium without windows does not know. */
const prerender = (page: Page) =>
  page.addInitScript(() =>
    Object.defineProperty(document, 'prerendering', { configurable: true, value: true }),
  );
const activate = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'prerendering', { value: false });
    document.dispatchEvent(new Event('prerenderingchange'));
  });

for (const [name, most] of [
  ['sdk.js', 2_800],
  ['analytics.js', 1_000],
] as const) {
  test(`${name} stays within ${most} bytes`, async () => {
    const compressed = await readFile(new URL(`../dist/${name}.br`, import.meta.url));
    expect(compressed.length).toBeLessThanOrEqual(most);
  });
}

test.describe('on a publisher’s website', () => {
  test('tells path and referrer’s host, neither query nor hash, and keeps nothing', async ({
    page,
    context,
    publisher,
    delivery,
  }) => {
    const url = put(publisher, '/news/1', site(delivery));
    await page.goto(`${url}?user=ada#part`, { referer: 'https://search.example/results?q=secret' });
    expect(await calls(page, delivery, 1)).toEqual([{ s: 'site', p: '/news/1', r: 'search.example' }]);
    expect(await stored(page)).toBe('{}');
    expect(await context.cookies()).toEqual([]);
  });

  test('counts the pages of a single-page app, each once and without a referrer of its own', async ({
    page,
    publisher,
    delivery,
  }) => {
    await page.goto(put(publisher, '/', site(delivery)));
    await calls(page, delivery, 1);
    await page.evaluate(() => {
      history.replaceState({}, '', '/?tab=2');
      history.pushState({}, '', '/a');
      history.pushState({}, '', '/a#below');
      history.replaceState({}, '', '/b');
    });
    await calls(page, delivery, 3);
    await page.evaluate(() => history.back());
    await calls(page, delivery, 4);
    await page.evaluate(() => history.go(-1));
    const told = await calls(page, delivery, 5);
    // Those of one moment may arrive in another order.
    const paths = told.map((call) => call.p);
    expect([paths[0], paths.slice(1, 3).sort(), ...paths.slice(3)]).toEqual(['/', ['/a', '/b'], '/a', '/']);
    expect(told.slice(1).every((call) => call.r === undefined)).toBe(true);
  });

  test('counts a page that comes out of the back-forward cache again', async ({
    page,
    publisher,
    delivery,
  }) => {
    await page.goto(put(publisher, '/', site(delivery)));
    await calls(page, delivery, 1);
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await calls(page, delivery, 2);
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false })));
    await calls(page, delivery, 2);
  });

  test('counts a page in the background when it is looked at, once', async ({
    page,
    publisher,
    delivery,
  }) => {
    await page.addInitScript(() => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
    });
    await page.goto(put(publisher, '/', site(delivery)));
    await requestsAnswered(page, delivery);
    expect(delivery.collected).toEqual([]);
    await setHidden(page, false);
    await setHidden(page, true);
    await setHidden(page, false);
    await calls(page, delivery, 1);
  });

  test('counts a prerendered page when somebody has come to it, not when it is called visible', async ({
    page,
    publisher,
    delivery,
  }) => {
    await prerender(page);
    await page.goto(put(publisher, '/', site(delivery)));
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await requestsAnswered(page, delivery);
    expect(delivery.collected).toEqual([]);
    await activate(page);
    expect(await calls(page, delivery, 1)).toEqual([{ s: 'site', p: '/' }]);
  });

  test('included twice counts once; two keys count for both; a view is not tried again', async ({
    page,
    publisher,
    delivery,
  }) => {
    delivery.collectAnswers.push(503, 503);
    await page.clock.install();
    await page.goto(put(publisher, '/', site(delivery) + site(delivery) + site(delivery, 'other')));
    await calls(page, delivery, 2);
    await page.clock.runFor(10_000);
    const told = await calls(page, delivery, 2);
    expect(told.map((call) => call.s).sort()).toEqual(['other', 'site']);
  });

  test('works under a strict policy and breaks nothing where delivery is away', async ({
    page,
    publisher,
    delivery,
  }) => {
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    const policy = `default-src 'none'; script-src ${delivery.url}; connect-src ${delivery.url}; require-trusted-types-for 'script'`;
    await page.goto(put(publisher, '/', site(delivery), { 'content-security-policy': policy }));
    await calls(page, delivery, 1);
    await page.route(`${delivery.url}/collect`, (route) => route.abort());
    await page.evaluate(() => history.pushState({}, '', '/next'));
    await requestsAnswered(page, delivery);
    expect(errors).toEqual([]);
  });
});

test.describe('on an advertiser’s page', () => {
  test('records the visit, keeps the click and reports the conversion of a later page', async ({
    page,
    publisher,
    delivery,
  }) => {
    const landing = put(publisher, '/landing', campaign(delivery));
    const thanks = put(publisher, '/thanks', campaign(delivery));
    await page.goto(`${landing}?a=1&placard_click=${CLICK_ID}#part`);
    expect(await calls(page, delivery, 1)).toEqual([{ c: 'campaign', i: CLICK_ID }]);
    await page.goto(thanks);
    expect((await calls(page, delivery, 2))[1]).toEqual({ c: 'campaign' });
    await convert(page, 'conversion', { value: 19.9, currency: 'USD', orderId: 'A-1' });
    await calls(page, delivery, 3);
    await convert(page, 'something else');
    await convert(page, 'conversion');
    const told = await calls(page, delivery, 4);
    expect(told[2]).toEqual({ c: 'campaign', i: CLICK_ID, e: 1, v: 19.9, u: 'USD', o: 'A-1' });
    expect(told[3]).toEqual({ c: 'campaign', i: CLICK_ID, e: 1 });
  });

  test('takes calls from before it has loaded', async ({ page, publisher, delivery }) => {
    const early =
      "<script>placard('conversion', { orderId: 1 });placard('conversion', { orderId: 2 })</script>";
    await page.goto(put(publisher, '/', campaign(delivery) + early));
    const told = await calls(page, delivery, 3);
    expect(told.flatMap((call) => call.o ?? []).sort()).toEqual([1, 2]);
  });

  test('tells the visit and the conversion of a prerendered page when somebody has come to it', async ({
    page,
    publisher,
    delivery,
  }) => {
    await prerender(page);
    await page.goto(`${put(publisher, '/', campaign(delivery))}?placard_click=${CLICK_ID}`);
    await convert(page, 'conversion');
    await requestsAnswered(page, delivery);
    expect(delivery.collected).toEqual([]);
    await activate(page);
    const told = await calls(page, delivery, 2);
    expect(told.map((call) => [call.i, call.e])).toEqual(
      expect.arrayContaining([
        [CLICK_ID, undefined],
        [CLICK_ID, 1],
      ]),
    );
  });

  test('forgets a click after 30 days, and the newest click is the one that counts', async ({
    page,
    publisher,
    delivery,
  }) => {
    const landing = put(publisher, '/', campaign(delivery));
    await page.clock.install({ time: new Date('2026-03-02T10:00:00Z') });
    await page.goto(`${landing}?placard_click=${CLICK_ID}`);
    await page.goto(`${landing}?placard_click=${CLICK_ID}&placard_click=${OTHER_ID}`);
    await page.goto(landing);
    await page.clock.setSystemTime(new Date('2026-04-01T09:59:00Z'));
    await convert(page, 'conversion');
    expect((await calls(page, delivery, 4))[3]?.i).toBe(OTHER_ID);
    await page.clock.setSystemTime(new Date('2026-04-01T10:01:00Z'));
    await convert(page, 'conversion');
    expect((await calls(page, delivery, 5))[4]).toEqual({ c: 'campaign', e: 1 });
    expect(await stored(page)).toBe('{}');
  });

  test('keeps the later click when the landing page of an earlier one is loaded again or gone back to', async ({
    page,
    publisher,
    delivery,
  }) => {
    const landing = put(publisher, '/', campaign(delivery));
    await page.goto(`${landing}?placard_click=${CLICK_ID}`);
    await page.goto(`${landing}?placard_click=${OTHER_ID}`);
    await page.goBack();
    await page.reload();
    await convert(page, 'conversion');
    await expect.poll(() => delivery.collected.find((call) => call.e === 1)?.i).toBe(OTHER_ID);
  });

  test('knows the click though the app has changed the address before the script came', async ({
    page,
    publisher,
    delivery,
  }) => {
    const router = "<script>history.replaceState({}, '', '/app')</script>";
    const landing = put(publisher, '/landing', router + campaign(delivery));
    await page.goto(`${landing}?placard_click=${CLICK_ID}`);
    expect(await calls(page, delivery, 1)).toEqual([{ c: 'campaign', i: CLICK_ID }]);
  });

  for (const signal of ['globalPrivacyControl', 'doNotTrack'] as const) {
    test(`with ${signal} neither keeps nor tells the click`, async ({ page, publisher, delivery }) => {
      await page.addInitScript((name) => {
        Object.defineProperty(navigator, name, { get: () => (name === 'doNotTrack' ? '1' : true) });
      }, signal);
      const landing = put(publisher, '/', campaign(delivery));
      await page.goto(`${landing}?placard_click=${CLICK_ID}`);
      await convert(page, 'conversion', { orderId: 'A' });
      expect(await calls(page, delivery, 2)).toEqual([{ c: 'campaign' }, { c: 'campaign', e: 1, o: 'A' }]);
      expect(await stored(page)).toBe('{}');
    });
  }

  test('without storage still knows the click on the landing page', async ({ page, publisher, delivery }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new Error('forbidden');
        },
      });
    });
    await page.goto(`${put(publisher, '/', campaign(delivery))}?placard_click=${CLICK_ID}`);
    await convert(page, 'conversion');
    expect((await calls(page, delivery, 2))[1]).toEqual({ c: 'campaign', i: CLICK_ID, e: 1 });
  });

  test('sends a conversion once more when delivery could not store it', async ({
    page,
    publisher,
    delivery,
  }) => {
    await page.clock.install();
    await page.goto(put(publisher, '/', campaign(delivery)));
    await calls(page, delivery, 1);
    delivery.collectAnswers.push(503, 503);
    await convert(page, 'conversion', { orderId: 'A' });
    await calls(page, delivery, 2);
    await page.clock.runFor(3_100);
    const told = await calls(page, delivery, 3);
    expect(told[2]).toEqual(told[1]);
    await page.clock.runFor(10_000);
    await calls(page, delivery, 3);
  });
});

test('both uses and several campaigns on one page: each gets its own', async ({
  page,
  publisher,
  delivery,
}) => {
  const both = `<script async src="${delivery.url}/analytics.js" data-site="site" data-campaign="first"></script>`;
  const landing = put(publisher, '/', campaign(delivery, 'second') + both);
  await page.goto(`${landing}?placard_click=${CLICK_ID}`);
  await calls(page, delivery, 3);
  await convert(page, 'conversion', { orderId: 'A' });
  await page.evaluate(() => history.pushState({}, '', '/next'));
  const told = await calls(page, delivery, 6);
  const text = told.map((call) => JSON.stringify(call)).sort();
  expect(text).toEqual(
    [
      { c: 'first', i: CLICK_ID, e: 1, o: 'A' },
      { c: 'first', i: CLICK_ID },
      { c: 'second', i: CLICK_ID, e: 1, o: 'A' },
      { c: 'second', i: CLICK_ID },
      { s: 'site', p: '/' },
      { s: 'site', p: '/next' },
    ]
      .map((call) => JSON.stringify(call))
      .sort(),
  );
});

import { expect, test } from './network.ts';
import { adLink, banner, frameAd, imageAd, pass, publish, setHidden, shown, stopClock } from './pages.ts';

const BELOW = '<div style="height:3000px"></div>';

/** What is to be reported is sent by then. */
const GATHERED_MS = 1_450;

test.describe('beacons', () => {
  test.beforeEach(async ({ page, delivery }) => {
    delivery.ads.set('one', imageAd('b'));
    delivery.ads.set('two', imageAd('b'));
    await stopClock(page);
  });

  test('survive the way to another page', async ({ page, publisher, delivery }) => {
    publisher.pages.set('/next', { html: '<title>Next</title>' });
    await page.goto(publish(publisher, delivery, { body: banner('one') }));
    await shown(page, 'one');
    expect(delivery.events).toEqual([]);
    await page.goto(`${publisher.url}/next`);
    await expect.poll(() => delivery.events).toEqual(['ione-1']);
  });

  test('survive the closing of the tab', async ({ page, publisher, delivery, context }) => {
    await page.goto(publish(publisher, delivery, { body: banner('one') }));
    await shown(page, 'one');
    await context.newPage();
    await page.close({ runBeforeUnload: true });
    await expect.poll(() => delivery.events).toEqual(['ione-1']);
  });

  test('leave when the page is hidden, for it may never come back', async ({ page, publisher, delivery }) => {
    await page.goto(publish(publisher, delivery, { body: banner('one') }));
    await shown(page, 'one');
    await setHidden(page, true);
    await expect.poll(() => delivery.events).toEqual(['ione-1']);
  });

  test('of one ad that is in view when it appears travel in one post', async ({
    page,
    publisher,
    delivery,
  }) => {
    await page.goto(publish(publisher, delivery, { body: banner('one') }));
    await shown(page, 'one');
    await pass(page, delivery, GATHERED_MS);
    expect(delivery.events).toEqual(['ione-1', 'vone-1']);
    expect(delivery.eventPosts).toBe(1);
  });

  test('of one moment travel in one post', async ({ page, publisher, delivery }) => {
    await page.goto(publish(publisher, delivery, { body: BELOW + banner('one') + banner('two') }));
    await shown(page, 'one');
    await shown(page, 'two');
    await pass(page, delivery, GATHERED_MS);
    expect([...delivery.events].sort()).toEqual(['ione-1', 'itwo-2']);
    expect(delivery.eventPosts).toBe(1);
  });

  test('are tried once more after a network failure, and not a third time', async ({
    page,
    publisher,
    delivery,
  }) => {
    let posts = 0;
    await page.route(`${delivery.url}/e`, async (route) => {
      posts += 1;
      await route.abort();
    });
    await page.goto(publish(publisher, delivery, { body: BELOW + banner('one') }));
    await shown(page, 'one');
    const failed = page.waitForEvent('requestfailed');
    await page.clock.runFor(GATHERED_MS);
    await failed;
    const failedAgain = page.waitForEvent('requestfailed');
    await pass(page, delivery, 3_100);
    await failedAgain;
    await pass(page, delivery, 60_000);
    expect(posts).toBe(2);
  });

  test('arrive with the second attempt, together with what is new', async ({ page, publisher, delivery }) => {
    await page.route(`${delivery.url}/e`, (route) => route.abort(), { times: 1 });
    await page.goto(publish(publisher, delivery, { body: banner('one') }));
    await shown(page, 'one');
    const failed = page.waitForEvent('requestfailed');
    await page.clock.runFor(GATHERED_MS);
    await failed;
    await pass(page, delivery, 5_000);
    expect([...delivery.events].sort()).toEqual(['ione-1', 'vone-1']);
  });

  test('that delivery could not store are sent again', async ({ page, publisher, delivery }) => {
    await page.route(`${delivery.url}/e`, (route) => route.fulfill({ status: 503 }), { times: 1 });
    await page.goto(publish(publisher, delivery, { body: BELOW + banner('one') }));
    await shown(page, 'one');
    const refused = page.waitForResponse((response) => response.status() === 503);
    await page.clock.runFor(GATHERED_MS);
    await refused;
    expect(delivery.events).toEqual([]);
    await pass(page, delivery, 3_100);
    expect(delivery.events).toEqual(['ione-1']);
  });

  test('an image that does not load is no impression', async ({ page, publisher, delivery }) => {
    delivery.ads.set('one', { ...imageAd('b'), s: '/i/missing' });
    await page.goto(publish(publisher, delivery, { body: `<div data-placard="one">Our own</div>` }));
    await expect(page.getByText('Our own')).toBeVisible();
    await pass(page, delivery, 30_000);
    expect(delivery.events).toEqual([]);
  });
});

test('a click opens the click path of the decision in a new tab, without handing over the page', async ({
  page,
  publisher,
  delivery,
}) => {
  delivery.ads.set('one', imageAd('b'));
  await page.goto(publish(publisher, delivery, { body: banner('one') }));
  const link = adLink(page);
  await expect(link).toHaveAttribute('rel', 'noopener sponsored');
  const popup = page.waitForEvent('popup');
  await link.click();
  await expect((await popup).locator('body')).toHaveText('landed with /c/one-1');
  await expect.poll(() => delivery.count('i')).toBe(1);
});

test('the impression of an ad is sent before the click on it', async ({ page, publisher, delivery }) => {
  delivery.ads.set('one', imageAd('b'));
  delivery.ads.set('two', frameAd('b'));
  await stopClock(page);
  await page.goto(publish(publisher, delivery, { body: banner('one') + banner('two') }));
  await shown(page, 'one');
  await shown(page, 'two');
  await adLink(page).hover();
  await page.mouse.down();
  await expect.poll(() => delivery.impressions).toEqual(['ione-1', 'itwo-2']);
});

test('a press into a frame sends what is gathered', async ({ page, publisher, delivery }) => {
  delivery.ads.set('one', frameAd('b'));
  await stopClock(page);
  await page.goto(publish(publisher, delivery, { body: banner('one') }));
  await shown(page, 'one');
  await page.locator('iframe').hover();
  await page.mouse.down();
  await expect.poll(() => delivery.impressions).toEqual(['ione-1']);
});

test.describe('frequency cap', () => {
  test.beforeEach(({ delivery }) => {
    delivery.ads.set('one', { ...imageAd('b'), c: [77, 2] });
  });

  test('counts in this browser and day, and names what is used up', async ({ page, publisher, delivery }) => {
    await stopClock(page);
    const url = publish(publisher, delivery, { body: banner('one') });
    for (let view = 0; view < 3; view += 1) {
      await page.goto(url);
      await shown(page, 'one');
    }
    expect(delivery.adCalls.map((call) => call.searchParams.get('x'))).toEqual(['', '', '77']);
    await page.clock.pauseAt(new Date('2026-03-03T10:00:00Z'));
    await page.goto(url);
    await shown(page, 'one');
    expect(delivery.adCalls.at(-1)?.searchParams.get('x')).toBe('');
  });

  for (const signal of ['globalPrivacyControl', 'doNotTrack'] as const) {
    test(`keeps nothing in the browser with ${signal}`, async ({ page, publisher, delivery }) => {
      await page.addInitScript((name) => {
        Object.defineProperty(navigator, name, { get: () => (name === 'doNotTrack' ? '1' : true) });
      }, signal);
      await page.goto(publish(publisher, delivery, { body: banner('one') }));
      await shown(page, 'one');
      expect(await page.evaluate(() => localStorage.length)).toBe(0);
      await expect.poll(() => delivery.count('i')).toBe(1);
    });
  }

  test('does without storage where the page has none', async ({ page, publisher, delivery }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    });
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await page.goto(publish(publisher, delivery, { body: banner('one') }));
    await shown(page, 'one');
    await expect.poll(() => delivery.count('i')).toBe(1);
    expect(errors).toEqual([]);
  });
});

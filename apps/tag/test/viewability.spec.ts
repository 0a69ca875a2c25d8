import { expect, test } from './network.ts';
import {
  banner,
  frameAd,
  imageAd,
  publish,
  scrollTo,
  setFocused,
  setHidden,
  shown,
  stopClock,
  VIDEO,
  watchFor,
  widget,
} from './pages.ts';

/** The window is 720 px high, the ad 250 px and 1,000 px down the page: scrolled by y, y - 280 px of it are in view. */
const ABOVE = '<div style="height:1000px"></div>';
const BELOW = '<div style="height:3000px"></div>';
const FIRST_PX_Y = 280;

test.use({ viewport: { width: 1000, height: 720 } });

test.describe('a banner 1,000 px down', () => {
  test.beforeEach(async ({ page, publisher, delivery }) => {
    delivery.ads.set('w', imageAd('b'));
    await stopClock(page);
    await page.goto(publish(publisher, delivery, { body: ABOVE + banner('w') + BELOW }));
    await shown(page, 'w');
  });

  test('half of it for a second is one viewable impression, and never another', async ({
    page,
    delivery,
  }) => {
    await scrollTo(page, FIRST_PX_Y + 125);
    await watchFor(page, delivery, 999);
    expect(delivery.count('v')).toBe(0);
    await watchFor(page, delivery, 200);
    expect(delivery.events).toEqual(['iw-1', 'vw-1']);

    await scrollTo(page, 0);
    await scrollTo(page, FIRST_PX_Y + 250);
    await watchFor(page, delivery, 10_000);
    expect(delivery.events).toEqual(['iw-1', 'vw-1']);
  });

  test('49 % of it is not, however long', async ({ page, delivery }) => {
    await scrollTo(page, FIRST_PX_Y + 122);
    await watchFor(page, delivery, 60_000);
    expect(delivery.events).toEqual(['iw-1']);
  });

  test('0.9 s is not, and the next time starts from nothing', async ({ page, delivery }) => {
    for (let round = 0; round < 3; round += 1) {
      await scrollTo(page, FIRST_PX_Y + 200);
      await watchFor(page, delivery, 900);
      await scrollTo(page, 0);
      await watchFor(page, delivery, 900);
    }
    expect(delivery.events).toEqual(['iw-1']);
  });

  test('a hidden tab is not', async ({ page, delivery }) => {
    await scrollTo(page, FIRST_PX_Y + 200);
    await watchFor(page, delivery, 900);
    await setHidden(page, true);
    await watchFor(page, delivery, 60_000);
    await setHidden(page, false);
    await watchFor(page, delivery, 900);
    expect(delivery.count('v')).toBe(0);
    await watchFor(page, delivery, 200);
    expect(delivery.count('v')).toBe(1);
  });

  test('a tab hidden for a blink starts anew', async ({ page, delivery }) => {
    await scrollTo(page, FIRST_PX_Y + 200);
    await watchFor(page, delivery, 550);
    await setHidden(page, true);
    await setHidden(page, false);
    await watchFor(page, delivery, 800);
    expect(delivery.events).toEqual(['iw-1']);
  });

  test('a window without the focus is not', async ({ page, delivery }) => {
    await setFocused(page, false);
    await scrollTo(page, FIRST_PX_Y + 200);
    await watchFor(page, delivery, 60_000);
    expect(delivery.count('v')).toBe(0);
    await setFocused(page, true);
    await watchFor(page, delivery, 1_200);
    expect(delivery.count('v')).toBe(1);
  });

  test('an element taken out of the page is not', async ({ page, delivery }) => {
    await scrollTo(page, FIRST_PX_Y + 200);
    await watchFor(page, delivery, 500);
    await page.evaluate(() => document.querySelector('[data-placard]')?.remove());
    await watchFor(page, delivery, 60_000);
    expect(delivery.count('v')).toBe(0);
  });
});

test('of a large ad 30 % are enough, and less is not', async ({ page, publisher, delivery }) => {
  delivery.ads.set('w', imageAd('b', 970, 250));
  await stopClock(page);
  const size = { widthPx: 970, heightPx: 250 };
  await page.goto(publish(publisher, delivery, { body: ABOVE + banner('w', [size]) + BELOW }));
  await shown(page, 'w');
  await scrollTo(page, FIRST_PX_Y + 73);
  await watchFor(page, delivery, 60_000);
  expect(delivery.count('v')).toBe(0);
  await scrollTo(page, FIRST_PX_Y + 76);
  await watchFor(page, delivery, 1_200);
  expect(delivery.count('v')).toBe(1);
});

test('growing from 30 % to all of a large ad does not start the time anew', async ({
  page,
  publisher,
  delivery,
}) => {
  delivery.ads.set('w', imageAd('b', 970, 250));
  await stopClock(page);
  const size = { widthPx: 970, heightPx: 250 };
  await page.goto(publish(publisher, delivery, { body: ABOVE + banner('w', [size]) + BELOW }));
  await shown(page, 'w');
  await scrollTo(page, FIRST_PX_Y + 100);
  await watchFor(page, delivery, 700);
  await scrollTo(page, FIRST_PX_Y + 200);
  await watchFor(page, delivery, 500);
  expect(delivery.count('v')).toBe(1);
});

test('a video needs two seconds', async ({ page, publisher, delivery }) => {
  delivery.ads.set('w', frameAd('v', 640, 360));
  await stopClock(page);
  await page.goto(publish(publisher, delivery, { body: widget('video', 'w', VIDEO) + BELOW }));
  await shown(page, 'w');
  await watchFor(page, delivery, 1_900);
  expect(delivery.events).toEqual(['iw-1']);
  await watchFor(page, delivery, 300);
  expect(delivery.events).toEqual(['iw-1', 'vw-1']);
});

test('a third-party frame is measured like an image', async ({ page, publisher, delivery }) => {
  delivery.ads.set('w', frameAd('b'));
  await stopClock(page);
  await page.goto(publish(publisher, delivery, { body: ABOVE + banner('w') + BELOW }));
  await shown(page, 'w');
  await scrollTo(page, FIRST_PX_Y + 122);
  await watchFor(page, delivery, 5_000);
  expect(delivery.count('v')).toBe(0);
  await scrollTo(page, FIRST_PX_Y + 126);
  await watchFor(page, delivery, 1_200);
  expect(delivery.events).toEqual(['iw-1', 'vw-1']);
});

import { expect, type FakeDelivery, type FakePublisher, test } from './network.ts';
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
  vouchForNothing,
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
    await watchFor(page, delivery, 300);
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
    await watchFor(page, delivery, 500);
    expect(delivery.count('v')).toBe(1);
  });

  test('of a hidden tab no frames are asked for: they would come all at once', async ({ page, delivery }) => {
    await page.evaluate(() => {
      const ask = window.requestAnimationFrame;
      window.requestAnimationFrame = (tell) => {
        const { dataset } = document.documentElement;
        dataset.asked = String(Number(dataset.asked ?? '0') + 1);
        return ask.call(window, tell);
      };
    });
    const asked = () => page.evaluate(() => Number(document.documentElement.dataset.asked ?? '0'));
    await scrollTo(page, FIRST_PX_Y + 200);
    await watchFor(page, delivery, 550);
    const before = await asked();
    expect(before).toBeGreaterThan(3);
    await setHidden(page, true);
    await watchFor(page, delivery, 60_000);
    expect(await asked()).toBe(before);
    await setHidden(page, false);
    await watchFor(page, delivery, 1_400);
    expect(delivery.events).toEqual(['iw-1', 'vw-1']);
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
    await watchFor(page, delivery, 1_500);
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
  await watchFor(page, delivery, 1_300);
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
  await watchFor(page, delivery, 600);
  expect(delivery.count('v')).toBe(1);
});

test('a video needs two seconds', async ({ page, publisher, delivery }) => {
  delivery.ads.set('w', frameAd('v', 640, 360));
  await stopClock(page);
  await page.goto(publish(publisher, delivery, { body: widget('video', 'w', VIDEO) + BELOW }));
  await shown(page, 'w');
  await watchFor(page, delivery, 1_900);
  expect(delivery.events).toEqual(['iw-1']);
  await watchFor(page, delivery, 400);
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
  await watchFor(page, delivery, 1_300);
  expect(delivery.events).toEqual(['iw-1', 'vw-1']);
});

test.describe('in a frame of another page', () => {
  /** Where the page around it comes from: any other name is another origin. */
  const OWN = 'localhost';
  const MASKED = 'mask-image:linear-gradient(#0000,#0000)';
  const CLIPPED = 'clip-path:polygon(0 0,100% 0,100% 8px,8px 8px,8px 100%,0 100%)';
  const put = (
    publisher: FakePublisher,
    delivery: FakeDelivery,
    style: string,
    { after = '', host = '127.0.0.1' }: { after?: string; host?: string; vouches?: boolean } = {},
  ) => {
    delivery.ads.set('w', imageAd('b'));
    publish(publisher, delivery, { body: banner('w') }, '/framed');
    const { port } = new URL(publisher.url);
    const frame = `<iframe src="http://${host}:${port}/framed" style="width:320px;height:270px;${style}"></iframe>`;
    publisher.pages.set('/', { html: `<!doctype html><body>${frame}${after}` });
  };

  for (const host of ['127.0.0.1', OWN]) {
    test(`it is seen like anywhere else, ${host} in a page of ${OWN}`, async ({
      page,
      publisher,
      delivery,
    }) => {
      put(publisher, delivery, '', { host });
      await page.goto(publisher.url);
      await expect.poll(() => [...delivery.events].sort()).toEqual(['iw-1', 'vw-1']);
    });
  }

  for (const [name, style, more] of [
    ['transparent', 'opacity:0', {}],
    ['covered', '', { after: '<div style="position:absolute;inset:0;background:#fff"></div>' }],
    // For these the browser vouches: a page around of the frame's own origin is asked, and of any the zoom is known.
    ['masked by its own website', MASKED, { host: OWN }],
    ['clipped to its edges by its own website', CLIPPED, { host: OWN }],
    ['zoomed to a dot', 'zoom:.05', {}],
    // Where the browser vouches for nothing.
    ['zoomed to a dot where nobody vouches', 'zoom:.05', { vouches: false }],
    ['masked', MASKED, { vouches: false, host: OWN }],
    ['clipped to its edges', CLIPPED, { vouches: false, host: OWN }],
  ] as const) {
    test(`${name}, by the page around it, it is not`, async ({ page, publisher, delivery }) => {
      put(publisher, delivery, style, more);
      await stopClock(page);
      if ('vouches' in more) await vouchForNothing(page);
      await page.goto(publisher.url);
      const frame = page.frameLocator('iframe');
      await expect(frame.locator('img')).toHaveCount(1);
      await expect(frame.locator('img')).toHaveJSProperty('complete', true);
      for (let second = 0; second < 5; second += 1) await watchFor(page, delivery, 1_000);
      expect(delivery.events).toEqual(['iw-1']);
      await expect(frame.locator('a[href*="/c/"]')).toHaveAttribute('href', /\?h$/);
    });
  }

  test('hidden by that after it has counted, its click says so, until it is there again', async ({
    page,
    publisher,
    delivery,
  }) => {
    put(publisher, delivery, '');
    await page.goto(publisher.url);
    await expect.poll(() => [...delivery.events].sort()).toEqual(['iw-1', 'vw-1']);
    const link = page.frameLocator('iframe').locator('a[href*="/c/"]');
    const setOpacity = (opacity: string) =>
      page.locator('iframe').evaluate((frame, value) => {
        frame.style.opacity = value;
      }, opacity);
    await setOpacity('0');
    await expect(link).toHaveAttribute('href', /\?h$/);
    await setOpacity('1');
    await expect(link).toHaveAttribute('href', /\/c\/w-1$/);
  });
});

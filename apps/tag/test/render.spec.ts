import { widgetSnippet } from '@placard/contract/wire/snippet';
import type { Locator, Page } from '@playwright/test';
import { expect, type FakeDelivery, type FakePublisher, test } from './network.ts';
import { adLink, banner, frameAd, imageAd, LEADERBOARD, publish, shown, VIDEO, widget } from './pages.ts';

const TEXT = '<p>The council met on Tuesday and decided nothing, which took until midnight.</p>';

async function sizeOf(locator: Locator): Promise<[number, number]> {
  const box = await locator.boundingBox();
  return [Math.round(box?.width ?? 0), Math.round(box?.height ?? 0)];
}

function media(page: Page): Locator {
  return page.locator('[data-placard] img, [data-placard] iframe');
}

async function open(
  page: Page,
  publisher: FakePublisher,
  delivery: FakeDelivery,
  body: string,
): Promise<void> {
  await page.goto(publish(publisher, delivery, { body }));
  await shown(page, 'w');
}

test.describe('an image', () => {
  test('in a banner: its size, its alternative text, marked as an ad', async ({
    page,
    publisher,
    delivery,
  }) => {
    delivery.ads.set('w', imageAd('b'));
    await open(page, publisher, delivery, banner('w'));
    expect(await sizeOf(media(page))).toEqual([300, 250]);
    await expect(page.getByRole('img', { name: /Fresh bread/ })).toBeVisible();
    const mark = page.getByRole('link', { name: /^Ad ►/ });
    await expect(mark).toBeVisible();
    await expect(mark).toHaveAttribute('title', 'Report this ad');
  });

  test('in a native ad: heading title, image and text in the page’s type', async ({
    page,
    publisher,
    delivery,
  }) => {
    delivery.ads.set('w', imageAd('n'));
    await open(page, publisher, delivery, widget('native', 'w'));
    const link = adLink(page);
    expect(await sizeOf(link)).toEqual([300, 338]);
    await expect(link).toHaveCSS('font-family', 'Georgia, serif');
    await expect(link).toHaveText(/From our partners.*Fresh bread/);
  });

  test('in a video frame: whole, in 16:9 of the width there is', async ({ page, publisher, delivery }) => {
    delivery.ads.set('w', imageAd('v'));
    await open(page, publisher, delivery, widget('video', 'w', VIDEO));
    expect(await sizeOf(adLink(page))).toEqual([640, 360]);
    expect(await sizeOf(media(page))).toEqual([432, 360]);
  });

  test('in a floating ad: at the lower edge, closable, the page beside it usable', async ({
    page,
    publisher,
    delivery,
  }) => {
    delivery.ads.set('w', imageAd('f', 728, 90));
    const button = '<button style="position:fixed;left:0;bottom:0" onclick="this.textContent=1">0</button>';
    await open(page, publisher, delivery, button + widget('floating_sticky_ad', 'w', LEADERBOARD));
    const close = page.getByRole('button', { name: 'Close ad' });
    await expect
      .poll(() => adLink(page).boundingBox())
      .toEqual({ x: (1280 - 728) / 2, y: 720 - 90, width: 728, height: 90 });
    await page.getByRole('button', { name: '0' }).click();
    await expect(page.getByRole('button', { name: '1' })).toBeVisible();
    expect((await sizeOf(close))[1]).toBeGreaterThanOrEqual(24);
    await close.click();
    await expect(adLink(page)).toHaveCount(0);
  });
});

test.describe('third-party code', () => {
  for (const [kind, type, size] of [
    ['b', 'banner', [300, 250]],
    ['n', 'native', [300, 250]],
    ['v', 'video', [640, 360]],
    ['f', 'floating_sticky_ad', [259, 216]],
  ] as const) {
    test(`in a ${type}: in a sandboxed frame that knows its token`, async ({ page, publisher, delivery }) => {
      const [w, h] = kind === 'v' ? [640, 360] : [300, 250];
      delivery.ads.set('w', frameAd(kind, w, h));
      await open(page, publisher, delivery, widget(type, 'w', { widthPx: w, heightPx: h }));
      expect(await sizeOf(media(page))).toEqual([...size]);
      await expect(media(page)).toHaveAttribute(
        'sandbox',
        'allow-scripts allow-popups allow-popups-to-escape-sandbox',
      );
      expect(delivery.frameCalls).toEqual(['/f/creative?t=w-1']);
      await expect(page.frameLocator('iframe').getByText('Third-party code')).toBeVisible();
    });
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 } });

  test('what is too wide is scaled as a whole', async ({ page, publisher, delivery }) => {
    delivery.ads.set('w', frameAd('b', 728, 90));
    await open(page, publisher, delivery, banner('w', [LEADERBOARD]));
    const [width, height] = await sizeOf(media(page));
    expect(width).toBe(360);
    expect(height).toBe(Math.round((360 / 728) * 90));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  test('a floating ad covers at most 30 % of the height', async ({ page, publisher, delivery }) => {
    delivery.ads.set('w', imageAd('f'));
    await open(page, publisher, delivery, widget('floating_sticky_ad', 'w'));
    expect((await sizeOf(media(page)))[1]).toBe(192);
  });

  test('the ad follows when the phone is turned', async ({ page, publisher, delivery }) => {
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    delivery.ads.set('w', frameAd('v', 640, 360));
    await open(page, publisher, delivery, widget('video', 'w', VIDEO));
    await page.setViewportSize({ width: 640, height: 360 });
    await expect.poll(() => sizeOf(media(page))).toEqual([640, 360]);
    await page.setViewportSize({ width: 320, height: 640 });
    await expect.poll(() => sizeOf(media(page))).toEqual([320, 180]);
    expect(errors).toEqual([]);
  });
});

test('where a floating ad would cover too much, it stays away and counts for nothing', async ({
  page,
  publisher,
  delivery,
}) => {
  await page.setViewportSize({ width: 640, height: 300 });
  delivery.ads.set('w', imageAd('f', 160, 600));
  delivery.ads.set('other', imageAd('b'));
  const body = widget('floating_sticky_ad', 'w') + banner('other');
  await page.goto(publish(publisher, delivery, { body }));
  await shown(page, 'other');
  await expect.poll(() => delivery.impressions).toEqual(['iother-2']);
  await expect(page.getByRole('button')).toHaveCount(0);
});

test('is there without any motion, for everybody', async ({ page, publisher, delivery }) => {
  await page.addInitScript(() => {
    const counted = window as { animations?: number };
    counted.animations = 0;
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...args) {
      counted.animations = (counted.animations ?? 0) + 1;
      return animate.apply(this, args);
    };
  });
  delivery.ads.set('w', imageAd('f', 320, 50));
  for (const [reducedMotion, expected] of [
    ['reduce', 0],
    ['no-preference', 0],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    await open(page, publisher, delivery, widget('floating_sticky_ad', 'w'));
    expect(await page.evaluate(() => (window as { animations?: number }).animations)).toBe(expected);
  }
});

test('each ad leads to its report, by keyboard too, and nothing but the press counts as a click', async ({
  page,
  publisher,
  delivery,
}) => {
  for (const [key, ad] of [
    ['w', imageAd('b', 320, 50)],
    ['n', frameAd('n')],
    ['f', imageAd('f', 320, 50)],
  ] as const) {
    delivery.ads.set(key, ad);
  }
  const body = banner('w') + widget('native', 'n') + widget('floating_sticky_ad', 'f');
  await page.goto(publish(publisher, delivery, { body }));
  for (const key of ['w', 'n', 'f']) await shown(page, key);
  const marks = page.locator('a[href*="/r/"]');
  await expect(marks).toHaveCount(3);
  for (const mark of await marks.all()) {
    const box = await mark.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
  }
  const popup = page.waitForEvent('popup');
  await marks.first().press('Enter');
  expect((await popup).url()).toMatch(/\/r\/[\w-]+$/);
  expect(delivery.clicks).toEqual([]);
});

for (const [kind, width, height, atLeft] of [
  ['b', 320, 50, true],
  ['b', 468, 60, true],
  ['f', 320, 50, true],
  ['b', 728, 90, false],
  ['n', 320, 50, false],
] as const) {
  test(`the mark of ${kind} ${width}×${height} leaves free what wants to be pressed`, async ({
    page,
    publisher,
    delivery,
  }) => {
    delivery.ads.set('w', imageAd(kind, width, height));
    await open(page, publisher, delivery, banner('w', [{ widthPx: width, heightPx: height }]));
    const ad = await adLink(page).boundingBox();
    const mark = await page.getByTitle('Report this ad').boundingBox();
    const fromLeft = Math.round((mark?.x ?? 0) - (ad?.x ?? 0));
    if (atLeft) expect(fromLeft).toBe(0);
    else expect(fromLeft + Math.round(mark?.width ?? 0)).toBe(width);
  });
}

for (const [name, style] of [
  ['a row that centres', 'display:flex;justify-content:center'],
  ['a column that centres', 'display:flex;flex-direction:column;align-items:center'],
  ['a box as wide as its content', 'display:inline-flex'],
  ['a float', 'float:left'],
] as const) {
  test(`finds how wide it may be in ${name}`, async ({ page, publisher, delivery }) => {
    delivery.ads.set('w', imageAd('b'));
    const body = `<div style="width:700px"><div style="${style}">${banner('w')}</div></div>`;
    await page.goto(publish(publisher, delivery, { body }));
    await shown(page, 'w');
    expect(delivery.adCalls.map((call) => call.searchParams.get('w'))).toEqual(['w.700']);
    expect(await sizeOf(media(page))).toEqual([300, 250]);
  });
}

test('the page’s style does not break the ad', async ({ page, publisher, delivery }) => {
  delivery.ads.set('w', imageAd('b'));
  delivery.ads.set('n', imageAd('n'));
  delivery.ads.set('f', frameAd('b'));
  const hostile = `<style>
    * { box-sizing: border-box !important; letter-spacing: 9px; text-transform: uppercase; line-height: 4 }
    a, img, iframe, span, div div { display: none !important; width: 7px !important; padding: 40px !important }
    a { pointer-events: none !important; color: red !important }
    body > div { font-size: 40px; text-indent: 50px; word-spacing: 30px; pointer-events: none; cursor: wait }
  </style>`;
  const body = banner('w') + widget('native', 'n') + banner('f');
  await page.goto(publish(publisher, delivery, { body, head: hostile }));
  for (const key of ['w', 'n', 'f']) await shown(page, key);
  for (const found of await media(page).all()) expect(await sizeOf(found)).toEqual([300, 250]);
  expect(await sizeOf(adLink(page).nth(1))).toEqual([300, 338]);
  await expect(page.getByText('Fresh bread')).toHaveCSS('letter-spacing', 'normal');
  const popup = page.waitForEvent('popup');
  await adLink(page).first().click();
  await popup;
});

test('works under a strict policy of the page', async ({ page, publisher, delivery }) => {
  const violations: string[] = [];
  page.on('console', (message) => violations.push(message.text()));
  delivery.ads.set('w', imageAd('f', 320, 50));
  delivery.ads.set('f', frameAd('n'));
  const { url } = delivery;
  const policy = `default-src 'none'; script-src ${url}; connect-src ${url}; img-src ${url}; frame-src ${url}; require-trusted-types-for 'script'`;
  publish(publisher, delivery, {
    body: '<div data-placard="w"></div><div data-placard="f"></div>',
    headers: { 'content-security-policy': policy },
  });
  const stored = publisher.pages.get('/');
  publisher.pages.set('/', { ...stored, html: stored?.html.replace(/<style>.*?<\/style>/, '') ?? '' });
  await page.goto(`${publisher.url}/`);
  await shown(page, 'w');
  await shown(page, 'f');
  await expect.poll(() => delivery.count('i')).toBe(2);
  expect(violations).toEqual([]);
});

test('nothing that is seen moves', async ({ page, publisher, delivery }) => {
  await page.addInitScript(() => {
    const measured = window as { shift?: number };
    measured.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        measured.shift = (measured.shift ?? 0) + (entry as PerformanceEntry & { value: number }).value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  delivery.ads.set('w', imageAd('b'));
  delivery.ads.set('small', imageAd('b', 320, 50));
  delivery.ads.set('n', imageAd('n'));
  delivery.ads.set('v', frameAd('v', 640, 360));
  delivery.ads.set('f', imageAd('f', 728, 90));
  const own = '<div data-placard="none" style="min-height:90px"><p style="height:200px">Our own</p></div>';
  // Its margins would go through the element, and not through what the tag puts around it.
  const letter = widgetSnippet({
    embedKey: 'letter',
    type: 'banner',
    sizes: [{ widthPx: 320, heightPx: 50 }],
    fallbackHtml: '<p>Subscribe to our letter</p>',
  });
  const body = [
    `<div>Head</div>${letter}<div>Below</div>`,
    banner('w'),
    banner('small'),
    own,
    banner('empty', [LEADERBOARD]),
    widget('native', 'n'),
    widget('video', 'v', VIDEO),
    widget('floating_sticky_ad', 'f', LEADERBOARD),
  ].join(TEXT.repeat(2));
  await page.goto(publish(publisher, delivery, { body: body + TEXT.repeat(40) }));
  for (const key of ['w', 'small', 'n', 'v', 'f']) await shown(page, key);
  await expect(page.getByText('Our own')).toBeVisible();
  await expect(page.getByText('Subscribe')).toBeVisible();
  // In steps, as a reader would: what was settled below the window must not show when it comes into view.
  for (let step = 0; step < 12; step += 1) {
    await page.mouse.wheel(0, 200);
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
  }
  expect(await page.evaluate(() => (window as { shift?: number }).shift)).toBe(0);
});

import type { Page } from '@playwright/test';
import { expect, test } from './network.ts';
import { banner, imageAd, intersectionsTold, pass, publish, shown, watchFor } from './pages.ts';

/**
 * Where the browser vouches for the ad (IntersectionObserver 2), the tag looks at styles once, when its second begins: then only what the browser tells can break it. Time is the test's, what is observed is real.
 */
const COVER = 'position:fixed;inset:0;background:#fff';

/** Its second, and as long as the browser takes to tell of what came within it. */
const COUNTED_MS = 1_150;
/** Then it counts with the next look, which comes each 100 ms with a frame. */
const LOOKED_MS = 120;
/** Counts the hit tests of the tag: nine in an exact look, none where the browser vouches for the ad. */
async function countHitTests(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const { elementFromPoint } = ShadowRoot.prototype;
    const counted = window as { hitTests?: number };
    counted.hitTests = 0;
    ShadowRoot.prototype.elementFromPoint = function (x, y) {
      counted.hitTests = (counted.hitTests ?? 0) + 1;
      return elementFromPoint.call(this, x, y);
    };
  });
  return () => page.evaluate(() => (window as { hitTests?: number }).hitTests ?? 0);
}

test.beforeEach(async ({ page, delivery }) => {
  delivery.ads.set('w', imageAd('b'));
  await page.clock.install({ time: new Date('2026-03-02T10:00:00Z') });
  await page.clock.pauseAt(new Date('2026-03-02T10:00:01Z'));
});

test('an ad that the browser vouches for is looked at when its second begins, and counts once what came within its second is told', async ({
  page,
  publisher,
  delivery,
}) => {
  const hitTests = await countHitTests(page);
  await page.goto(publish(publisher, delivery, { body: banner('w') }));
  await shown(page, 'w');
  await intersectionsTold(page);
  await watchFor(page, delivery, COUNTED_MS - 1);
  expect(delivery.count('v')).toBe(0);
  await watchFor(page, delivery, LOOKED_MS);
  expect(delivery.count('v')).toBe(1);
  expect(await hitTests()).toBe(0);
});

test('a cover for a moment in the middle of it breaks the second', async ({ page, publisher, delivery }) => {
  await page.goto(publish(publisher, delivery, { body: banner('w') }));
  await shown(page, 'w');
  await intersectionsTold(page);
  await watchFor(page, delivery, 500);
  await page.evaluate((style) => {
    const cover = document.createElement('div');
    cover.id = 'cover';
    cover.style.cssText = style;
    document.body.append(cover);
  }, COVER);
  await intersectionsTold(page);
  await page.evaluate(() => document.querySelector('#cover')?.remove());
  await intersectionsTold(page);
  await watchFor(page, delivery, COUNTED_MS - 1);
  expect(delivery.count('v')).toBe(0);
  await watchFor(page, delivery, LOOKED_MS);
  expect(delivery.count('v')).toBe(1);
});

test('a cover that comes at the last moment, of which the browser tells when the second is over, is seen', async ({
  page,
  publisher,
  delivery,
}) => {
  await page.goto(publish(publisher, delivery, { body: banner('w') }));
  await shown(page, 'w');
  await intersectionsTold(page);
  await watchFor(page, delivery, 999);
  await page.evaluate((style) => {
    const cover = document.createElement('div');
    cover.style.cssText = style;
    document.body.append(cover);
  }, COVER);
  await page.clock.runFor(150);
  await intersectionsTold(page);
  await page.clock.runFor(10_000);
  await watchFor(page, delivery, 10_000);
  expect(delivery.events).toEqual(['iw-1']);
});

test('zoomed to a dot it is not seen, though the browser vouches for it', async ({
  page,
  publisher,
  delivery,
}) => {
  const body = `<div style="zoom:.05">${banner('w')}</div>`;
  await page.goto(publish(publisher, delivery, { body }));
  await shown(page, 'w');
  await watchFor(page, delivery, 10_000);
  expect(delivery.events).toEqual(['iw-1']);
});

/** What no observer of intersections tells: for a moment in the middle of the second, and over when it ends. */
const PASSING: Readonly<Record<string, (page: Page) => Promise<() => Promise<unknown>>>> = {
  'its page zooms it to a dot': async (page) => {
    const zoom = async (value: string) =>
      await page.evaluate((text) => {
        for (const main of document.querySelectorAll('main')) main.style.zoom = text;
      }, value);
    await zoom('.05');
    await intersectionsTold(page);
    return async () => await zoom('');
  },
  'the window loses the focus that a frame of the page has': async (page) => {
    const focus = async (has: boolean) =>
      await page.evaluate((value) => {
        document.hasFocus = () => value;
      }, has);
    await focus(false);
    return async () => await focus(true);
  },
  'the window is pinched, and shows something else': async (page) => {
    const devtools = await page.context().newCDPSession(page);
    const pinch = async (pageScaleFactor: number) => {
      await devtools.send('Emulation.setPageScaleFactor', { pageScaleFactor });
      await expect.poll(() => page.evaluate(() => visualViewport?.scale)).toBe(pageScaleFactor);
    };
    await pinch(2);
    return async () => await pinch(1);
  },
};
for (const [what, begin] of Object.entries(PASSING)) {
  test(`the second begins anew where for a moment ${what}`, async ({ page, publisher, delivery }) => {
    await page.setViewportSize({ width: 1_000, height: 720 });
    const body = `<main style="padding-top:240px;width:300px">${banner('w')}</main>`;
    await page.goto(publish(publisher, delivery, { body }));
    await shown(page, 'w');
    await pass(page, delivery, 500);
    const end = await begin(page);
    await page.clock.runFor(150);
    await end();
    await pass(page, delivery, 900);
    await watchFor(page, delivery, 1);
    expect(delivery.count('v')).toBe(0);
    await watchFor(page, delivery, 1_200);
    expect(delivery.count('v')).toBe(1);
  });
}

/**
 * What the browser does not vouch for is looked at every 100 ms, as where it vouches for nothing: a dot by its size alone, and exactly only when the
 * browser tells of it, for its links.
 */
for (const [name, style, counts, looks] of [
  ['more than half transparent', 'opacity:.4', 0, 3],
  ['a little transparent', 'opacity:.9', 1, 3],
  ['blurred', 'filter:blur(9px)', 0, 3],
  ['inverted', 'filter:invert(1)', 1, 3],
  ['turned a little', 'transform:rotate(2deg)', 1, 3],
  ['scaled to a dot', 'transform:scale(.05)', 0, 0],
] as const) {
  test(`from the middle of its second ${name}: it ends${counts === 1 ? ', and begins anew' : ''}`, async ({
    page,
    publisher,
    delivery,
  }) => {
    const hitTests = await countHitTests(page);
    await page.goto(publish(publisher, delivery, { body: `<main>${banner('w')}</main>` }));
    await shown(page, 'w');
    await intersectionsTold(page);
    await watchFor(page, delivery, 500);
    await page.evaluate((text) => {
      const main = document.querySelector('main');
      if (main) main.style.cssText = text;
    }, style);
    await intersectionsTold(page);
    // The exact look is fetched only now.
    await watchFor(page, delivery, 700);
    expect(delivery.count('v')).toBe(0);
    await watchFor(page, delivery, 10_000);
    expect(delivery.count('v')).toBe(counts);
    if (looks > 0) expect(await hitTests()).toBeGreaterThan(looks * 9);
    else expect(await hitTests()).toBe(9);
  });
}

/** Corners that cut off no more than a corner are most pages': nothing is fetched for them. */
for (const [style, isLookedAt] of [
  ['border-radius:49px', false],
  ['border-radius:0 50px 0 0', true],
  ['border-radius:0 0 0 100px', true],
  ['border-radius:1%', true],
  ['clip-path:content-box', true],
] as const) {
  test(`a second that begins under ${style} begins with ${isLookedAt ? 'an' : 'no'} exact look`, async ({
    page,
    publisher,
    delivery,
  }) => {
    const hitTests = await countHitTests(page);
    const body = `<main style="width:900px;overflow:hidden;${style}"><div>${banner('w')}</div></main>`;
    await page.goto(publish(publisher, delivery, { body }));
    await shown(page, 'w');
    await intersectionsTold(page);
    await watchFor(page, delivery, 10_000);
    expect(delivery.count('v')).toBe(1);
    expect((await hitTests()) > 0).toBe(isLookedAt);
  });
}

import type { Frame, Page } from '@playwright/test';
import { expect, test } from './network.ts';
import {
  adLink,
  banner,
  frameAd,
  imageAd,
  publish,
  scrollTo,
  setFocused,
  shown,
  stopClock,
  watchFor,
} from './pages.ts';

/** The look of its own script, which the tag fetches where the browser does not vouch for an ad. */
const PASSING = 'position:fixed;inset:0;pointer-events:none';

/** As in browsers that have only the first IntersectionObserver. */
async function vouchForNothing(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(IntersectionObserverEntry.prototype, 'isVisible', { get: () => undefined });
  });
}

async function setOpacity(page: Page, opacity: string): Promise<void> {
  await page.evaluate((value) => {
    document.body.style.opacity = value;
  }, opacity);
}

/** As a finger or a mouse does, on the ad. */
async function press(page: Page): Promise<void> {
  await adLink(page).dispatchEvent('pointerdown', { bubbles: true, composed: true });
}

test.beforeEach(async ({ page, delivery }) => {
  delivery.ads.set('w', imageAd('b'));
  await stopClock(page);
});

test('is not fetched where the browser vouches', async ({ page, publisher, delivery }) => {
  await page.goto(publish(publisher, delivery, { body: banner('w') }));
  await shown(page, 'w');
  await watchFor(page, delivery, 10_000);
  expect(delivery.count('v')).toBe(1);
  expect(delivery.looksFetched).toBe(0);
});

test('is fetched once for all ads of a page in other browsers, and they count', async ({
  page,
  publisher,
  delivery,
}) => {
  delivery.ads.set('x', imageAd('b'));
  await vouchForNothing(page);
  await page.goto(publish(publisher, delivery, { body: banner('w') + banner('x') }));
  await shown(page, 'w');
  await shown(page, 'x');
  await watchFor(page, delivery, 10_000);
  expect(delivery.count('v')).toBe(2);
  expect(delivery.looksFetched).toBe(1);
});

test('an ad that was covered has its second from then on, where the browser vouches for nothing', async ({
  page,
  publisher,
  delivery,
}) => {
  await vouchForNothing(page);
  const cover = '<div id="cover" style="position:fixed;inset:0;background:#fff"></div>';
  await page.goto(publish(publisher, delivery, { body: banner('w') + cover }));
  await shown(page, 'w');
  await watchFor(page, delivery, 400);
  await page.evaluate(() => document.querySelector('#cover')?.remove());
  await watchFor(page, delivery, 1_300);
  expect(delivery.count('v')).toBe(1);
});

/** The window is 720 px high; of one that is pinched to twice its size the upper 360 px are seen, and none of that is told to observers. */
for (const [name, topPx, counts] of [
  ['less than half of the ad is seen', 240, 0],
  ['more than half of the ad is seen', 230, 1],
] as const) {
  test(`in a pinched window of which ${name}`, async ({ page, publisher, delivery }) => {
    await page.setViewportSize({ width: 1000, height: 720 });
    const body = `<div style="width:300px;padding-top:${topPx}px">${banner('w')}</div>`;
    await page.goto(publish(publisher, delivery, { body }));
    await shown(page, 'w');
    await watchFor(page, delivery, 900);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setPageScaleFactor', { pageScaleFactor: 2 });
    await watchFor(page, delivery, 10_000);
    await watchFor(page, delivery, 10_000);
    expect(delivery.count('v')).toBe(counts);
    await devtools.send('Emulation.setPageScaleFactor', { pageScaleFactor: 1 });
    await watchFor(page, delivery, 10_000);
    expect(delivery.events).toEqual(['iw-1', 'vw-1']);
  });
}

test('finds there too what lets clicks through', async ({ page, publisher, delivery }) => {
  await vouchForNothing(page);
  const cover = `<div style="${PASSING};background:#fff"></div>`;
  await page.goto(publish(publisher, delivery, { body: banner('w') + cover }));
  await shown(page, 'w');
  await watchFor(page, delivery, 60_000);
  expect(delivery.events).toEqual(['iw-1']);
});

test('a cover that comes within the second, and stays, breaks it', async ({ page, publisher, delivery }) => {
  await vouchForNothing(page);
  await page.goto(publish(publisher, delivery, { body: banner('w') }));
  await shown(page, 'w');
  await expect.poll(() => delivery.looksFetched).toBe(1);
  await watchFor(page, delivery, 500);
  await page.evaluate((style) => {
    document.body.insertAdjacentHTML('beforeend', `<div style="${style};background:#fff"></div>`);
  }, PASSING);
  await watchFor(page, delivery, 10_000);
  expect(delivery.events).toEqual(['iw-1']);
});

for (const [name, policy, missing] of [
  ['a policy keeps it out', true, false],
  ['it cannot be had', false, true],
] as const) {
  test(`nothing is seen where ${name}, and the page hears of no fault`, async ({
    page,
    publisher,
    delivery,
  }) => {
    await vouchForNothing(page);
    delivery.lookMissing = missing;
    const faults: unknown[] = [];
    page.on('pageerror', (fault) => faults.push(fault));
    const headers: Record<string, string> = policy
      ? { 'content-security-policy': `script-src 'unsafe-inline' ${delivery.url}/sdk.js` }
      : {};
    await page.goto(publish(publisher, delivery, { body: banner('w'), headers }));
    await shown(page, 'w');
    await watchFor(page, delivery, 10_000);
    expect(delivery.events).toEqual(['iw-1']);
    expect(faults).toEqual([]);
  });
}

test('leaves the page as it was', async ({ page, publisher, delivery }) => {
  const body = `${banner('w')}<div id="a" style="${PASSING};color:red"></div><div id="b"></div><p style="${PASSING}!important;background:#fff">Text</p><p id="c" inert>Text</p>`;
  const head = `<style>#b,#c{${PASSING};background:#fff}#c{pointer-events:auto}</style>`;
  await page.goto(publish(publisher, delivery, { body, head }));
  await shown(page, 'w');
  const state = () =>
    page.evaluate(() => [
      document.adoptedStyleSheets.length,
      ...[...document.querySelectorAll<HTMLElement>('#a,#b,p')].map(({ style, attributes }) => [
        style.cssText,
        [...attributes].map(({ name }) => name).sort(),
      ]),
      ...[...document.querySelectorAll('#a,#b,p')].map((element) => getComputedStyle(element).pointerEvents),
    ]);
  const before = await state();
  await watchFor(page, delivery, 10_000);
  expect(delivery.events).toEqual(['iw-1']);
  expect(delivery.looksFetched).toBe(1);
  expect(await state()).toEqual(before);
});

test('keeps what scripts have set on a page that takes no style attributes', async ({
  page,
  publisher,
  delivery,
}) => {
  const headers = { 'content-security-policy': `style-src ${delivery.url}` };
  await page.goto(publish(publisher, delivery, { body: `${banner('w')}<div id="a"></div>`, headers }));
  const violations = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let count = 0;
        document.addEventListener('securitypolicyviolation', () => {
          count += 1;
        });
        addEventListener('pagehide', () => resolve(count));
      }),
  );
  await page.locator('#a').evaluate((element, text) => {
    (element as HTMLElement).style.cssText = text;
  }, `${PASSING};background:#fff`);
  const style = () => page.locator('#a').evaluate((element) => (element as HTMLElement).style.cssText);
  const before = await style();
  await shown(page, 'w');
  await watchFor(page, delivery, 10_000);
  expect(delivery.events).toEqual(['iw-1']);
  expect(await style()).toBe(before);
  expect(await violations).toBe(0);
});

test.describe('the click on an ad says that nobody could see it:', () => {
  const COVER = `<div style="${PASSING};background:#fff"></div>`;
  for (const [name, style, extra, hidden] of [
    ['where it is hardly there', 'opacity:.3', '<style>body{opacity:.3}</style>', true],
    ['where a filter leaves hardly anything', 'filter:opacity(.09)', '', true],
    ['under a cover that lets clicks through', '', COVER, true],
    ['not where a tenth of it is there', 'opacity:.1', '', false],
    ['not under a shade', '', `<div style="${PASSING};background:rgb(0 0 0/.3)"></div>`, false],
    [
      'not where some of it is free',
      '',
      `<div style="${PASSING};bottom:auto;height:160px;background:#fff"></div>`,
      false,
    ],
  ] as const) {
    test(name, async ({ page, publisher, delivery }) => {
      const body = `<div style="${style}">${banner('w')}</div>${extra}`;
      await page.goto(publish(publisher, delivery, { body }));
      await shown(page, 'w');
      await watchFor(page, delivery, 2_000);
      await expect(adLink(page)).toHaveAttribute('href', hidden ? /\/c\/w-1\?h$/ : /\/c\/w-1$/);
    });
  }

  test('no more once it is there', async ({ page, publisher, delivery }) => {
    await page.goto(publish(publisher, delivery, { body: banner('w') + COVER }));
    await shown(page, 'w');
    await watchFor(page, delivery, 2_000);
    await expect(adLink(page)).toHaveAttribute('href', /\?h$/);
    await page.evaluate(() => document.querySelector('body > div:last-of-type')?.remove());
    await watchFor(page, delivery, 3_000);
    expect(delivery.count('v')).toBe(1);
    await expect(adLink(page)).toHaveAttribute('href', /\/c\/w-1$/);
  });

  /** Where the browser vouched for it, until then, it was not looked at exactly. */
  for (const tells of [true, false]) {
    const where = `where the browser tells of ${tells ? 'it' : 'nothing'}`;
    test(`that counted before it was hidden, ${where}`, async ({ page, publisher, delivery }) => {
      if (!tells) await vouchForNothing(page);
      await page.goto(publish(publisher, delivery, { body: banner('w') }));
      await shown(page, 'w');
      await watchFor(page, delivery, 3_000);
      expect(delivery.count('v')).toBe(1);
      await setOpacity(page, '0');
      if (tells) await expect(adLink(page)).toHaveAttribute('href', /\?h$/);
      await press(page);
      await expect(adLink(page)).toHaveAttribute('href', /\?h$/);
      await setOpacity(page, '');
      await press(page);
      await expect(adLink(page)).toHaveAttribute('href', /\/c\/w-1$/);
    });
  }

  test('that counted before it was hidden in a window that has not the focus', async ({
    page,
    publisher,
    delivery,
  }) => {
    await page.goto(publish(publisher, delivery, { body: banner('w') }));
    await shown(page, 'w');
    await watchFor(page, delivery, 3_000);
    await setFocused(page, false);
    await setOpacity(page, '0');
    await expect(adLink(page)).toHaveAttribute('href', /\?h$/);
  });

  test('of which too little is in view for it to count', async ({ page, publisher, delivery }) => {
    const body = `<div style="opacity:0;height:100px;overflow:hidden">${banner('w')}</div>`;
    await page.goto(publish(publisher, delivery, { body }));
    await shown(page, 'w');
    await expect(adLink(page)).toHaveAttribute('href', /\?h$/);
  });

  test('hidden by its page between two looks, by a press with a key too', async ({
    page,
    publisher,
    delivery,
  }) => {
    const body = `<main style="transform:rotate(1deg)">${banner('w')}</main>`;
    await page.goto(publish(publisher, delivery, { body }));
    await shown(page, 'w');
    await watchFor(page, delivery, 3_000);
    expect(delivery.count('v')).toBe(1);
    await page.evaluate(() => {
      document.body.style.opacity = '0';
      document.querySelector<HTMLElement>('[data-placard]')?.shadowRoot?.querySelector('a')?.focus();
    });
    const opened = page.context().waitForEvent('page');
    await page.keyboard.press('Enter');
    await (await opened).waitForURL(/\/c\/w-1\?h$/);
  });
});

test('a link in a frame of third-party code says so for as long as nobody could see the ad', async ({
  page,
  publisher,
  delivery,
}) => {
  delivery.ads.set('w', frameAd('b'));
  delivery.frames.set(
    '/f/creative',
    `<a href="{{CLICK_URL}}?u=https%3A%2F%2Fshop.example%2Fa%20b">Shop</a> <a href="{{CLICK_URL}}">Us</a> <a href="https://other.example/">Other</a>
     <script>document.addEventListener("click",e=>{e.preventDefault();document.title=e.target.href})</script>`,
  );
  await page.goto(publish(publisher, delivery, { body: banner('w') }));
  await shown(page, 'w');
  await watchFor(page, delivery, 3_000);
  expect(delivery.count('v')).toBe(1);
  const frame = page.frames().find((each) => each.url().includes('/f/')) as Frame;
  /** Where each of the links leads when it is pressed. */
  const pressed = async () => {
    await page.clock.runFor(1);
    return await frame.evaluate(() =>
      [...document.links].map((link) => {
        link.click();
        link.click();
        return document.title.replace(/^.*[/]c[/]w-1/, '');
      }),
    );
  };
  const seen = ['?u=https%3A%2F%2Fshop.example%2Fa%20b', '', 'https://other.example/'];
  expect(await pressed()).toEqual(seen);
  await setOpacity(page, '0');
  const hidden = ['?u=https%3A%2F%2Fshop.example%2Fa%20b&h', '?h', 'https://other.example/'];
  await expect.poll(pressed).toEqual(hidden);
  // The code finds its links as it wrote them.
  await page.clock.runFor(1);
  expect(await frame.evaluate(() => [...document.links].map(({ search }) => search))).toEqual([
    seen[0],
    '',
    '',
  ]);
  await setOpacity(page, '');
  await expect.poll(pressed).toEqual(seen);
});

test('no look is fetched where an ad that counted is scrolled away, or was never in view', async ({
  page,
  publisher,
  delivery,
}) => {
  delivery.ads.set('x', imageAd('b'));
  const gap = '<div style="height:1100px"></div>';
  await page.setViewportSize({ width: 1000, height: 720 });
  await page.goto(publish(publisher, delivery, { body: banner('w') + gap + banner('x') + gap }));
  await shown(page, 'w');
  await shown(page, 'x');
  await watchFor(page, delivery, 3_000);
  expect(delivery.count('v')).toBe(1);
  await scrollTo(page, 400);
  await watchFor(page, delivery, 3_000);
  expect(delivery.looksFetched).toBe(0);
});

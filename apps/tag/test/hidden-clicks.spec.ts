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
  vouchForNothing,
  watchFor,
  widget,
} from './pages.ts';

/** A layer over everything that lets clicks through. */
const PASSING = 'position:fixed;inset:0;pointer-events:none';

async function setOpacity(page: Page, opacity: string): Promise<void> {
  await page.evaluate((value) => {
    document.body.style.opacity = value;
  }, opacity);
}

/** As a finger or a mouse does, on the ad. */
async function press(page: Page, link = adLink(page)): Promise<void> {
  await link.dispatchEvent('pointerdown', { bubbles: true, composed: true });
}

test.beforeEach(async ({ page, delivery }) => {
  delivery.ads.set('w', imageAd('b'));
  await stopClock(page);
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
      // Shown only as it is pressed, it was not pressed for what it is.
      await setOpacity(page, '');
      await press(page);
      await expect(adLink(page)).toHaveAttribute('href', /\?h$/);
      await watchFor(page, delivery, 1_000);
      await press(page);
      await expect(adLink(page)).toHaveAttribute('href', /\/c\/w-1$/);
    });
  }

  test('that its page shows only as it is pressed', async ({ page, publisher, delivery }) => {
    const head =
      '<style>main{opacity:0}</style><script>addEventListener("pointerdown",()=>document.querySelector("main").style.opacity=1,true)</script>';
    await page.goto(publish(publisher, delivery, { body: `<main>${banner('w')}</main>`, head }));
    await shown(page, 'w');
    await expect(adLink(page)).toHaveAttribute('href', /\?h$/);
    const opened = page.context().waitForEvent('page');
    await adLink(page).click();
    await (await opened).waitForURL(/\/c\/w-1\?h$/);
  });

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
    const gap = '<div style="height:1000px"></div>';
    await page.setViewportSize({ width: 1000, height: 720 });
    await page.goto(
      publish(publisher, delivery, { body: `<div style="opacity:0">${gap}${banner('w')}${gap}</div>` }),
    );
    await shown(page, 'w');
    await scrollTo(page, 330);
    await expect(adLink(page)).toHaveAttribute('href', /\?h$/);
  });

  test('and so does that on the next one, which was hidden with it', async ({
    page,
    publisher,
    delivery,
  }) => {
    delivery.ads.set('x', imageAd('b'));
    await page.goto(publish(publisher, delivery, { body: banner('w') + banner('x') }));
    await shown(page, 'w');
    await shown(page, 'x');
    await watchFor(page, delivery, 3_000);
    expect(delivery.count('v')).toBe(2);
    await setOpacity(page, '0');
    await expect(adLink(page).first()).toHaveAttribute('href', /\?h$/);
    await expect(adLink(page).last()).toHaveAttribute('href', /\?h$/);
  });

  test.describe('in browsers that tell nothing of it, at the press', () => {
    const coverAll = (page: Page) =>
      page.evaluate(
        (style) =>
          document.body.insertAdjacentHTML('beforeend', `<div style="${style};background:#fff"></div>`),
        PASSING,
      );
    test.beforeEach(async ({ page }) => await vouchForNothing(page));

    test('under a cover that came since the last one', async ({ page, publisher, delivery }) => {
      await page.goto(publish(publisher, delivery, { body: banner('w') }));
      await shown(page, 'w');
      await watchFor(page, delivery, 3_000);
      expect(delivery.count('v')).toBe(1);
      await press(page);
      await page.clock.runFor(100);
      await coverAll(page);
      await expect(adLink(page)).toHaveAttribute('href', /\/c\/w-1$/);
      await press(page);
      await expect(adLink(page)).toHaveAttribute('href', /\?h$/);
    });

    test('on one that came later', async ({ page, publisher, delivery }) => {
      delivery.ads.set('x', imageAd('b'));
      await page.goto(publish(publisher, delivery, { body: banner('w') }));
      await shown(page, 'w');
      await watchFor(page, delivery, 3_000);
      await page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), banner('x'));
      await watchFor(page, delivery, 100);
      await shown(page, 'x');
      await watchFor(page, delivery, 3_000);
      expect(delivery.count('v')).toBe(2);
      await coverAll(page);
      await press(page, adLink(page).last());
      await expect(adLink(page).last()).toHaveAttribute('href', /\?h$/);
    });

    test('in a closed tree', async ({ page, publisher, delivery }) => {
      await page.goto(publish(publisher, delivery, { body: '<section></section>' }));
      await page.waitForFunction('window.placardTag');
      await page.evaluate((html) => {
        const kept = (document.querySelector('section') as HTMLElement).attachShadow({ mode: 'closed' });
        kept.innerHTML = html;
        Object.assign(window, { kept });
      }, banner('w'));
      await page.evaluate('placardTag(kept)');
      const link = () =>
        page.evaluate(
          'kept.firstElementChild.shadowRoot?.querySelector(`a[href*="/c/"]`)?.href',
        ) as Promise<string>;
      await expect.poll(link).toMatch(/\/c\/w-1$/);
      await expect
        .poll(() => page.evaluate('kept.querySelector("div").shadowRoot.querySelector("img").complete'))
        .toBe(true);
      await watchFor(page, delivery, 3_000);
      expect(delivery.count('v')).toBe(1);
      await coverAll(page);
      await page.locator('section').dispatchEvent('pointerdown', { bubbles: true, composed: true });
      expect(await link()).toMatch(/\?h$/);
    });
  });

  test('until its page takes it out, and hears of no fault', async ({ page, publisher, delivery }) => {
    const faults: unknown[] = [];
    page.on('pageerror', (fault) => faults.push(fault));
    await page.goto(publish(publisher, delivery, { body: `<main style="opacity:.9">${banner('w')}</main>` }));
    await shown(page, 'w');
    await watchFor(page, delivery, 3_000);
    expect([delivery.looksFetched, delivery.count('v')]).toEqual([1, 1]);
    await page.evaluate(() =>
      document.querySelector('[data-placard]')?.shadowRoot?.firstElementChild?.replaceChildren(),
    );
    await watchFor(page, delivery, 3_000);
    expect(faults).toEqual([]);
  });

  test('until the visitor closes it, and the page hears of no fault', async ({
    page,
    publisher,
    delivery,
  }) => {
    delivery.ads.set('w', imageAd('f', 320, 50));
    const faults: unknown[] = [];
    page.on('pageerror', (fault) => faults.push(fault));
    await page.goto(publish(publisher, delivery, { body: widget('floating_sticky_ad', 'w') }));
    await shown(page, 'w');
    await setOpacity(page, '0');
    await expect(adLink(page)).toHaveAttribute('href', /\?h$/);
    await page.locator('button').dispatchEvent('click');
    await expect(adLink(page)).toHaveCount(0);
    await watchFor(page, delivery, 3_000);
    expect(faults).toEqual([]);
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
  // Only the page around it says so.
  await frame.evaluate(
    () =>
      new Promise<void>((resolve) => {
        addEventListener('message', () => resolve());
        postMessage({ placardHidden: true }, '*');
      }),
  );
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
  await watchFor(page, delivery, 1_000);
  await expect.poll(pressed).toEqual(seen);
});

import type { Page } from '@playwright/test';
import { expect, test } from './network.ts';
import {
  banner,
  imageAd,
  pass,
  publish,
  requestsAnswered,
  shown,
  stopClock,
  watchFor,
  widget,
} from './pages.ts';

test.describe('in an open shadow tree of the page', () => {
  const inShadow = (html: string) => `<x-card><template shadowrootmode="open">${html}</template></x-card>`;
  const images = (page: Page) => page.locator('a[href*="/c/"] img');

  test('a widget is found, also in a tree within a tree, with the others in one call, and counts', async ({
    page,
    publisher,
    delivery,
  }) => {
    for (const key of ['a', 'b', 'c']) delivery.ads.set(key, imageAd('b'));
    const body = banner('a') + inShadow(`<section>${banner('b')}</section>${inShadow(banner('c'))}`);
    await page.goto(publish(publisher, delivery, { body }));
    await expect.poll(() => delivery.impressions).toEqual(['ia-1', 'ib-2', 'ic-3']);
    await expect.poll(() => delivery.count('v')).toBe(3);
    const asked = delivery.adCalls.map((call) => call.searchParams.get('w')?.replace(/\.\d+/g, ''));
    expect(asked).toEqual(['a,b,c']);
  });

  test('what is put into it later is found as well', async ({ page, publisher, delivery }) => {
    for (const key of ['a', 'b']) delivery.ads.set(key, imageAd('b'));
    await page.goto(publish(publisher, delivery, { body: banner('a') + inShadow('<p>Card</p>') }));
    await shown(page, 'a');
    await page.evaluate((html) => {
      document.querySelector('x-card')?.shadowRoot?.querySelector('p')?.insertAdjacentHTML('afterend', html);
    }, banner('b'));
    await expect(images(page)).toHaveCount(2);
  });

  test('the tree of an element that is defined, or put in, long after the tag is found', async ({
    page,
    publisher,
    delivery,
  }) => {
    for (const key of ['a', 'b', 'c']) delivery.ads.set(key, imageAd('b'));
    await page.goto(publish(publisher, delivery, { body: `${banner('a')}<x-late></x-late>` }));
    await shown(page, 'a');
    await page.waitForLoadState('networkidle');
    await page.evaluate((html) => {
      customElements.define(
        'x-late',
        class extends HTMLElement {
          constructor() {
            super();
            this.attachShadow({ mode: 'open' }).innerHTML = html;
          }
        },
      );
    }, banner('b'));
    await expect(images(page)).toHaveCount(2);
    await page.evaluate((html) => {
      const card = document.createElement('div');
      card.attachShadow({ mode: 'open' }).innerHTML = html;
      document.body.append(card);
    }, banner('c'));
    await expect(images(page)).toHaveCount(3);
  });

  test('one attached to an element that stands there already is found by a call', async ({
    page,
    publisher,
    delivery,
  }) => {
    for (const key of ['a', 'b']) delivery.ads.set(key, imageAd('b'));
    await page.goto(publish(publisher, delivery, { body: `${banner('a')}<div id="card"></div>` }));
    await shown(page, 'a');
    await page.waitForLoadState('networkidle');
    await page.evaluate((html) => {
      const root = document.querySelector('#card')?.attachShadow({ mode: 'open' });
      if (!root) return;
      root.innerHTML = html;
      (window as { placardTag?: (root: Node) => void }).placardTag?.(root);
    }, banner('b'));
    await expect(images(page)).toHaveCount(2);
  });

  test('what covers it there keeps it from being viewable', async ({ page, publisher, delivery }) => {
    delivery.ads.set('w', imageAd('b'));
    await stopClock(page);
    const cover = '<div style="position:absolute;inset:0;background:#fff"></div>';
    const body = inShadow(`<div style="position:relative">${banner('w')}${cover}</div>`);
    await page.goto(publish(publisher, delivery, { body }));
    await expect(images(page)).toHaveJSProperty('complete', true);
    for (let second = 0; second < 3; second += 1) await pass(page, delivery, 1_000);
    expect(delivery.events).toEqual(['iw-1']);
  });
});

for (const [how, place] of [
  ['as a module', (url: string) => `<script type="module" src="${url}/sdk.js"></script>`],
  ['imported by a module', (url: string) => `<script type="module">import '${url}/sdk.js';</script>`],
  [
    'from within a shadow tree',
    (url: string) =>
      `<x-card><template shadowrootmode="open"><script async src="${url}/sdk.js"></script></template></x-card>`,
  ],
] as const) {
  test(`the tag works ${how}`, async ({ page, publisher, delivery }) => {
    delivery.ads.set('a', imageAd('b'));
    publisher.pages.set('/', { html: `<!doctype html><body>${banner('a')}${place(delivery.url)}` });
    await page.goto(publisher.url);
    await shown(page, 'a');
    await expect.poll(() => delivery.impressions).toEqual(['ia-1']);
    expect(delivery.adCalls).toHaveLength(1);
  });
}

test('a floating ad is not printed, what stands in the page is', async ({ page, publisher, delivery }) => {
  delivery.ads.set('w', imageAd('f', 320, 50));
  delivery.ads.set('b', imageAd('b'));
  const body = banner('b') + widget('floating_sticky_ad', 'w', { widthPx: 320, heightPx: 50 });
  const csp = { 'content-security-policy': "style-src 'none'" };
  await page.goto(publish(publisher, delivery, { body, headers: csp }));
  await shown(page, 'w');
  await shown(page, 'b');
  const button = page.getByRole('button', { name: 'Close ad' });
  await expect(button).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(button).toBeHidden();
  await expect(page.locator('[data-placard="w"] img')).toBeHidden();
  await expect(page.locator('[data-placard="b"] img')).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await expect(button).toBeVisible();
});

test('a closed floating ad stays closed where its element reserves nothing', async ({
  page,
  publisher,
  delivery,
}) => {
  delivery.ads.set('w', imageAd('f', 320, 50));
  delivery.ads.set('b', imageAd('b'));
  await page.goto(publish(publisher, delivery, { body: `<div data-placard="w"></div>${banner('b')}` }));
  await page.getByRole('button', { name: 'Close ad' }).click();
  await page.reload();
  await shown(page, 'b');
  await expect(page.getByRole('button')).toHaveCount(0);
});

test('a reservation that a strict style-src dropped is made up, and kept without an ad', async ({
  page,
  publisher,
  delivery,
}) => {
  delivery.ads.set('a', imageAd('b', 300, 100));
  const headers = { 'content-security-policy': "style-src 'none'; require-trusted-types-for 'script'" };
  await page.goto(publish(publisher, delivery, { body: banner('a') + banner('b'), headers }));
  await shown(page, 'a');
  const heights = () =>
    page.locator('[data-placard]').evaluateAll((all) => all.map((each) => each.clientHeight));
  expect(await heights()).toEqual([250, 250]);
  await requestsAnswered(page, delivery);
  expect(await heights()).toEqual([250, 250]);
});

test.describe('where the parent is as wide as its content and has room around it', () => {
  const cases = {
    'a cell': `<table><tr><td>${banner('w')}</td></tr></table>`,
    'a cell of a table in another': `<table cellpadding="20"><tr><td><table cellpadding="20"><tr><td>${banner('w')}</td></tr></table></td></tr></table>`,
    'a cell beside a text': `<table><tr><td>${banner('w')}</td><td>${'News of the harbour. '.repeat(40)}</td></tr></table>`,
    'a float with padding': `<div style="float:left;padding:20px">${banner('w')}</div>`,
    'a dialog': `<dialog id="box">${banner('w')}</dialog><script>box.showModal()</script>`,
    'a popover': `<div popover id="box">${banner('w')}</div><script>box.showPopover()</script>`,
  };
  for (const [name, body] of Object.entries(cases)) {
    test(`${name}: the ad has the room that is there`, async ({ page, publisher, delivery }) => {
      delivery.ads.set('w', imageAd('b'));
      await stopClock(page);
      await page.goto(publish(publisher, delivery, { body }));
      await shown(page, 'w');
      const [asked = ''] = delivery.adCalls.map((url) => url.searchParams.get('w'));
      expect(Number(/^w\.(\d+)$/.exec(asked ?? '')?.[1])).toBeGreaterThanOrEqual(300);
      await watchFor(page, delivery, 2_000);
      expect(delivery.events).toEqual(['iw-1', 'vw-1']);
      expect(await page.locator('[data-placard] img').boundingBox()).toMatchObject({
        width: 300,
        height: 250,
      });
    });
  }

  test('a narrow box that has its width from the page is not left', async ({ page, publisher, delivery }) => {
    delivery.ads.set('w', imageAd('b', 88, 31));
    const body = `<div style="width:90px">${banner('w')}</div>`;
    await page.goto(publish(publisher, delivery, { body }));
    await shown(page, 'w');
    expect(delivery.adCalls[0]?.searchParams.get('w')).toBe('w.90');
  });
});

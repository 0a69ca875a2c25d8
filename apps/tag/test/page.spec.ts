import { shownPlaceOf } from '@placard/contract/wire/shown-place';
import { sdkSnippet } from '@placard/contract/wire/snippet';
import type { Page } from '@playwright/test';
import { expect, type FakeDelivery, test } from './network.ts';
import {
  banner,
  holdImages,
  imageAd,
  intersectionsTold,
  pass,
  publish,
  requestsAnswered,
  scrollTo,
  setHidden,
  shown,
  stopClock,
  widget,
} from './pages.ts';

function add(page: Page, html: string): Promise<void> {
  return page.evaluate((markup) => document.body.insertAdjacentHTML('beforeend', markup), html);
}

test('asks for all widgets of the page in one call, with key and width', async ({
  page,
  publisher,
  delivery,
}) => {
  for (const key of ['a', 'b', 'c']) delivery.ads.set(key, imageAd('b'));
  const narrow = `<div style="width:320px">${banner('c')}</div>`;
  await page.goto(publish(publisher, delivery, { body: banner('a') + banner('b') + narrow }));
  for (const key of ['a', 'b', 'c']) await shown(page, key);
  expect(delivery.adCalls).toHaveLength(1);
  const width = await page.evaluate(() => document.body.clientWidth);
  expect(delivery.adCalls[0]?.searchParams.get('w')).toBe(`a.${width},b.${width},c.320`);
});

test('in a frame it names the pages around it, and only there', async ({ page, publisher, delivery }) => {
  const own = publish(publisher, delivery, { body: banner('a') }, '/framed');
  const { port } = new URL(publisher.url);
  const foreign = `http://127.0.0.1:${port}`;
  const asked = async (html: string, path = '/') => {
    publisher.pages.set('/outer', { html });
    const before = delivery.adCalls.length;
    await page.goto(`${foreign}/outer${path}`.replace(/\/$/, ''));
    await expect.poll(() => delivery.adCalls.length).toBe(before + 1);
    return delivery.adCalls.at(-1)?.searchParams.get('o') ?? null;
  };
  expect(await asked(`<iframe src="${own}"></iframe>`)).toBe(foreign);
  const hidden = (publisher.pages.get('/framed')?.html ?? '').replace(/"/g, '&quot;');
  expect(await asked(`<iframe sandbox="allow-scripts" srcdoc="${hidden}"></iframe>`)).toBe(foreign);
  // A frame of its own origin in a page of another: the one in between does not hide the one around it.
  publisher.pages.set('/between', { html: `<iframe src="${own}"></iframe>` });
  expect(await asked(`<iframe src="${publisher.url}/between"></iframe>`)).toBe(`${publisher.url},${foreign}`);
  await page.goto(own);
  await expect.poll(() => delivery.adCalls.length).toBe(4);
  expect(delivery.adCalls.at(-1)?.searchParams.get('o')).toBe('');
});

test.describe('far below the window', () => {
  const TOKENS = { top: 'Top_'.repeat(20), near: 'Near'.repeat(20) };
  const asked = (delivery: FakeDelivery) => delivery.adCalls.map((call) => call.searchParams.get('w'));
  /** The window is 720 px high: at 1,440 px a widget is one window below it. */
  const page = (far: string) =>
    `<div style="position:relative;height:9000px;width:400px">${banner('top')}${far}</div>`;
  const at = (top: number, key: string) =>
    `<div style="position:absolute;top:${top}px;width:300px">${banner(key)}</div>`;

  test.beforeEach(({ delivery }) => {
    for (const key of ['far', 'next', 'other']) delivery.ads.set(key, imageAd('b'));
    for (const [key, t] of Object.entries(TOKENS)) delivery.ads.set(key, Object.assign(imageAd('b'), { t }));
    for (const key of ['top', 'near', 'far', 'next']) delivery.waiting.add(key);
  });

  test('a widget waits until it is a window away, those of one moment together; its ad is shown then', async ({
    page: tab,
    publisher,
    delivery,
  }) => {
    const body = page(at(1_440, 'near') + at(5_000, 'far') + at(5_000, 'next'));
    await tab.goto(publish(publisher, delivery, { body }));
    await shown(tab, 'near');
    await intersectionsTold(tab);
    expect(asked(delivery)).toEqual(['top.400,near.300,far.300~,next.300~']);
    await scrollTo(tab, 3_500);
    await requestsAnswered(tab, delivery);
    expect(asked(delivery)).toHaveLength(1);
    await scrollTo(tab, 3_600);
    await shown(tab, 'far');
    await shown(tab, 'next');
    await scrollTo(tab, 0);
    await scrollTo(tab, 5_000);
    const later = asked(delivery).slice(1);
    expect(later.map((call) => call?.split(',').sort())).toEqual([['far.300', 'next.300']]);
    await expect.poll(() => delivery.count('i')).toBe(4);
    // What stands on the page already is named, so that it gets nothing twice.
    const named = delivery.adCalls.map((call) => call.searchParams.get('p'));
    expect(named).toEqual(['', [shownPlaceOf(TOKENS.top), shownPlaceOf(TOKENS.near)].join()]);
  });

  test('one that shall not wait, and a floating one wherever its element stands, are there with the page', async ({
    page: tab,
    publisher,
    delivery,
  }) => {
    delivery.ads.set('floating', imageAd('f', 320, 50));
    const body = page(at(5_000, 'other')) + widget('floating_sticky_ad', 'floating');
    await tab.goto(publish(publisher, delivery, { body }));
    await shown(tab, 'other');
    await shown(tab, 'floating');
    expect(asked(delivery)).toEqual([expect.stringMatching(/^top\.400,other\.300~,floating\.\d+$/)]);
  });
});

test('included twice, it works once', async ({ page, publisher, delivery }) => {
  delivery.ads.set('a', imageAd('b'));
  const twice = sdkSnippet(delivery.url);
  await page.goto(publish(publisher, delivery, { body: banner('a') + twice, head: twice }));
  await shown(page, 'a');
  await page.waitForLoadState('networkidle');
  await expect.poll(() => delivery.count('i')).toBe(1);
  expect(delivery.adCalls).toHaveLength(1);
});

test.describe('in a single-page app', () => {
  test.beforeEach(async ({ page, publisher, delivery }) => {
    for (const key of ['a', 'b', 'c']) delivery.ads.set(key, imageAd('b'));
    await page.goto(publish(publisher, delivery, { body: banner('a') }));
    await shown(page, 'a');
  });

  test('asks for what is added, together, and for nothing twice', async ({ page, delivery }) => {
    await page.evaluate(() => history.pushState({}, '', '/next'));
    await add(page, `<section>${banner('b')}</section>${banner('c')}`);
    await shown(page, 'b');
    await shown(page, 'c');
    await page.evaluate(() => history.back());
    await requestsAnswered(page, delivery);
    const asked = delivery.adCalls.map((call) => call.searchParams.get('w')?.replace(/\.\d+/g, ''));
    expect(asked).toEqual(['a', 'b,c']);
  });

  test('an element taken out and put in again keeps its ad', async ({ page, delivery }) => {
    await page.evaluate(() => {
      const element = document.querySelector('[data-placard]');
      element?.remove();
      if (element) document.body.append(element);
    });
    await add(page, banner('b'));
    await shown(page, 'b');
    await expect.poll(() => delivery.impressions).toEqual(['ia-1', 'ib-2']);
    expect(delivery.adCalls[1]?.searchParams.get('w')).toMatch(/^b\.\d+$/);
  });

  test('an element that gets another key is another widget', async ({ page, delivery }) => {
    await page.evaluate(() => document.querySelector('[data-placard]')?.setAttribute('data-placard', 'b'));
    await expect.poll(() => delivery.impressions).toEqual(['ia-1', 'ib-2']);
  });

  test('a new element with the key of a former one gets an ad of its own', async ({ page, delivery }) => {
    await page.evaluate(() => document.querySelector('[data-placard]')?.remove());
    await add(page, banner('a'));
    await shown(page, 'a');
    await expect.poll(() => delivery.impressions).toEqual(['ia-1', 'ia-2']);
  });

  test('an element without a width is asked for when it gets one', async ({ page, delivery }) => {
    await add(page, `<div id="tab" style="display:none">${banner('b')}</div>${banner('c')}`);
    await shown(page, 'c');
    expect(delivery.adCalls).toHaveLength(2);
    await page.evaluate(() => document.querySelector('#tab')?.removeAttribute('style'));
    await shown(page, 'b');
    expect(delivery.adCalls).toHaveLength(3);
  });
});

test('an element taken out while it was asked for shows what came for it when it is back by then', async ({
  page,
  publisher,
  delivery,
}) => {
  delivery.ads.set('a', imageAd('b'));
  const release = await holdImages(page);
  await page.route('**/a?*', async (route) => {
    await page.evaluate(() => {
      const element = document.querySelector('[data-placard]');
      element?.remove();
      (window as { taken?: Element | null }).taken = element;
    });
    await route.continue();
    await page.unroute('**/a?*');
  });
  await page.goto(publish(publisher, delivery, { body: banner('a') }));
  await expect.poll(() => delivery.adCalls.length).toBe(1);
  await requestsAnswered(page, delivery);
  await page.evaluate(() => {
    const { taken } = window as { taken?: Element };
    if (taken) document.body.append(taken);
  });
  release();
  await shown(page, 'a');
  await expect.poll(() => delivery.impressions).toEqual(['ia-1']);
  expect(delivery.adCalls).toHaveLength(1);
});

test('a page that is not looked at yet (prerendered, background tab) asks only then', async ({
  page,
  publisher,
  delivery,
}) => {
  delivery.ads.set('a', imageAd('b'));
  await page.addInitScript(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
  });
  await page.goto(publish(publisher, delivery, { body: banner('a') }));
  await requestsAnswered(page, delivery);
  expect(delivery.adCalls).toHaveLength(0);
  await setHidden(page, false);
  await shown(page, 'a');
  expect(delivery.adCalls).toHaveLength(1);
});

test.describe('a floating ad', () => {
  test('closed, it stays closed for the session, and the focus is where it was in the page', async ({
    page,
    publisher,
    delivery,
  }) => {
    delivery.ads.set('w', imageAd('f', 320, 50));
    delivery.ads.set('b', imageAd('b'));
    const floating = widget('floating_sticky_ad', 'w', { widthPx: 320, heightPx: 50 });
    const body = `${floating}<a href="#next">Next</a>${banner('b')}`;
    await page.goto(publish(publisher, delivery, { body }));
    await page.getByRole('button', { name: 'Close ad' }).press('Enter');
    await expect(page.locator('a[href*="/c/"]')).toHaveCount(1);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-placard'))).toBe('w');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Next' })).toBeFocused();
    await page.reload();
    await shown(page, 'b');
    expect(delivery.adCalls.at(-1)?.searchParams.get('w')).toMatch(/^b\.\d+$/);
    await expect(page.getByRole('button')).toHaveCount(0);
    // Another session is another.
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
    await expect(page.getByRole('button', { name: 'Close ad' })).toBeVisible();
  });

  test('comes, and closes, where the page has no storage', async ({ page, publisher, delivery }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'sessionStorage', {
        get: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    });
    delivery.ads.set('w', imageAd('f', 320, 50));
    await page.goto(publish(publisher, delivery, { body: widget('floating_sticky_ad', 'w') }));
    await page.getByRole('button', { name: 'Close ad' }).click();
    await expect(page.locator('a[href*="/c/"]')).toHaveCount(0);
  });

  for (const background of ['#fff', '#000', '#efefef'] as const) {
    test(`its button stands out on ${background}`, async ({ page, publisher, delivery }) => {
      delivery.ads.set('w', imageAd('f', 320, 50));
      const head = `<style>html{color-scheme:dark}body{background:${background}}button{all:unset!important}</style>`;
      const body = widget('floating_sticky_ad', 'w');
      await page.goto(publish(publisher, delivery, { body, head }));
      await shown(page, 'w');
      const { face, letters, edge, width } = await page.getByRole('button').evaluate((button) => {
        const style = getComputedStyle(button);
        return {
          face: style.backgroundColor,
          letters: style.color,
          edge: style.borderTopColor,
          width: style.borderTopWidth,
        };
      });
      expect([face, letters, edge, width]).toEqual([
        'rgb(239, 239, 239)',
        'rgb(0, 0, 0)',
        'rgb(0, 0, 0)',
        '2px',
      ]);
    });
  }
});

test('under a style-src without inline styles a stylesheet keeps the room, and nothing moves', async ({
  page,
  publisher,
  delivery,
}) => {
  delivery.ads.set('a', imageAd('b'));
  publisher.pages.set('/', {
    headers: { 'content-security-policy': `style-src 'nonce-own'; require-trusted-types-for 'script'` },
    html: `<!doctype html><style nonce="own">[data-placard="a"] { min-height: 250px }</style>${sdkSnippet(delivery.url)}
      <div data-placard="a"></div><p>Below</p>`,
  });
  await page.goto(publisher.url);
  const top = () => page.getByText('Below').evaluate((element) => element.getBoundingClientRect().top);
  const before = await top();
  await shown(page, 'a');
  expect(await top()).toBe(before);
  expect(before).toBeGreaterThan(250);
});

test.describe('no ad', () => {
  const own = '<div data-placard="a" style="min-height:250px"><p>Subscribe to our letter</p></div>';

  test('the publisher’s own content waits for the answer, then is shown', async ({
    page,
    publisher,
    delivery,
  }) => {
    delivery.fault = 'ads-hang';
    await stopClock(page);
    await page.goto(publish(publisher, delivery, { body: own }));
    await expect.poll(() => delivery.adCalls.length).toBe(1);
    await expect(page.getByText('Subscribe')).toBeHidden();
    await page.clock.runFor(5_100);
    await expect(page.getByText('Subscribe')).toBeVisible();
    await pass(page, delivery, 60_000);
    expect(delivery.events).toEqual([]);
  });

  for (const fault of ['none', 'ads-cut', 'ads-500'] as const) {
    test(`the publisher’s own content stays (delivery: ${fault})`, async ({ page, publisher, delivery }) => {
      const errors: Error[] = [];
      page.on('pageerror', (error) => errors.push(error));
      delivery.fault = fault;
      await page.goto(publish(publisher, delivery, { body: own }));
      await expect.poll(() => delivery.adCalls.length).toBe(1);
      await expect(page.getByText('Subscribe')).toBeVisible();
      await expect(page.locator('p')).toHaveCSS('font-family', 'Georgia, serif');
      expect(errors).toEqual([]);
    });
  }

  test('with delivery away altogether the page is as without the tag', async ({
    page,
    publisher,
    delivery,
  }) => {
    const url = publish(publisher, delivery, { body: own });
    await page.route(`${delivery.url}/**`, (route) => route.abort());
    await page.goto(url);
    await expect(page.getByText('Subscribe')).toBeVisible();
  });

  test('an element that can have no shadow tree stays as it is, the others get their ads', async ({
    page,
    publisher,
    delivery,
  }) => {
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    delivery.ads.set('a', imageAd('b'));
    const list = '<ul><li data-placard="x" style="width:100px">Own</li></ul>';
    await page.goto(publish(publisher, delivery, { body: list + banner('a') }));
    await shown(page, 'a');
    await expect(page.getByText('Own')).toBeVisible();
    expect(errors).toEqual([]);
  });

  test('an empty slot gives its room back below the window, and only there', async ({
    page,
    publisher,
    delivery,
  }) => {
    const far = banner('b').replace('<div', '<div id="far"');
    const body = `${banner('a').replace('<div', '<div id="near"')}<div style="height:2000px"></div>${far}`;
    await page.goto(publish(publisher, delivery, { body }));
    await expect.poll(() => page.locator('#far').evaluate((element) => element.clientHeight)).toBe(0);
    expect(await page.locator('#near').evaluate((element) => element.clientHeight)).toBe(250);
  });
});

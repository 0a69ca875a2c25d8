import type { Page } from '@playwright/test';
import { expect, test } from './network.ts';
import { banner, imageAd, intersectionsTold, publish, requestsAnswered, shown } from './pages.ts';

function add(page: Page, html: string): Promise<void> {
  return page.evaluate((markup) => document.body.insertAdjacentHTML('beforeend', markup), html);
}

test('splits what is more than one call may ask for', async ({ page, publisher, delivery }) => {
  const keys = Array.from({ length: 23 }, (_, index) => `k${index}`);
  for (const key of keys)
    delivery.ads.set(key, Object.assign(imageAd('b'), { t: key.repeat(40).slice(0, 80) }));
  await page.goto(publish(publisher, delivery, { body: keys.map((key) => banner(key)).join('') }));
  for (const key of keys) await shown(page, key);
  const asked = delivery.adCalls.map((call) => call.searchParams.get('w')?.split(',').length);
  expect(asked).toEqual([20, 3]);
  // One after the other: the second names what the first brought.
  const named = delivery.adCalls.map((call) => call.searchParams.get('p')?.split(',').filter(Boolean).length);
  expect(named).toEqual([0, 20]);
});

test.describe('a call that is on its way when more widgets come', () => {
  test.beforeEach(({ delivery }) => {
    for (const [key, letter] of [
      ['a', 'A'],
      ['b', 'B'],
    ] as const) {
      delivery.ads.set(key, Object.assign(imageAd('b'), { t: letter.repeat(80) }));
    }
  });

  test('is waited for, and what it brought is named', async ({ page, publisher, delivery }) => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(
      '**/a?*',
      async (route) => {
        await held;
        await route.continue();
      },
      { times: 1 },
    );
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/a?')) calls.push(request.url());
    });
    await page.goto(publish(publisher, delivery, { body: banner('a') }));
    await expect.poll(() => calls.length).toBe(1);
    await add(page, banner('b'));
    await intersectionsTold(page);
    await requestsAnswered(page, delivery);
    expect(calls).toHaveLength(1);
    answer();
    await shown(page, 'b');
    expect(calls).toHaveLength(2);
    const named = delivery.adCalls.map((call) => call.searchParams.get('p'));
    expect(named).toEqual(['', 'A'.repeat(12)]);
  });

  test('holds them no longer than its patience', async ({ page, publisher, delivery }) => {
    delivery.fault = 'ads-hang';
    await page.goto(publish(publisher, delivery, { body: banner('a') }));
    await expect.poll(() => delivery.adCalls.length).toBe(1);
    delivery.fault = 'none';
    await add(page, banner('b'));
    await expect.poll(() => delivery.impressions, { timeout: 10_000 }).toEqual([`i${'B'.repeat(80)}`]);
  });
});

for (const [what, names] of [
  [
    'a form',
    '<form><input name="getAttribute"><input name="localName"></form><form><input name="localName"></form>',
  ],
  ['a page', '<iframe name="hidden" srcdoc="" style="display:none"></iframe><img name="hidden" alt="">'],
] as const) {
  test(`${what} whose fields or frames bear names that the tag asks for does no harm`, async ({
    page,
    publisher,
    delivery,
  }) => {
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    delivery.ads.set('a', imageAd('b'));
    await page.goto(publish(publisher, delivery, { body: names + banner('a') }));
    await shown(page, 'a');
    await expect.poll(() => [...delivery.events].sort()).toEqual(['ia-1', 'va-1']);
    expect(errors).toEqual([]);
  });
}

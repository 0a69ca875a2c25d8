import { expect, test } from './network.ts';
import { banner, imageAd, publish, scrollTo, shown, stopClock, vouchForNothing, watchFor } from './pages.ts';

/** The look of its own script, which the tag fetches where the browser does not vouch for an ad. */
const PASSING = 'position:fixed;inset:0;pointer-events:none';

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

test('what another tree lays over an ad is over it, also where a shadow tree names its own topmost alone', async ({
  page,
  publisher,
  delivery,
}) => {
  for (const key of ['x', 'y', 'z']) delivery.ads.set(key, imageAd('b'));
  await page.setViewportSize({ width: 1_000, height: 1_100 });
  await vouchForNothing(page);
  const cover = '<div style="position:absolute;inset:0;background:#fff"></div>';
  const inBox = (inside: string) => `<div style="position:relative;width:300px">${inside}</div>`;
  const inTree = (inside: string, slotted = '') =>
    `<x-card><template shadowrootmode="open">${inside}</template>${slotted}</x-card>`;
  const body = [
    inBox(banner('w') + cover),
    inTree(inBox(banner('x') + cover)),
    inTree(inBox(`${banner('y')}<slot></slot>`), cover),
    inTree(inBox(banner('z'))),
  ].join('');
  await page.goto(publish(publisher, delivery, { body, head: '<style>body{margin:0}</style>' }));
  const hosts = page.locator('[data-placard]');
  const countOfShown = () =>
    hosts.evaluateAll(
      (all) =>
        all.filter((host) => {
          const shell = host.shadowRoot?.firstElementChild?.firstElementChild;
          return shell instanceof HTMLElement && shell.style.opacity === '1';
        }).length,
    );
  await expect.poll(countOfShown).toBe(4);
  await watchFor(page, delivery, 3_000);
  expect(delivery.events.filter((event) => event.startsWith('v'))).toEqual(['vz-4']);
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

test('sees ads on pages of libraries that are older than `Array.from` and `entries`, and have their own', async ({
  page,
  publisher,
  delivery,
}) => {
  await vouchForNothing(page);
  // As Prototype 1.7 and MooTools 1.4 understand them: what is like a list becomes one, whatever else is asked.
  const head = `<script>Array.from=(list)=>Array.prototype.slice.call(list);Array.prototype.entries=function(){return this.slice()};Array.prototype.reduce=function(){return this[0]};Array.prototype.toJSON=()=>'[]'</script>`;
  const shade = `<div style="${PASSING};background:linear-gradient(transparent 60%,#000)"></div>`;
  await page.goto(publish(publisher, delivery, { body: banner('w') + shade, head }));
  await shown(page, 'w');
  await watchFor(page, delivery, 60_000);
  expect(delivery.events).toEqual(['iw-1', 'vw-1']);
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

/** As a page allows the very file that it embeds. */
const onlyTheTag = (address: string) => ({
  'content-security-policy': `script-src 'unsafe-inline' ${address}/sdk.js`,
});

test('comes beside the tag where a policy lets that in alone', async ({ page, publisher, delivery }) => {
  delivery.ads.set('x', imageAd('b'));
  await vouchForNothing(page);
  const body = `${banner('w')}<div style="opacity:.3">${banner('x')}</div>`;
  await page.goto(publish(publisher, delivery, { body, headers: onlyTheTag(delivery.url) }));
  await shown(page, 'w');
  await shown(page, 'x');
  await expect.poll(() => delivery.looksFetched).toBe(1);
  await watchFor(page, delivery, 10_000);
  expect(delivery.events.filter((line) => line.startsWith('v'))).toEqual(['vw-1']);
});

for (const [name, keptByPath, missing] of [
  ['a policy lets in the tag alone, and a cache gives that whatever is asked of it', true, false],
  ['it cannot be had', false, true],
] as const) {
  test(`nothing is seen where ${name}, and the page hears of no fault`, async ({
    page,
    publisher,
    delivery,
  }) => {
    await vouchForNothing(page);
    Object.assign(delivery, { lookMissing: missing, keptByPath });
    const faults: unknown[] = [];
    page.on('pageerror', (fault) => faults.push(fault));
    const headers = keptByPath ? onlyTheTag(delivery.url) : {};
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

import type { Page } from '@playwright/test';
import { HOSTILE_SAMPLES } from './hostile-samples.ts';
import { expect, type FakeDelivery, type FakePublisher, test } from './network.ts';
import { banner, frameAd, imageAd, publish, shown, stopClock, watchFor } from './pages.ts';

const LEAST_SAMPLES = 60;
const TALL = { width: 1_000, height: 4_200 };

const names = Object.values(HOSTILE_SAMPLES).flatMap((samples) => Object.keys(samples));

test(`there are at least ${LEAST_SAMPLES} of them, each its own`, () => {
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(LEAST_SAMPLES);
});

/** Gives each sample a widget and a frame of its own. @returns the widgets' keys */
function layOut(delivery: FakeDelivery, samples: Readonly<Record<string, string>>): string[] {
  return Object.entries(samples).map(([name, script], index) => {
    const key = `w${index}`;
    delivery.ads.set(key, { ...frameAd('b'), f: `/f/sample${index}` });
    delivery.frames.set(
      `/f/sample${index}`,
      `<head></head><body><script>
        function escaped() { parent.postMessage({ escaped: ${JSON.stringify(name)} }, "*") }
        function go(target) { const a = document.createElement("a"); a.href = "https://taken.example/"; a.target = target; document.body.append(a); a.click() }
        addEventListener("unhandledrejection", (event) => event.preventDefault())
        try { ${script} } catch {}
        setTimeout(() => parent.postMessage({ tried: ${JSON.stringify(key)} }, "*"), 200)
      </script></body>`,
    );
    return key;
  });
}

const LISTEN = `<script>heard = []; tried = new Set();
addEventListener("message", ({ data }) => { if (data && data.tried) tried.add(data.tried); else heard.push(data) });
new BroadcastChannel("placard").onmessage = ({ data }) => heard.push(data);
document.cookie = "own=1"; localStorage.own = 1</script>`;

type Heard = { readonly heard?: unknown[]; readonly tried?: Set<string> };

/** What got through: nothing. */
async function expectUntouched(page: Page, url: string, count: number): Promise<void> {
  expect(page.url()).toBe(url);
  expect(await page.title()).toBe('News');
  await expect(page.getByText('Untouched')).toBeVisible();
  const frames = page.locator('iframe');
  await expect(frames).toHaveCount(count);
  for (const frame of await frames.all()) {
    await expect(frame).toHaveAttribute(
      'sandbox',
      'allow-scripts allow-popups allow-popups-to-escape-sandbox',
    );
  }
  const told = await page.evaluate(() => JSON.stringify((window as Heard).heard));
  expect(told).not.toContain('escaped');
  const kept = () => [document.cookie, localStorage.length, localStorage.own, name, innerWidth];
  expect(await page.evaluate(kept)).toEqual(['own=1', 1, '1', '', TALL.width]);
}

for (const [reach, samples] of Object.entries(HOSTILE_SAMPLES)) {
  test(`code that reaches for ${reach} stays in its frame`, async ({ page, publisher, delivery }) => {
    const seen: string[] = [];
    page.on('dialog', (dialog) => {
      seen.push(`dialog: ${dialog.message()}`);
      void dialog.accept();
    });
    page.on('download', (download) => seen.push(`download: ${download.suggestedFilename()}`));
    page.context().on('page', (opened) => seen.push(`window: ${opened.url()}`));
    await page.setViewportSize(TALL);
    const keys = layOut(delivery, samples);
    const body = `<p>Untouched</p>${keys.map((key) => banner(key)).join('')}`;
    const url = publish(publisher, delivery, { body, head: LISTEN });
    await page.goto(url);
    for (const key of keys) await shown(page, key);
    await page.waitForFunction((count) => (window as Heard).tried?.size === count, keys.length);
    await expectUntouched(page, url, keys.length);
    expect(seen).toEqual([]);
  });
}

test.describe('a frame that the visitor can’t see', () => {
  const own = '<div data-placard="w" style="min-height:250px"><p>Subscribe to our letter</p></div>';
  const open = async (page: Page, publisher: FakePublisher, delivery: FakeDelivery, headers = {}) => {
    delivery.ads.set('w', { ...frameAd('b'), c: [77, 2] });
    await page.goto(publish(publisher, delivery, { body: own, headers }));
  };
  /** Nothing is billed, no cap is used up, and the publisher's own content is there. */
  const expectNothing = async (page: Page, delivery: FakeDelivery) => {
    await expect(page.getByText('Subscribe')).toBeVisible();
    await watchFor(page, delivery, 60_000);
    expect(delivery.events).toEqual([]);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  };

  test('because the page’s policy names no frames', async ({ page, publisher, delivery }) => {
    const policy = `script-src ${delivery.url}; connect-src ${delivery.url}; style-src 'unsafe-inline'; frame-src 'none'`;
    await open(page, publisher, delivery, { 'content-security-policy': policy });
    await expectNothing(page, delivery);
    expect(delivery.frameCalls).toEqual([]);
  });

  test('because a blocker cuts its address', async ({ page, publisher, delivery }) => {
    await page.route('**/f/**', (route) => route.abort('blockedbyclient'));
    await open(page, publisher, delivery);
    await expectNothing(page, delivery);
  });

  test('because something else came in its place', async ({ page, publisher, delivery }) => {
    delivery.silentFrames = true;
    delivery.frames.set(
      '/f/creative',
      '<body><script>parent.postMessage("w-2","*");top.postMessage("","*")</script>',
    );
    await open(page, publisher, delivery);
    await expectNothing(page, delivery);
  });

  test('because another frame of the page speaks for it', async ({ page, publisher, delivery }) => {
    delivery.silentFrames = true;
    publisher.pages.set('/forger', {
      html: '<script>setInterval(() => { for (const frame of [parent, ...parent.frames]) frame.postMessage("w-1", "*") }, 20)</script>',
    });
    delivery.ads.set('w', frameAd('b'));
    const body = `${own}<iframe src="/forger"></iframe>`;
    await page.goto(publish(publisher, delivery, { body }));
    await expectNothing(page, delivery);
  });

  test('because nothing was said of how it is confined', async ({ page, publisher, delivery }) => {
    const { b: _, ...unconfined } = frameAd('b');
    delivery.ads.set('w', unconfined);
    await page.goto(publish(publisher, delivery, { body: own }));
    await expectNothing(page, delivery);
    expect(delivery.frameCalls).toEqual([]);
  });

  test('because it never loads', async ({ page, publisher, delivery }) => {
    await page.route('**/f/**', () => undefined);
    await stopClock(page);
    await open(page, publisher, delivery);
    await expect.poll(() => page.locator('iframe').count()).toBe(1);
    await page.clock.runFor(9_900);
    await expect(page.getByText('Subscribe')).toBeHidden();
    await page.clock.runFor(200);
    await expectNothing(page, delivery);
  });
});

for (const policy of ['require-corp', 'credentialless']) {
  test(`a frame shows, and counts, on a page under the embedder policy ${policy}`, async ({
    page,
    publisher,
    delivery,
  }) => {
    delivery.ads.set('w', frameAd('b'));
    delivery.ads.set('image', imageAd('b'));
    const headers = { 'cross-origin-embedder-policy': policy, 'cross-origin-opener-policy': 'same-origin' };
    await page.goto(publish(publisher, delivery, { body: banner('w') + banner('image'), headers }));
    await shown(page, 'w');
    await shown(page, 'image');
    await expect(page.frameLocator('iframe').getByText('Third-party code')).toBeVisible();
    await expect.poll(() => delivery.impressions).toEqual(['iimage-2', 'iw-1']);
  });
}

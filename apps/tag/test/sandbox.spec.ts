import type { Page } from '@playwright/test';
import { HOSTILE_SAMPLES } from './hostile-samples.ts';
import { expect, type FakeDelivery, test } from './network.ts';
import { banner, frameAd, publish, shown } from './pages.ts';

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
      `<!doctype html><head></head><body><script>
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

import { chromiumFlags, findChromium } from '@placard/tooling/browser';
import type { Page } from '@playwright/test';
import { GREEDY_SAMPLES } from './hostile-samples.ts';
import { expect, type FakeDelivery, type FakePublisher, test } from './network.ts';
import { banner, frameAd, publish } from './pages.ts';

// As every browser with a window on a desktop does; the one without shares one process among all sites.
test.use({
  launchOptions: { executablePath: findChromium(), args: [...chromiumFlags(), '--site-per-process'] },
});

/** The visitor's page with an ad whose code runs as soon as the page has heard that it is there. */
async function openBeside(
  script: string,
  network: { page: Page; publisher: FakePublisher; delivery: FakeDelivery },
  host?: string,
) {
  const { page, publisher, delivery } = network;
  delivery.ads.set('w', { ...frameAd('b'), f: '/f/greedy' });
  delivery.frames.set(
    '/f/greedy',
    `<body>Lantern<script>parent.postMessage("begins", "*"); setTimeout(() => { ${script} }, 50)</script></body>`,
  );
  const head =
    '<script>addEventListener("message", ({ data }) => { if (data === "begins") begun = true })</script>';
  const body = `<button onclick="this.textContent = 'Subscribed'">Subscribe</button>${banner('w')}`;
  const url = new URL(publish(publisher, delivery, { body, head }));
  if (host !== undefined) url.hostname = host;
  await page.goto(url.href, { waitUntil: 'commit' });
  await page.waitForFunction(() => (window as { begun?: boolean }).begun === true);
}

/** Its timers and frames come, and it does what is asked of it. */
async function expectAnswers(page: Page): Promise<void> {
  for (let times = 0; times < 2; times += 1) {
    await page.evaluate(() => new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve), 50)));
  }
  await page.getByRole('button').click();
  await expect(page.getByRole('button')).toHaveText('Subscribed');
}

for (const [name, script] of Object.entries(GREEDY_SAMPLES)) {
  test(`the page answers the visitor beside an ad that ${name}`, async ({ page, publisher, delivery }) => {
    await openBeside(script, { page, publisher, delivery });
    await expectAnswers(page);
  });
}

test('also where ads come from the page’s own site', async ({ page, publisher, delivery }) => {
  await openBeside('for (;;);', { page, publisher, delivery }, new URL(delivery.url).hostname);
  await expectAnswers(page);
});

import { type Browser, expect } from '@playwright/test';
import { networkIn, sharedPlacard, test } from './support/own-placard.ts';

const own = sharedPlacard();
const network = networkIn(own, { domain: 'by-touch.example.com' });

/** A phone that is touched. */
const phone = (browser: Browser) =>
  own.pageOf(browser, network().advertiser, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });

test('a tap on a chart shows the figures of its day until something else is tapped', async ({ browser }) => {
  const page = await phone(browser);
  await page.goto(own.at('/advertiser/statistics'));
  const chart = page.locator('[aria-roledescription="chart"]').first();
  const said = chart.locator('[aria-live]');
  await expect(chart.locator('svg')).toBeVisible();
  await expect(said).toBeEmpty();
  await chart.tap({ position: { x: 150, y: 80 } });
  await expect(said).toContainText(/, 20\d\d: Impressions 0/);
  await page.getByRole('heading', { level: 1 }).tap();
  await expect(said).toBeEmpty();
  await page.context().close();
});

test('a tap shows what a mouse brings up, until the next touch; what can be pressed is pressed alone', async ({
  browser,
}) => {
  const page = await phone(browser);
  await page.goto(own.at('/advertiser/campaigns'));
  const card = page.getByRole('row', { name: /Lantern week/ });
  const created = card.locator('time').first();
  const words = page.locator('[popover="manual"][aria-hidden="true"]');
  const title = await created.getAttribute('title');
  // It is listened for once the page is there, and nothing is fetched any more.
  await page.waitForLoadState('networkidle');
  await card.getByRole('button', { name: 'More about Lantern week' }).tap();
  await created.tap();
  await expect(words).toHaveText(title ?? '');
  await expect(words).toBeInViewport({ ratio: 1 });
  await page.getByRole('heading', { level: 1 }).tap();
  await expect(words).toHaveCount(0);
  await card.getByRole('button', { name: /^Actions for/ }).tap();
  await expect(page.getByRole('menu')).toBeVisible();
  await expect(words).toHaveCount(0);
  await page.context().close();
});

import { expect } from '@playwright/test';
import { button } from './support/lists.ts';
import { ownPlacard, test } from './support/own-placard.ts';
import { buildSmallNetwork } from './support/small-network.ts';

const own = ownPlacard();

test('an operator sees how delivery does, and says from where on to be told', async ({ browser }) => {
  const { operator } = await buildSmallNetwork(own.placard);
  const page = await own.pageOf(browser, operator);
  await page.goto(own.at('/operator/health'));
  await expect(page.getByText('Nothing is beyond its threshold.')).toBeVisible();
  const row = page.getByRole('row', { name: /^Ad server 0 There/ });
  await expect(row).toBeVisible({ timeout: 15_000 });
  const disk = page.getByLabel('Free disk space below (%)');
  await disk.fill('99');
  await button(page, 'Save thresholds').click();
  await expect(disk).toHaveAccessibleDescription('Enter a number that is at most 50');
  await disk.fill('7');
  await page.getByLabel('Filtered events above (%)').fill('');
  await button(page, 'Save thresholds').click();
  await expect(page.getByText('Thresholds saved')).toBeVisible();
  await page.reload();
  await expect(disk).toHaveValue('7');
  await expect(page.getByLabel('Filtered events above (%)')).toHaveValue('');
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBe(360);
  await page.context().close();
});

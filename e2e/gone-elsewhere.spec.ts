import { expect, type Page } from '@playwright/test';
import { sharedPlacard, testWithAccount } from './support/own-placard.ts';

const own = sharedPlacard();
const { at } = own;
const withAccount = testWithAccount(own, ['advertiser', 'publisher'], 'Ada');

const gone = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'A filter of this report names something that is gone' });

withAccount(
  'a report whose filter names something gone says which, once, and shows the rest without it',
  async ({ account: { page } }) => {
    for (const [path, filter, left] of [
      ['/advertiser/statistics?filter=campaign:2147483647,device:mobile', 'Campaign: 2147483647', /device/],
      ['/publisher/report?filter=website:2147483647,device:mobile', 'Website: 2147483647', /device/],
      ['/publisher/stats?website=2147483647&country=DE', 'Website: 2147483647', /country=DE/],
    ] as const) {
      await page.goto(at(path));
      await expect(gone(page)).toContainText(filter);
      await expect(page.getByRole('button', { name: 'Try Again' })).toHaveCount(0);
      await gone(page).getByRole('button', { name: 'Remove this filter' }).click();
      await expect(gone(page)).toHaveCount(0);
      await expect(page).not.toHaveURL(/2147483647/);
      await expect(page).toHaveURL(left);
    }
  },
);

withAccount('an open panel of days follows the browser’s Back', async ({ account: { page } }) => {
  await page.goto(at('/advertiser/statistics?from=2026-03-01&to=2026-03-05'));
  const period = page.getByRole('button', { name: /^Period/ });
  await period.click();
  await page.getByLabel('To', { exact: true }).fill('2026-03-09');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/to=2026-03-09/);
  await period.click();
  await page.getByLabel('From', { exact: true }).fill('2026-03-02');
  await page.goBack();
  await expect(page).toHaveURL(/to=2026-03-05/);
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('2026-03-01');
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('2026-03-05');
});

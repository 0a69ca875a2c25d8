import { expect, type Locator, type Page } from '@playwright/test';
import { answerCalls } from './answer-calls.ts';
import { expectToast } from './screens.ts';

/** A file that is on its way, for ever: cancelled, it ends its call, and another one can be chosen. */
async function cancelsAFile(page: Page, dialog: Locator, format: string): Promise<void> {
  const files = '**/api/advertiser/report/file?*';
  await answerCalls(page, files, () => undefined);
  const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('/report/file?'));
  await dialog.getByRole('button', { name: format }).click();
  await expect(dialog.getByRole('status')).toHaveText('Collecting the rows…');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect((await ended).failure()?.errorText).toBe('net::ERR_ABORTED');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await page.unroute(files);
}

/** All rows as a file: which, and that the one of CSV has number and name of what it is of. */
export async function takesAllRows(page: Page): Promise<void> {
  for (const format of ['CSV', 'Parquet']) {
    await page.getByRole('button', { name: 'All rows as a file' }).click();
    const dialog = page.getByRole('dialog', { name: 'All rows as a file' });
    await cancelsAFile(page, dialog, format);
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: format }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(new RegExp(`^report-[-\\d]+\\.${format.toLowerCase()}$`));
    await expectToast(page, 'The file is saved.');
    await expect(dialog).toHaveCount(0);
    const bytes = Buffer.concat(await (await file.createReadStream()).toArray());
    if (format === 'Parquet') expect(bytes.subarray(-4).toString()).toBe('PAR1');
    else
      expect(bytes.toString('utf8')).toMatch(
        /^\uFEFFcampaignId,campaign,device,impressions.*\r\n\d+,Lantern week,\w+,1,/,
      );
  }
}

/** Beside each campaign, once somebody wants to see them, and sorted by them; not where rows are of a part. */
export async function showsViewersOfRows(page: Page): Promise<void> {
  const breakdown = page.getByRole('region', { name: 'Breakdown', exact: true });
  const asked = page.waitForRequest(
    (request) => request.url().includes('/reach?') && request.url().includes('by=campaign'),
  );
  await expect(breakdown.getByRole('row', { name: /Lantern week/ })).toBeVisible();
  // What comes late above it moves the button, and its panel with it, out of the window.
  await page.waitForLoadState('networkidle');
  await breakdown.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Viewer days (UTC)' }).check();
  await page.getByRole('checkbox', { name: 'Frequency' }).check();
  await page.keyboard.press('Escape');
  await asked;
  const row = breakdown.getByRole('row', { name: /Lantern week/ });
  const at = await breakdown.getByRole('columnheader').allTextContents();
  const cellOf = (name: string) => row.locator('td, th').nth(at.findIndex((one) => one.startsWith(name)));
  await expect(cellOf('Viewer days (UTC)')).toHaveText('1');
  await expect(cellOf('Frequency')).toHaveText('1.00');
  await breakdown.getByRole('button', { name: 'Viewer days (UTC)' }).click();
  await expect(page).toHaveURL(/sort=-?viewers/);
  await expect(cellOf('Viewer days (UTC)')).toHaveText('1');
}

/** From the middle of a chart to its last day, let go where the chart has ended already. */
export async function dragsBeyondTheEdge(page: Page, chart: Locator): Promise<void> {
  const { x, y, width, height } = (await chart.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [middle, beyond] = [x + width / 2, x + width + 20];
  await page.mouse.move(middle, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(beyond, y + height / 2, { steps: 3 });
  await page.mouse.up();
  await expect(page).toHaveURL(/[?&]from=[\d-]+&to=[\d-]+/);
}

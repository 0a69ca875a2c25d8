import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { button } from './support/lists.ts';
import { sharedPlacard, test } from './support/own-placard.ts';
import { buildSmallNetwork } from './support/small-network.ts';
import { holdBack } from './support/stored-session.ts';

const own = sharedPlacard();

test('an advertiser changes campaigns by a file, having seen what it would do', async ({ browser }) => {
  const { advertiser } = await buildSmallNetwork(own.placard, { domain: 'bulk.example.com' });
  const page = await own.pageOf(browser, advertiser);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(own.at('/advertiser/campaigns'));
  await button(page, 'Change many').click();
  const dialog = page.getByRole('dialog', { name: 'Change many campaigns' });
  const downloading = page.waitForEvent('download');
  await button(page, 'Download campaigns').click();
  const csv = await readFile(await (await downloading).path(), 'utf8');
  const [header = '', first = ''] = csv.split('\r\n');
  const [id = '', version = '', name = ''] = first.split(',');
  const changed = [header, first.replace(name, 'By a file'), `999999,${version},x,,1,,2026-01-01,`].join(
    '\r\n',
  );
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'campaigns.csv', mimeType: 'text/csv', buffer: Buffer.from(changed) });
  await expect(dialog.getByText('1 campaign changes, 0 stay as they are, 1 row fails.')).toBeVisible();
  await expect(dialog.getByText(`Name: ${name} → By a file`)).toBeVisible();
  await expect(dialog.getByText('There is no campaign of yours with this number')).toBeVisible();
  expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBe(360);
  const save = await holdBack(page, /campaigns\/bulk$/);
  await button(page, 'Save 1 valid campaign').click();
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'next.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`id,version,name\r\n${id},${Number(version) + 1},By the next file`),
  });
  save();
  await expect(page.getByText('1 campaign changed', { exact: true })).toBeVisible();
  // What was chosen while the save ran is checked after it.
  await expect(dialog.getByText('Name: By a file → By the next file')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('By a file').first()).toBeVisible();
  expect(id).toMatch(/^\d+$/);
  await button(page, 'Change many').click();
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'wrong.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('id,version,price\n1,1,1'),
  });
  await expect(dialog.getByRole('alert')).toHaveText('There is no column of this name: price');
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'latin.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`id,version,name\n${id},2,Frühling`, 'latin1'),
  });
  await expect(dialog.getByRole('alert')).toHaveText(
    'This file is not written in UTF-8: save it as “CSV UTF-8” and choose it again',
  );
  await page.context().close();

  // As a spreadsheet in German saves it again.
  const german = await own.pageOf(browser, advertiser, { locale: 'de-DE' });
  await german.goto(own.at('/advertiser/campaigns'));
  await button(german, 'Viele ändern').click();
  const sheet = german.waitForEvent('download');
  await button(german, 'Kampagnen herunterladen').click();
  const buffer = await readFile(await (await sheet).path());
  expect(buffer.toString()).toMatch(/^\uFEFFid;version;name;/);
  const file = german.getByRole('dialog').locator('input[type=file]');
  await file.setInputFiles({ name: 'campaigns.csv', mimeType: 'text/csv', buffer });
  await expect(
    german.getByText('0 Kampagnen ändern sich, 1 bleibt, wie sie ist, 0 Zeilen scheitern.'),
  ).toBeVisible();
  await german.context().close();
});

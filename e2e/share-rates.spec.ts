import { expect, type Page } from '@playwright/test';
import { violationsOf } from './support/axe.ts';
import { ownPlacard, test } from './support/own-placard.ts';
import { confirm, expectToast } from './support/screens.ts';
import { buildSmallNetwork } from './support/small-network.ts';

const own = ownPlacard();

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('an operator agrees on a share from a day to come, and the publisher reads it', async ({ browser }) => {
  const network = await buildSmallNetwork(own.placard, { domain: 'shares.example' });
  const page = await own.pageOf(browser, own.operator);
  await page.goto(own.at(`/operator/accounts/${network.publisher.accountId}`));
  const shares = part(page, 'Revenue share');
  await expect(shares.getByText('70% of what is charged, by the rate card')).toBeVisible();
  await shares.getByRole('button', { name: 'Set a share' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Of').selectOption({ label: 'shares.example' });
  await dialog.getByLabel('Publisher’s share (%)').fill('82.5');
  await dialog.getByLabel('First day').fill('2020-01-01');
  await dialog.getByLabel('Reason').fill('Agreed for the spring');
  await dialog.getByRole('button', { name: 'Set the share' }).click();
  await expect(dialog.getByText('Choose a day that has not begun')).toBeVisible();
  await dialog.getByLabel('First day').fill('2098-03-01');
  await dialog.getByLabel('Last day').fill('2098-05-31');
  await dialog.getByRole('button', { name: 'Set the share' }).click();
  await expectToast(page, 'Revenue share set');
  await expect(shares.getByText('82.5% from Mar 1, 2098 to May 31, 2098')).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);

  const theirs = await own.pageOf(browser, network.publisher);
  await theirs.goto(own.at('/publisher/payment'));
  await expect(part(theirs, 'Revenue share').getByText('82.5% from Mar 1, 2098')).toBeVisible();

  await shares.getByRole('button', { name: /82.5%/ }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await confirm(page, 'Remove');
  await expectToast(page, 'Revenue share removed');
  await expect(shares.getByText('82.5%')).toHaveCount(0);
});

test('an operator sees which key signs ads, renews it, and has it renewed by itself', async ({ browser }) => {
  const page = await own.pageOf(browser, own.operator);
  await page.goto(own.at('/operator/settings'));
  const keys = part(page, 'Keys that sign ads');
  await expect(keys.getByText(/^Key 1 signs since /)).toBeVisible();
  await expect(keys.getByText('The next one is made by hand.')).toBeVisible();
  await keys.getByRole('button', { name: 'Renew the key' }).click();
  await confirm(page, 'Renew the key');
  await expectToast(page, 'A new key waits for its first day');
  await expect(keys.getByText(/^Key 2 signs from .* on$/)).toBeVisible();
  await expect(keys.getByRole('button', { name: 'Renew the key' })).toBeDisabled();

  await page.getByRole('combobox', { name: 'Keys that sign ads are renewed' }).click();
  await page.getByRole('option', { name: 'Every 91 days' }).click();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expectToast(page, 'Settings saved');
  await expect(keys.getByText(/^The next one signs by itself from .* 253 more can be made\.$/)).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
});

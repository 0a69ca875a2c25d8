import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { violationsOf } from './support/axe.ts';
import { button } from './support/lists.ts';
import { ownPlacard, test } from './support/own-placard.ts';
import { addProfile, BANK, type Books, openBooks, withdraw } from './support/publisher-money.ts';
import { confirm, expectToast, rowAction } from './support/screens.ts';

const own = ownPlacard();
let books: Books;

test.beforeAll(() => {
  books = openBooks(own.placard);
  own.closeFirst(books.close);
});

test('an operator withholds tax from a day on, and a publisher reads what of a withdrawal is paid', async ({
  browser,
}) => {
  const session = await own.invite('abroad@example.com', ['publisher'], 'Abroad');
  await books.give(session.accountId, 500);
  const desk = await own.invite('tax-desk@example.com', ['operator'], 'Tax');
  const page = await own.pageOf(browser, desk);
  await page.goto(own.at(`/operator/accounts/${session.accountId}`));
  const panel = page.getByRole('region', { name: 'Withheld tax' });
  await expect(panel).toContainText('Nothing is withheld of payouts.');
  await panel.getByRole('button', { name: 'Set a rate' }).click();
  await page.getByLabel('Rate (%)').fill('15');
  await page.getByLabel('Reason').fill('By law');
  await button(page, 'Set the rate').click();
  await expectToast(page, 'Rate of withholding set');
  await expect(panel).toContainText(/15% from .*To come/);
  // A day passes.
  await books.beginWithholding(session.accountId);

  const site = await own.pageOf(browser, session);
  const payout = await withdraw(session, 100, await addProfile(session, 'Current account', BANK));
  await session.put('/auth/billing-details', {
    ...{ name: 'Abroad News', address: 'Row 1', country: 'AT', vatNumber: 'ATU13585627' },
    ...{ registrationNumber: '', isBusiness: true, version: 0 },
  });
  await site.goto(own.at('/publisher/payment'));
  await button(site, 'Agree to self-billing').click();
  await confirm(site, 'Agree to self-billing');
  await expectToast(site, 'Agreed to self-billing');
  await expect(site.getByText('The next payout that is paid has one.', { exact: false })).toBeVisible();
  await expect(site.getByRole('row').filter({ hasText: `PO-${payout}` })).toContainText(
    '$15.00 tax, $85.00 paid',
  );
  await expect(site.getByText('15% of each withdrawal is withheld as tax.', { exact: false })).toBeVisible();
  await button(site, 'Request withdrawal').click();
  await site.getByLabel('Amount').fill('333.30');
  await expect(site.getByText('15% of it is withheld as tax: $50.00. $283.30 is paid.')).toBeVisible();
  await site.keyboard.press('Escape');

  await page.goto(own.at(`/operator/payouts/${payout}`));
  await expect(page.getByText('Withheld tax (15%)')).toBeVisible();
  await page.goto(own.at(`/operator/payouts?search=PO-${payout}`));
  await rowAction(page, `PO-${payout}`, 'Approve to processing');
  await confirm(page, 'Approve to processing');
  await expectToast(page, '1 payout in processing');
  await rowAction(page, `PO-${payout}`, 'Mark as completed');
  await confirm(page, 'Mark as completed');
  await expectToast(page, '1 payout completed');
  await page.getByRole('tab', { name: 'Withheld tax' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Abroad' })).toContainText('$15.00');
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'CSV').click()]);
  expect(await readFile(await file.path(), 'utf8')).toContain(',15,1,100.00,15.00,85.00,USD');

  const label = `SBI-${session.accountId}-0001`;
  await site.reload();
  const [pdf] = await Promise.all([
    site.waitForEvent('download'),
    button(site, `Download ${label} as PDF`).click(),
  ]);
  expect(pdf.suggestedFilename()).toBe(`self-billing-invoice-${label}.pdf`);
  await page.goto(own.at(`/operator/documents?search=${label}`));
  await expect(page.getByRole('row').filter({ hasText: label })).toContainText('Self-billing invoice');

  // What is wrong is cancelled by a document of its own, and issued again.
  const undone = `SBC-${session.accountId}-0001`;
  await page.getByRole('link', { name: label }).click();
  await button(page, 'Cancel document').click();
  await page.getByLabel('Reason').fill('The address was wrong.');
  expect(await violationsOf(page)).toEqual([]);
  await confirm(page, 'Cancel document');
  await expectToast(page, `${label} cancelled`);
  await expect(page.getByRole('link', { name: undone })).toBeVisible();
  await button(page, 'Issue again').click();
  await confirm(page, 'Issue again');
  await expectToast(page, 'Document issued');
  await expect(page.getByRole('heading', { name: `SBI-${session.accountId}-0002` })).toBeVisible();
  await site.reload();
  await expect(site.getByText(`Cancelled by ${undone}`)).toBeVisible();
  await expect(site.getByText(`Cancels ${label}`)).toBeVisible();
  const [second] = await Promise.all([
    site.waitForEvent('download'),
    button(site, `Download ${undone} as PDF`).click(),
  ]);
  expect(second.suggestedFilename()).toBe(`self-billing-cancellation-${undone}.pdf`);
  await button(site, `Download SBI-${session.accountId}-0002 as PDF`).waitFor();
  expect(await violationsOf(site)).toEqual([]);
  await site.context().close();
  await page.context().close();
});

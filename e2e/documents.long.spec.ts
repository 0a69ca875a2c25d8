import { expect, type Page } from '@playwright/test';
import { button } from './support/lists.ts';
import { ownPlacard, test } from './support/own-placard.ts';
import { choose, confirm, expectToast } from './support/screens.ts';

const own = ownPlacard();

const part = (page: Page, name: string) => page.getByRole('region', { name });

test('seller and buyer say who they are, and each document carries one name', async ({ browser }) => {
  const operator = await own.pageOf(browser, own.operator);
  const advertiser = await own.pageOf(
    browser,
    await own.invite('buyer@example.com', ['advertiser'], 'Buyer'),
  );

  await test.step('the operator names the seller whole, with a rate', async () => {
    await operator.goto(own.at('/operator/settings'));
    const seller = part(operator, 'Seller on documents');
    await seller.getByLabel('Company').fill('Lantern GmbH');
    await seller.getByRole('button', { name: 'Add a rate', exact: true }).click();
    await choose(operator, 'Country of the buyer', 'Germany');
    await seller.getByLabel('Rate (%)').fill('19');
    await button(operator, 'Save settings').click();
    await expect(seller.getByText('Enter it too: documents name the seller whole')).toHaveCount(2);
    await choose(operator, 'Country of the seller', 'Germany');
    await seller.getByLabel('Address of the seller').fill('Torstr. 1\n10119 Berlin');
    await seller.getByLabel('VAT number of the seller').fill('136695976');
    await button(operator, 'Save settings').click();
    await expectToast(operator, 'Settings saved');
    await operator.reload();
    await expect(seller.getByLabel('VAT number of the seller')).toHaveValue('DE136695976');
    await expect(seller.getByLabel('Rate (%)')).toHaveValue('19');
  });

  await test.step('the buyer says how documents name it; a wrong VAT number says so at its field', async () => {
    await advertiser.goto(own.at('/account'));
    const details = part(advertiser, 'Billing details');
    await expect(details).toContainText('None entered yet');
    await details.getByRole('button', { name: 'Edit billing details', exact: true }).click();
    await details.getByLabel('Name or company').fill('Field & Sons SARL');
    await choose(advertiser, 'Country', 'France');
    await details.getByLabel('Address').fill('12 rue de la Paix\n75002 Paris');
    await details.getByLabel('VAT number').fill('FR123');
    await details.getByRole('button', { name: 'Save changes', exact: true }).click();
    await expect(details.getByText('This is no VAT number of the chosen country')).toBeVisible();
    await details.getByLabel('VAT number').fill('40303265045');
    await details.getByRole('button', { name: 'Save changes', exact: true }).click();
    await expectToast(advertiser, 'Billing details saved');
    await expect(details).toContainText('FR40303265045');
    await expect(details).toContainText('75002 Paris');
  });

  await test.step('a receipt has one name on the screen and as a file', async () => {
    await advertiser.goto(own.at('/advertiser/billing'));
    await button(advertiser, 'Add funds').first().click();
    const dialog = advertiser.getByRole('dialog');
    await dialog.getByLabel('Amount').fill('119');
    await dialog.getByRole('button', { name: 'Continue', exact: true }).click();
    await dialog.getByRole('button', { name: 'Done', exact: true }).click();
    await operator.goto(own.at('/operator/deposits'));
    await operator.getByRole('button', { name: /^Actions for PL-/ }).click();
    await operator.getByRole('menuitem', { name: 'Confirm arrival' }).click();
    await confirm(operator, 'Confirm arrival');
    await expectToast(operator, 'Deposit confirmed');
    await advertiser.reload();
    const invoices = part(advertiser, 'Recent invoices');
    await expect(invoices).toContainText(/Receipt REC-\d+-0001/);
    const [file] = await Promise.all([
      advertiser.waitForEvent('download'),
      invoices.getByRole('button', { name: /Download Receipt REC-\d+-0001 as PDF/ }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^receipt-REC-\d+-0001\.pdf$/);
  });

  await test.step('the operator finds it among all, and exports a period as journal and as PDFs', async () => {
    await operator.goto(own.at('/operator/documents'));
    await expect(operator.getByRole('row', { name: /REC-\d+-0001/ })).toContainText('Receipt');
    await button(operator, 'Export a period').click();
    const dialog = operator.getByRole('dialog');
    await dialog.getByLabel('First day').fill('2026-02-02');
    await dialog.getByLabel('Last day').fill('2026-02-01');
    await expect(dialog.getByText('The end date must not be before the start date')).toBeVisible();
    await dialog.getByLabel('First day').fill('2020-01-01');
    await dialog.getByLabel('Last day').fill('2020-01-31');
    await expect(dialog.getByText('No documents in this period')).toBeVisible();
    const today = new Date().toISOString().slice(0, 10);
    await dialog.getByLabel('Last day').fill(today);
    await dialog.getByLabel('First day').fill(`${today.slice(0, 4)}-01-01`);
    await expect(dialog.getByText('1 document in this period')).toBeVisible();
    for (const [name, file] of [
      ['Journal (CSV)', `documents-${today.slice(0, 4)}-01-01-${today}.csv`],
      ['PDFs (ZIP)', `documents-${today.slice(0, 4)}-01-01-${today}.zip`],
    ] as const) {
      const [given] = await Promise.all([
        operator.waitForEvent('download'),
        dialog.getByRole('button', { name, exact: true }).click(),
      ]);
      expect(given.suggestedFilename()).toBe(file);
    }
  });
});

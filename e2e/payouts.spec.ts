import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import type { Session } from './support/api-client.ts';
import { button, expectColumns } from './support/lists.ts';
import { ownPlacard, test } from './support/own-placard.ts';
import { addProfile, BANK, type Books, openBooks, withdraw } from './support/publisher-money.ts';
import { confirm, expectToast, rowAction } from './support/screens.ts';
import { PASSWORD } from './support/small-network.ts';

const own = ownPlacard();
let books: Books;

test.beforeAll(() => {
  books = openBooks(own.placard);
  own.closeFirst(books.close);
});

test('two operators approve a large payout, export it once, and complete it', async ({ browser }) => {
  const session = await own.invite('payee@example.com', ['publisher'], 'Site');
  await books.give(session.accountId, 2_000);
  // Before the payout is requested, and not the one who invited the other: two people.
  const first = await own.invite('first@example.com', ['operator'], 'First');
  const second = await own.invite('desk@example.com', ['operator'], 'Second');
  const payout = await withdraw(session, 1_500, await addProfile(session, 'Current account', BANK));
  const desk = async (by: Session) => {
    const page = await own.pageOf(browser, by);
    await page.goto(own.at(`/operator/payouts?search=PO-${payout}`));
    return page;
  };
  const page = await desk(first);
  const row = page.getByRole('row').filter({ hasText: `PO-${payout}` });
  await expectColumns(page, [
    'Payment ID',
    'Publisher',
    'Amount',
    'Paid to',
    'Status',
    'Request date',
    'Completed date',
    'Actions',
  ]);
  await rowAction(page, `PO-${payout}`, 'Approve to processing');
  await confirm(page, 'Approve to processing');
  await expectToast(page, 'Approval recorded: another operator has to approve it');
  await expect(row).toContainText('1 of 2 approvals');
  await page.getByRole('button', { name: `Actions for PO-${payout}` }).click();
  await expect(page.getByRole('menuitem', { name: 'Approve to processing' })).toBeDisabled();
  await page.context().close();

  const other = await desk(second);
  await rowAction(other, `PO-${payout}`, 'Approve to processing');
  await confirm(other, 'Approve to processing');
  await expectToast(other, '1 payout in processing');
  await other.getByRole('button', { name: `Actions for PO-${payout}` }).click();
  await expect(other.getByRole('menuitem', { name: 'Export CSV' })).toBeVisible();
  await expect(other.getByRole('menuitem', { name: 'Export SEPA file' })).toHaveCount(0);
  await other.getByRole('menuitem', { name: 'Export CSV' }).click();
  const [file] = await Promise.all([other.waitForEvent('download'), confirm(other, 'Export CSV')]);
  expect(await readFile(await file.path(), 'utf8')).toContain('DE89370400440532013000');
  await expectToast(other, 'Payouts exported');
  await rowAction(other, `PO-${payout}`, 'Mark as completed');
  await confirm(other, 'Mark as completed');
  await expectToast(other, '1 payout completed');
  await other.getByRole('tab', { name: 'Exports' }).click();
  await expect(other.getByRole('row').nth(1)).toContainText(/PAYOUTS-\d{8}-\d+CSV1\$1,500\.001 completed/);
  await other.getByRole('tab', { name: 'Monthly close' }).click();
  await expect(other.getByRole('heading', { name: 'Payouts', level: 1 })).toBeVisible();
  await other.getByRole('tab', { name: 'Settings' }).click();
  await other.getByLabel('Two operators approve above').fill('250');
  await button(other, 'Enter an account').click();
  await other.getByLabel('Account name').fill('Placard Network');
  await other.getByLabel('IBAN', { exact: false }).first().fill('NL91 ABNA 0417 1643 00');
  await button(other, 'Save payout settings').click();
  await expectToast(other, 'Payout settings saved');
  await expect(other.getByText('NL •••• 4300')).toBeVisible();
  await other.getByLabel('Two operators approve above').fill('400');
  await button(other, 'Save payout settings').click();
  await expect(
    other.getByText(/^From .* the limit is \$400\.00\. Until then \$250\.00 counts\.$/),
  ).toBeVisible();
  await other.goto(own.at('/operator/audit?about=payout'));
  const line = other.getByRole('group').filter({ hasText: /^Completed/ });
  await expect(line).toContainText(new RegExp(`Payout ${payout}.*Second`));
  await line.getByText('Completed', { exact: true }).click();
  await expect(line).toContainText('processing → completed');
  await expect(line).toContainText('$1,500.00');
  await other.context().close();
});

test('an operator whose proof is old shows who they are, and the payout goes on by the same key', async ({
  browser,
}) => {
  const session = await own.invite('later@example.com', ['publisher'], 'Later');
  await books.give(session.accountId, 100);
  const desk = await own.invite('later-desk@example.com', ['operator'], 'Later');
  const payout = await withdraw(session, 60, await addProfile(session, 'Current account', BANK));
  await books.outdateProofs(desk.userId);
  const page = await own.pageOf(browser, desk);
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/actions')) keys.push(request.headers()['idempotency-key']);
  });
  await page.goto(own.at(`/operator/payouts?search=PO-${payout}`));
  const asked = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await rowAction(page, `PO-${payout}`, 'Approve to processing');
  await confirm(page, 'Approve to processing');
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toContainText('Money is at stake');
  await confirm(page, 'Approve to processing');
  await asked.getByLabel('Your password').fill('Wrong-1-word');
  await button(page, 'Confirm and go on').click();
  await expect(asked).toContainText('current password is not correct');
  await asked.getByLabel('Your password').fill(PASSWORD);
  await button(page, 'Confirm and go on').click();
  await expectToast(page, '1 payout in processing');
  await expect(asked).toHaveCount(0);
  expect(keys).toHaveLength(3);
  expect(keys[2]).toBe(keys[1]);
  await page.context().close();
});

test('what stands above a screen comes with it: no button moves away from under the pointer', async ({
  browser,
}) => {
  const desk = await own.invite('steady-desk@example.com', ['operator'], 'Steady');
  const page = await own.pageOf(browser, desk);
  const reminder = page.getByText('You have no two-factor sign-in');
  await page.addInitScript(() => {
    // Each time that something is drawn: whether the heading was there before the reminder.
    new MutationObserver(() => {
      const [heading, notice] = [document.querySelector('main h1'), document.querySelector('main > div')];
      if (heading !== null && !notice?.textContent?.includes('two-factor'))
        document.documentElement.dataset.moved = 'yes';
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(own.at('/operator/payouts'));
  await expect(reminder).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Payouts', level: 1 })).toBeVisible();
  await expect(page.getByRole('tablist')).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-moved');
  await page.context().close();
});

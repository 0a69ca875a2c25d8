import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { answerCalls } from './support/answer-calls.ts';
import { button, failCalls } from './support/lists.ts';
import { sharedPlacard, test, testWithAccount } from './support/own-placard.ts';
import { addProfile, BANK, type Books, openBooks, PAYPAL, withdraw } from './support/publisher-money.ts';
import { confirm, expectToast, figureOf, rowAction } from './support/screens.ts';

const own = sharedPlacard();
const { at } = own;
const withPublisher = testWithAccount(own, ['publisher'], 'Site');
let books: Books;

test.beforeAll(() => {
  books = openBooks(own.placard);
  own.closeFirst(books.close);
});

const PAYMENT = '/publisher/payment';
const dialog = (page: Page) => page.getByRole('dialog');
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const paymentIds = (page: Page) => page.locator('tbody th code');

withPublisher('a publisher without anything is told what to do', async ({ account: { page } }) => {
  await page.goto(at(PAYMENT));
  for (const [label, hint] of [
    ['Available balance', 'Ready for withdrawal'],
    ['Pending earnings', 'Next payment'],
    ['Total earnings', 'All time'],
  ] as const) {
    await expect(figureOf(page, label)).toHaveText('$0.00');
    await expect(page.locator('dl').filter({ hasText: label }).first()).toContainText(hint);
  }
  await expect(button(page, 'Request withdrawal')).toBeDisabled();
  await expect(page.getByText('You can withdraw from $50.00 on; $50.00 to go.')).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText(['History', 'Payment Profiles']);
  await expect(page.getByRole('heading', { name: 'No payment history found.' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No closed month yet' })).toBeVisible();
  await page.getByRole('tab', { name: 'Payment Profiles' }).click();
  await expect(page.getByRole('heading', { name: 'No payment profiles yet' })).toBeVisible();
  await expect(page).toHaveURL(/tab=profiles/);
  const first = new Date();
  first.setUTCMonth(first.getUTCMonth() + 1, 1);
  const name = first.toLocaleDateString('en', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  });
  await expect(page.getByText(`Next payment ${name}`)).toBeVisible();
});

withPublisher('a withdrawal is checked, asked for, and stands in the history', async ({ account }) => {
  const { page, session } = account;
  await books.give(session.accountId, 120.126);
  await page.goto(at(PAYMENT));
  await expect(figureOf(page, 'Available balance')).toHaveText('$120.12');
  await button(page, 'Request withdrawal').click();
  await expect(dialog(page)).toContainText('Add a payment profile first');
  await addProfile(session, 'Newsroom PayPal', PAYPAL);
  await addProfile(session, 'Current account', BANK);
  await page.reload();
  await button(page, 'Request withdrawal').click();
  const amount = dialog(page).getByLabel('Amount');
  await expect(amount).toHaveValue('$120.12');
  // The fields came after the dialog, whose cross had the focus until then.
  await expect(amount).toBeFocused();
  const submit = dialog(page).getByRole('button', { name: 'Request withdrawal' });
  for (const [typed, said] of [
    ['49.99', 'The amount must be at least $50.00.'],
    ['120.13', 'Your available balance does not cover this amount.'],
    ['', 'This field is required'],
  ] as const) {
    await amount.fill(typed);
    await submit.click();
    await expect(dialog(page).getByText(said)).toBeVisible();
  }
  await dialog(page).getByRole('button', { name: 'All of it' }).click();
  await expect(amount).toHaveValue('$120.12');
  await dialog(page).getByLabel('Pay to').selectOption({ label: 'Current account' });
  await expect(dialog(page).getByText('Quayside Bank DE •••• 3000')).toBeVisible();
  const { promise: known, resolve: answer } = Promise.withResolvers<void>();
  await answerCalls(page, /\/payment\/withdrawals$/, async (route) => {
    await known;
    await route.fulfill({ status: 500, body: '' });
  });
  await submit.click();
  // What is on its way is not left by a slip: it may fail, and what was chosen is still wanted.
  await expect(dialog(page).getByRole('button', { name: 'Requesting…' })).toBeVisible();
  await page.keyboard.press('Escape');
  answer();
  await expectToast(page, 'Failed to request withdrawal');
  await page.unroute(/\/payment\/withdrawals$/);
  await submit.click();
  await expectToast(page, 'Withdrawal of $120.12 requested');
  await expect(figureOf(page, 'Available balance')).toHaveText('<$0.01');
  await expect(page.getByText('Ready for withdrawal · $120.12 on its way')).toBeVisible();
  const row = page.getByRole('row').nth(1);
  await expect(row).toContainText(/PO-\d+\$120\.12Bank transfer.*–PendingQuayside Bank •••• 3000/);
  // What was given came from the network: nothing of it was earned.
  await expect(page.getByText('Earned $0.00 = $0.006 available')).toContainText(
    '+ $0.00 pending + $120.12 on its way + $0.00 paid out − $120.126 credited by the network',
  );
  const paymentId = (await row.locator('code').textContent()) ?? '';
  await rowAction(page, paymentId, 'Cancel withdrawal');
  await expect(dialog(page)).toContainText('$120.12 will be available again at once.');
  await confirm(page, 'Cancel withdrawal');
  await expectToast(page, `Withdrawal ${paymentId} cancelled`);
  await expect(figureOf(page, 'Available balance')).toHaveText('$120.12');
  await expect(row).toContainText('Rejected');
  await expect(row.getByTitle('Cancelled by you')).toBeVisible();
  await expect(row.getByRole('button', { name: /^Actions/ })).toHaveCount(0);
});

withPublisher('the history is searched, filtered, sorted and cleared', async ({ account }) => {
  const { page, session } = account;
  await books.give(session.accountId, 500);
  const [bank, paypal] = [
    await addProfile(session, 'Current account', BANK),
    await addProfile(session, 'Newsroom PayPal', PAYPAL),
  ];
  const first = await withdraw(session, 60, bank);
  const second = await withdraw(session, 90, paypal);
  const third = await withdraw(session, 75, bank);
  const act = async (id: number, action: string, reason?: string) =>
    await own.operator.post(`/operator/payouts/${id}/actions`, {
      action,
      ...(reason === undefined ? {} : { reason }),
    });
  await act(first, 'process');
  await act(first, 'complete');
  await act(second, 'reject', 'Wrong holder');
  const id = (payout: number) => `PO-${payout}`;
  await page.goto(at(PAYMENT));
  await expect(page.getByRole('columnheader')).toHaveText([
    'Payment ID',
    'Amount',
    'Method',
    'Request date',
    'Completed date',
    'Status',
    'Paid to',
    'Actions',
  ]);
  await expect(paymentIds(page)).toHaveText([id(third), id(second), id(first)]);
  const today = new Date().toLocaleDateString('en', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const completed = page.getByRole('row').filter({ hasText: id(first) });
  await expect(completed.getByText(today)).toHaveCount(2);
  await expect(completed).toContainText('Completed');

  await page.getByRole('button', { name: 'Amount', exact: true }).click();
  await expect(paymentIds(page)).toHaveText([id(first), id(third), id(second)]);
  await expect(page).toHaveURL(/sort=amount/);
  const order = page.getByLabel('Sort by');
  await expect(order).toHaveValue('amount');
  await order.selectOption('Amount ↓');
  await expect(paymentIds(page)).toHaveText([id(second), id(third), id(first)]);
  await page.getByRole('searchbox').fill('nobody');
  await expect(page.getByText('No payment history found.')).toBeVisible();
  await button(page, 'Clear all filters').click();
  await page.getByRole('searchbox').fill('paypal');
  await expect(paymentIds(page)).toHaveText([id(second)]);
  await button(page, 'Clear all filters').click();
  await expect(paymentIds(page)).toHaveCount(3);
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Completed');
  await expect(paymentIds(page)).toHaveText([id(first)]);
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Pending');
  await expect(paymentIds(page)).toHaveText([id(third)]);
  const now = new Date();
  const year = String(now.getUTCFullYear());
  await page.getByRole('combobox', { name: 'Year' }).selectOption(year);
  const month = now.toLocaleDateString('en', { month: 'long', timeZone: 'UTC' });
  await page.getByRole('combobox', { name: 'Month' }).selectOption(month);
  await expect(page).toHaveURL(
    new RegExp(`month=${now.getUTCMonth() + 1}&.*year=${year}|year=${year}&.*month=`),
  );
  await expect(paymentIds(page)).toHaveText([id(third)]);
  await page.getByRole('searchbox').fill('nothing like it');
  await expect(page.getByRole('heading', { name: 'No payment history found.' })).toBeVisible();
  await button(page, 'Clear all filters').click();
  await expect(paymentIds(page)).toHaveCount(3);
  await expect(page).not.toHaveURL(/status|search|year=|month=/);
});

withPublisher(
  'profiles are added, edited, preferred and deleted, each with its words',
  async ({ account }) => {
    const { page } = account;
    const profiles = /\/payment\/profiles$/;
    await page.goto(at(`${PAYMENT}?tab=profiles`));
    const add = () => button(page, 'Add profile').click();
    const field = (name: string) => dialog(page).getByLabel(name, { exact: false }).first();
    const save = () => dialog(page).getByRole('button', { name: 'Save', exact: true }).click();
    await add();
    await field('Profile name').fill('Let go');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await add();
    await save();
    for (const said of [
      'Profile name is required',
      'Account name is required',
      'Bank name is required',
      'Enter an IBAN or an account number',
    ]) {
      await expect(dialog(page).getByText(said)).toBeVisible();
    }
    await field('Profile name').fill('Current account');
    await field('Account name').fill('Harbour News');
    await field('Bank name').fill('Quayside Bank');
    await field('IBAN').fill('DE89 3704 0044 0532 0130 01');
    await field('SWIFT code').fill('COBA');
    await field('Routing number').fill('123');
    await save();
    for (const said of [
      'Please enter a valid IBAN',
      'Please enter a valid SWIFT code of 8 or 11 characters',
      'Please enter a valid routing number of 9 digits',
    ]) {
      await expect(dialog(page).getByText(said)).toBeVisible();
    }
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    for (const leave of [
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(5, 5),
      () => dialog(page).getByRole('button', { name: 'Close', exact: true }).click(),
    ]) {
      await leave();
      await expect(question).toContainText('Your changes have not been saved.');
      await page.keyboard.press('Escape');
      await expect(question).toHaveCount(0);
      await expect(field('Bank name')).toHaveValue('Quayside Bank');
    }
    await field('IBAN').fill('DE89 3704 0044 0532 0130 00');
    await field('SWIFT code').fill('COBADEFF');
    await field('Routing number').fill('');
    await failCalls(page, profiles);
    await save();
    await expectToast(page, 'Failed to create payment profile');
    await page.unroute(profiles);
    await save();
    await expectToast(page, 'Payment profile created successfully');
    const list = panel(page, 'Payment Profiles');
    const rowOf = (name: string) => list.getByRole('listitem').filter({ hasText: name });
    await expect(rowOf('Current account')).toContainText('Bank account · Quayside Bank DE •••• 3000');
    await expect(rowOf('Current account')).toContainText('Default');
    await expect(panel(page, 'Payment settings')).toContainText('Bank account · Current account');

    await add();
    await field('Profile name').fill('PayPal');
    await field('Bank name').fill('None');
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await add();
    await field('Profile name').fill('PayPal');
    await dialog(page).getByRole('radio', { name: 'PayPal' }).check();
    await field('PayPal email').fill('nobody');
    await save();
    await expect(dialog(page).getByText('Invalid email address')).toBeVisible();
    await field('PayPal email').fill('accounts@harbour.example');
    await save();
    await expect(rowOf('a•••@•••.example')).toBeVisible();

    await rowAction(page, 'PayPal', 'Edit');
    await expect(dialog(page)).toContainText('a•••@•••.example');
    await field('Profile name').fill('Wallet');
    await failCalls(page, /\/payment\/profiles\/\d+$/);
    await save();
    await expectToast(page, 'Failed to update payment profile');
    await page.unroute(/\/payment\/profiles\/\d+$/);
    await save();
    await expectToast(page, 'Payment profile updated successfully');

    const prefer = /\/payment\/profiles\/\d+\/default$/;
    await rowAction(page, 'Wallet', 'Set as default');
    await expect(dialog(page)).toContainText('Set “Wallet” as the default?');
    await failCalls(page, prefer);
    await confirm(page, 'Set as default');
    await expect(page.getByRole('dialog')).toContainText('Failed to update default payment profile');
    await page.unroute(prefer);
    await confirm(page, 'Set as default');
    await expectToast(page, 'Default payment profile updated');
    await expect(rowOf('Wallet')).toContainText('Default');
    await expect(panel(page, 'Payment settings')).toContainText('PayPal · Wallet');

    await rowAction(page, 'Current account', 'Delete');
    await expect(dialog(page)).toContainText('This cannot be undone.');
    await failCalls(page, /\/payment\/profiles\/\d+$/);
    await confirm(page, 'Delete');
    await expect(page.getByRole('dialog')).toContainText('Failed to delete payment profile');
    await page.unroute(/\/payment\/profiles\/\d+$/);
    await confirm(page, 'Delete');
    await expectToast(page, 'Payment profile deleted successfully');
    await expect(rowOf('Current account')).toHaveCount(0);

    await failCalls(page, profiles);
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('Failed to load payment profiles');
  },
);

withPublisher('payment and global settings are shown and changed', async ({ account: { page, session } }) => {
  await addProfile(session, 'Current account', BANK);
  await page.goto(at(PAYMENT));
  const settings = panel(page, 'Payment settings');
  const global = panel(page, 'Global settings');
  await expect(settings).toContainText(/Minimum payout\$50\.00/);
  await expect(settings).toContainText(/Payment frequencyMonthly, on the first of each month/);
  await expect(settings).toContainText(/Preferred methodBank account · Current account/);
  await expect(global).toContainText(/Minimum payout amount\$50\.00/);
  await expect(global).toContainText(/Auto withdrawalDisabled/);
  await expect(global).toContainText(/Default currencyUSD/);
  await button(page, 'Edit settings').click();
  await dialog(page).getByLabel('Minimum payout').fill('10');
  const save = dialog(page).getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await expect(dialog(page).getByText('The minimum payout must be at least $50.00.')).toBeVisible();
  await dialog(page).getByLabel('Minimum payout').fill('80');
  await dialog(page).getByRole('switch').check();
  await save.click();
  await expectToast(page, 'Payment settings saved');
  await expect(settings).toContainText(/Minimum payout\$80\.00/);
  await expect(global).toContainText(/Auto withdrawalEnabled/);
});

withPublisher('a closed month’s statement is downloaded as PDF and CSV', async ({ account }) => {
  const { page, session } = account;
  const lastMonth = new Date();
  lastMonth.setUTCMonth(lastMonth.getUTCMonth() - 1, 15);
  await books.give(session.accountId, 64.5, lastMonth);
  const month = await books.closeLastMonth(session.accountId);
  await page.goto(at(PAYMENT));
  const statements = panel(page, 'Monthly statements');
  await expect(statements).toContainText('Earnings $0.00 · Closing balance $64.50');
  const download = async (kind: 'PDF' | 'CSV') => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      statements.getByRole('button', { name: new RegExp(`as ${kind}$`) }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`statement-${month}.${kind.toLowerCase()}`);
    return await readFile(await file.path());
  };
  expect((await download('CSV')).toString()).toContain('Start bonus,,,64.50,USD');
  expect((await download('PDF')).subarray(0, 5).toString()).toBe('%PDF-');
  await failCalls(page, /\/statements\/.*\/pdf$/);
  await statements.getByRole('button', { name: /as PDF$/ }).click();
  await expectToast(page, 'Failed to download the statement');
});

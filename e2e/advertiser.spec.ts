import { expect, type Locator, type Page } from '@playwright/test';
import { addActiveCampaign, addCampaign } from './support/advertiser-data.ts';
import { answerCalls } from './support/answer-calls.ts';
import {
  button,
  expectAction,
  expectColumns,
  expectFailedList,
  expectRefusedList,
  expectStats,
  failCalls,
  rowNames,
} from './support/lists.ts';
import { sharedPlacard, test, testWithAccount } from './support/own-placard.ts';
import { confirm, expectToast, figureOf, rowAction } from './support/screens.ts';
import { fund } from './support/small-network.ts';
import { holdBack } from './support/stored-session.ts';

const CAMPAIGNS = '/advertiser/campaigns';
const CREATIVES = '/advertiser/creatives';

const own = sharedPlacard();
const { at } = own;
const withBuyer = testWithAccount(own, ['advertiser'], 'Buyer');

/** A step begins at its top, whoever led there: its heading has the focus, the bar of steps is in sight. */
async function expectStepTop(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { name: heading, exact: true })).toBeFocused();
  await expect(page.getByRole('list', { name: 'Steps' })).toBeInViewport({ ratio: 1 });
}

/** The second click of the double click that led here, and one on the blank space beside a switch. */
async function expectNothingPressedBy2ndClick(page: Page): Promise<void> {
  const desktop = page.getByRole('checkbox', { name: 'Desktop' });
  await page.getByText('Desktop', { exact: true }).hover();
  for (const [clickCount, checked] of [
    [2, true],
    [1, false],
    [1, true],
  ] as const) {
    await page.mouse.down({ clickCount });
    await page.mouse.up({ clickCount });
    await expect(desktop).toBeChecked({ checked });
  }
  const allDay = page.getByRole('switch', { name: 'All day' });
  const days = page.getByRole('group', { name: 'Days of week' });
  await allDay.scrollIntoViewIfNeeded();
  const [{ y, height }, row] = [await boxOf(allDay), await boxOf(days)];
  await page.mouse.click(row.x + row.width - 20, y + height / 2);
  await expect(allDay).toBeChecked();
}

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (box === null) throw new Error('It is not shown');
  return box;
}

test.describe('campaigns', () => {
  withBuyer('the list shows stats, columns, search and filters', async ({ account: { page, session } }) => {
    await addCampaign(session, 'Autumn fair', { startDate: '2031-05-01', endDate: '2031-05-31' });
    await addCampaign(session, 'Harbour days', { totalBudget: 250 });
    await addActiveCampaign(own.operator, session, 'Lantern week');
    await page.goto(at(CAMPAIGNS));
    await expectStats(page, { 'Total campaigns': '3', 'Active campaigns': '1' });
    await expect(figureOf(page, 'Total budget').locator('[title="$450.00"]')).toBeVisible();
    const dates = ['Created', 'Start date', 'End date'];
    await expectColumns(page, ['Campaign name', 'Status', 'Budget', ...dates, 'Actions']);
    const names = rowNames(page);
    await expect(names).toHaveText(['Lantern week', 'Harbour days', 'Autumn fair']);

    await page.getByRole('searchbox', { name: 'Search campaigns' }).fill('harb');
    await expect(names).toHaveText(['Harbour days']);
    await button(page, 'Clear search').click();
    await expect(names).toHaveCount(3);
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Active');
    await expect(names).toHaveText(['Lantern week']);
    await expect(page).toHaveURL(/[?&]status=active/);

    await page.goto(at(`${CAMPAIGNS}?startFrom=2031-01-01&startTo=2031-12-31`));
    await expect(names).toHaveText(['Autumn fair']);
    await expect(page.getByRole('button', { name: /^Start date range.*2031/ })).toBeVisible();
    await page.goto(at(`${CAMPAIGNS}?createdTo=2020-01-01`));
    await expect(page.getByText('Nothing matches', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Created date range.*2020/ })).toBeVisible();
    await button(page, 'Clear filters').click();
    await expect(names).toHaveCount(3);
  });

  withBuyer('a list that fails says why and can be tried again', async ({ account: { page, session } }) => {
    await addCampaign(session, 'Autumn fair');
    const calls = /\/api\/advertiser\/campaigns\?/;
    await expectFailedList(page, calls, at(CAMPAIGNS), 'Failed to fetch campaigns');
    await answerCalls(page, calls, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Proxy</h1>' }),
    );
    await page.goto(at(CAMPAIGNS));
    await expect(page.getByRole('alert')).toContainText('Invalid data format received from server.');
    await expectRefusedList(page, calls, at(CAMPAIGNS), 'campaigns');
  });

  withBuyer('Create Campaign checks first, and asks about a draft', async ({ account: { page } }) => {
    await page.goto(at(CAMPAIGNS));
    const create = page.getByRole('button', { name: 'Create Campaign' });
    const check = /\/campaigns\/can-create$/;
    const release = await holdBack(page, check);
    await create.click();
    await expect(button(page, 'Checking...')).toBeVisible();
    release();
    await expect(page).toHaveURL(at(`${CAMPAIGNS}/create`));
    await page.getByLabel('Campaign name').fill('Half a thought');
    await expect(page.getByText('Draft saved', { exact: true })).toBeVisible();

    const prompt = page.getByRole('dialog', { name: 'Continue your draft?' });
    const reopen = async (answer: string) => {
      await page.goto(at(CAMPAIGNS));
      await create.click();
      await expect(prompt).toContainText('Half a thought');
      await button(page, answer).click();
    };
    await reopen('Continue');
    await expect(page.getByLabel('Campaign name')).toHaveValue('Half a thought');
    await reopen('Start Over');
    await expect(page.getByLabel('Campaign name')).toHaveValue('');

    await page.goto(at(CAMPAIGNS));
    await failCalls(page, check);
    await create.click();
    await expectToast(page, 'Failed to check if campaign can be created.');
  });

  withBuyer('the wizard: Setting, Target, Success', async ({ account: { page } }) => {
    await page.goto(at(`${CAMPAIGNS}/create?step=target`));
    await expectToast(page, 'Campaign data is missing. Please go back to step 1.');
    await button(page, 'Back to step 1').click();
    const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem');
    await expect(steps).toContainText(['Setting', 'Target', 'Success']);
    await button(page, 'Next').click();
    await expectToast(page, 'Please fill in all required fields correctly');
    const field = (label: string) => page.getByLabel(label, { exact: true });
    await field('Campaign name').fill('Lantern week');
    await field('Objective').getByRole('radio', { name: 'Traffic', exact: true }).check();
    await expect(field('Traffic')).toHaveAccessibleDescription('Be visited: you pay per click.');
    await field('Total budget').fill('250.5');
    await page.getByLabel('Daily budget').fill('25');
    await button(page, 'Next').click();
    await expectStepTop(page, 'Step 2 of 3: Target');
    await expectNothingPressedBy2ndClick(page);
    await expect(field('Ad set name')).toHaveJSProperty('required', true);
    await expect(field('Days of week').getByRole('checkbox', { name: 'Monday', exact: true })).toBeChecked();
    for (const one of ['Locations', 'Languages']) await expect(page.getByLabel(one)).toHaveRole('combobox');
    await page.goBack();
    await expectStepTop(page, 'Step 1 of 3: Setting');
    await button(page, 'Next').click();
    await expectStepTop(page, 'Step 2 of 3: Target');

    await expect(page.getByText('Left empty: the campaign’s $250.50.', { exact: true })).toBeVisible();
    await expect(page.getByText('Left empty: the campaign’s $25.00.', { exact: true })).toBeVisible();
    await page.getByLabel('Ad set name').fill('');
    await button(page, 'Create Campaign').click();
    await expectToast(page, 'Please fill in all ad set fields correctly');
    await page.getByLabel('Ad set name').fill('Everywhere');
    const post = /\/api\/advertiser\/campaigns$/;
    await failCalls(page, post);
    await button(page, 'Create Campaign').click();
    await expectToast(page, 'Failed to create campaign and ad set');
    await page.unroute(post);
    // It arrives, and nobody hears of it: the same words again make one, what was changed since is stored as well.
    const create = async (adSet: string) => {
      await page.getByLabel('Ad set name').fill(adSet);
      await button(page, 'Create Campaign').click();
    };
    await answerCalls(page, post, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await create('Somewhere');
    await expectToast(page, 'Failed to create campaign and ad set');
    await create('Everywhere');
    await expectToast(page, 'Failed to create campaign and ad set');
    await page.unroute(post);
    await create('Everywhere');

    const id = (label: string) => page.locator(`dt:text-is("${label}") + dd`);
    await expect(id('Campaign ID')).toHaveText(/^\d+$/);
    const path = `${await id('Campaign ID').textContent()}/${await id('Ad set ID').textContent()}`;
    await page.getByRole('button', { name: 'Create Creative' }).click();
    await expect(page).toHaveURL(at(`${CREATIVES}/create/${path}`));
    await expect(page.getByText('For the ad set “Everywhere” of “Lantern week”')).toBeVisible();
    await page.goBack();
    await page.getByRole('button', { name: 'View All Campaigns' }).click();
    await expect(rowNames(page)).toHaveText(['Lantern week', 'Lantern week']);
  });

  withBuyer('what a row offers asks first and tells how it went', async ({ account: { page, session } }) => {
    await addCampaign(session, 'Autumn fair');
    await addActiveCampaign(own.operator, session, 'Lantern week');
    const url = /\/campaigns\/\d+\/actions$/;
    await page.goto(at(CAMPAIGNS));
    const act = (row: string, label: string, verb: string, done: string) =>
      expectAction(page, row, { label, url, failed: `Failed to ${verb} campaign`, done: `Campaign ${done}` });
    await act('Autumn fair', 'Publish', 'publish', 'submitted for review');
    await expect(page.getByRole('row', { name: /Autumn fair/ })).toContainText('Pending');
    await act('Lantern week', 'Pause', 'pause', 'paused');
    await act('Lantern week', 'Activate', 'activate', 'activated');
    await act('Lantern week', 'Cancel campaign', 'cancel', 'cancelled');
    await expect(page.getByRole('row', { name: /Lantern week/ })).toContainText('Cancelled');
    await rowAction(page, 'Lantern week', 'Archive');
    await expect(page.getByRole('dialog')).toContainText('This cannot be undone.');
    await page.keyboard.press('Escape');
    await act('Lantern week', 'Archive', 'archive', 'archived');
    await expect(rowNames(page)).toHaveText(['Autumn fair']);
  });

  withBuyer('details: the tabs, and an edit that pauses', async ({ account: { page, session } }) => {
    const { campaignId } = await addActiveCampaign(own.operator, session, 'Lantern week');
    await page.goto(at(`${CAMPAIGNS}/${campaignId}`));
    await expect(page.getByRole('tab').first()).toHaveText('Settings');
    await page.getByRole('tab', { name: 'Target' }).click();
    await expect(page.getByRole('region', { name: 'Ad sets' })).toContainText('Everywhere');
    await page.getByRole('tab', { name: 'Analytics Code' }).click();
    await expect(page.getByRole('region', { name: 'Analytics Code' })).toBeVisible();
    await page.getByRole('tab', { name: 'Performance' }).click();
    await expect(figureOf(page, 'Impressions')).toHaveText('0');
    await page.getByRole('tab', { name: 'Settings' }).click();

    await button(page, 'Edit').click();
    await expect(page.getByLabel('Campaign name')).toBeFocused();
    await button(page, 'Cancel').click();
    await expect(button(page, 'Edit')).toBeFocused();
    await button(page, 'Edit').click();
    await page.getByLabel('Campaign name').fill('Lantern month');
    await button(page, 'Save').click();
    const dialog = page.getByRole('dialog', { name: 'Save and pause “Lantern week”?' });
    await expect(dialog).toContainText('Editing an active campaign pauses it.');
    await expect(dialog).toContainText('It must be re-submitted and approved before it is shown again.');
    await confirm(page, 'Save and pause');
    await expect(page.getByRole('heading', { level: 1, name: 'Lantern month' })).toBeVisible();
    const head = page.getByRole('main').locator('header').first();
    await expect(head).toContainText('Paused');
    await expect(button(page, 'Edit')).toBeFocused();
    await button(page, 'Re-submit').click();
    await confirm(page, 'Re-submit');
    await expectToast(page, 'Campaign submitted for review');
    await expect(head).toContainText('Pending');
  });
});

test.describe('billing', () => {
  const BILLING = '/advertiser/billing';
  const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

  withBuyer('an empty wallet, and what a deposit changes', async ({ account: { page, session } }) => {
    await page.goto(at(BILLING));
    const balance = part(page, 'Account balance');
    await expect(balance).toContainText('$0.00');
    await expect(balance).toContainText('Low balance');
    await expect(balance).toContainText('Currency: USD');
    await expect(part(page, 'Last payment')).toContainText('No payment yet');
    await expect(part(page, 'Recent invoices')).toContainText('No invoices yet');
    await expect(part(page, 'Payment methods')).toContainText('No payment methods yet');
    await expect(button(page, 'Add your first payment method')).toBeVisible();
    await expect(button(page, 'Add funds')).toBeVisible();
    await expect(part(page, 'Automatic top-up')).toContainText('No card can be saved here');
    const transactions = part(page, 'Wallet transactions');
    await expect(transactions).toContainText('No transactions yet');

    for (let deposits = 0; deposits < 21; deposits += 1) await fund(own.operator, session, 100);
    await button(page, 'Refresh').click();
    await expect(balance).toContainText('$2,100.00');
    await expect(balance).toContainText('Funds available');
    await expect(part(page, 'Last payment')).toContainText('$100.00');
    const rows = transactions.locator('tbody tr');
    await expect(rows).toHaveCount(20);
    const all = /\/api\/advertiser\/wallet\/transactions/;
    await failCalls(page, all);
    await button(page, 'Refresh').click();
    await expectToast(page, 'Failed to load transactions');
    await expect(rows).toHaveCount(20);
    await page.unroute(all);
    const further = /\/wallet\/transactions\?.*before=/;
    await failCalls(page, further);
    await button(page, 'Load more').click();
    await expectToast(page, 'Failed to fetch wallet transactions');
    await page.unroute(further);
    await button(page, 'Load more').click();
    await expect(rows).toHaveCount(21);
    await expect(button(page, 'Load more')).toHaveCount(0);
  });

  withBuyer('a failure of each part says so and can be tried again', async ({ account: { page } }) => {
    const calls = /\/api\/advertiser\/wallet\/(balance|transactions)/;
    await failCalls(page, calls);
    await page.goto(at(BILLING));
    const balance = part(page, 'Account balance');
    await expect(balance).toContainText('Failed to load balance');
    const transactions = part(page, 'Wallet transactions');
    await expect(transactions).toContainText('Failed to load transactions');
    // The page asks for the balance once more than the bar above it: a press amid that meets a button that goes.
    await page.waitForLoadState('networkidle');
    await page.unroute(calls);
    await balance.getByRole('button', { name: 'Try Again' }).click();
    await expect(balance).toContainText('$0.00');
    await expect(balance).toBeFocused();
    await transactions.getByRole('button', { name: 'Try Again' }).click();
    await expect(transactions).toContainText('No transactions yet');
  });
});

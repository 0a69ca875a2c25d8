import { expect, type Page } from '@playwright/test';
import { addActiveCampaign, addCampaign } from './support/advertiser-data.ts';
import { button, expectColumns, failCalls, rowNames } from './support/lists.ts';
import { sharedPlacard, testWithAccount } from './support/own-placard.ts';
import { confirm, expectToast, rowAction } from './support/screens.ts';
import { PASSWORD } from './support/small-network.ts';
import { holdBack } from './support/stored-session.ts';
import { goWithin } from './support/within.ts';

const CAMPAIGNS = '/advertiser/campaigns';

const own = sharedPlacard();
const { at } = own;
const withBuyer = testWithAccount(own, ['advertiser'], 'Buyer');
const cell = (page: Page, row: string, column: string) =>
  page.getByRole('row', { name: new RegExp(row) }).locator(`td[data-label="${column}"]`);
const editor = (page: Page, row: string) => page.getByRole('form', { name: `Edit “${row}” here` });

async function startEdit(page: Page, row: string): Promise<void> {
  await button(page, `Edit name and budgets of ${row}`).first().click();
  await expect(editor(page, row).getByLabel('Campaign name')).toBeFocused();
}

withBuyer('figures are asked for once, and only when a column shows them', async ({ account }) => {
  const { page, session } = account;
  await addCampaign(session, 'Autumn fair');
  await addActiveCampaign(own.operator, session, 'Lantern week');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/campaigns/figures')) asked.push(request.url());
  });
  const dates = ['Created', 'Start date', 'End date'];
  const main = ['Campaign name', 'Status', 'Budget', ...dates];
  await page.goto(at(CAMPAIGNS));
  await expect(rowNames(page)).toHaveCount(2);
  await expectColumns(page, [...main, 'Actions']);
  await expect(page.getByRole('button', { name: /^Figures/ })).toHaveCount(0);
  expect(asked).toEqual([]);

  await failCalls(page, /campaigns\/figures/);
  await button(page, 'Columns').click();
  const figures = ['Impressions', 'Viewable rate', 'Clicks', 'CTR', 'Spend', 'Pacing'];
  const again = page.getByRole('button', { name: 'Figures could not be loaded. Try again' });
  for (const figure of figures) {
    await page.getByRole('checkbox', { name: figure, exact: true }).check();
    // It comes into the row that the chooser hangs from: a press amid that would meet another place.
    await expect(again).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await expectColumns(page, [...main, ...figures, 'Actions']);
  await page.unroute(/campaigns\/figures/);
  asked.length = 0;
  await again.click();
  await expect(cell(page, 'Lantern week', 'Impressions')).toHaveText('0');
  await expect(cell(page, 'Lantern week', 'CTR')).toContainText('No impressions in these days');
  await expect(cell(page, 'Lantern week', 'Pacing')).toContainText(/\$0\.00 of <?\$|is planned for today/);
  await expect(cell(page, 'Autumn fair', 'Pacing')).toContainText('It does not run today');
  expect(asked).toHaveLength(1);

  await page.getByRole('button', { name: /^Figures/ }).click();
  await button(page, 'Last 7 days').click();
  await expect(page).toHaveURL(/figuresFrom=\d{4}-\d\d-\d\d&figuresTo=/);
  await page.reload();
  await expect(cell(page, 'Lantern week', 'Impressions')).toHaveText('0');
  expect(new URL(asked.at(-1) ?? '').searchParams.get('from')).toBe(
    new URL(page.url()).searchParams.get('figuresFrom'),
  );

  // Days of an address that is typed by hand are left out as a report leaves them out: it says so, and why.
  const told = page.getByRole('alert').or(page.getByRole('status'));
  await page.goto(at(`${CAMPAIGNS}?createdFrom=2026-03-05&createdTo=2026-03-01&figuresFrom=2026-02-30`));
  await expect(told.filter({ hasText: 'left out: they end before they begin' })).toBeVisible();
  await expect(told.filter({ hasText: 'names other days than these: one of them is no day' })).toBeVisible();
  await expect(rowNames(page)).toHaveCount(2);
});

withBuyer('a row is edited where it stands', async ({ account: { page, session } }) => {
  const { campaignId } = await addCampaign(session, 'Autumn fair');
  await page.goto(at(`${CAMPAIGNS}/${campaignId}`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Autumn fair');
  await goWithin(page, CAMPAIGNS);
  await startEdit(page, 'Autumn fair');
  await page.keyboard.type('Thrown away');
  await page.keyboard.press('Escape');
  await expect(editor(page, 'Autumn fair')).toHaveCount(0);
  await expect(rowNames(page)).toHaveText(['Autumn fair']);
  await expect(button(page, 'Edit name and budgets of Autumn fair').first()).toBeFocused();

  await page.keyboard.press('Enter');
  const form = editor(page, 'Autumn fair');
  await form.getByLabel('Total budget').fill('0.5');
  await form.getByLabel('Daily budget').fill('20');
  await page.keyboard.press('Enter');
  await expect(form.getByText('The budget must be at least $1.00', { exact: true })).toBeVisible();
  await form.getByLabel('Total budget').fill('10');
  await page.keyboard.press('Enter');
  await expect(form.getByLabel('Daily budget')).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel('Daily budget').fill('5');
  await form.getByLabel('Campaign name').fill('Winter fair');

  const saves: string[] = [];
  const release = await holdBack(page, /name-and-budgets$/, (request) => saves.push(request.method()));
  await page.keyboard.press('Enter');
  await expect(form.getByRole('button', { name: 'Saving…' })).toBeVisible();
  await page.keyboard.press('Enter');
  release();
  await expectToast(page, 'Campaign updated');
  await expect(rowNames(page)).toHaveText(['Winter fair']);
  await expect(cell(page, 'Winter fair', 'Budget')).toContainText('$10.00');
  expect(saves).toEqual(['PUT']);

  // The campaign's own page was seen before: its form opens with what was saved, not with that.
  await rowAction(page, 'Winter fair', 'Edit');
  await expect(page.getByRole('textbox', { name: 'Campaign name' })).toHaveValue('Winter fair');
  await page.getByRole('textbox', { name: 'Campaign name' }).fill('Spring fair');
  await button(page, 'Save').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Spring fair');
});

withBuyer('an active one warns, and a second tab is told', async ({ account: { page, session } }) => {
  const { campaignId } = await addActiveCampaign(own.operator, session, 'Lantern week');
  await page.goto(at(CAMPAIGNS));
  await startEdit(page, 'Lantern week');
  await page.keyboard.type('Lantern month');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Save and pause “Lantern week”?' });
  await expect(dialog).toContainText('It must be re-submitted and approved before it is shown again.');
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByRole('row', { name: /Active/ })).toHaveCount(0);
  await expect(editor(page, 'Lantern week').getByLabel('Campaign name')).toHaveValue('Lantern month');

  const path = `/advertiser/campaigns/${campaignId}`;
  const { version } = await session.get<{ version: number }>(path);
  const elsewhere = { name: 'Lantern year', totalBudget: 100, dailyBudget: null, version };
  await session.put(`${path}/name-and-budgets`, elsewhere);
  await editor(page, 'Lantern week').getByRole('button', { name: 'Save', exact: true }).click();
  await confirm(page, 'Save and pause');
  await expect(page.getByRole('alert')).toContainText('This was changed somewhere else');
  await button(page, 'Load the newest state').click();
  await expect(rowNames(page)).toHaveText(['Lantern year']);
  await expect(page.getByRole('row', { name: /Lantern year/ })).toContainText('Paused');

  await page.setViewportSize({ width: 360, height: 800 });
  await startEdit(page, 'Lantern year');
  await page.keyboard.type('Lantern decade');
  await page.getByRole('searchbox', { name: 'Search campaigns' }).fill('else');
  await expect(page.getByRole('dialog')).toContainText('Leave without saving?');
  await confirm(page, 'Stay');
  await editor(page, 'Lantern year').getByRole('button', { name: 'Save', exact: true }).click();
  await expectToast(page, 'Campaign updated');
  await expect(rowNames(page)).toHaveText(['Lantern decade']);
});

withBuyer('on a phone all campaigns of a page are chosen at once', async ({ account: { page, session } }) => {
  await addCampaign(session, 'Lantern week');
  await addCampaign(session, 'Autumn fair');
  await page.setViewportSize({ width: 320, height: 740 });
  await page.goto(at(CAMPAIGNS));
  const all = page.getByRole('checkbox', { name: 'Select all rows of this page' });
  await page.getByRole('checkbox', { name: 'Select Autumn fair' }).check();
  await expect(all).toBeChecked({ indeterminate: true });
  await all.check();
  await expect(page.getByText('2 selected', { exact: true })).toBeVisible();
  await button(page, 'Archive').click();
  const dialog = page.getByRole('dialog', { name: 'Archive 2 campaigns?' });
  await expect(dialog).toContainText(
    'They disappear from your lists. Their figures are kept in the statistics.',
  );
  await confirm(page, 'Archive');
  await expectToast(page, '2 campaigns archived');
  await page.setViewportSize({ width: 1_280, height: 740 });
  await expect(all).toHaveCount(0);
});

/** Letter by letter without a pause, however busy the machine is. */
function typeInOneGo(field: Element, text: string): void {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  for (let length = 1; length <= text.length; length += 1) {
    set?.call(field, text.slice(0, length));
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

withBuyer('the wizard estimates the daily reach while it is filled in', async ({ account: { page } }) => {
  const asked: { locations: string[] }[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/advertiser/reach-estimate')) asked.push(request.postDataJSON());
  });
  await page.goto(at(`${CAMPAIGNS}/create`));
  await page.getByLabel('Campaign name').fill('Lantern week');
  await page.getByRole('radio', { name: /^Brand awareness/ }).check();
  await page.getByLabel('Total budget').fill('300');
  await button(page, 'Next').click();
  const panel = page.getByRole('region', { name: 'Estimated daily reach' });
  await expect(panel).toContainText('No data yet');
  await expect(panel).toContainText('What $10.00 a day buys');
  await expect(panel).toContainText('About 5,000 viewable impressions');
  const before = asked.length;
  await page.getByLabel('Daily budget').evaluate(typeInOneGo, '25');
  await expect(panel).toContainText('What $25.00 a day buys');
  // Typed in one go: asked once.
  expect(asked.length - before).toBe(1);
  await page
    .getByRole('button', { name: 'Desktop', exact: true })
    .or(page.getByRole('checkbox', { name: 'Desktop' }))
    .click();
  await page.getByLabel('Bid per 1,000 viewable impressions').fill('5');
  await expect(panel).toContainText('About 5,000 viewable impressions');
});

withBuyer('Enter takes the country that was looked for, and sends nothing', async ({ account }) => {
  const { page, session } = account;
  await page.goto(at(`${CAMPAIGNS}/create`));
  await page.getByLabel('Campaign name').fill('Lantern week');
  await page.getByRole('radio', { name: /^Brand awareness/ }).check();
  await page.getByLabel('Total budget').fill('300');
  await button(page, 'Next').click();
  await page.getByLabel('Ad set name').fill('Coast');
  const locations = page.getByRole('combobox', { name: 'Locations' });
  await locations.fill('ger');
  await expect(page.getByRole('option').first()).toHaveText('Germany');
  await locations.press('Enter');
  await expect(page.getByText('Germany', { exact: true }).first()).toBeVisible();
  await locations.fill('nowhere at all');
  await locations.press('Enter');
  await expect(page.getByText('Germany', { exact: true }).first()).toBeVisible();
  expect((await session.get<{ total: number }>('/advertiser/campaigns')).total).toBe(0);
});

withBuyer('the activity tells who changed what', async ({ account: { page, session } }) => {
  const { campaignId } = await addActiveCampaign(own.operator, session, 'Lantern week');
  const path = `/advertiser/campaigns/${campaignId}`;
  const { version } = await session.get<{ version: number }>(path);
  await session.put(`${path}/name-and-budgets`, {
    name: 'Lantern month',
    totalBudget: 150.5,
    dailyBudget: 20,
    version,
  });
  await page.goto(at(`${CAMPAIGNS}/${campaignId}`));
  await page.getByRole('tab', { name: 'Activity' }).click();
  const entries = page.getByRole('region', { name: 'Activity' }).getByRole('listitem');
  await expect(entries).toHaveCount(6);
  const newest = entries.first();
  await expect(newest).toContainText('Campaign edited');
  await expect(newest).toContainText('by Buyer');
  const change = (field: string) => newest.locator(`dt:text-is("${field}") + dd`);
  await expect(change('Total budget')).toContainText(/\$100\.00.*\$150\.50/);
  await expect(change('Daily budget')).toContainText(/No daily limit.*\$20\.00/);
  await expect(change('Status')).toContainText(/Active.*Paused/);
  await expect(entries.filter({ hasText: 'Campaign approved' })).toContainText('by the operator');
  await expect(entries.filter({ hasText: 'Creative “Lantern banner” created and assigned' })).toHaveCount(1);

  // More than a page, on a phone.
  for (let times = 0; times < 12; times += 1) {
    await session.post(`${path}/actions`, { action: 'publish' });
    const pending = await session.get<{ version: number }>(path);
    await session.put(`${path}/name-and-budgets`, {
      name: `Lantern ${times}`,
      totalBudget: 150.5,
      dailyBudget: 20,
      version: pending.version,
    });
  }
  await page.setViewportSize({ width: 360, height: 800 });
  await page.reload();
  await expect(entries).toHaveCount(25);
  await button(page, 'Load more').click();
  await expect(entries).toHaveCount(30);
  await expect(entries.last()).toContainText('Campaign created');
  await expect(button(page, 'Load more')).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

withBuyer(
  'a draft survives back, reload, another device and the end of the session',
  async ({ account: { page, session, email }, browser }) => {
    await page.goto(at(`${CAMPAIGNS}/create`));
    await page.getByLabel('Campaign name').fill('Lantern week');
    await page.getByRole('radio', { name: /^Traffic/ }).check();
    await page.getByLabel('Total budget').fill('250');
    await button(page, 'Next').click();
    await page.getByLabel('Ad set name').fill('Evenings');
    await page.getByLabel('Bid per click').fill('0.4');
    await page.getByLabel('Frequency cap').fill('3');
    await expect(page.getByText('Draft saved', { exact: true })).toBeVisible();
    await page.goBack();
    await expect(page.getByLabel('Campaign name')).toHaveValue('Lantern week');
    await button(page, 'Next').click();
    await expect(page.getByLabel('Ad set name')).toHaveValue('Evenings');
    await page.reload();
    await expect(page.getByLabel('Ad set name')).toHaveValue('Evenings');

    const other = await own.pageOf(browser, session);
    await other.goto(at(CAMPAIGNS));
    await other.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(other.getByLabel('Ad set name')).toHaveValue('Evenings');
    await expect(other.getByLabel('Bid per click')).toHaveValue('$0.40');
    await expect(other.getByLabel('Frequency cap')).toHaveValue('3');
    await other.getByRole('button', { name: 'Create Campaign' }).click();
    await expectToast(other, 'Campaign created');
    await other.context().close();

    await page.goto(at(`${CAMPAIGNS}/create`));
    const name = page.getByLabel('Campaign name');
    await expect(name).toHaveValue('');
    await name.fill('Harbour');
    await expect(page.getByText('Draft saved', { exact: true })).toBeVisible();
    await session.post('/auth/logout');
    await name.fill('Harbour days');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await button(page, 'Login').click();
    await expect(name).toHaveValue('Harbour days');
    await expect(page.getByText('Draft saved', { exact: true })).toBeVisible();
    expect(await page.evaluate(() => Object.keys(localStorage).join())).not.toContain('campaign-draft');
  },
);

withBuyer('a campaign is duplicated from the list and from its page; the copy opens', async ({ account }) => {
  const { page, session } = account;
  await addCampaign(session, 'Lantern week');
  await page.goto(at(CAMPAIGNS));
  await rowAction(page, 'Lantern week', 'Duplicate');
  await expect(page.getByRole('dialog')).toContainText('A start date that has passed becomes today');
  await confirm(page, 'Duplicate');
  await expectToast(page, 'Campaign duplicated. Check its dates before you publish it.');
  await expect(page.getByRole('heading', { name: 'Lantern week (copy)', level: 1 })).toBeVisible();
  await expect(page.getByText('Paused', { exact: true }).first()).toBeVisible();
  await rowAction(page, 'Lantern week (copy)', 'Duplicate');
  await confirm(page, 'Duplicate');
  await expect(page.getByRole('heading', { name: 'Lantern week (copy) (copy)', level: 1 })).toBeVisible();
});

withBuyer('ad sets of a campaign: add, duplicate, archive; a second tab is told', async ({ account }) => {
  const { page, session } = account;
  const { campaignId, adSetId } = await addCampaign(session, 'Lantern week');
  const target = at(`${CAMPAIGNS}/${campaignId}?tab=target`);
  await page.goto(target);
  await button(page, 'Add ad set').click();
  await page.getByLabel('Ad set name').fill('Evenings');
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByRole('dialog')).toContainText('Leave without saving?');
  await confirm(page, 'Stay');
  await button(page, 'Save ad set').press('Enter');
  await expectToast(page, 'Ad set created');
  await expect(button(page, 'Add ad set')).toBeFocused();
  const cards = page.getByRole('region', { name: 'Ad sets' }).getByRole('article');
  await expect(cards).toHaveCount(2);
  await rowAction(page, 'Evenings', 'Duplicate');
  await expectToast(page, 'Ad set duplicated');
  await expect(cards).toHaveCount(3);
  await rowAction(page, 'Evenings (copy)', 'Archive');
  await expect(page.getByRole('dialog')).toContainText('This cannot be undone.');
  await confirm(page, 'Archive');
  await expect(cards).toHaveCount(2);

  await rowAction(page, 'Everywhere', 'Edit');
  await button(page, 'Cancel').click();
  await expect(button(page, 'Actions for Everywhere')).toBeFocused();
  await rowAction(page, 'Everywhere', 'Edit');
  await page.getByLabel('Ad set name').fill('Mornings');
  const { adSets } = await session.get<{ adSets: { id: number; version: number }[] }>(
    `/advertiser/campaigns/${campaignId}`,
  );
  const seen = adSets.find((adSet) => adSet.id === adSetId);
  await session.put(`/advertiser/ad-sets/${adSetId}`, { ...seen, name: 'Nights' });
  await button(page, 'Save ad set').click();
  await expect(page.getByRole('alert')).toContainText('This was changed somewhere else');
  await button(page, 'Load the newest state').click();
  await expect(cards.first()).toContainText('Nights');
});

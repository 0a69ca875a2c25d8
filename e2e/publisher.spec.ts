import { expect, type Page } from '@playwright/test';
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
import { addActiveWebsite, addWebsite, addWidget } from './support/publisher-data.ts';
import { choose, expectToast, figureOf, rowAction } from './support/screens.ts';

const WEBSITES = '/publisher/websites';

const own = sharedPlacard();
const { at } = own;
const withPublisher = testWithAccount(own, ['publisher', 'advertiser'], 'Site');
const shows = (page: Page, text: string) =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible();

test.describe('websites', () => {
  withPublisher('the list shows stats, columns, search and filters', async ({ account }) => {
    const { page, session, domain } = account;
    await addActiveWebsite(own.operator, session, domain);
    await addWebsite(session, `blog.${domain}`, { custom: 30_000 });
    const calls = /\/api\/publisher\/websites\?/;
    await expectFailedList(page, calls, at(WEBSITES), 'Failed to fetch websites');
    await expectRefusedList(page, calls, at(WEBSITES), 'websites');
    await expectStats(page, { 'Total websites': '2', 'Active websites': '1' });
    await expect(figureOf(page, 'Total traffic')).toContainText(/31/);
    await expectColumns(page, ['Website', 'Status', 'Traffic', 'ads.txt', 'Created', 'Actions']);
    await expect(page.getByRole('row', { name: new RegExp(`^Select ${domain}`) })).toContainText('Unknown');
    await page.getByRole('searchbox', { name: 'Search websites' }).fill('blog');
    await expect(rowNames(page)).toHaveText([`blog.${domain}`]);
    await page.getByRole('searchbox', { name: 'Search websites' }).fill(domain);
    await expect(page).toHaveURL(/search=(?!blog$)/);
    await page.goBack();
    await expect(page).toHaveURL(at(WEBSITES));
    await expect(page.getByRole('searchbox', { name: 'Search websites' })).toHaveValue('');
    await expect(rowNames(page)).toHaveCount(2);
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Active');
    await expect(rowNames(page)).toHaveText([domain]);
    await page.goto(at(`${WEBSITES}?reportFrom=2026-01-01&reportTo=2026-01-31`));
    await expect(page.getByRole('button', { name: /^Report date range.*2026/ })).toBeVisible();
    await rowAction(page, domain, 'Report');
    await expect(page).toHaveURL(/\/publisher\/report\?.*website.*from=2026-01-01&to=2026-01-31/);
  });

  withPublisher('adding one names each broken rule', async ({ account: { page, domain } }) => {
    await page.goto(at(`${WEBSITES}/create`));
    const add = () => button(page, 'Add Website').click();
    await add();
    await expectToast(page, 'Please fill in all required fields correctly');
    await shows(page, 'Domain is required');
    await shows(page, 'Choose at least one category');
    await shows(page, 'Choose a traffic range or enter a number');
    for (const field of ['Domain', 'Categories', 'Monthly traffic'])
      await expect(page.getByLabel(field, { exact: true })).toHaveAttribute('aria-invalid', 'true');
    for (const [typed, fault] of [
      [`https://${domain}`, 'Enter the domain without http:// or https://'],
      ['no domain', 'Please enter a valid domain name'],
    ] as const) {
      await page.getByLabel('Domain').fill(typed);
      await add();
      await shows(page, fault);
    }
    await page.getByLabel('Domain').fill(domain);
    const categories = page.getByRole('combobox', { name: 'Categories' });
    const pick = async (name: string) => {
      await categories.fill(name);
      await page.getByRole('option', { name, exact: true }).click();
    };
    for (const name of ['Attractions', 'Automotive', 'Careers', 'Crime']) await pick(name);
    // In the search Enter takes the first that fits, and sends nothing.
    await categories.fill('law');
    await categories.press('Enter');
    await shows(page, 'What it is about: 1 to 5. 5 of 5 chosen.');
    await pick('Events');
    await shows(page, 'What it is about: 1 to 5. 5 of 5 chosen.');
    await page.keyboard.press('Escape');

    await page.getByRole('combobox', { name: 'Monthly traffic' }).click();
    await expect(page.getByRole('option')).toHaveText([
      'Under 1,000',
      '1,000-5,000',
      '5,000-10,000',
      '10,000-50,000',
      '50,000-100,000',
      '100,000-500,000',
      '500,000-1,000,000',
      'Over 1,000,000',
      'Custom',
    ]);
    await page.getByRole('option', { name: 'Custom' }).click();
    for (const views of ['0', '100000001']) {
      await page.getByLabel('Views a month').fill(views);
      await add();
      await shows(page, 'Traffic must be a whole number between 1 and 100,000,000');
    }
    await page.getByLabel('Views a month').fill('100000000');
    const calls = /\/api\/publisher\/websites$/;
    await failCalls(page, calls);
    await add();
    await expectToast(page, 'Failed to add website');
    await page.unroute(calls);
    await add();
    await expectToast(page, 'Website added. It is under review and is activated once approved.');
    await expect(page.getByRole('row', { name: new RegExp(domain) })).toContainText('Pending');
  });

  withPublisher('a registered domain is refused, and stays as it is', async ({ account }) => {
    const { page, session, domain } = account;
    const { id } = await addWebsite(session, domain);
    await page.goto(at(`${WEBSITES}/create`));
    await page.getByLabel('Domain').fill(domain);
    await choose(page, 'Categories', 'Politics');
    await page.keyboard.press('Escape');
    await choose(page, 'Monthly traffic', '1,000-5,000');
    await button(page, 'Add Website').click();
    await expect(page.getByLabel('Domain')).toHaveAccessibleDescription(
      /This domain has already been registered\./,
    );

    await page.goto(at(`${WEBSITES}/${id}/edit`));
    // Block-lists below are of advertisers, and not other domains and categories.
    await expect(page.getByLabel('Blocked by category')).toBeVisible();
    await expect(page.getByLabel('Categories')).toBeVisible();
    await expect(page.getByLabel('Domain')).toHaveValue(domain);
    await expect(page.getByLabel('Domain')).not.toBeEditable();
    await choose(page, 'Monthly traffic', '5,000-10,000');
    const calls = /\/api\/publisher\/websites\/\d+$/;
    await answerCalls(page, calls, (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
    );
    await button(page, 'Save').click();
    await expectToast(page, 'Failed to update website');
    await page.unroute(calls);

    // The newest state is still under way when the page is left; what the form had before is not what it opens with.
    const { promise, resolve: release } = Promise.withResolvers<void>();
    await answerCalls(page, calls, async (route) => {
      if (route.request().method() === 'GET') await promise;
      await route.continue();
    });
    await button(page, 'Save').click();
    await expectToast(page, 'Website updated');
    await expect(page.getByRole('row', { name: new RegExp(domain) })).toContainText('5,000-10,000');
    await rowAction(page, domain, 'Edit');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Edit ${domain}`);
    release();
    const traffic = page.getByRole('combobox', { name: 'Monthly traffic' });
    await expect(traffic).toHaveValue('5,000-10,000');

    const elsewhere = await session.get<{ version: number; categories: string[] }>(`${WEBSITES}/${id}`);
    const range = { range: '10000_50000' };
    await session.put(`${WEBSITES}/${id}`, { ...elsewhere, traffic: range });
    await button(page, 'Save').click();
    await button(page, 'Load the newest state').click();
    await expect(traffic).toHaveValue('10,000-50,000');
  });

  withPublisher('suspend, activate and delete ask first and tell', async ({ account }) => {
    const { page, session, domain } = account;
    await addActiveWebsite(own.operator, session, domain);
    await page.goto(at(WEBSITES));
    const url = /\/websites\/\d+\/actions$/;
    const act = (label: string, verb: string, done: string) =>
      expectAction(page, domain, {
        label,
        url,
        failed: `Failed to ${verb} website`,
        done: `Website ${done}`,
      });
    await act('Suspend', 'suspend', 'suspended');
    await act('Activate', 'activate', 'activated');
    await rowAction(page, domain, 'Delete');
    await expect(page.getByRole('dialog')).toContainText('This cannot be undone.');
    await page.keyboard.press('Escape');
    await act('Delete', 'delete', 'deleted');
    await expect(page.getByRole('heading', { name: 'No websites yet' })).toBeVisible();
  });
});

test.describe('widgets', () => {
  withPublisher('the list of a website: header, stats, search and filters', async ({ account }) => {
    const { page, session, domain } = account;
    const websiteId = await addActiveWebsite(own.operator, session, domain);
    await addWidget(session, websiteId, 'Beside the text');
    await addWidget(session, websiteId, 'Below the text', 'native');
    const list = `${WEBSITES}/${websiteId}/widgets`;
    const calls = /\/widgets\?/;
    await expectFailedList(page, calls, at(list), 'Failed to fetch widgets');
    await expect(page.getByRole('heading', { level: 1, name: `Website: ${domain}` })).toBeVisible();
    await expectStats(page, { 'Total widgets': '2', 'Active widgets': '2' });
    await page.getByRole('searchbox', { name: 'Search widgets' }).fill('beside');
    await expect(rowNames(page)).toHaveText(['Beside the text']);
    await page.goto(at(list));
    await page.getByRole('combobox', { name: 'Type' }).selectOption('Native');
    await expect(rowNames(page)).toHaveText(['Below the text']);
    for (const filter of ['status=suspended', 'createdTo=2020-01-01']) {
      await page.goto(at(`${list}?${filter}`));
      await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
    }
    await expect(page.getByRole('button', { name: /^Created date range.*2020/ })).toBeVisible();
    await page.getByRole('link', { name: 'Back to websites' }).click();
    await expect(page).toHaveURL(at(WEBSITES));
  });

  withPublisher('none is created or edited while the website is not active', async ({ account }) => {
    const { page, session, domain } = account;
    const websiteId = await addActiveWebsite(own.operator, session, domain);
    const widgetId = await addWidget(session, websiteId, 'Beside the text');
    const form = at(`${WEBSITES}/${websiteId}/widgets`);
    const refused = async (label: string, path: string, verb: string) => {
      await page.goto(`${form}/${path}`);
      await page.getByRole('textbox', { name: 'Name' }).fill('Above the text');
      await choose(page, 'Size 1', 'Mobile Banner 320x50');
      await session.post(`${WEBSITES}/${websiteId}/actions`, { action: 'suspend' });
      await button(page, label).click();
      await expectToast(page, `Failed to ${verb} widget. Cannot ${verb} widget: Website is not active`);
      await session.post(`${WEBSITES}/${websiteId}/actions`, { action: 'activate' });
    };
    await refused('Create Widget', 'create', 'create');
    await refused('Save', `${widgetId}/edit`, 'update');
    await session.post(`${WEBSITES}/${websiteId}/actions`, { action: 'suspend' });
    for (const [path, said, advice] of [
      ['create', 'You cannot create widgets for inactive websites.', 'creating'],
      [`${widgetId}/edit`, 'You cannot edit widgets for inactive websites.', 'editing'],
    ] as const) {
      await page.goto(`${form}/${path}`);
      await shows(page, `This website is not active. ${said}`);
      await shows(page, `Please ensure your website is approved and active before ${advice} widgets.`);
      await expect(page.getByText('You get its code as soon as it is created.')).toHaveCount(0);
      await expect(page.getByRole('textbox', { name: 'Name' })).toHaveCount(0);
    }
  });

  withPublisher('create, take the code, edit', async ({ account: { page, session, domain } }) => {
    const websiteId = await addActiveWebsite(own.operator, session, domain);
    await page.goto(at(`${WEBSITES}/${websiteId}/widgets/create`));
    for (const type of ['Native', 'Video', 'Floating sticky ad', 'Banner']) {
      await page.getByRole('radio', { name: new RegExp(`^${type}`) }).check();
    }
    await button(page, 'Create Widget').click();
    await expectToast(page, 'Please fill in all required fields correctly');
    await page.getByRole('textbox', { name: 'Name' }).fill('Beside the text');
    await button(page, 'Add size').click();
    await expect(page.getByText('Please complete all existing sizes before adding new ones.')).toBeVisible();
    await page.getByRole('combobox', { name: 'Size 1' }).click();
    await expect(page.getByRole('listbox').getByRole('option')).toHaveText([
      'Leaderboard 728x90',
      'Square 300x300',
      'Medium Rectangle 300x250',
      'Banner 468x60',
      'Skyscraper 160x600',
      'Mobile Banner 320x50',
      'Custom',
    ]);
    await page.getByRole('option', { name: 'Mobile Banner 320x50' }).click();
    await button(page, 'Add size').click();
    await choose(page, 'Size 2', 'Medium Rectangle 300x250');
    await button(page, 'Create Widget').click();
    await expectToast(page, 'Widget created successfully!');

    const code = page.getByRole('dialog', { name: 'Code of “Beside the text”' });
    await expect(code.getByRole('listitem').getByRole('heading')).toHaveText([
      'Add the SDK script in the head',
      'Add the widget snippet where it should appear',
    ]);
    await expect(code.locator('code').nth(0)).toContainText(`<script`);
    await expect(code.locator('code').nth(1)).toContainText('data-placard');
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
    });
    await code.getByRole('button', { name: 'Copy' }).first().click();
    await expectToast(page, 'Failed to copy code to clipboard');
    await page.keyboard.press('Escape');

    await rowAction(page, 'Beside the text', 'Edit');
    await expect(page.getByRole('radio', { name: /^Banner/ })).toBeChecked();
    const types = page.getByRole('group', { name: 'Type' }).getByRole('radio');
    await expect(types).toHaveCount(4);
    for (const type of await types.all()) await expect(type).toBeDisabled();
    await page.getByRole('textbox', { name: 'Name' }).fill('Above the text');
    const calls = /\/widgets\/\d+$/;
    await answerCalls(page, calls, (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
    );
    await button(page, 'Save').click();
    await expectToast(page, 'Failed to update widget');
    await page.unroute(calls);
    await button(page, 'Save').click();
    await expectToast(page, 'Widget updated successfully!');
    await expect(rowNames(page)).toHaveText(['Above the text']);
  });

  withPublisher('suspend, activate and archive ask first and tell', async ({ account }) => {
    const { page, session, domain } = account;
    const websiteId = await addActiveWebsite(own.operator, session, domain);
    await addWidget(session, websiteId, 'Beside the text');
    await page.goto(at(`${WEBSITES}/${websiteId}/widgets`));
    const url = /\/widgets\/\d+\/actions$/;
    for (const [label, verb, done] of [
      ['Suspend', 'suspend', 'suspended'],
      ['Activate', 'activate', 'activated'],
      ['Archive', 'archive', 'archived'],
    ] as const) {
      const said = { failed: `Failed to ${verb} widget`, done: `Widget ${done}` };
      await expectAction(page, 'Beside the text', { label, url, ...said });
    }
    await expect(page.getByRole('heading', { name: 'No widgets yet' })).toBeVisible();
  });
});

withPublisher('the report shows the three earnings cards', async ({ account: { page } }) => {
  await page.goto(at('/publisher/report'));
  const cards = page.getByRole('region', { name: 'Earnings', exact: true });
  for (const label of ['Available balance', 'Pending earnings', 'Total earnings']) {
    await expect(figureOf(page, label)).toHaveText('$0.00');
  }
  await expect(cards).toContainText('Ready for withdrawal');
  await expect(cards).toContainText('next payment');
  await expect(cards).toContainText('All time');
});

withPublisher('a page says which record is not there', async ({ account: { page, session, domain } }) => {
  const { id } = await addWebsite(session, domain);
  for (const [path, said] of [
    ['/advertiser/campaigns/999999', 'Campaign not found'],
    ['/advertiser/creatives/999999', 'Creative not found'],
    ['/advertiser/campaigns/create?step=success&campaign=999999&adSet=1', 'Campaign not found'],
    [`${WEBSITES}/999999/edit`, 'Website not found'],
    [`${WEBSITES}/${id}/widgets/999999/edit`, 'Widget not found'],
  ] as const) {
    await page.goto(at(path));
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    await shows(page, said);
  }
});

withPublisher('who has lost a role is told so by the list', async ({ account: { page, session } }) => {
  const setRoles = (roles: readonly string[]) =>
    own.operator.put(`/operator/users/${session.userId}/roles`, { roles });
  for (const [path, kept, said] of [
    ['/advertiser/campaigns', ['publisher'], 'campaigns'],
    [WEBSITES, ['advertiser'], 'websites'],
  ] as const) {
    await setRoles(['publisher', 'advertiser']);
    await page.goto(at(`${path}?search=nothing`));
    await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
    await setRoles(kept);
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Active');
    await expect(page.getByRole('alert')).toContainText(
      `Access denied: You don't have permission to access ${said}. Please contact your administrator.`,
    );
  }
});

withPublisher('each workspace has its navigation', async ({ account: { page } }) => {
  const links = page.getByRole('navigation', { name: 'Main navigation' }).getByRole('listitem');
  await page.goto(at('/advertiser/billing'));
  await expect(links).toContainText(['Dashboard', 'Statistics', 'Campaigns', 'Creatives', 'Billing']);
  await page.goto(at('/publisher/report'));
  await expect(links).toContainText(['Dashboard', 'Report', 'Websites', 'Widgets', 'Payment']);
});

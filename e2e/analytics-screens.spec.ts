import { expect, type Page } from '@playwright/test';
import { failCalls } from './support/lists.ts';
import { networkIn, ownPlacard, test } from './support/own-placard.ts';
import { dragsBeyondTheEdge, showsViewersOfRows, takesAllRows } from './support/report-screens.ts';
import { choose, copyFrom, expectToast, figureOf, rowAction } from './support/screens.ts';
import { decide, report } from './support/visitor.ts';

const DOMAIN = 'lights.example.com';

const MARKS_TITLE = /^\d+ changes in these days$/;

const own = ownPlacard();
const { at } = own;
const network = networkIn(own, { domain: DOMAIN });
let advertiser: Page;
let publisher: Page;

test.beforeAll(async ({ browser }) => {
  const options = { permissions: ['clipboard-read', 'clipboard-write'] };
  advertiser = await own.pageOf(browser, network().advertiser, options);
  publisher = await own.pageOf(browser, network().publisher, options);
});

const copy = (page: Page, code: string) => copyFrom(page.getByRole('figure', { name: code }));

test('a website’s row hands out its analytics code, in an address of its own', async () => {
  await publisher.goto(at('/publisher/websites'));
  await rowAction(publisher, DOMAIN, 'Get analytics code');
  await expect(publisher).toHaveURL(at(`/publisher/websites?code=${network().websiteId}`));
  const dialog = publisher.getByRole('dialog', { name: `Analytics code of ${DOMAIN}` });
  const code = await copy(publisher, 'Add the script in the head of every page');
  expect(code).toMatch(
    new RegExp(`^<script async src="${own.placard.deliveryUrl}/analytics.js" data-site="[\\w-]+"></script>$`),
  );
  await expect(dialog).toContainText('Waiting for the first call from your page…');
  await expect(dialog).toContainText(
    `The first call from ${DOMAIN} also verifies that the website is yours.`,
  );
  await publisher.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(publisher).toHaveURL(at('/publisher/websites'));
});

test('a code that cannot be copied says so', async () => {
  await publisher.goto(at(`/publisher/websites?code=${network().websiteId}`));
  await expect(publisher.getByRole('dialog')).toContainText('data-site');
  await publisher.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  });
  await publisher.getByRole('button', { name: 'Copy' }).click();
  await expectToast(publisher, 'Failed to copy code to clipboard');
});

test('the tab Analytics Code has the script, the conversion call and the live check', async () => {
  await advertiser.goto(at(`/advertiser/campaigns/${network().campaignId}`));
  await advertiser.getByRole('tab', { name: 'Analytics Code' }).click();
  const script = await copy(advertiser, 'Add the script in the head of every page of your website');
  expect(script).toMatch(
    new RegExp(`src="${own.placard.deliveryUrl}/analytics.js" data-campaign="[\\w-]+"></script>$`),
  );
  const conversion = await copy(advertiser, 'Report a conversion where it happens');
  for (const part of ["placard('conversion'", 'value:', "currency: 'USD'", 'orderId:']) {
    expect(conversion).toContain(part);
  }
  await expect(
    advertiser.getByRole('status').filter({ hasText: 'Waiting for the first call' }),
  ).toBeVisible();
  await expect(advertiser.getByText('Last conversion')).toBeVisible();
});

test('statistics have columns of conversions, their cost and return', async () => {
  // Delivery learns of the approval within a moment, and the report of the impression within another.
  await expect(async () => {
    const tokens = await decide(own.placard.deliveryUrl, network().embedKey, 1, DOMAIN);
    expect(tokens).toHaveLength(1);
    expect(
      await report(
        own.placard.deliveryUrl,
        tokens.map((token) => `i${token}`),
        DOMAIN,
      ),
    ).toBe(true);
  }).toPass();
  await expect(async () => {
    await advertiser.goto(at('/advertiser/statistics'));
    await expect(advertiser.getByRole('button', { name: 'Lantern week' })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(advertiser.getByRole('columnheader')).toContainText([
    'Conversions',
    'Cost per conversion',
    'Return on spend',
  ]);
  await expect(advertiser.getByRole('link', { name: 'Open the page of Lantern week' })).toHaveAttribute(
    'href',
    new RegExp(`^/advertiser/campaigns/${network().campaignId}$`),
  );
  // What comes last moves the breakdown, and a panel with its button, perhaps below the window.
  await expect(advertiser.getByText(MARKS_TITLE)).toBeVisible();
  const breakdown = advertiser.getByRole('region', { name: 'Breakdown', exact: true });
  await breakdown.getByRole('button', { name: 'Columns' }).click();
  // The first of this name chooses what the chart shows.
  await advertiser.getByRole('checkbox', { name: 'Conversion value' }).nth(1).check();
  await expect(advertiser.getByRole('columnheader', { name: 'Conversion value' })).toBeVisible();
});

/** Below the chart, and at the point that is looked at. */
async function tellsWhatHappened(page: Page): Promise<void> {
  const chart = page.getByRole('group', { name: /^Impressions, Spend over time/ });
  await page.getByText(MARKS_TITLE).click();
  const approved = page.getByRole('listitem').filter({ hasText: 'Campaign “Lantern week” approved' });
  await expect(approved).toHaveText(/\(the operator\)/);
  await chart.focus();
  await page.keyboard.press('End');
  await expect(chart.getByText(/Impressions 1.*Lantern week/)).toBeAttached();
}

test('statistics break down twice, narrow to a value, are exported; a campaign’s own have the same columns', async () => {
  await advertiser.goto(at('/advertiser/statistics?by=campaign&by2=device'));
  await expect(figureOf(advertiser, 'Impressions')).toHaveText('1');
  await expect(advertiser.getByRole('group', { name: /^Impressions, Spend over time/ })).toBeVisible();
  await expect(advertiser.getByRole('columnheader')).toContainText(['Campaign', 'Device', 'Impressions']);
  await advertiser.getByRole('button', { name: 'Lantern week' }).click();
  const chip = advertiser.getByRole('button', { name: 'Remove the filter Campaign: Lantern week' });
  await expect(chip).toBeVisible();
  await advertiser.reload();
  await expect(chip).toBeVisible();
  // What comes late above it moves the button from under the pointer.
  await advertiser.waitForLoadState('networkidle');
  const download = advertiser.waitForEvent('download');
  await advertiser.getByRole('button', { name: 'Export CSV' }).click();
  const csv = await (await download).createReadStream();
  const [header, row] = Buffer.concat(await csv.toArray())
    .toString('utf8')
    .split('\r\n');
  expect(header).toContain('Campaign,Device,Impressions');
  expect(row).toMatch(/^Lantern week,[A-Za-z]+,1,/);
  await takesAllRows(advertiser);
  await tellsWhatHappened(advertiser);
  await expect(
    advertiser.getByRole('heading', { name: 'Conversions by time since the click' }),
  ).toBeVisible();
  await expect(advertiser.getByText('No conversions in these days')).toBeVisible();
  await chip.click();
  await expect(chip).toHaveCount(0);

  await advertiser.goto(at(`/advertiser/campaigns/${network().campaignId}?tab=performance`));
  const headers = advertiser.getByRole('columnheader');
  await expect(headers).toContainText(['Ad set', 'Impressions', 'Conversions', 'Cost per conversion']);
  for (const rare of ['Visits', 'Conversion rate', 'Conversion value']) {
    await expect(headers.filter({ hasText: rare })).toHaveCount(0);
  }
});

test('statistics leave values out, compare any days, tell their age and show the hours of the week', async () => {
  await advertiser.goto(at('/advertiser/statistics?by=campaign&by2=device&range=last7'));
  await expect(advertiser.getByText(/Up to .+ · live$/)).toBeVisible();
  // The keys to the chart's lines keep their colours where the reader has chosen all others.
  const legend = advertiser.locator('ul').filter({ hasText: 'Period before' }).locator('li > span').first();
  await expect(legend).toHaveCSS('forced-color-adjust', 'none');
  await advertiser.getByLabel('per day').check();
  await expect(advertiser.getByRole('columnheader')).toContainText(['Campaign', 'Device', 'Date']);
  await advertiser.getByRole('button', { name: 'Add filter' }).click();
  await advertiser.getByLabel('Condition').selectOption('contains');
  await advertiser.getByLabel('Text in its name').fill('LANTERN');
  await advertiser.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(advertiser.getByText('Campaign contains “LANTERN”')).toBeVisible();
  // Conversions by their time and the reach know of no filter but that of one campaign, and say so.
  await expect(advertiser.getByText(/Of all your campaigns: other filters do not narrow it/)).toHaveCount(2);
  await expect(figureOf(advertiser, 'Impressions')).toHaveText('1');
  await advertiser.getByRole('button', { name: 'Add filter' }).click();
  await advertiser.getByLabel('Condition').selectOption('is not');
  await advertiser.getByLabel('Value', { exact: true }).selectOption('Lantern week');
  await advertiser.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(advertiser.getByText('Campaign is not Lantern week')).toBeVisible();
  await expect(figureOf(advertiser, 'Impressions')).toHaveText('0');
  // The address is the view: whoever opens it sees the same.
  await advertiser.reload();
  await expect(figureOf(advertiser, 'Impressions')).toHaveText('0');
  await advertiser.getByRole('button', { name: 'Remove the filter Campaign is not Lantern week' }).click();
  await advertiser.getByLabel('Compare with').selectOption('Other days');
  await expect(advertiser).toHaveURL(/vs=days&vsFrom=[\d-]+&vsTo=[\d-]+/);
  await expect(advertiser.getByRole('button', { name: /^Compared with/ })).toBeVisible();
  // From the first day to the last but one, by keyboard.
  const chart = advertiser.getByRole('group', { name: /^Impressions, Spend over time/ });
  await chart.press('Home');
  for (let step = 0; step < 5; step += 1) await chart.press('Shift+ArrowRight');
  await chart.press('Enter');
  await expect(advertiser).toHaveURL(/[?&]from=[\d-]+&to=[\d-]+/);
  await expect(figureOf(advertiser, 'Impressions')).toHaveText('0');
  await advertiser.goBack();
  await expect(figureOf(advertiser, 'Impressions')).toHaveText('1');
  await dragsBeyondTheEdge(advertiser, chart);
  await advertiser.goBack();
  await expect(figureOf(advertiser, 'Impressions')).toHaveText('1');
  await advertiser.getByLabel('Show', { exact: true }).selectOption('Hours of the week');
  const hours = advertiser.getByRole('table', { name: 'Impressions by weekday and hour' });
  await expect(hours.getByRole('cell', { name: '1', exact: true })).toHaveCount(1);
  await expect(hours.getByRole('cell', { name: '0', exact: true })).toHaveCount(167);
  await advertiser.getByRole('button', { name: 'Show as table' }).click();
  await expect(hours.getByRole('cell', { name: '1', exact: true })).toBeVisible();
  await advertiser.goto(at('/advertiser/statistics?range=last90&chart=hours:clicks'));
  await expect(advertiser.getByRole('table', { name: 'Clicks by weekday and hour' })).toBeVisible();
  await advertiser.goto(at('/advertiser/statistics?from=2026-01-01&to=2026-04-03&chart=hours:clicks'));
  await expect(
    advertiser.getByText('Hours of the week cover 92 days at most; this period has 93.'),
  ).toBeVisible();
});

test('the operator reads what the network showed and kept, by either side', async ({ browser }) => {
  const operator = await own.pageOf(browser, own.operator);
  await operator.goto(at('/operator/report'));
  await expect(figureOf(operator, 'Impressions')).toHaveText('1');
  await expect(figureOf(operator, 'Network revenue')).toHaveText('$0.00');
  const headers = operator.getByRole('columnheader');
  await expect(headers).toContainText(['Publisher', 'Requests', 'Spend', 'Earnings', 'Network revenue']);
  await operator.goto(at('/operator/report?by=advertiser'));
  await expect(headers).toContainText(['Advertiser', 'Requests', 'Network revenue']);
  await expect(operator.getByRole('row').filter({ hasText: 'No ad shown' })).toHaveCount(1);
  // Who is named has a page; views that nobody filled lead nowhere.
  const pages = operator.getByRole('table').getByRole('link', { name: /^Open the page of / });
  await expect(pages).toHaveCount(1);
  await pages.click();
  await expect(operator).toHaveURL(at(`/operator/accounts/${network().advertiser.accountId}`));
  // In place of days that no report covers are those that the screen begins with, and it says so.
  for (const screen of ['filtered', 'report']) {
    await operator.goto(at(`/operator/${screen}?from=2020-01-01&to=2026-01-31`));
    await expect(operator.getByRole('button', { name: /^(Days|Period)(?!.*2020)/ })).toBeVisible();
    await expect(operator.getByRole('status').getByText('covers 800 days at most')).toBeVisible();
  }
  await operator.context().close();
});

/** From the row of a report of one dimension by the way beside its name. */
async function leads(page: Page, report: string, name: string, path: string): Promise<void> {
  await page.goto(at(report));
  await page
    .getByRole('table')
    .getByRole('link', { name: `Open the page of ${name}` })
    .click();
  await expect(page).toHaveURL(at(path));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

test('each row that a report names leads to its page, an ad set’s to its campaign and a widget’s to its website', async ({
  browser,
}) => {
  const { campaignId, adSetId, creativeId, websiteId, widgetId } = network();
  const statistics = '/advertiser/statistics?by=';
  await leads(advertiser, `${statistics}campaign`, 'Lantern week', `/advertiser/campaigns/${campaignId}`);
  const atAdSet = `/advertiser/campaigns/${campaignId}?tab=target&adSet=${adSetId}`;
  await leads(advertiser, `${statistics}adSet`, 'Everywhere', atAdSet);
  await expect(advertiser.getByRole('tab', { name: 'Target' })).toHaveAttribute('aria-selected', 'true');
  const ofCreative = `/advertiser/creatives/${creativeId}`;
  await leads(advertiser, `${statistics}creative&by2=adSet`, 'Lantern banner', ofCreative);
  await leads(advertiser, `${statistics}creative&by2=adSet`, 'Everywhere', atAdSet);

  const report = '/publisher/report?by=';
  await leads(publisher, `${report}website`, DOMAIN, `/publisher/websites/${websiteId}/widgets`);
  const widget = `Beside the text · ${DOMAIN}`;
  await leads(
    publisher,
    `${report}widget`,
    widget,
    `/publisher/websites/${websiteId}/widgets/${widgetId}/edit`,
  );

  const operator = await own.pageOf(browser, own.operator);
  const whole = '/operator/report?by=';
  await leads(operator, `${whole}adSet`, 'Everywhere', `/operator/campaigns/${campaignId}`);
  await leads(operator, `${whole}creative`, 'Lantern banner', `/operator/creatives/${creativeId}`);
  await leads(operator, `${whole}widget`, widget, `/operator/websites/${websiteId}`);
  await operator.context().close();
});

test('statistics say how many viewers there were, and how often each was shown something', async () => {
  const today = new Date().toISOString().slice(0, 10);
  await expect
    .poll(
      async () =>
        (
          await network().advertiser.get<{ impressions: number }>(
            `/advertiser/reach?from=${today}&to=${today}`,
          )
        ).impressions,
      { timeout: 60_000 },
    )
    .toBe(1);
  await advertiser.goto(at(`/advertiser/statistics?from=${today}&to=${today}`));
  const viewers = advertiser.getByRole('region', { name: 'Reach and frequency' });
  await expect(viewers.getByRole('row', { name: /^Once/ })).toContainText('100%');
  await expect(viewers).toContainText('error at most 0.01%');
  await showsViewersOfRows(advertiser);
  await viewers.getByLabel('By', { exact: true }).selectOption('Campaign');
  await expect(advertiser).toHaveURL(/reach=campaign/);
  await expect(viewers.getByRole('row', { name: 'Lantern week' })).toContainText('1');
  await publisher.goto(at(`/publisher/report?from=${today}&to=${today}&reach=website`));
  const readers = publisher.getByRole('region', { name: 'Reach and frequency' });
  await expect(readers.getByRole('row', { name: DOMAIN })).toContainText('1');
  await advertiser.goto(at(`/advertiser/campaigns/${network().campaignId}?tab=performance`));
  await expect(viewers.getByRole('row', { name: /^Once/ })).toContainText('100%');
});

test('website statistics without a page view lead to the code', async () => {
  await publisher.goto(at(`/publisher/stats?website=${network().websiteId}`));
  await expect(publisher.getByRole('heading', { name: 'No page view yet' })).toBeVisible();
  await publisher.getByRole('link', { name: 'Get the analytics code' }).click();
  await expect(publisher.getByRole('dialog', { name: `Analytics code of ${DOMAIN}` })).toBeVisible();
  await publisher.getByRole('link', { name: 'Open the website statistics' }).click();
  await expect(publisher).toHaveURL(at(`/publisher/stats?website=${network().websiteId}`));
});

test('website statistics keep what was chosen in the address, and say when they cannot be loaded', async () => {
  const calls = /\/api\/publisher\/stats\?/;
  await failCalls(publisher, calls);
  await publisher.goto(at('/publisher/stats'));
  await expect(publisher.getByRole('alert')).toContainText('Failed to load the website statistics');
  await publisher.unroute(calls);
  await publisher.getByRole('button', { name: 'Try Again' }).click();
  await expect(publisher.getByRole('heading', { name: 'No page view yet' })).toBeVisible();
  await choose(publisher, 'Website', DOMAIN);
  await expect(publisher).toHaveURL(at(`/publisher/stats?website=${network().websiteId}`));
  await publisher.goto(at(`/publisher/stats?website=${network().websiteId}&country=DE&referrer=-`));
  const chip = publisher.getByRole('button', { name: 'Remove the filter Country: Germany' });
  await chip.click();
  await expect(chip).toHaveCount(0);
  await expect(
    publisher.getByRole('button', { name: 'Remove the filter From: Direct or unknown' }),
  ).toBeVisible();
  await publisher.reload();
  await expect(publisher.getByLabel('Website', { exact: true })).toHaveValue(DOMAIN);
});

const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';

/** What analytics.js tells delivery, from a page of this domain. */
async function tell(domain: string, body: Readonly<Record<string, unknown>>): Promise<void> {
  const answer = await fetch(`${own.placard.deliveryUrl}/collect`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', origin: `https://${domain}`, 'user-agent': BROWSER },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(204);
}

test('the open dialog tells that it has seen the code, also on a wrong domain', async () => {
  const { publisher: session, websiteId } = network();
  const { analyticsKey } = await session.get<{ analyticsKey: string }>(`/publisher/websites/${websiteId}`);
  await publisher.goto(at(`/publisher/websites?code=${websiteId}`));
  const dialog = publisher.getByRole('dialog');
  await expect(dialog).toContainText('Waiting for the first call from your page…');
  for (const path of ['/', '/tides', '/tides'])
    await tell(DOMAIN, { s: analyticsKey, p: path, r: 'search.example' });
  await tell('copy.example.net', { s: analyticsKey, p: '/', r: '' });
  await expect(dialog).toContainText(/We have seen it/);
  await expect(dialog).toContainText(`Ownership of ${DOMAIN} is verified by the code on its page.`);
  await expect(dialog).toContainText('It was called from copy.example.net, another domain');
  await publisher.keyboard.press('Escape');
  const row = publisher.getByRole('row', { name: new RegExp(`^Select ${DOMAIN}`) });
  await expect(async () => {
    await publisher.reload();
    await expect(row).toContainText('measured', { timeout: 1_000 });
  }).toPass();
  await expect(row.getByRole('img', { name: 'Ownership verified by the analytics code' })).toBeVisible();
});

test('website statistics show what was counted, narrow to a page, and are exported', async () => {
  await publisher.goto(at('/publisher/stats'));
  await expect(figureOf(publisher, 'Page views')).toHaveText('3');
  await expect(figureOf(publisher, 'Visitors')).toHaveText('1');
  await expect(figureOf(publisher, 'Views per visitor')).toHaveText('3');
  const pages = publisher.getByRole('region', { name: 'Top pages' });
  await expect(pages.getByRole('row')).toContainText([/Page/, /\/tides.*21/, /\/.*11/]);
  await expect(publisher.getByRole('region', { name: 'Referrers' })).toContainText('search.example');
  await expect(publisher.getByRole('region', { name: 'Devices' })).toContainText('Desktop');
  await expect(publisher.getByRole('region', { name: 'Not counted' })).toContainText(
    'Not the registered website',
  );
  await expect(publisher.getByRole('group', { name: /^Page views and visitors over time/ })).toBeVisible();
  const download = publisher.waitForEvent('download');
  await pages.getByRole('button', { name: 'Export CSV' }).click();
  const csv = await (await download).createReadStream();
  const text = Buffer.concat(await csv.toArray()).toString('utf8');
  expect(text).toContain(`${DOMAIN},/tides,2,1`);
  await pages.getByRole('button', { name: '/tides' }).click();
  await expect(publisher).toHaveURL(at(`/publisher/stats?website=${network().websiteId}&path=%2Ftides`));
  await expect(figureOf(publisher, 'Page views')).toHaveText('2');
});

test('the tab Analytics Code tells of the first visit', async () => {
  const { advertiser: session, campaignId } = network();
  const { analyticsKey } = await session.get<{ analyticsKey: string }>(`/advertiser/campaigns/${campaignId}`);
  await advertiser.goto(at(`/advertiser/campaigns/${campaignId}?tab=analytics`));
  const check = advertiser.getByRole('region', { name: 'Have we seen it?' });
  await expect(check).toContainText('Waiting for the first call');
  await tell('shop.example.com', { c: analyticsKey, e: 1, v: 10, u: 'EUR' });
  await expect(check).toContainText(/We have seen it/);
  await expect(figureOf(advertiser, 'Without a click of ours')).toHaveText('1');
});

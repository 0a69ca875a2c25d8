import { type RunningPlacard, runPlacard } from '@placard/tooling/running-placard';
import { expect, type Page, test } from '@playwright/test';
import { failCalls } from './support/lists.ts';
import { expectToast, rowAction } from './support/screens.ts';
import { buildSmallNetwork, OPERATOR_ENVIRONMENT, type SmallNetwork } from './support/small-network.ts';
import { pageWithToken } from './support/stored-session.ts';

const DOMAIN = 'lights.example.com';

let placard: RunningPlacard;
let network: SmallNetwork;
let advertiser: Page;
let publisher: Page;

test.beforeAll(async ({ browser }) => {
  placard = await runPlacard({ environment: OPERATOR_ENVIRONMENT });
  network = await buildSmallNetwork(placard, {
    objective: 'TRAFFIC',
    totalBudget: 400,
    bid: 0.5,
    deposit: 500,
    domain: DOMAIN,
    clickUrl: 'https://shop.example.com/lantern',
  });
  const permissions = ['clipboard-read', 'clipboard-write'];
  const options = { reducedMotion: 'reduce' as const, permissions };
  advertiser = await pageWithToken(browser, placard.url, network.advertiser.token, options);
  publisher = await pageWithToken(browser, placard.url, network.publisher.token, options);
});

test.afterAll(async () => {
  await Promise.all([advertiser, publisher].map((page) => page?.context().close()));
  await placard?.stop();
});

const at = (path: string) => `${placard.url}${path}`;
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** Presses the copy button of a code and reads what is on the clipboard then. */
async function copy(page: Page, code: string): Promise<string> {
  await page.getByRole('figure', { name: code }).getByRole('button', { name: 'Copy' }).click();
  await expect(
    page.getByRole('figure', { name: code }).getByRole('button', { name: 'Copied' }),
  ).toBeVisible();
  return await copied(page);
}

test('a website’s row hands out its analytics code, in an address of its own', async () => {
  await publisher.goto(at('/publisher/websites'));
  await rowAction(publisher, DOMAIN, 'Get analytics code');
  await expect(publisher).toHaveURL(at(`/publisher/websites?code=${network.websiteId}`));
  const dialog = publisher.getByRole('dialog', { name: `Analytics code of ${DOMAIN}` });
  const code = await copy(publisher, 'Add the script in the head of every page');
  expect(code).toMatch(
    new RegExp(`^<script async src="${placard.deliveryUrl}/analytics.js" data-site="[\\w-]+"></script>$`),
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
  await publisher.goto(at(`/publisher/websites?code=${network.websiteId}`));
  await expect(publisher.getByRole('dialog')).toContainText('data-site');
  await publisher.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  });
  await publisher.getByRole('button', { name: 'Copy' }).click();
  await expectToast(publisher, 'Failed to copy code to clipboard');
});

test('the tab Analytics Code has the script, the conversion call and the live check', async () => {
  await advertiser.goto(at(`/advertiser/campaigns/${network.campaignId}`));
  await advertiser.getByRole('tab', { name: 'Analytics Code' }).click();
  const script = await copy(advertiser, 'Add the script in the head of every page of your website');
  expect(script).toMatch(
    new RegExp(`src="${placard.deliveryUrl}/analytics.js" data-campaign="[\\w-]+"></script>$`),
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
  await advertiser.goto(at('/advertiser/statistics'));
  await expect(advertiser.getByRole('columnheader')).toContainText([
    'Conversions',
    'Cost per conversion',
    'Return on spend',
  ]);
  await advertiser.getByRole('button', { name: 'Columns' }).click();
  await advertiser.getByRole('checkbox', { name: 'Conversion value' }).check();
  await expect(advertiser.getByRole('columnheader', { name: 'Conversion value' })).toBeVisible();
});

test('website statistics without a page view lead to the code', async () => {
  await publisher.goto(at(`/publisher/stats?website=${network.websiteId}`));
  await expect(publisher.getByRole('heading', { name: 'No page view yet' })).toBeVisible();
  await publisher.getByRole('link', { name: 'Get the analytics code' }).click();
  await expect(publisher.getByRole('dialog', { name: `Analytics code of ${DOMAIN}` })).toBeVisible();
  await publisher.getByRole('link', { name: 'Open the website statistics' }).click();
  await expect(publisher).toHaveURL(at(`/publisher/stats?website=${network.websiteId}`));
});

test('website statistics keep what was chosen in the address, and say when they cannot be loaded', async () => {
  const calls = /\/api\/publisher\/stats\?/;
  await failCalls(publisher, calls);
  await publisher.goto(at('/publisher/stats'));
  await expect(publisher.getByRole('alert')).toContainText('Failed to load the website statistics');
  await publisher.unroute(calls);
  await publisher.getByRole('button', { name: 'Try Again' }).click();
  await expect(publisher.getByRole('heading', { name: 'No page view yet' })).toBeVisible();
  await publisher.getByLabel('Website', { exact: true }).selectOption({ label: DOMAIN });
  await expect(publisher).toHaveURL(at(`/publisher/stats?website=${network.websiteId}`));
  await publisher.goto(at(`/publisher/stats?website=${network.websiteId}&country=DE&referrer=-`));
  const chip = publisher.getByRole('button', { name: 'Remove the filter Country: Germany' });
  await chip.click();
  await expect(chip).toHaveCount(0);
  await expect(
    publisher.getByRole('button', { name: 'Remove the filter From: Direct or unknown' }),
  ).toBeVisible();
  await publisher.reload();
  await expect(publisher.getByLabel('Website', { exact: true })).toHaveValue(String(network.websiteId));
});

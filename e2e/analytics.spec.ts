import type { CampaignCode, WebsiteCode, WebsiteStats } from '@placard/contract/collector';
import type { Report } from '@placard/contract/reports';
import { chromiumFlags, findChromium } from '@placard/tooling/browser';
import { chromium, expect, type Page } from '@playwright/test';
import { startMade, test } from './support/own-placard.ts';
import { buildSmallNetwork, type SmallNetwork } from './support/small-network.ts';
import { articlePage, openTwoSites } from './support/two-sites.ts';

const PUBLISHER_DOMAIN = 'news.example.com';
const SHOP_DOMAIN = 'lanterns.example.org';
const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
const BID = 0.5;

/** The shop's page: its campaign's code, and an order that is reported each time the button is pressed. */
function shopPage(snippet: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Lantern shop</title>${snippet}</head>
<body><h1>Lanterns</h1>
<button onclick="placard('conversion', { value: 49.9, currency: 'USD', orderId: 'A-1001' })">Order</button></body></html>`;
}

const today = () => new Date().toISOString().slice(0, 10);

async function statsOf({ publisher, websiteId }: SmallNetwork): Promise<WebsiteStats> {
  const days = `from=${today()}&to=${today()}`;
  return await publisher.get(`/publisher/stats?${days}&grain=hour&websiteId=${websiteId}`);
}

async function totalsOf({ advertiser, campaignId }: SmallNetwork): Promise<Report['totals']> {
  const metrics =
    'clicks,visits,conversions,conversionValue,costPerConversion,returnOnSpend,filteredConversions,spend';
  const { totals } = await advertiser.get<Report>(
    `/advertiser/report?from=${today()}&to=${today()}&metrics=${metrics}&filter=campaign:${campaignId}`,
  );
  return totals;
}

/** Does something on the page and waits until what the analytics code then tells is on disk. */
async function told(page: Page, act: () => Promise<unknown>): Promise<void> {
  const stored = page.waitForResponse((answer) => answer.url().endsWith('/collect'));
  await act();
  expect((await stored).status()).toBe(204);
}

test('page views, a click, its visit and one conversion for two calls reach the statistics', async () => {
  const placard = await startMade();
  const sites = await openTwoSites(PUBLISHER_DOMAIN, SHOP_DOMAIN);
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [...chromiumFlags(), `--host-resolver-rules=${sites.resolverRules}`],
  });
  try {
    const network = await buildSmallNetwork(placard, {
      ...{ objective: 'TRAFFIC', totalBudget: 100, bid: BID, deposit: 50 },
      ...{ domain: PUBLISHER_DOMAIN, clickUrl: `${sites.landingUrl}?from=ad#top` },
    });
    const { publisher, advertiser, websiteId, campaignId } = network;
    const websiteCode = () => publisher.get<WebsiteCode>(`/publisher/websites/${websiteId}/analytics-code`);
    const campaignCode = () =>
      advertiser.get<CampaignCode>(`/advertiser/campaigns/${campaignId}/analytics-code`);
    sites.publish(articlePage(network.code.head + (await websiteCode()).snippet, network.code.widget));
    sites.publishLanding(shopPage((await campaignCode()).snippet));
    expect((await websiteCode()).check.firstSeenAt).toBeNull();

    const visitor = await browser.newContext({ userAgent: BROWSER, viewport: { width: 1280, height: 800 } });
    const page = await visitor.newPage();
    const image = page.locator('[data-placard] img');
    let views = 0;
    // Delivery learns of the approval within a moment; until then the slot stays empty.
    await expect(async () => {
      await told(page, () => page.goto(sites.articleUrl));
      views += 1;
      await expect(image).toHaveCount(1, { timeout: 1_000 });
    }).toPass({ timeout: 60_000 });
    await told(page, () => page.evaluate(() => history.pushState({}, '', '/next')));
    views += 1;

    await expect.poll(async () => (await statsOf(network)).totals).toEqual({ views, visitors: 1 });
    const stats = await statsOf(network);
    expect(stats.pages.find((row) => row.path === '/next')).toMatchObject({
      ...{ domain: PUBLISHER_DOMAIN, views: 1, visitors: 1 },
    });
    expect(stats.devices).toEqual([{ device: 'desktop', views, visitors: 1 }]);
    expect(await websiteCode()).toMatchObject({
      ...{ viewsLast30Days: views, ownership: { how: 'analytics_code' } },
      check: { hitsLastHour: views, problems: [] },
    });

    // The impression must be told before the click.
    const seen = page.waitForResponse((answer) => answer.url().endsWith('/e') && answer.status() === 204);
    await image.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await seen;
    const opened = visitor.waitForEvent('page');
    await image.click();
    const landing = await opened;
    await expect(landing).toHaveURL(
      new RegExp(`^${sites.landingUrl}\\?from=ad&placard_click=[\\w-]{80}#top$`),
    );
    const order = landing.getByRole('button', { name: 'Order' });
    await told(landing, () => order.click());
    await told(landing, () => order.click());

    await expect
      .poll(() => totalsOf(network), { timeout: 60_000 })
      .toEqual({
        ...{ clicks: 1, visits: 1, conversions: 1, conversionValue: 49.9, spend: BID },
        ...{ costPerConversion: BID, returnOnSpend: 49.9 / BID, filteredConversions: 1 },
      });
    expect(await campaignCode()).toMatchObject({
      visits: 1,
      conversions: { counted: 1, filtered: 1, unattributed: 0 },
      check: { hitsLastHour: 3, problems: [] },
    });
  } finally {
    await browser.close();
    await sites.close();
    await placard.stop();
  }
});

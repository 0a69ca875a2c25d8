import { chromiumFlags, findChromium } from '@placard/tooling/browser';
import type { RunningPlacard } from '@placard/tooling/running-placard';
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test';
import { startMade, test } from './support/own-placard.ts';
import {
  choose,
  confirm,
  copyWidgetCode,
  expectToast,
  figureOf,
  logIn,
  openAccount,
  rowAction,
} from './support/screens.ts';
import { bannerPng, OPERATOR_EMAIL, PASSWORD } from './support/small-network.ts';
import { articlePage, openTwoSites, type TwoSites } from './support/two-sites.ts';

const ADVERTISER = 'buyer@example.com';
const PUBLISHER = 'site@example.com';
const PUBLISHER_DOMAIN = 'news.example.com';
const VISITOR_BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';

type Stage = {
  readonly placard: RunningPlacard;
  readonly sites: TwoSites;
  readonly operator: Page;
  readonly advertiser: Page;
  readonly publisher: Page;
  readonly visitor: BrowserContext;
};

async function invite({ operator, placard }: Stage, email: string, role: string): Promise<string> {
  await operator.goto(`${placard.url}/operator/users`);
  await operator.getByRole('button', { name: 'Invite user' }).click();
  const dialog = operator.getByRole('dialog');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByText(role, { exact: true }).click();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  const link = dialog.getByRole('figure', { name: 'Invitation link' }).locator('code');
  await expect(link).toContainText('/invite?token=');
  return (await link.textContent()) ?? '';
}

async function addFunds({ advertiser, operator, placard }: Stage, amount: string): Promise<void> {
  await advertiser.goto(`${placard.url}/advertiser/billing`);
  await advertiser.getByRole('button', { name: 'Add funds' }).first().click();
  const dialog = advertiser.getByRole('dialog');
  await dialog.getByLabel('Amount').fill(amount);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const reference =
    (await dialog.getByRole('figure', { name: 'Reference' }).locator('code').textContent()) ?? '';
  await operator.goto(`${placard.url}/operator/deposits`);
  await rowAction(operator, reference, 'Confirm arrival');
  await confirm(operator, 'Confirm arrival');
  await expectToast(operator, 'Deposit confirmed');
}

async function createCampaign({ advertiser, placard }: Stage): Promise<void> {
  await advertiser.goto(`${placard.url}/advertiser/campaigns`);
  await advertiser.getByRole('button', { name: 'Create Campaign' }).click();
  await advertiser.getByLabel('Campaign name').fill('Lantern week');
  await advertiser.getByRole('radio', { name: /^Brand awareness/ }).check();
  await advertiser.getByLabel('Total budget').fill('100');
  await advertiser.getByRole('button', { name: 'Next' }).click();
  await advertiser.getByLabel('Ad set name').fill('Everywhere');
  await advertiser.getByLabel('Bid per 1,000 viewable impressions').fill('2.5');
  await advertiser.getByRole('button', { name: 'Create Campaign' }).click();
  await expect(advertiser.getByText('Campaign ID')).toBeVisible();
  await expect(advertiser.getByText('Ad set ID')).toBeVisible();
}

async function createCreative({ advertiser, sites }: Stage): Promise<void> {
  await advertiser.getByRole('button', { name: 'Create Creative' }).click();
  await advertiser.getByRole('textbox', { name: 'Name', exact: true }).fill('Lantern banner');
  await advertiser.getByRole('radio', { name: /^Image/ }).check();
  await advertiser.getByRole('radio', { name: /^Medium Rectangle/ }).check();
  await advertiser.getByRole('button', { name: 'Next' }).click();
  await advertiser.locator('input[type=file]').setInputFiles({
    name: 'lantern.png',
    mimeType: 'image/png',
    buffer: await bannerPng(300, 250),
  });
  await expect(advertiser.getByRole('button', { name: 'Remove image' })).toBeVisible();
  await advertiser.getByLabel('Alt text').fill('Lantern week');
  await advertiser.getByLabel('Click URL').fill(sites.landingUrl);
  await advertiser.getByRole('button', { name: 'Next' }).click();
  await expect(advertiser.getByRole('region', { name: 'Assignment' })).toBeVisible();
  await advertiser.getByRole('button', { name: 'Next' }).click();
  await advertiser.getByRole('button', { name: 'Create Creative' }).click();
  await expectToast(advertiser, 'Creative created');
}

async function publishCampaign({ advertiser, placard }: Stage): Promise<void> {
  await advertiser.goto(`${placard.url}/advertiser/campaigns`);
  await rowAction(advertiser, 'Lantern week', 'Publish');
  await confirm(advertiser, 'Publish');
  await expectToast(advertiser, 'Campaign submitted for review');
}

async function addWebsite({ publisher, placard }: Stage): Promise<void> {
  await publisher.goto(`${placard.url}/publisher/websites/create`);
  await publisher.getByLabel('Domain').fill(PUBLISHER_DOMAIN);
  await choose(publisher, 'Categories', 'Politics');
  await publisher.keyboard.press('Escape');
  await choose(publisher, 'Monthly traffic', '1,000-5,000');
  await publisher.getByRole('button', { name: 'Add Website' }).click();
  await expectToast(publisher, 'Website added. It is under review and is activated once approved.');
}

async function approveAll({ operator, placard }: Stage, names: readonly string[]): Promise<void> {
  await operator.goto(`${placard.url}/operator/reviews`);
  for (const name of names) {
    const card = operator.getByRole('listitem', { name });
    await card.getByRole('button', { name: 'Approve' }).click();
    await expect(card.getByRole('button', { name: 'Undo' })).toBeVisible();
  }
  // Each may be taken back for five seconds.
  for (const name of names) {
    await expect(operator.getByRole('listitem', { name })).toHaveCount(0);
  }
}

/** Creates the widget and returns what the code dialog's two Copy buttons put on the clipboard. */
async function createWidget({ publisher, placard }: Stage) {
  await publisher.goto(`${placard.url}/publisher/websites`);
  await rowAction(publisher, PUBLISHER_DOMAIN, 'Widgets');
  await publisher.getByRole('link', { name: 'Create Widget' }).first().click();
  await publisher.getByRole('radio', { name: /^Banner/ }).check();
  await publisher.getByRole('textbox', { name: 'Name' }).fill('Beside the text');
  await choose(publisher, 'Size 1', /^Medium Rectangle/);
  await publisher.getByRole('button', { name: 'Create Widget' }).click();
  await expectToast(publisher, 'Widget created successfully!');
  return await copyWidgetCode(publisher);
}

test.describe('from a deposit to earnings', () => {
  let stage: Stage;
  let close: () => Promise<void>;

  test.beforeAll(async () => {
    const sites = await openTwoSites(PUBLISHER_DOMAIN, 'shop.example.com');
    const placard = await startMade();
    const browser = await chromium.launch({
      executablePath: findChromium(),
      args: [...chromiumFlags(), `--host-resolver-rules=${sites.resolverRules}`],
    });
    const person = async () =>
      (await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })).newPage();
    stage = {
      placard,
      sites,
      operator: await person(),
      advertiser: await person(),
      publisher: await person(),
      // A browser without a window says so in its name, and delivery rightly takes it for a bot.
      visitor: await browser.newContext({
        viewport: { width: 1000, height: 800 },
        userAgent: VISITOR_BROWSER,
      }),
    };
    close = async () => {
      await browser.close();
      await placard.stop();
      await sites.close();
    };
  });

  test.afterAll(async () => {
    await close();
  });

  test('one ad on one page: counted once, charged and earned to the micro', async () => {
    const { placard, operator, advertiser, publisher } = stage;
    await test.step('the operator invites an advertiser and a publisher', async () => {
      await logIn(operator, placard.url, OPERATOR_EMAIL, PASSWORD, 'Advertiser');
      await openAccount(advertiser, await invite(stage, ADVERTISER, 'Advertiser'), 'Buyer', PASSWORD);
      await openAccount(publisher, await invite(stage, PUBLISHER, 'Publisher'), 'Site', PASSWORD);
    });
    await test.step('a deposit is requested and confirmed', () => addFunds(stage, '50'));
    await test.step('campaign, creative, publish', async () => {
      await createCampaign(stage);
      await createCreative(stage);
      await publishCampaign(stage);
    });
    await test.step('a website is registered', () => addWebsite(stage));
    await test.step('the operator approves all three', () =>
      approveAll(stage, ['Lantern week', 'Lantern banner', PUBLISHER_DOMAIN]));
    await test.step('a widget is created and its code copied onto a page', async () => {
      const { head, widget } = await createWidget(stage);
      stage.sites.publish(articlePage(head, widget));
    });
    await test.step('a visitor sees it and clicks', () => visit(stage));
    await test.step('wallet, earnings and both reports show exactly that', () => expectFigures(stage));
    await test.step('repeats, HEAD and forgery change nothing and are listed', () => expectFiltering(stage));
  });
});

let seenToken = '';
let landed = '';

/** Scrolls until half of the ad is in view, stays a second, clicks. */
async function visit({ visitor, sites, placard }: Stage): Promise<void> {
  const page = await visitor.newPage();
  page.on('request', (request) => {
    const line = request.postData();
    if (request.url().startsWith(`${placard.deliveryUrl}/e`) && line !== null) seenToken = line.slice(1, 81);
  });
  // Delivery learns of the approval within a moment; until then the slot stays empty.
  await expect
    .poll(
      async () => {
        await page.goto(sites.articleUrl);
        await page.waitForLoadState('networkidle');
        return await page.locator('[data-placard] img').count();
      },
      { timeout: 60_000 },
    )
    .toBe(1);
  const image = page.locator('[data-placard] img');
  // The impression's own answer may still be under way.
  const viewable = page.waitForResponse(
    (answer) =>
      answer.url().startsWith(`${placard.deliveryUrl}/e`) &&
      answer.status() === 204 &&
      /^v/m.test(answer.request().postData() ?? ''),
  );
  await image.evaluate((element) => {
    const box = element.getBoundingClientRect();
    window.scrollTo(0, window.scrollY + box.top + box.height * 0.6 - window.innerHeight);
  });
  await viewable;
  await image.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const [landing] = await Promise.all([visitor.waitForEvent('page'), image.click()]);
  await expect(landing).toHaveURL(new RegExp(`^${sites.landingUrl}`));
  await expect(landing.getByRole('heading', { name: 'Lanterns' })).toBeVisible();
  landed = landing.url();
}

const CHARGE = 0.0025;
const EARNING = 0.00175;

/** A day's figures by the account's report, as the screens ask for them. */
async function reportTotals(page: Page, base: string, path: string, metrics: string): Promise<unknown> {
  return await page.evaluate(
    async ({ address }) => {
      const token = localStorage.getItem('access_token');
      const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
      const { data } = (await answer.json()) as { data: { totals: unknown } };
      return data.totals;
    },
    { address: `${base}/api${path}?${new URLSearchParams({ ...today(), metrics })}` },
  );
}

function today(): { from: string; to: string } {
  const day = new Date().toISOString().slice(0, 10);
  return { from: day, to: day };
}

async function expectFigures({ advertiser, publisher, placard }: Stage): Promise<void> {
  const within = { timeout: 60_000 };
  const spent = () =>
    reportTotals(
      advertiser,
      placard.url,
      '/advertiser/report',
      'impressions,viewableImpressions,clicks,spend',
    );
  const earned = () =>
    reportTotals(
      publisher,
      placard.url,
      '/publisher/report',
      'impressions,viewableImpressions,clicks,earnings',
    );
  const once = { impressions: 1, viewableImpressions: 1, clicks: 1 };
  await expect.poll(spent, within).toEqual({ ...once, spend: CHARGE });
  await expect.poll(earned, within).toEqual({ ...once, earnings: EARNING });

  await advertiser.goto(`${placard.url}/advertiser/billing`);
  await expect(advertiser.getByText('$49.9975').first()).toBeVisible();
  await expect(
    advertiser.getByRole('cell', { name: /^Advertising on [A-Z][a-z]{2} \d+, \d{4}$/ }),
  ).toBeVisible();
  await advertiser.goto(`${placard.url}/advertiser/statistics`);
  await expect(figureOf(advertiser, 'Impressions')).toHaveText('1');
  await expect(figureOf(advertiser, 'Clicks')).toHaveText('1');
  await expect(figureOf(advertiser, 'Spend').locator('[title="$0.0025"]')).toBeVisible();
  await publisher.goto(`${placard.url}/publisher/report`);
  await expect(
    publisher.locator('[title="$0.00175"]').or(publisher.getByText('$0.00175')).first(),
  ).toBeVisible();
  await expect(figureOf(publisher, 'Impressions')).toHaveText('1');
}

function withoutClickId(address: string): string {
  const url = new URL(address);
  url.searchParams.delete('placard_click');
  return url.href;
}

/** The same token again, a HEAD and a token with one letter changed: nothing is charged, each is listed. */
async function expectFiltering(stage: Stage): Promise<void> {
  const { placard, operator, publisher, visitor, sites } = stage;
  const forged = `${seenToken.slice(0, 40)}${seenToken[40] === 'A' ? 'B' : 'A'}${seenToken.slice(41)}`;
  const browser = { 'user-agent': VISITOR_BROWSER };
  const post = (lines: string) =>
    visitor.request.post(`${placard.deliveryUrl}/e`, {
      headers: { ...browser, 'content-type': 'text/plain', origin: new URL(sites.articleUrl).origin },
      data: lines,
    });
  expect((await post(`i${seenToken}\nv${seenToken}`)).status()).toBe(204);
  expect((await post(`v${forged}`)).status()).toBe(204);
  const click = `${placard.deliveryUrl}/c/${seenToken}`;
  const again = await visitor.request.get(click, { headers: browser, maxRedirects: 0 });
  // The same page, with the id of another click.
  expect(withoutClickId(again.headers().location ?? '')).toBe(withoutClickId(landed));
  await visitor.request.head(click, { headers: browser, maxRedirects: 0 });

  // Each visit of the screen is a new question; the answer is awaited before the next.
  await expect(async () => {
    await operator.goto(`${placard.url}/operator/filtered`);
    for (const reason of ['Forged token', 'Repeated', 'Wrong method (HEAD and the like)']) {
      await expect(operator.getByRole('rowheader', { name: reason })).toBeVisible({ timeout: 2_000 });
    }
  }).toPass({ timeout: 60_000 });
  await expect(operator.locator('tbody').getByRole('rowheader')).toHaveCount(3);
  await publisher.goto(`${placard.url}/publisher/report`);
  await expect(publisher.getByRole('rowheader', { name: 'Repeated' })).toBeVisible();
  await expect(publisher.getByRole('rowheader', { name: 'Wrong method' })).toBeVisible();
  await expectFigures(stage);
}

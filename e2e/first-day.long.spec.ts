import { chromiumFlags, findChromium } from '@placard/tooling/browser';
import { type RunningPlacard, runPlacard } from '@placard/tooling/running-placard';
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test';
import { type Mailbox, openMailbox } from './support/mailbox.ts';
import { test } from './support/own-placard.ts';
import { choose, confirm, copyWidgetCode, expectToast } from './support/screens.ts';
import { bannerPng, PASSWORD } from './support/small-network.ts';
import { articlePage, openTwoSites, type TwoSites } from './support/two-sites.ts';

const DOMAIN = 'news.example.com';
const ADVERTISER = 'ada@shop.example.com';
const PUBLISHER = 'paul@news.example.com';
const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
/** By the rate card of a new network: 2 dollars per 1,000 viewable impressions, 70 % of it the publisher's. */
const CHARGE = '$0.002';
const EARNING = '$0.0014';

type Day = {
  readonly placard: RunningPlacard;
  readonly mailbox: Mailbox;
  readonly sites: TwoSites;
  readonly operator: Page;
  readonly advertiser: Page;
  readonly publisher: Page;
  readonly visitor: BrowserContext;
};

async function introduce(page: Page, firstName: string): Promise<void> {
  await page.getByLabel('First name').fill(firstName);
  await page.getByLabel('Last name').fill('Newcomer');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Open account' }).click();
  await expectToast(page, 'Your account is ready.');
}

/** The step that the page names as the next one is taken by its button. */
async function takeNext(page: Page, step: string, button: string): Promise<void> {
  const next = page.locator('[aria-current=step]').filter({ hasText: step });
  await next.getByRole('link', { name: button, exact: true }).click();
}

const expectNext = async (page: Page, step: string) =>
  await expect(page.locator('li[aria-current=step]')).toContainText(step);

async function followMail(page: Page, mailbox: Mailbox, email: string): Promise<void> {
  await expect.poll(() => mailbox.linkTo(email), { timeout: 60_000 }).toBeDefined();
  await page.goto(mailbox.linkTo(email) ?? '');
}

/** The first start: whoever opens the dashboard is told of the link, and the link leads to the first step. */
async function becomeOperator({ operator, placard }: Day): Promise<void> {
  await operator.goto(placard.url);
  await expect(operator.getByText('Nobody can sign in yet.')).toBeVisible();
  await operator.goto(placard.operatorLink ?? '');
  await operator.getByLabel('Email').fill('olive@network.example.com');
  await introduce(operator, 'Olive');
  await takeNext(operator, 'Say how you are paid', 'Open settings');
  await operator.getByLabel('Name of the network').fill('Harbour Ads');
  await operator.getByLabel('Bank details for transfers').fill('Harbour Ads, DE02 1203 0000 0000 2020 51');
  await choose(operator, 'Accounts', 'Everybody');
  await operator.getByRole('button', { name: 'Save settings' }).click();
  await expectToast(operator, 'Settings saved');
}

async function inviteAdvertiser({ operator, advertiser, mailbox }: Day): Promise<void> {
  await operator.getByRole('link', { name: 'Home', exact: true }).click();
  await takeNext(operator, 'Bring in an advertiser and a publisher', 'Invite somebody');
  await operator.getByRole('button', { name: 'Invite user' }).click();
  const dialog = operator.getByRole('dialog');
  await dialog.getByLabel('Email').fill(ADVERTISER);
  await dialog.getByText('Advertiser', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog.getByText('The link was mailed to them, and to nobody else.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await followMail(advertiser, mailbox, ADVERTISER);
  await introduce(advertiser, 'Ada');
}

async function signUpPublisher({ publisher, placard, mailbox }: Day): Promise<void> {
  await publisher.goto(placard.url);
  await publisher.getByRole('link', { name: 'Create an account' }).click();
  await expect(publisher.getByRole('heading', { name: 'Create an account' })).toBeVisible();
  await publisher.getByLabel('Email').fill(PUBLISHER);
  await publisher.getByRole('checkbox', { name: 'Publish' }).check();
  await publisher.getByRole('button', { name: 'Send link' }).click();
  await followMail(publisher, mailbox, PUBLISHER);
  await introduce(publisher, 'Paul');
}

async function deposit({ advertiser }: Day): Promise<void> {
  await takeNext(advertiser, 'Fund the wallet', 'Add funds');
  await advertiser.getByRole('button', { name: 'Add funds' }).first().click();
  const dialog = advertiser.getByRole('dialog');
  await dialog.getByLabel('Amount').fill('100');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('Harbour Ads, DE02')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  // The transfer takes days: it waits, and what comes after it does not.
  await advertiser.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(advertiser.getByText('Your deposit is noted')).toBeVisible();
  await expectNext(advertiser, 'Create a campaign');
}

async function addWebsite({ publisher }: Day): Promise<void> {
  await takeNext(publisher, 'Add a website', 'Add website');
  await publisher.getByLabel('Domain').fill(DOMAIN);
  await choose(publisher, 'Categories', 'Politics');
  await publisher.keyboard.press('Escape');
  await choose(publisher, 'Monthly traffic', '1,000-5,000');
  await publisher.getByRole('button', { name: 'Add Website' }).click();
  await expectToast(publisher, 'Website added. It is under review and is activated once approved.');
}

/** Approves what waits in the review queue; each may be taken back for five seconds. */
async function approve(operator: Page, names: readonly string[]): Promise<void> {
  for (const name of names)
    await operator.getByRole('listitem', { name }).getByRole('button', { name: 'Approve' }).click();
  for (const name of names) await expect(operator.getByRole('listitem', { name })).toHaveCount(0);
}

async function confirmDepositAndWebsite({ operator, placard }: Day): Promise<void> {
  await operator.goto(`${placard.url}/operator`);
  await operator.getByRole('link', { name: /^Bank transfers to confirm/ }).click();
  await operator.getByRole('button', { name: /^Actions for/ }).click();
  await operator.getByRole('menuitem', { name: 'Confirm arrival' }).click();
  await confirm(operator, 'Confirm arrival');
  await expectToast(operator, 'Deposit confirmed');
  await operator.getByRole('link', { name: 'Home', exact: true }).click();
  await takeNext(operator, 'Approve the first website', 'Open reviews');
  await approve(operator, [DOMAIN]);
}

async function createWidget({ publisher, sites, placard }: Day): Promise<void> {
  await publisher.goto(`${placard.url}/dashboard`);
  await takeNext(publisher, 'Create a widget', 'Create widget');
  await publisher.getByRole('radio', { name: /^Banner/ }).check();
  await publisher.getByRole('textbox', { name: 'Name' }).fill('Beside the text');
  await choose(publisher, 'Size 1', /^Medium Rectangle/);
  await publisher.getByRole('button', { name: 'Create Widget' }).click();
  await expectToast(publisher, 'Widget created successfully!');
  const { head, widget } = await copyWidgetCode(publisher);
  sites.publish(articlePage(head, widget));
}

async function createCampaign({ advertiser, sites }: Day): Promise<void> {
  await takeNext(advertiser, 'Create a campaign', 'Create campaign');
  await advertiser.getByLabel('Campaign name').fill('Lantern week');
  await advertiser.getByRole('radio', { name: /^Brand awareness/ }).check();
  await advertiser.getByLabel('Total budget').fill('100');
  await advertiser.getByRole('button', { name: 'Next' }).click();
  await advertiser.getByLabel('Ad set name').fill('Everywhere');
  await advertiser.getByRole('button', { name: 'Create Campaign' }).click();
  await advertiser.getByRole('button', { name: 'Create Creative' }).click();
  await advertiser.getByRole('textbox', { name: 'Name', exact: true }).fill('Lantern banner');
  await advertiser.getByRole('radio', { name: /^Image/ }).check();
  await advertiser.getByRole('radio', { name: /^Medium Rectangle/ }).check();
  await advertiser.getByRole('button', { name: 'Next' }).click();
  const file = { name: 'lantern.png', mimeType: 'image/png', buffer: await bannerPng(300, 250) };
  await advertiser.locator('input[type=file]').setInputFiles(file);
  await expect(advertiser.getByRole('button', { name: 'Remove image' })).toBeVisible();
  await advertiser.getByLabel('Alt text').fill('Lantern week');
  await advertiser.getByLabel('Click URL').fill(sites.landingUrl);
  await advertiser.getByRole('button', { name: 'Next' }).click();
  await expect(advertiser.getByRole('region', { name: 'Assignment' })).toBeVisible();
  await advertiser.getByRole('button', { name: 'Next' }).click();
  await advertiser.getByRole('button', { name: 'Create Creative' }).click();
  await expectToast(advertiser, 'Creative created');
}

async function submitCampaign({ advertiser, operator }: Day): Promise<void> {
  await advertiser.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await takeNext(advertiser, 'Submit the campaign', 'Open the campaign');
  await advertiser.getByRole('button', { name: 'Publish' }).click();
  await confirm(advertiser, 'Publish');
  await expectToast(advertiser, 'Campaign submitted for review');
  await operator.getByRole('link', { name: 'Home', exact: true }).click();
  await takeNext(operator, 'Approve the first campaign', 'Open reviews');
  await approve(operator, ['Lantern week', 'Lantern banner']);
  await operator.getByRole('link', { name: 'Home', exact: true }).click();
  await expectNext(operator, 'First paid impression');
}

async function visit({ visitor, sites, placard }: Day): Promise<void> {
  const page = await visitor.newPage();
  const image = page.locator('[data-placard] img');
  // Delivery learns of the approval within a moment; until then the slot stays empty.
  const shown = async () => {
    await page.goto(sites.articleUrl);
    await page.waitForLoadState('networkidle');
    return await image.count();
  };
  await expect.poll(shown, { timeout: 60_000 }).toBe(1);
  const viewable = page.waitForResponse(
    (answer) =>
      answer.url().startsWith(`${placard.deliveryUrl}/e`) && /^v/m.test(answer.request().postData() ?? ''),
  );
  await image.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  expect((await viewable).status()).toBe(204);
}

/** The money of it at both who have part in it, and nothing left to do for the operator. */
async function expectPaid({ advertiser, publisher, operator, placard }: Day): Promise<void> {
  const shows = async (page: Page, path: string, money: string) =>
    await expect(async () => {
      await page.goto(placard.url + path);
      await expect(
        page
          .locator(`[title="${money}"]`)
          .or(page.getByText(money, { exact: true }))
          .first(),
      ).toBeVisible({
        timeout: 1_500,
      });
    }).toPass({ timeout: 60_000 });
  await shows(advertiser, '/advertiser/statistics', CHARGE);
  await shows(publisher, '/publisher/report', EARNING);
  await operator.goto(`${placard.url}/operator`);
  await expect(operator.getByRole('heading', { name: 'Today' })).toBeVisible();
  await expect(operator.getByText('First steps')).toHaveCount(0);
}

const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1440, height: 900 };

/** What a step ends on never scrolls sideways, on a phone either. */
async function fits(page: Page): Promise<void> {
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBe(size.width);
  }
}

test('an empty network comes to its first paid impression by what its screens say', async () => {
  const mailbox = await openMailbox();
  const sites = await openTwoSites(DOMAIN, 'shop.example.com');
  const placard = await runPlacard({ environment: { SMTP_URL: mailbox.url } });
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [...chromiumFlags(), `--host-resolver-rules=${sites.resolverRules}`],
  });
  const person = async () =>
    await (
      await browser.newContext({
        reducedMotion: 'reduce',
        permissions: ['clipboard-read', 'clipboard-write'],
      })
    ).newPage();
  try {
    const visitor = await browser.newContext({
      userAgent: BROWSER,
      viewport: { width: 1000, height: 800 },
    });
    const [operator, advertiser, publisher] = [await person(), await person(), await person()];
    const day: Day = { placard, mailbox, sites, operator, advertiser, publisher, visitor };
    const step = (name: string, walk: (day: Day) => Promise<void>) =>
      test.step(name, async () => {
        await walk(day);
        for (const page of [operator, advertiser, publisher]) await fits(page);
      });
    await step('the one who starts it becomes the operator and says how they are paid', becomeOperator);
    await step('an advertiser comes by an invitation', inviteAdvertiser);
    await step('a publisher signs up', signUpPublisher);
    await step('the advertiser deposits', deposit);
    await step('the publisher adds a website', addWebsite);
    await step('the operator confirms both', confirmDepositAndWebsite);
    await step('the publisher puts a widget on a page', createWidget);
    await step('the advertiser makes a campaign', createCampaign);
    await step('it is submitted and approved', submitCampaign);
    await step('a visitor sees it', visit);
    await step('it is charged, earned, and the first steps are over', expectPaid);
  } finally {
    await browser.close();
    await placard.stop();
    await sites.close();
    await mailbox.close();
  }
});

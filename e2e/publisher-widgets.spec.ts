import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { violationsOf } from './support/axe.ts';
import { networkIn, ownPlacard, test } from './support/own-placard.ts';
import { choose, expectToast, rowAction } from './support/screens.ts';
import { approve, createCreative } from './support/small-network.ts';
import { articlePage, openTwoSites, type TwoSites } from './support/two-sites.ts';

const DOMAIN = 'harbour.example.com';
/** Headless Chromium's own name is that of a robot. */
const VISITOR =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36';
const ADS = { 'Lantern week': 'lantern.example', 'Rope sale': 'ropes.example' } as const;
type AdName = keyof typeof ADS;

test.describe.configure({ mode: 'serial' });

const own = ownPlacard(async () => ({ PLACARD_ALLOW_ANY_SITE: '1' }));
const { at } = own;
const network = networkIn(own, {
  ...{ objective: 'BRAND_AWARENESS', totalBudget: 100, bid: 5, deposit: 200, domain: DOMAIN },
  clickUrl: `https://www.${ADS['Lantern week']}/`,
});
let page: Page;
let visitor: Page;
let sites: TwoSites;

test.beforeAll(async ({ browser }) => {
  const { operator, advertiser, publisher, adSetId } = network();
  const second = await createCreative(advertiser, adSetId, `https://${ADS['Rope sale']}/`, 'Rope sale');
  await approve(operator, 'creative', second);
  page = await own.pageOf(browser, publisher);
  visitor = await newVisitor(browser);
  sites = await openTwoSites(DOMAIN, ADS['Rope sale']);
});

test.afterAll(async () => {
  await visitor?.context().close();
  await sites?.close();
});

async function newVisitor(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ userAgent: VISITOR });
  return await context.newPage();
}

const code = (step: string): Locator => page.getByRole('figure', { name: step }).locator('code');
const widgets = () => at(`/publisher/websites/${network().websiteId}/widgets`);

let head = '';
let snippet = '';

/** The publisher's article with the code as the dialog gave it out; under its address, since its name leads nowhere. */
async function openArticle(): Promise<void> {
  sites.publish(articlePage(head, snippet));
  await visitor.goto(`http://127.0.0.1:${new URL(sites.articleUrl).port}/`);
}

async function shownAd(): Promise<AdName> {
  const image = visitor.getByRole('img');
  await expect(image).toBeVisible();
  return (await image.getAttribute('alt')) as AdName;
}

test('a widget is created with fallback content and a floor, and gives out its code in three kinds', async () => {
  await page.goto(`${widgets()}/create`);
  await page.getByLabel('Name').fill('Below the story');
  await choose(page, 'Size 1', /Medium Rectangle/);
  await page.getByLabel('Floor CPM').fill('1');
  const waits = page.getByRole('switch', { name: 'Ask for an ad when the reader comes near' });
  await expect(waits).toBeChecked();
  await waits.uncheck();
  const fallback = page.getByLabel('HTML (optional)');
  await fallback.fill('<div><a href="/letter">Read our letter</a>');
  await page.getByRole('button', { name: 'Create Widget' }).click();
  await expect(page.getByText('Close every element that the fallback content opens')).toBeVisible();
  await fallback.fill('<a href="/letter">Read our letter</a>');
  await page.getByText('Without an ad').click();
  const preview = page.getByRole('img', { name: `How the widget may look on ${DOMAIN}` });
  await expect(preview.frameLocator('iframe').getByText('Read our letter')).toBeVisible();
  await page.getByRole('button', { name: 'Create Widget' }).click();
  await expectToast(page, 'Widget created successfully!');

  await expect(code('Add the SDK script in the head')).toContainText('/sdk.js');
  head = (await code('Add the SDK script in the head').textContent()) ?? '';
  snippet = (await code('Add the widget snippet where it should appear').textContent()) ?? '';
  expect(snippet).toContain('<a href="/letter">Read our letter</a>');
  await page.getByText('React', { exact: true }).click();
  await expect(code('Add the widget snippet where it should appear')).toContainText(
    'dangerouslySetInnerHTML',
  );
  await page.getByText('WordPress', { exact: true }).click();
  await expect(code('Add the SDK script in the head')).toContainText('wp_enqueue_script');
  await expect(code('Add the widget snippet where it should appear')).toContainText('<!-- wp:html -->');
  await expect(page.getByText('Waiting for the first call from your page…')).toBeVisible();
});

let reported: AdName;

test('a visitor reports an ad, and the code dialog has seen the page', async () => {
  await openArticle();
  reported = await shownAd();
  const popup = visitor.waitForEvent('popup');
  await visitor.getByTitle('Report this ad').click();
  const form = await popup;
  await expect(form.getByRole('heading', { name: 'Report this ad' })).toBeVisible();
  await expect(form.getByText(`${ADS[reported]}, 300×250`, { exact: false })).toBeVisible();
  await form.getByRole('radio', { name: 'It misleads, or is a scam' }).check();
  await form.getByLabel('In your words (optional)').fill('There is no such shop.');
  await form.getByRole('button', { name: 'Send report' }).click();
  await expect(form.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await form.close();
  await expect(page.getByText(/^We have seen it/)).toBeVisible();
});

test('the publisher reads the report and blocks the ad; another one is shown', async () => {
  // A page beyond the end, of an old link or emptied by what was marked on it, leads to the last one.
  await page.goto(at('/publisher/ads?tab=reports&page=9'));
  await expect(page).toHaveURL(at('/publisher/ads?tab=reports'));
  const item = page.getByRole('listitem').filter({ hasText: 'There is no such shop.' });
  await expect(item).toContainText(`1 visitor on ${DOMAIN}`);
  await expect(item).toContainText('Misleading or a scam');
  await item.getByRole('button', { name: 'Block' }).click();
  await page.getByRole('menuitem', { name: 'This ad' }).click();
  await expectToast(page, 'Blocked. Your pages stop showing it within seconds.');
  await expect(item.getByText('Blocked', { exact: true })).toBeVisible();
  await item.getByRole('button', { name: 'Mark as handled' }).click();
  await expect(page.getByRole('heading', { name: 'No open reports' })).toBeVisible();
  await page.getByRole('combobox', { name: 'State' }).selectOption('Handled');
  await expect(item.getByRole('button', { name: 'Open again' })).toBeVisible();
  await expect
    .poll(async () => {
      await openArticle();
      return await shownAd();
    })
    .toBe(reported === 'Lantern week' ? 'Rope sale' : 'Lantern week');
});

test('with every advertiser blocked on the website, visitors see the fallback content', async () => {
  await page.goto(at(`/publisher/websites/${network().websiteId}/edit`));
  await page.getByLabel('Blocked advertisers').fill('www.lantern.example\nropes.example');
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  await expect(page.getByRole('listitem').filter({ hasText: /^ropes\.example$/ })).toBeVisible();
  await expect
    .poll(async () => {
      await openArticle();
      return await visitor.getByRole('link', { name: 'Read our letter' }).isVisible();
    })
    .toBe(true);
  await expect(visitor.getByRole('img')).toHaveCount(0);
});

test('why unpaid says so in plain words, and leads to where it is mended', async () => {
  await page.goto(widgets());
  await rowAction(page, 'Below the story', 'Why unpaid?');
  await expect(page.getByRole('dialog', { name: 'Why unpaid: Below the story' })).toBeVisible();
  expect(await violationsOf(page, { type: 'rule', values: ['landmark-no-duplicate-banner'] })).toEqual([]);
  const reasons = page.getByRole('region', { name: 'No ad was found' });
  await expect(async () => {
    await page.reload();
    await expect(reasons).toContainText('Your block-lists left nothing', { timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await reasons.getByRole('link', { name: 'See block-lists' }).click();
  await expect(page.getByRole('heading', { name: 'Edit widget “Below the story”' })).toBeVisible();
  await expect(page.getByText(/^The website also blocks: .*ropes\.example/)).toBeVisible();
});

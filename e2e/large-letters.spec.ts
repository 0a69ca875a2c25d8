import { expect, type Locator, type Page } from '@playwright/test';
import { networkIn, sharedPlacard, test } from './support/own-placard.ts';

const own = sharedPlacard();
const network = networkIn(own, { domain: 'large-letters.weather.example.com', deposit: 8_765 });

/** As with a browser's smallest size of letters, which goes before that of a page. */
const LARGE = '*, *::before { font-size: 24px !important }';
const WIDE = { width: 1_200, height: 740 };
const PHONE = { width: 360, height: 740 };
/** A window of 1280 × 1024 px at 400 %. */
const MAGNIFIED = { width: 320, height: 256 };

/** What is wider than the window, buttons with less room than their words, and numbers larger than their circle. */
function cut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wide = (document.scrollingElement?.scrollWidth ?? 0) > innerWidth ? ['the page is wide'] : [];
    const parts = document.querySelectorAll('.mantine-Button-label, li span[class*="number"]');
    const small = [...parts].filter(
      ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
        scrollWidth > clientWidth + 1 || scrollHeight > clientHeight * 1.3,
    );
    return [...wide, ...small.map((part) => `${part.className}: ${part.textContent}`)];
  });
}

test('large letters are not cut, nor is a balance that has no room beside the buttons', async ({
  browser,
}) => {
  const page = await own.pageOf(browser, network().advertiser, { viewport: PHONE });
  const screens = [
    ['/advertiser/campaigns', 'Create Campaign'],
    ['/advertiser/campaigns/create', 'Summary'],
    ['/advertiser/billing', 'Add funds'],
  ] as const;
  for (const [screen, ready] of screens) {
    await page.goto(own.at(screen));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByText(ready).first().waitFor();
    await page.addStyleTag({ content: LARGE });
    await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
    expect.soft(await cut(page), screen).toEqual([]);
  }
  const balance = page.locator('header a', { hasText: '$' });
  const { y } = (await balance.locator('svg').boundingBox()) ?? { y: 0 };
  const bottom = await balance.evaluate((chip) => chip.getBoundingClientRect().bottom);
  const words = await balance.evaluate((chip) => {
    const range = document.createRange();
    range.selectNodeContents(chip.lastChild ?? chip);
    return range.getBoundingClientRect().top;
  });
  expect(y).toBeLessThan(bottom);
  // Not half of it: another line, below what is seen.
  expect(words).toBeGreaterThanOrEqual(bottom - 2);
});

test('letters that are set larger in the browser enlarge all of the dashboard, its room with them', async ({
  browser,
}) => {
  const page = await own.pageOf(browser, network().advertiser, { viewport: WIDE });
  const browserSettings = await page.context().newCDPSession(page);
  const letters = (px: number) =>
    browserSettings.send('Page.setFontSizes', { fontSizes: { standard: px, fixed: px } });
  const search = page.getByRole('searchbox').first();
  const measures = () =>
    search.evaluate((field) => [
      getComputedStyle(document.body).fontSize,
      getComputedStyle(field).fontSize,
      getComputedStyle(field).height,
    ]);
  await page.goto(own.at('/advertiser/campaigns'));
  await search.waitFor();
  expect(await measures()).toEqual(['14px', '14px', '32px']);

  await letters(24);
  expect(await measures()).toEqual(['21px', '21px', '48px']);

  await page.setViewportSize(PHONE);
  for (const screen of ['/advertiser/statistics', '/advertiser/campaigns', '/account']) {
    await page.goto(own.at(screen));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
    expect.soft(await cut(page), screen).toEqual([]);
  }

  // A window that is wide in px has the layout of a narrow one: it goes by letters too.
  await page.setViewportSize(WIDE);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeHidden();
  await letters(16);
  await page.reload();
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible();
});

/** Words that stand in two lines. */
function brokenWords(table: Locator): Promise<string[]> {
  return table.evaluate((element) => {
    const range = document.createRange();
    const broken: string[] = [];
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
      for (const word of text.nodeValue?.matchAll(/\p{L}+/gu) ?? []) {
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
          broken.push(`${word[0]} of ${text.parentElement?.textContent}`);
      }
    return broken;
  });
}

test('in a narrow table names break between their words', async ({ browser }) => {
  for (const [session, screen, locale] of [
    [network().publisher, '/publisher/websites', 'en-GB'],
    [network().publisher, '/publisher/widgets', 'de-DE'],
    [own.operator, '/operator/creatives', 'de-DE'],
  ] as const) {
    const page = await own.pageOf(browser, session, { viewport: { width: 900, height: 740 }, locale });
    await page.goto(own.at(screen));
    const table = page.getByRole('table');
    await expect(table.locator('tbody a').first()).toBeVisible();
    expect.soft(await brokenWords(table), screen).toEqual([]);
    await page.context().close();
  }
});

test('what the keyboard comes back to is not left under the bar', async ({ browser }) => {
  const page = await own.pageOf(browser, network().publisher, { viewport: MAGNIFIED });
  await page.goto(own.at('/publisher/widgets'));
  const bar = page.locator('header').first();
  const covered: string[] = [];
  await page.getByRole('button', { name: 'Actions for Beside the text' }).focus();
  for (let back = 0; back < 8; back += 1) {
    await page.keyboard.press('Shift+Tab');
    const top = await page.locator(':focus').evaluate((element) => element.getBoundingClientRect().top);
    const bottom = await bar.evaluate((element) => element.getBoundingClientRect().bottom);
    if (top < bottom) covered.push(`${await page.locator(':focus').textContent()} at ${top}`);
  }
  expect(covered).toEqual([]);
});

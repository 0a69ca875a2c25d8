import { expect, type Page } from '@playwright/test';
import { networkIn, sharedPlacard, test } from './support/own-placard.ts';

const own = sharedPlacard();
const network = networkIn(own, { domain: 'letters.example.com', deposit: 8_765 });

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

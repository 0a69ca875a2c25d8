import { expect, type Locator, type Page } from '@playwright/test';
import { addCampaign } from './support/advertiser-data.ts';
import { violationsOf } from './support/axe.ts';
import { brokenWords } from './support/broken-words.ts';
import { sharedPlacard, testWithAccount } from './support/own-placard.ts';
import { addActiveWebsite } from './support/publisher-data.ts';
import { openBooks } from './support/publisher-money.ts';
import { registeredScreens } from './support/registered-routes.ts';
import { goWithin } from './support/within.ts';

const own = sharedPlacard();
const withAccount = testWithAccount(own, ['advertiser', 'publisher'], 'Ada');

async function expectOneLine(text: Locator): Promise<void> {
  expect(await text.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  expect((await text.boundingBox())?.height).toBeLessThan(30);
}

/** What else is looked at on one of the screens. */
const AT: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  '/account': async (page) => {
    expect(await violationsOf(page, { type: 'rule', values: ['landmark-unique'] })).toEqual([]);
  },
  '/advertiser/billing': async (page) => {
    const cancel = page.getByRole('button', { name: 'Einzahlung abbrechen' });
    await expectOneLine(cancel.locator('.mantine-Button-label'));
  },
  // The chip and the filter have one word.
  '/operator/deposits': async (page) => {
    await expect(page.getByRole('option', { name: 'In Prüfung' })).toHaveCount(1);
    await expect(page.getByRole('table').getByText('In Prüfung')).toBeVisible();
  },
  '/advertiser/campaigns/create': async (page) => {
    await expect(page.getByRole('option', { name: 'Reise und Tourismus' })).toHaveCount(1);
  },
  '/two-factor': async (page) => {
    await expect(page.getByText('verlangt')).toHaveCount(0);
  },
  '/publisher/payment': async (page) => {
    await expectOneLine(page.locator('dt').getByText('Mindestauszahlung', { exact: true }));
  },
  '/advertiser/campaigns/$id': async (page) => {
    const tabs = page.getByRole('tablist');
    await expect(tabs).toHaveAttribute('data-more', 'after');
    await expect(tabs).toHaveCSS('mask-image', /gradient/);
    await page.getByRole('tab', { name: 'Aktivität' }).click();
    await expect(tabs).toHaveAttribute('data-more', 'before');
    await page.reload();
    await expect(page.getByRole('tab', { name: 'Aktivität' })).toBeInViewport({ ratio: 1 });
  },
};

withAccount('German fits on a phone, on every screen', async ({ browser, account: { session, domain } }) => {
  const { campaignId } = await addCampaign(session, 'Laternen für den Hafen');
  await addActiveWebsite(own.operator, session, domain);
  const books = openBooks(own.placard);
  await books.closeLastMonth(session.accountId);
  await books.close();
  const context = await browser.newContext({
    ...{ locale: 'de', reducedMotion: 'reduce' },
    viewport: { width: 360, height: 740 },
  });
  await session.post('/advertiser/deposits', { amount: 51, gateway: 'manual' });
  const tooWide: string[] = [];
  for (const visitor of [session, own.operator]) {
    const page = await context.newPage();
    await page.addInitScript((token) => localStorage.setItem('access_token', token), visitor.token);
    const screens = registeredScreens()
      .filter(({ path }) => !path.includes('$') || path === '/advertiser/campaigns/$id')
      .filter(({ path }) => path.startsWith('/operator') === (visitor === own.operator));
    await page.goto(own.at('/account'));
    await expect(page.locator('h1').first()).toBeVisible();
    for (const { path, visitor: seenBy } of screens) {
      const address = path.replace('$id', String(campaignId));
      // Some of these lead whoever is signed in on to a screen that may be there already.
      if (seenBy === 'guest') await page.goto(own.at(address));
      else await goWithin(page, address);
      await expect(page.locator('h1').first()).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (beyond > 0) tooWide.push(`${path}: ${beyond} px`);
      tooWide.push(...(await brokenWords(page)).map((word) => `${path}: ${word}`));
      await AT[path]?.(page);
    }
    await page.close();
  }
  expect(tooWide).toEqual([]);
  await context.close();
});

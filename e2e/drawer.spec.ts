import { expect, type Page } from '@playwright/test';
import { networkIn, sharedPlacard, test } from './support/own-placard.ts';

const own = sharedPlacard();
const network = networkIn(own, { domain: 'drawer.example.com' });

const opener = (page: Page) => page.getByRole('button', { name: 'Open navigation' });
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' });
const link = (page: Page, name: string) => navigation(page).getByRole('link', { name, exact: true });

test('the navigation’s drawer has the focus while it is open, and gives it back', async ({ browser }) => {
  const page = await own.pageOf(browser, network().advertiser, { viewport: { width: 360, height: 740 } });
  await page.goto(own.at('/advertiser/campaigns'));
  await expect(page.getByRole('heading', { name: 'Campaigns', level: 1 })).toBeVisible();
  await opener(page).focus();
  await page.keyboard.press('Enter');
  await expect(link(page, 'Campaigns')).toBeFocused();
  // What it covers is passed by, and readers of the screen don't come to it.
  for (const name of ['Creatives', 'Billing']) {
    await page.keyboard.press('Tab');
    await expect(link(page, name)).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Close navigation' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.locator('main :focus, header :focus')).toHaveCount(0);
  await expect(page.locator('main[inert]')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(navigation(page)).toBeHidden();
  await expect(opener(page)).toBeFocused();

  await page.keyboard.press('Enter');
  await link(page, 'Creatives').press('Enter');
  await expect(page).toHaveURL(own.at('/advertiser/creatives'));
  await expect(navigation(page)).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
  await page.context().close();
});

test('the page that is shown closes the drawer too, and so does a window that has room', async ({
  browser,
}) => {
  const page = await own.pageOf(browser, network().advertiser, { viewport: { width: 360, height: 740 } });
  await page.goto(own.at('/advertiser/campaigns'));
  await opener(page).click();
  await link(page, 'Campaigns').click();
  await expect(navigation(page)).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
  await opener(page).click();
  await page.setViewportSize({ width: 1_280, height: 740 });
  // Nothing is covered any more.
  await expect(page.getByRole('main')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(navigation(page)).toBeHidden();
  await page.context().close();
});

import { expect, type Page } from '@playwright/test';
import { addCampaign } from './support/advertiser-data.ts';
import { answerCalls } from './support/answer-calls.ts';
import { button, rowNames } from './support/lists.ts';
import { sharedPlacard, testWithAccount } from './support/own-placard.ts';

const own = sharedPlacard();
const { at } = own;
const withBuyer = testWithAccount(own, ['advertiser'], 'Odile');
/** What says that something could not be had comes after the page itself. */
const prepared = (page: Page) => page.waitForResponse(/failed-part/);
const AWAY = 'The server cannot be reached. Check your connection and try again.';

withBuyer(
  'without a network a list says so, can be asked for again, and comes by itself once it is back',
  async ({ account: { page, session } }) => {
    await addCampaign(session, 'Lantern week');
    await addCampaign(session, 'Autumn fair');
    await page.goto(at('/advertiser/campaigns'));
    await expect(rowNames(page)).toHaveCount(2);
    await page.context().setOffline(true);
    await page.getByRole('searchbox').fill('Lantern');
    await expect(page.getByRole('heading', { name: 'Failed to fetch campaigns' })).toBeVisible();
    await expect(page.getByText(AWAY)).toBeVisible();
    await button(page, 'Try Again').first().click();
    await expect(page.getByRole('heading', { name: 'Failed to fetch campaigns' })).toBeVisible();
    await page.context().setOffline(false);
    await expect(rowNames(page)).toHaveText(['Lantern week']);
  },
);

withBuyer(
  'without a network a page that was not loaded yet says so, stays, and comes once it is back',
  async ({ account: { page } }) => {
    const ready = prepared(page);
    await page.goto(at('/advertiser/campaigns'));
    await expect(page.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible();
    await (await ready).finished();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Billing' }).first().click();
    const failed = page.getByRole('alert').filter({ hasText: 'Something went wrong' });
    await expect(failed).toContainText(AWAY);
    const asked = page.waitForRequest((request) => request.method() === 'HEAD');
    await failed.getByRole('button', { name: 'Try Again' }).click();
    await asked;
    await expect(failed).toContainText(AWAY);
    await page.context().setOffline(false);
    await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
    // With its looks: a style sheet that could not be had can't be read.
    const rules = () => [...document.styleSheets].map((sheet) => sheet.cssRules.length);
    await expect.poll(() => page.evaluate(rules).catch(() => [])).not.toHaveLength(0);
  },
);

withBuyer(
  'without a network a part of a page says so at its place, and comes on a press or once it is back',
  async ({ account: { page } }) => {
    const ready = prepared(page);
    await page.goto(at('/account'));
    const panel = page.getByRole('region', { name: 'Two-factor sign-in' });
    await expect(page.getByRole('heading', { name: 'Close the account' })).toBeVisible();
    await (await ready).finished();
    // Other parts of the page ask by themselves, and would say the same at theirs.
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    const dialog = page.getByRole('dialog', { name: 'Set up two-factor sign-in' });
    const failed = page.getByRole('main').getByText(AWAY);
    await panel.getByRole('button', { name: 'Set up' }).click();
    await expect(failed).toBeVisible();
    await button(page, 'Try Again').click();
    await expect(failed).toBeVisible();
    await expect(panel).toBeVisible();
    await page.context().setOffline(false);
    await expect(dialog).toBeVisible();
    await expect(failed).toHaveCount(0);
  },
);

withBuyer(
  'a part that could not be had for a moment, the server within reach again, comes by itself',
  async ({ account: { page } }) => {
    const ready = prepared(page);
    await page.goto(at('/account'));
    await (await ready).finished();
    let isBack = false;
    await answerCalls(page, /\/assets\/two-factor-dialogs-/, (route) =>
      isBack ? route.continue() : route.abort(),
    );
    page.on('request', (request) => {
      if (request.method() === 'HEAD') isBack = true;
    });
    await page
      .getByRole('region', { name: 'Two-factor sign-in' })
      .getByRole('button', { name: 'Set up' })
      .click();
    await expect(page.getByRole('dialog', { name: 'Set up two-factor sign-in' })).toBeVisible();
    expect(isBack).toBe(true);
  },
);

withBuyer(
  'a screen that a newer release took away is loaded anew once by itself, and then on a press',
  async ({ account: { page } }) => {
    const ready = prepared(page);
    await page.goto(at('/advertiser/campaigns'));
    await (await ready).finished();
    const file = /\/assets\/billing-[^/]*\.js$/;
    await answerCalls(page, file, (route) => route.fulfill({ status: 404 }));
    const loads: string[] = [];
    page.on('load', () => loads.push(new URL(page.url()).pathname));
    await page.getByRole('link', { name: 'Billing' }).first().click();
    await expect.poll(() => loads).toEqual(['/advertiser/billing']);
    await expect(page.getByText('A newer version of this page is ready.')).toBeVisible();
    await page.unroute(file);
    await button(page, 'Try Again').click();
    await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible();
    expect(loads).toHaveLength(2);
  },
);

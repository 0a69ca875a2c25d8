import { expect, type Page } from '@playwright/test';
import { violationsOf } from './support/axe.ts';
import { button } from './support/lists.ts';
import { ownPlacard, test } from './support/own-placard.ts';
import { confirm, expectToast } from './support/screens.ts';
import { buildSmallNetwork } from './support/small-network.ts';

/** One Placard for what operators look after. */
const own = ownPlacard();

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('an operator sees how delivery does, and says from where on to be told', async ({ browser }) => {
  const page = await own.pageOf(browser, own.operator);
  await page.goto(own.at('/operator/health'));
  await expect(page.getByText('Nothing is beyond its threshold.')).toBeVisible();
  const row = page.getByRole('row', { name: /^Ad server 0 Just now/ });
  await expect(row).toBeVisible();
  const disk = page.getByLabel('Free disk space below (%)');
  await disk.fill('99');
  await button(page, 'Save thresholds').click();
  await expect(disk).toHaveAccessibleDescription('Enter a number that is at most 50');
  await disk.fill('7');
  await page.getByLabel('Filtered events above (%)').fill('');
  await button(page, 'Save thresholds').click();
  await expect(page.getByText('Thresholds saved')).toBeVisible();
  await page.reload();
  await expect(disk).toHaveValue('7');
  await expect(page.getByLabel('Filtered events above (%)')).toHaveValue('');
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBe(360);
  await page.context().close();
});

test('an operator agrees on a share from a day to come, and the publisher reads it', async ({ browser }) => {
  const network = await buildSmallNetwork(own.placard, { domain: 'shares.example' });
  const page = await own.pageOf(browser, own.operator);
  await page.goto(own.at(`/operator/accounts/${network.publisher.accountId}`));
  const shares = part(page, 'Revenue share');
  await expect(shares.getByText('70% of what is charged, by the rate card')).toBeVisible();
  await shares.getByRole('button', { name: 'Set a share' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Of').fill('shares');
  await page.getByRole('option', { name: 'shares.example' }).click();
  await dialog.getByLabel('Publisher’s share (%)').fill('82.5');
  await dialog.getByLabel('First day').fill('2020-01-01');
  await dialog.getByLabel('Reason').fill('Agreed for the spring');
  await dialog.getByRole('button', { name: 'Set the share' }).click();
  await expect(dialog.getByText('Choose a day that has not begun')).toBeVisible();
  await dialog.getByLabel('First day').fill('2098-03-01');
  await dialog.getByLabel('Last day').fill('2098-05-31');
  await dialog.getByRole('button', { name: 'Set the share' }).click();
  await expectToast(page, 'Revenue share set');
  await expect(shares.getByText('82.5% from Mar 1, 2098 to May 31, 2098')).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);

  const theirs = await own.pageOf(browser, network.publisher);
  await theirs.goto(own.at('/publisher/payment'));
  await expect(part(theirs, 'Revenue share').getByText('82.5% from Mar 1, 2098')).toBeVisible();

  await shares.getByRole('button', { name: /82.5%/ }).click();
  await page.getByRole('menuitem', { name: 'Set the last day' }).click();
  await expect(dialog.getByText('82.5% from Mar 1, 2098 to May 31, 2098')).toBeVisible();
  await dialog.getByLabel('Last day').fill('2098-02-28');
  await dialog.getByRole('button', { name: 'End with this day' }).click();
  await expect(dialog.getByText('The end date must not be before the start date').first()).toBeVisible();
  await dialog.getByLabel('Last day').fill('2098-04-30');
  await dialog.getByRole('button', { name: 'End with this day' }).click();
  await expectToast(page, 'Last day set');
  await expect(shares.getByText('82.5% from Mar 1, 2098 to Apr 30, 2098')).toBeVisible();

  await shares.getByRole('button', { name: /82.5%/ }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await confirm(page, 'Remove');
  await expectToast(page, 'Revenue share removed');
  await expect(shares.getByText('82.5%')).toHaveCount(0);
});

test('an operator asks for minimum bids by tier, and the advertiser is told before a low one is saved', async ({
  browser,
}) => {
  const network = await buildSmallNetwork(own.placard, { domain: 'bids.example' });
  const page = await own.pageOf(browser, own.operator);
  await page.goto(own.at('/operator/settings'));
  // In the navigation alone.
  await page.getByRole('link', { name: 'Minimum bids' }).click();
  await expect(page.getByText('None are set: any bid will do.')).toBeVisible();

  await button(page, 'Add a tier').click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Dear');
  await page.getByRole('combobox', { name: 'Countries' }).fill('Germany');
  await page.getByRole('option', { name: 'Germany' }).click();
  await page.keyboard.press('Escape');
  for (const type of ['Banner', 'Native', 'Video', 'Floating sticky ad']) {
    await page.getByLabel(`${type}, Dear, per click`).fill('0.75');
  }
  await page.getByLabel('Banner, All other countries, per 1,000 viewable').fill('1000.01');
  await page.getByLabel('Reason').fill('Clicks there cost more');
  await button(page, 'Set minimum bids').click();
  await expect(page.getByText('Enter a number that is at most 1,000')).toBeVisible();
  await page.getByLabel('Banner, All other countries, per 1,000 viewable').fill('');
  expect(await violationsOf(page)).toEqual([]);
  await button(page, 'Set minimum bids').click();
  await expectToast(page, 'Minimum bids set');
  const cards = part(page, 'Cards');
  await expect(cards.getByText('4 minimums, 1 tier of countries')).toBeVisible();
  await expect(cards.getByText('Holds now', { exact: true })).toBeVisible();

  await test.step('a card of a day to come can be removed again', async () => {
    await page.getByLabel('Banner, Dear, per click').fill('2');
    await page.getByRole('combobox', { name: 'Begins' }).click();
    await page.getByRole('option', { name: 'With a day' }).click();
    await page.getByLabel('First day (UTC)').fill('2020-01-01');
    await page.getByLabel('Reason').fill('Next year');
    await button(page, 'Set minimum bids').click();
    await expect(page.getByText('Choose a day that has not begun')).toBeVisible();
    await page.getByLabel('First day (UTC)').fill('2098-01-01');
    await button(page, 'Set minimum bids').click();
    await expect(cards.getByText('To come')).toBeVisible();
    // The form begins with what holds now again.
    await expect(page.getByLabel('Banner, Dear, per click')).toHaveValue('$0.75');
    await cards.getByRole('button', { name: /2098/ }).first().click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await confirm(page, 'Remove');
    await expectToast(page, 'Minimum bids removed');
    await expect(cards.getByText('To come')).toHaveCount(0);
    // And another one can be set after that, from the same form.
    await page.getByLabel('Video, Dear, per click').fill('');
    await page.getByLabel('Reason').fill('Video is new');
    await button(page, 'Set minimum bids').click();
    await expectToast(page, 'Minimum bids set');
    await expect(cards.getByText('3 minimums, 1 tier of countries')).toBeVisible();
    await expect(cards.getByText('Over', { exact: true })).toBeVisible();
    await cards.getByRole('button', { name: /until/ }).click();
    await page.getByRole('menuitem', { name: 'Edit as a new card' }).click();
    await expect(page.getByLabel('Video, Dear, per click')).toHaveValue('$0.75');
    await page.getByLabel('Reason').fill('Video after all');
    await button(page, 'Set minimum bids').click();
    await expect(cards.getByText('Video after all')).toBeVisible();
  });
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBe(360);

  await test.step('an ad set that could be shown there is told the number', async () => {
    const theirs = await own.pageOf(browser, network.advertiser);
    const { campaignId, adSetId } = network;
    await theirs.goto(own.at(`/advertiser/campaigns/${campaignId}?tab=target&adSet=${adSetId}`));
    await expect(
      theirs.getByText(/^With \$0\.50 it cannot be shown everywhere: .* as much as \$0\.75 per click/),
    ).toBeVisible();
    await theirs.getByRole('combobox', { name: 'Locations' }).fill('Germany');
    await theirs.getByRole('option', { name: 'Germany' }).click();
    await expect(
      theirs.getByText(/at least \$0\.75 per click there\. With \$0\.50 it cannot be shown\./),
    ).toBeVisible();
    await theirs.keyboard.press('Escape');
    await theirs.getByLabel(/^Bid/).fill('0.75');
    await expect(theirs.getByText(/it cannot be shown/)).toHaveCount(0);
    await theirs.context().close();
  });
  // Other journeys of this Placard bid what they like.
  const { lastCardId } = await own.operator.get<{ lastCardId: number }>('/operator/minimum-bids');
  const none = { tiers: [], minimums: [], fromUtcDay: null, reason: 'The journey is over', lastCardId };
  await own.operator.post('/operator/minimum-bids', none);
  await page.context().close();
});

test('an operator sees which key signs ads, renews it, and has it renewed by itself', async ({ browser }) => {
  const page = await own.pageOf(browser, own.operator);
  await page.goto(own.at('/operator/settings'));
  const keys = part(page, 'Keys that sign ads');
  await expect(keys.getByText(/^Key 1 signs since /)).toBeVisible();
  await expect(keys.getByText('The next one is made by hand.')).toBeVisible();
  await keys.getByRole('button', { name: 'Renew the key' }).click();
  await confirm(page, 'Renew the key');
  await expectToast(page, 'A new key waits for its first day');
  await expect(keys.getByText(/^Key 2 signs from .* on$/)).toBeVisible();
  await expect(keys.getByRole('button', { name: 'Renew the key' })).toBeDisabled();

  await page.getByRole('combobox', { name: 'Keys that sign ads are renewed' }).click();
  await page.getByRole('option', { name: 'Every 91 days' }).click();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expectToast(page, 'Settings saved');
  await expect(keys.getByText(/^The next one signs by itself from .* 253 more can be made\.$/)).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
});

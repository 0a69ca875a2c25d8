import { join } from 'node:path';
import { createPool } from '@placard/db/database';
import { runningClusterUrl } from '@placard/db/embedded/running-cluster';
import { expect, type Locator, type Page } from '@playwright/test';
import { addCampaign, addCodeCreative } from './support/advertiser-data.ts';
import type { Session } from './support/api-client.ts';
import { violationsOf } from './support/axe.ts';
import { button } from './support/lists.ts';
import { sharedPlacard, testWithAccount } from './support/own-placard.ts';
import { confirm, expectToast, rowAction } from './support/screens.ts';
import { goWithin } from './support/within.ts';

const CREATIVES = '/advertiser/creatives';
/** With the one that a campaign is made with, one more than a choice lists before anything is typed. */
const NEWER = 50;

const own = sharedPlacard();
const { at } = own;
const withBuyer = testWithAccount(own, ['advertiser'], 'Buyer');

/** An old campaign with the ad set "Lighthouse", which shows "Old code", and a newer one with so many that it is not listed. */
async function addManyAdSets(session: Session) {
  const old = await addCampaign(session, 'Harbour');
  const oldCreative = await addCodeCreative(session, old.adSetId, 'Old code');
  const { campaignId, adSetId } = await addCampaign(session, 'Meadow');
  const pool = createPool({ url: runningClusterUrl(join(own.placard.dataDir, 'postgres')), name: 'ad-sets' });
  try {
    await pool.query("update ad_set set name = 'Lighthouse' where id = $1", [old.adSetId]);
    await pool.query(
      `insert into ad_set (campaign_id, name, total_budget_micros)
       select $1, 'Line ' || n, 1000000 from generate_series(2, $2::int) n`,
      [campaignId, NEWER],
    );
  } finally {
    await pool.end();
  }
  return { old, oldCreative, adSetId };
}

/** Reaches the box by the keyboard alone, and comes no further than the choice. */
async function tabTo(page: Page, box: Locator): Promise<void> {
  for (let step = 0; step < NEWER + 20; step += 1) {
    if (await box.evaluate((node) => node === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(box).toBeFocused();
}

withBuyer(
  'the wizard assigns to an old ad set that is found by its name, and names it to the end',
  async ({ account: { page, session } }) => {
    const { old } = await addManyAdSets(session);
    await page.goto(at(`${CREATIVES}/create`));
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Code box');
    await page.getByRole('radio', { name: /^Third-party/ }).check();
    await page.getByRole('radio', { name: /^Medium Rectangle/ }).check();
    await button(page, 'Next').click();
    await page.getByLabel('Ad code').fill('<b>Lanterns</b>');
    await button(page, 'Next').click();

    const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
    const search = page.getByRole('textbox', { name: 'Find an ad set or campaign' });
    await expect(box('Line 50')).toBeAttached();
    await expect(box('Lighthouse')).toHaveCount(0);
    await expect(page.getByText('1 more ad set: type to find it')).toBeVisible();
    await search.fill('no such');
    await expect(page.getByText('No ad set fits')).toBeVisible();
    // By the keyboard alone: what is typed is searched, Enter leaves the step where it is.
    await search.fill('HTHOUS');
    await expect(box('Lighthouse')).toBeVisible();
    await expect(box('Line 50')).toHaveCount(0);
    await search.press('Enter');
    await tabTo(page, box('Lighthouse'));
    await page.keyboard.press('Space');
    await expect(box('Lighthouse')).toBeChecked();
    await expect(box('Lighthouse')).toBeFocused();
    await expect(page.getByText('1 ad set chosen')).toBeVisible();
    await expect(page.getByText('Shows Old code')).toBeVisible();
    await expect(page.getByText('One chosen ad set has a different creative already.')).toBeVisible();

    // Another search does not list it: it stays chosen and shown, and can be taken off and chosen again there.
    await search.fill('line 7');
    await expect(box('Line 7')).toBeVisible();
    const besides = page.getByRole('region', { name: 'Chosen, beside those listed' });
    await expect(besides.getByText('Harbour · Shows Old code')).toBeVisible();
    await expect(besides.getByRole('checkbox')).toBeChecked();
    await tabTo(page, box('Lighthouse'));
    await page.keyboard.press('Space');
    await expect(box('Lighthouse')).not.toBeChecked();
    await expect(box('Lighthouse')).toBeFocused();
    await expect(page.getByText('No ad set chosen')).toBeVisible();
    await page.keyboard.press('Space');
    await expect(box('Lighthouse')).toBeChecked();
    expect(await violationsOf(page)).toEqual([]);
    await box('Line 7').check();
    await expect(page.getByText('2 ad sets chosen')).toBeVisible();

    await page.reload();
    await expect(besides.getByRole('checkbox', { name: 'Lighthouse' })).toBeChecked();
    const reach = page.getByRole('region', { name: 'Estimated daily reach' });
    await expect(reach.getByRole('listitem').filter({ hasText: 'Lighthouse' })).toContainText('Harbour');
    await button(page, 'Next').click();
    await expect(page.getByText('Harbour · Lighthouse')).toBeVisible();
    await button(page, 'Create Creative').click();
    await expectToast(page, 'Creative created');
    const assigned = page.getByRole('region', { name: 'Ad Set Assignments' }).getByRole('listitem');
    await expect(assigned.filter({ hasText: 'Lighthouse' })).toContainText('Harbour');
    await expect(page.getByText('The campaign “Meadow” is paused', { exact: false })).toBeVisible();

    // Chosen by the address, and where it is edited.
    await goWithin(page, `${CREATIVES}/create/${old.campaignId}/${old.adSetId}`);
    await expect(page.getByText('For the ad set “Lighthouse” of “Harbour”')).toBeVisible();
  },
);

withBuyer(
  'a creative is assigned to an old ad set from the list, and keeps it where it is edited',
  async ({ account: { page, session } }) => {
    const { adSetId, old } = await addManyAdSets(session);
    const creative = await addCodeCreative(session, adSetId, 'Code box');
    await page.goto(at(CREATIVES));
    await rowAction(page, 'Code box', 'Assign to ad set');
    const dialog = page.getByRole('dialog');
    const radio = (name: string) => dialog.getByRole('radio', { name });
    await expect(radio('Line 50 Meadow')).toBeAttached();
    await dialog.getByRole('textbox', { name: 'Find an ad set or campaign' }).fill('harb');
    await expect(radio('Line 50 Meadow')).toHaveCount(0);
    await tabTo(page, radio('Lighthouse Harbour'));
    await page.keyboard.press('Space');
    await expect(radio('Lighthouse Harbour')).toBeChecked();
    await expect(dialog.getByText('One chosen ad set has a different creative already.')).toBeVisible();
    await dialog.getByRole('textbox').fill('line 7');
    await expect(radio('Line 7 Meadow')).toBeVisible();
    await expect(radio('Lighthouse Harbour')).toBeChecked();
    expect(await violationsOf(page)).toEqual([]);
    await confirm(page, 'Assign');
    await expectToast(page, 'Creative assigned to ad set');

    await goWithin(page, `${CREATIVES}/${creative}/edit`);
    const besides = page.getByRole('region', { name: 'Chosen, beside those listed' });
    await expect(besides.getByRole('checkbox', { name: 'Lighthouse' })).toBeChecked();
    await page.getByRole('checkbox', { name: 'Line 50', exact: true }).check();
    await button(page, 'Save assignment').click();
    await expectToast(page, 'Creative updated');
    await goWithin(page, `${CREATIVES}/${creative}`);
    const assigned = page.getByRole('region', { name: 'Ad Set Assignments' }).getByRole('listitem');
    await expect(assigned).toHaveCount(3);
    await expect(assigned.filter({ hasText: 'Lighthouse' })).toHaveCount(1);

    // What is archived meanwhile is named where it was chosen, and can be taken off.
    await page.goto(at(`${CREATIVES}/create/${old.campaignId}/${old.adSetId}`));
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Second box');
    await page.getByRole('radio', { name: /^Third-party/ }).check();
    await page.getByRole('radio', { name: /^Medium Rectangle/ }).check();
    await button(page, 'Next').click();
    await page.getByLabel('Ad code').fill('<b>Lanterns</b>');
    await session.post(`/advertiser/ad-sets/${old.adSetId}/archive`, {});
    await page.goto(at(`${CREATIVES}/create?step=assignment`));
    const gone = page.getByRole('checkbox', { name: `Ad set ${old.adSetId}` });
    await expect(gone).toBeChecked();
    await expect(page.getByText('No creative can be assigned to it any more.')).toBeVisible();
    await gone.uncheck();
    await expect(page.getByText('No ad set chosen')).toBeVisible();
  },
);

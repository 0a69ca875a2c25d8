import { expect, type Route } from '@playwright/test';
import { addActiveCampaign, addCampaign, addCodeCreative } from './support/advertiser-data.ts';
import { answerCalls } from './support/answer-calls.ts';
import {
  button,
  expectAction,
  expectColumns,
  expectFailedList,
  expectStats,
  failCalls,
  rowNames,
} from './support/lists.ts';
import { sharedPlacard, testWithAccount } from './support/own-placard.ts';
import { confirm, expectToast, rowAction } from './support/screens.ts';
import { bannerPng } from './support/small-network.ts';

const CREATIVES = '/advertiser/creatives';
const SHOP = 'https://shop.example.com/';

const own = sharedPlacard();
const { at } = own;
const withBuyer = testWithAccount(own, ['advertiser'], 'Buyer');

withBuyer('the list shows stats, columns and filters', async ({ account: { page, session } }) => {
  const { adSetId } = await addActiveCampaign(own.operator, session, 'Lantern week');
  await addCodeCreative(session, adSetId, 'Code box');
  const list = /\/api\/advertiser\/creatives\?/;
  await expectFailedList(page, list, at(CREATIVES), 'Failed to fetch creatives');
  await expectStats(page, {
    'Total creatives': '2',
    'Active creatives': '1',
    'Image creatives': '1',
    'Third-party creatives': '1',
  });
  await expectColumns(page, ['Name', 'Type', 'Size', 'Ad sets', 'Status', 'Created', 'Actions']);
  await page.getByRole('combobox', { name: 'Type' }).selectOption('Third-party');
  await expect(rowNames(page)).toHaveText(['Code box']);
  await page.goto(at(`${CREATIVES}?status=active`));
  await expect(rowNames(page)).toHaveText(['Lantern banner']);
});

withBuyer('the wizard names what is wrong on each step', async ({ account: { page, session } }) => {
  const { adSetId } = await addCampaign(session, 'Lantern week');
  await addCodeCreative(session, adSetId, 'Code box');
  await page.goto(at(`${CREATIVES}/create`));
  const next = () => button(page, 'Next').click();
  const fault = (text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();
  const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem');
  await expect(steps).toContainText(['Basic Info', 'Content', 'Assignment', 'Review']);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('ab');
  await next();
  await fault('Name must be at least 3 characters');
  await fault('Please select a type');
  await fault('Please select a size');
  await name.fill('n'.repeat(100));
  await next();
  await fault('Name must be less than 100 characters');
  await name.fill('Lantern banner');
  await page.getByRole('radio', { name: /^Third-party/ }).check();
  for (const size of ['Leaderboard', 'Square', 'Medium Rectangle', 'Banner', 'Skyscraper', 'Custom']) {
    await page.getByRole('radio', { name: new RegExp(`^${size}`) }).check();
  }
  await page.getByRole('radio', { name: /^Medium Rectangle/ }).check();
  await next();
  await next();
  await fault('Ad code is required');
  await button(page, 'Back').click();
  await page.getByRole('radio', { name: /^Image/ }).check();
  await next();

  await page.getByLabel('Click URL').fill('javascript:alert(1)');
  await next();
  await fault('Please upload an image before creating the creative');
  await fault('Please enter a valid click URL');
  const upload = (mimeType: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name: 'lantern', mimeType, buffer });
  const refused = page.getByRole('group', { name: 'Image', exact: true }).getByRole('alert');
  for (const type of ['image/gif', 'image/svg+xml']) {
    await upload(type, Buffer.from('GIF89a'));
    await expect(refused).toContainText('Upload a JPG, JPEG, PNG or WebP file of at most 5MB.');
  }
  await upload('image/png', Buffer.alloc(5 * 1024 * 1024 + 1));
  await expect(refused).toContainText('The image is larger than 5MB.');
  await upload('image/png', await bannerPng(300, 300));
  await expect(refused).toContainText('Required: 300×250, current: 300×300.');
  const images = /\/api\/advertiser\/images$/;
  await failCalls(page, images);
  await upload('image/png', await bannerPng(300, 250));
  await expect(refused).toHaveText('Failed to upload image. Please try again.');
  await expect(page.getByText('Failed to upload image. Please try again.')).toHaveCount(1);
  await page.unroute(images);
  await upload('image/png', await bannerPng(300, 250));
  await expect(button(page, 'Remove image')).toBeVisible();
  await page.getByLabel('Click URL').fill(SHOP);
  await next();

  await next();
  await fault('Please select at least one ad set.');
  await page.getByRole('checkbox', { name: 'Everywhere' }).check();
  await fault('One chosen ad set has a different creative already. They take turns.');
  const reach = page.getByRole('region', { name: 'Estimated daily reach' });
  await expect(reach.getByRole('listitem')).toHaveText(/Everywhere.*No data yet/);
  await next();
  await button(page, 'Create Creative').click();
  await expectToast(page, 'Creative created');
  await expect(page).toHaveURL(/\/advertiser\/creatives\/\d+$/);
  for (const part of ['Basic Information', 'Creative Content', 'Ad Set Assignments', 'Tracking URLs']) {
    await expect(page.getByRole('region', { name: part, exact: true })).toBeVisible();
  }
  await expect(page.getByText(/^The campaign “.+” is paused, so nothing of it is shown\./)).toBeVisible();
  await page.getByRole('link', { name: 'Open the campaign' }).click();
  await expect(button(page, 'Publish')).toBeVisible();
});

/** Runs, and tries what it may not: to read and lead the page around it, to keep something of our origin. */
const PROBING_CODE = `<p id="said">Shown</p><script>
let said = 'Ran';
const got = (what) => { said = 'Escaped by ' + what };
const attempts = {
  title: () => { parent.document.title = 'taken' },
  token: () => parent.localStorage.getItem('access_token'),
  storage: () => { localStorage.taken = 1 },
  top: () => { top.location.href = 'https://taken.example/' },
  sandbox: () => frameElement.removeAttribute('sandbox'),
};
for (const [what, attempt] of Object.entries(attempts)) try { attempt(); got(what) } catch {}
document.getElementById('said').textContent = said;
</script>`;

withBuyer(
  'code runs in its preview before it is saved, and nothing of it leaves the frame',
  async ({ account: { page } }) => {
    await page.goto(at(`${CREATIVES}/create`));
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Code box');
    await page.getByRole('radio', { name: /^Third-party/ }).check();
    await page.getByRole('radio', { name: /^Medium Rectangle/ }).check();
    await button(page, 'Next').click();
    await page.getByLabel('Ad code').fill(PROBING_CODE);
    const title = await page.title();
    const said = page.frameLocator('iframe[title="Preview of the ad code"]').locator('#said');
    await expect(said).toHaveText('Ran');
    for (const view of ['On a desktop page', 'On a phone page']) {
      await page.getByLabel('Shown', { exact: true }).selectOption(view);
      await expect(said).toHaveText('Ran');
    }
    await page.getByLabel('Colours of the page').selectOption('Dark page');
    await expect(page.locator('[data-scheme="dark"]')).toBeVisible();
    await expect(page.locator('iframe')).toHaveAttribute('sandbox', /^allow-scripts allow-popups [a-z-]+$/);
    expect(await page.title()).toBe(title);
    expect(page.url()).toContain(`${CREATIVES}/create`);
    await page
      .getByRole('listitem')
      .getByRole('button', { name: /Basic Info/ })
      .click();
    await page.getByRole('radio', { name: /^Leaderboard/ }).check();
    await expect(
      page.getByText('This size is wider than a phone’s page: it is not shown there.'),
    ).toBeVisible();
  },
);

withBuyer('an address may name the type of a new creative, if it is one', async ({ account: { page } }) => {
  await page.goto(at(`${CREATIVES}/create?type=carousel`));
  const notice = page.getByText('Invalid creative type', { exact: true });
  await expect(notice).toBeVisible();
  await page.getByRole('radio', { name: /^Image/ }).check();
  await expect(notice).toHaveCount(0);
  await page.goto(at(`${CREATIVES}/create?type=third_party`));
  await expect(page.getByRole('radio', { name: /^Third-party/ })).toBeChecked();
  await page.goto(at(`${CREATIVES}/424242`));
  await expect(page.getByText('Creative not found')).toBeVisible();
});

withBuyer('edit saves basic info, content and assignment apart', async ({ account: { page, session } }) => {
  const { creativeId } = await addActiveCampaign(own.operator, session, 'Lantern week');
  await addCampaign(session, 'Autumn fair');
  await page.goto(at(`${CREATIVES}/${creativeId}/edit`));
  const save = async (label: string, url: RegExp, verb?: string) => {
    const saved = page.waitForResponse(url);
    await button(page, label).click();
    if (verb !== undefined) await confirm(page, verb);
    expect((await saved).status()).toBe(200);
  };
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Lantern picture');
  await failCalls(page, /basic-info$/);
  await button(page, 'Save basic info').click();
  await expectToast(page, 'Failed to update creative');
  await page.unrouteAll();
  await save('Save basic info', /basic-info$/);
  await expectToast(page, 'Creative updated');
  const head = page.getByRole('main').locator('header').first();
  await expect(head).toContainText('Active');
  const autumn = page.getByRole('region', { name: 'Autumn fair' });
  await autumn.getByRole('checkbox', { name: 'Everywhere' }).check();
  await save('Save assignment', /ad-sets$/);
  await expect(head).toContainText('Active');
  await page.getByLabel('Click URL').fill(`${SHOP}lanterns`);
  await save('Save content', /content$/, 'Save and submit for review');
  await expect(head).toContainText('Pending');

  const { version } = await session.get<{ version: number }>(`${CREATIVES}/${creativeId}`);
  await session.put(`${CREATIVES}/${creativeId}/basic-info`, { version, name: 'Elsewhere' });
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Here');
  await button(page, 'Save basic info').click();
  await button(page, 'Load the newest state').click();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Elsewhere');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Lantern picture');
  await save('Save basic info', /basic-info$/);

  await page.goto(at(`${CREATIVES}/${creativeId}`));
  await expect(page.getByRole('heading', { level: 1, name: 'Lantern picture' })).toBeVisible();
  await expect(page.getByRole('link', { name: `${SHOP}lanterns` })).toBeVisible();
  const assigned = page.getByRole('region', { name: 'Ad Set Assignments' }).getByRole('listitem');
  await expect(assigned).toHaveCount(2);
});

withBuyer(
  'a save waits for an image on its way, another one takes its place, and a failed one is not passed over',
  async ({ account: { page, session } }) => {
    const { creativeId } = await addActiveCampaign(own.operator, session, 'Lantern week');
    await page.goto(at(`${CREATIVES}/${creativeId}/edit`));
    const images = /\/api\/advertiser\/images$/;
    /** The uploads that the server has not been sent yet. */
    const held: Route[] = [];
    await answerCalls(page, images, (route) => void held.push(route));
    const field = page.getByRole('group', { name: /^Image/ });
    const choose = async (width: number, height: number) =>
      page.getByTestId('image-file').setInputFiles({
        name: 'lantern.png',
        mimeType: 'image/png',
        buffer: await bannerPng(width, height),
      });
    const drop = async (red: number) => {
      const bytes = [...(await bannerPng(300, 250, red))];
      const data = await page.evaluateHandle((file) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([new Uint8Array(file)], 'dropped.png', { type: 'image/png' }));
        return transfer;
      }, bytes);
      await field.getByRole('button').first().dispatchEvent('drop', { dataTransfer: data });
    };
    const saves: unknown[] = [];
    page.on('request', (request) => {
      if (/\/content$/.test(request.url())) saves.push(request.postDataJSON());
    });
    const old = await field.locator('img').getAttribute('src');
    const save = button(page, 'Save content');

    await expect(save).toBeDisabled();
    await drop(80);
    await expect(field.getByText(/^Uploading/)).toBeVisible();
    await save.click();
    await expect(button(page, 'Waiting for the image…')).toBeVisible();
    await drop(160);
    await expect.poll(() => held.length).toBe(2);
    await held[1]?.continue();
    await confirm(page, 'Save and submit for review');
    await expectToast(page, 'Creative updated');
    const shown = await field.locator('img').getAttribute('src');
    expect(shown).not.toBe(old);
    expect(shown).toContain(String(Object(Object(saves[0]).content).imageKey));

    await choose(300, 250);
    await expect(field.getByText(/^Uploading/)).toBeVisible();
    await save.click();
    await held[2]?.abort();
    await expect(field.getByRole('alert')).toHaveText('Failed to upload image. Please try again.');
    await expect(button(page, 'Choose another image')).toBeFocused();
    await page.getByLabel('Click URL').fill(`${SHOP}lanterns`);
    await save.click();
    await expect(button(page, 'Choose another image')).toBeFocused();
    await choose(300, 300);
    await expect(field.getByRole('alert')).toContainText('Required: 300×250, current: 300×300.');
    await save.click();
    await expect(button(page, 'Choose another image')).toBeFocused();
    expect(saves).toHaveLength(1);
    await button(page, 'Keep this image').click();
    await expect(field.getByRole('alert')).toHaveCount(0);

    await choose(300, 250);
    await save.click();
    await button(page, 'Cancel upload').click();
    await expect(save).toBeEnabled();
    expect(saves).toHaveLength(1);
  },
);

withBuyer('what a row offers asks first and tells how it went', async ({ account: { page, session } }) => {
  await addActiveCampaign(own.operator, session, 'Lantern week');
  await page.goto(at(CREATIVES));
  const url = /\/creatives\/\d+\/(actions|duplicate)$/;
  const act = (label: string, verb: string, done: string) =>
    expectAction(page, 'Lantern banner', {
      label,
      url,
      failed: `Failed to ${verb} creative`,
      done: `Creative ${done}`,
    });
  await act('Pause', 'pause', 'paused');
  await act('Activate', 'activate', 'activated');
  await rowAction(page, 'Lantern banner', 'Preview');
  const preview = page.getByRole('dialog', { name: 'Preview of “Lantern banner”' });
  await expect(preview.getByRole('img', { name: 'Lantern week' })).toHaveJSProperty('naturalWidth', 300);
  await preview.getByLabel('Shown', { exact: true }).selectOption('On a desktop page');
  await expect(
    preview.getByRole('region', { name: 'The creative on a page' }).getByRole('img'),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await act('Archive', 'delete', 'archived');
  await expect(page.getByRole('heading', { name: 'No creatives yet' })).toBeVisible();
});

withBuyer('assigns to an ad set, removes from it, duplicates', async ({ account: { page, session } }) => {
  await addActiveCampaign(own.operator, session, 'Lantern week');
  const { adSetId } = await addCampaign(session, 'Autumn fair');
  await addCodeCreative(session, adSetId, 'Code box');
  await page.goto(at(`${CREATIVES}?type=image`));
  const row = page.getByRole('row', { name: /^Select Lantern banner/ });
  const calls = /\/creatives\/\d+\/ad-sets\/\d+$/;
  await rowAction(page, 'Lantern banner', 'Assign to ad set');
  await expectToast(page, 'One chosen ad set has a different creative already. They take turns.');
  await failCalls(page, calls);
  await confirm(page, 'Assign');
  await expectToast(page, 'Failed to assign creative');
  await page.unroute(calls);
  await confirm(page, 'Assign');
  await expectToast(page, 'Creative assigned to ad set');
  await expect(row).toContainText('and 1 more');
  await rowAction(page, 'Lantern banner', 'Remove from ad set');
  await page.getByRole('radio', { name: /Autumn fair/ }).check();
  await failCalls(page, calls);
  await confirm(page, 'Remove');
  await expectToast(page, 'Failed to remove from ad set');
  await page.unroute(calls);
  await confirm(page, 'Remove');
  await expectToast(page, 'Creative removed from ad set');
  await expect(row).not.toContainText('and 1 more');
  const url = /\/creatives\/\d+\/duplicate$/;
  const said = { failed: 'Failed to duplicate creative', done: 'Creative duplicated' };
  await expectAction(page, 'Lantern banner', { label: 'Duplicate', url, ...said });
});

withBuyer('third-party code is created and shown', async ({ account: { page, session } }) => {
  const { campaignId, adSetId } = await addCampaign(session, 'Lantern week');
  await page.goto(at(`${CREATIVES}/create/${campaignId}/${adSetId}`));
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Code box');
  await page.getByRole('radio', { name: /^Third-party/ }).check();
  await page.getByRole('radio', { name: /^Custom/ }).check();
  await page.getByLabel('Width').fill('400');
  await page.getByLabel('Height').fill('200');
  await button(page, 'Next').click();
  await expect(page.getByRole('heading', { name: 'Step 2 of 4: Content', exact: true })).toBeFocused();
  await page.getByLabel('Ad code').fill('<b>Lanterns</b>');
  await button(page, 'Next').click();
  await expect(page.getByRole('checkbox', { name: 'Everywhere' })).toBeChecked();
  await button(page, 'Next').click();
  await button(page, 'Create Creative').click();
  await expectToast(page, 'Creative created');
  await expect(page.getByRole('region', { name: 'Creative Content' })).toContainText('<b>Lanterns</b>');
  await expect(page.getByRole('region', { name: 'Basic Information' })).toContainText('400');
  for (const [path, said] of [
    [`999999/${adSetId}`, 'Campaign not found'],
    [`${campaignId}/999999`, 'Ad set not found'],
  ] as const) {
    await page.goto(at(`${CREATIVES}/create/${path}`));
    await expect(page.getByRole('heading', { name: said })).toBeVisible();
  }
});

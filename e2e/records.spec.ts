import { expect, type Page } from '@playwright/test';
import { violationsOf } from './support/axe.ts';
import { ownPlacard, test } from './support/own-placard.ts';
import { confirm, expectToast } from './support/screens.ts';
import { buildSmallNetwork } from './support/small-network.ts';

const own = ownPlacard();

const part = (page: Page, name: string) => page.getByRole('region', { name });
const title = (page: Page) => page.getByRole('heading', { level: 1 });

/** How far to the right of a part another one begins; polled, since parts come one after the other. */
const toTheRight = (page: Page, of: string, other: string) =>
  expect.poll(async () => {
    const [left, right] = await Promise.all([of, other].map((name) => part(page, name).boundingBox()));
    return left && right ? right.x - left.x : null;
  });

test('an operator goes from a name to every record behind it, and does there what has to be done', async ({
  browser,
}) => {
  const network = await buildSmallNetwork(own.placard, { domain: 'records.example' });
  const page = await own.pageOf(browser, own.operator);
  const { campaignId, creativeId, advertiser } = network;
  const { name } = await own.operator.get<{ name: string }>(`/operator/campaigns/${campaignId}`);

  await test.step('the palette finds the campaign by its name, the list says whose it is', async () => {
    await page.goto(own.at('/operator/campaigns'));
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /Search/ }).fill(name);
    await page
      .getByRole('option', { name: new RegExp(name) })
      .first()
      .click();
    await expect(page).toHaveURL(own.at(`/operator/campaigns/${campaignId}`));
  });

  await test.step('its page says how it stands and is paused from there; the history names who did it', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page.getByRole('region', { name: /serving/ })).toBeVisible();
    await page.getByRole('button', { name: 'Pause' }).click();
    await confirm(page, 'Pause');
    await expectToast(page, `${name} paused`);
    await expect(part(page, 'History').getByText('Paused').first()).toBeVisible();
    await page.reload();
    await expect(part(page, 'History').getByText('Paused').first()).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
  });

  await test.step('from the campaign to its account, and to what that has', async () => {
    const account = await own.operator.get<{ name: string }>(`/operator/accounts/${advertiser.accountId}`);
    await part(page, 'Facts').getByRole('link', { name: account.name }).click();
    await expect(page).toHaveURL(own.at(`/operator/accounts/${advertiser.accountId}`));
    await expect(part(page, 'Campaigns').getByRole('link', { name })).toBeVisible();
    await expect(part(page, 'Deposits').getByRole('link', { name: /^PL-/ })).toBeVisible();
    await part(page, 'Deposits').getByRole('link', { name: /^PL-/ }).click();
    await expect(title(page)).toHaveText(/^PL-/);
    // What belongs to it has the wide column, and its history goes on there.
    await toTheRight(page, 'History', 'Documents').toBe(0);
    await toTheRight(page, 'History', 'Facts').toBeGreaterThan(0);
    await part(page, 'Documents').getByRole('link').first().click();
    await expect(title(page)).toHaveText(/^(INV|REC)-/);
    await expect(page.getByRole('button', { name: 'Download PDF' })).toBeVisible();
    // To a document belongs nothing: its facts stand there instead of a gap.
    await toTheRight(page, 'Facts', 'History').toBeGreaterThan(0);
    await page.goBack();
    await page.goBack();
    await part(page, 'Members').getByRole('link').first().click();
    await expect(page).toHaveURL(own.at(`/operator/users/${advertiser.userId}`));
    await expect(part(page, 'Acts for').getByRole('link', { name: account.name })).toBeVisible();
  });

  await test.step('what is done about somebody on their page stands there at once', async () => {
    await page.getByRole('button', { name: 'Change roles' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Publisher', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Roles saved');
    await expect(part(page, 'Facts')).toContainText('Advertiser, Publisher');
    await expect(part(page, 'History').getByText('Roles changed')).toBeVisible();
  });

  await test.step('a creative is seen before it is taken down', async () => {
    await page.goto(own.at(`/operator/creatives/${creativeId}`));
    await page.getByRole('button', { name: 'Take down' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.locator('figure')).toBeVisible();
    await dialog.getByRole('textbox').fill('It promises too much.');
    await dialog.getByRole('button', { name: 'Take down' }).click();
    await expect(page.getByText('Cancelled').first()).toBeVisible();
  });

  await test.step('what is not there is not found, and a number too large leads nowhere', async () => {
    for (const path of [
      '/operator/users/2000000000',
      '/operator/deposits/99999999999',
      '/operator/payouts/x',
    ]) {
      await page.goto(own.at(path));
      await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    }
  });
  await page.context().close();
});

test('the audit log is searched, narrowed, followed to the record and taken away', async ({ browser }) => {
  const advertiser = await own.invite('told@example.com', ['advertiser'], 'Told');
  await advertiser.post('/advertiser/deposits', { amount: 75, gateway: 'manual' });
  const page = await own.pageOf(browser, own.operator);

  await page.goto(own.at('/operator/audit'));
  const found = page.waitForResponse(/\/operator\/audit\?.*search=Told/);
  await page.getByRole('searchbox').fill('Told Account');
  await found;
  await expect(page).toHaveURL(/search=Told/);
  const line = page.locator('details', { hasText: 'Requested' }).first();
  const unfold = () => line.evaluate((element) => element.setAttribute('open', ''));
  await unfold();
  await expect(line.getByRole('link', { name: 'Told Account', exact: true })).toBeVisible();
  await page.getByRole('combobox', { name: 'About' }).selectOption('deposit');
  await expect(page.locator('details')).toHaveCount(1);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^audit-.*\.csv$/);
  await unfold();
  await line.getByRole('link', { name: /^PL-/ }).click();
  await expect(page.getByRole('button', { name: 'Confirm arrival' })).toBeVisible();
  await part(page, 'History').getByRole('link', { name: 'Whole history' }).click();
  await expect(page).toHaveURL(/about=deposit&subject=\d+/);
  await page.context().close();
});

test('an operator notes something about a website and finds it by its tag', async ({ browser }) => {
  const network = await buildSmallNetwork(own.placard, { domain: 'noted.example' });
  const page = await own.pageOf(browser, own.operator);
  await page.goto(own.at(`/operator/websites/${network.websiteId}`));
  const notes = part(page, 'Notes and tags');
  await notes.getByRole('textbox', { name: 'New note' }).fill('Ask for their audit\nin spring');
  await page.getByRole('main').getByRole('link', { name: 'Websites', exact: true }).click();
  await confirm(page, 'Stay');
  await notes.getByRole('button', { name: 'Add note' }).click();
  await expect(notes.getByText('Ask for their audit')).toBeVisible();
  await notes.getByLabel('Tags').fill('Watch');
  await notes.getByLabel('Tags').press('Enter');
  await expect(part(page, 'History').getByText('Tags changed')).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.goto(own.at('/operator/websites'));
  await page.getByLabel('Tag').selectOption({ label: 'watch (1)' });
  await expect(page).toHaveURL(/tag=watch/);
  await expect(page.getByRole('link', { name: 'noted.example' })).toBeVisible();
  await page.goto(own.at(`/operator/websites/${network.websiteId}`));
  await notes.getByRole('button', { name: 'Remove the note of Network Operator' }).click();
  await confirm(page, 'Remove');
  await expectToast(page, 'Note removed');
  await expect(notes.getByText('Ask for their audit')).toHaveCount(0);
});

test('an operator looks at an account without changing it, and the account reads who did and why', async ({
  browser,
}) => {
  const seen = await own.invite('seen@records.example', ['advertiser', 'publisher'], 'Nora');
  const mine = await own.pageOf(browser, own.operator);
  const page = await mine.context().newPage();
  await page.goto(own.at(`/operator/accounts/${seen.accountId}`));
  await page.getByRole('button', { name: 'Look at the dashboard' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Ticket 4711');
  await dialog.getByRole('button', { name: 'Look' }).click();

  const banner = page.getByRole('complementary', { name: 'You look at somebody' });
  await test.step('every screen says whose account it is, and who looks', async () => {
    await expect(page).toHaveURL(own.at('/dashboard'));
    await expect(banner).toContainText('Network Operator looks at Nora Account.');
    for (const path of ['/advertiser/campaigns', '/publisher/payment', '/account', '/not-found']) {
      await page.goto(own.at(path));
      await expect(banner).toContainText('Nora Account');
      await expect(banner).toContainText('Ends in 30 minutes.');
      expect(await violationsOf(page)).toEqual([]);
    }
  });

  await test.step('what is personal stays hidden, what would change is refused', async () => {
    await page.goto(own.at('/account'));
    await expect(page.getByText('Personal settings stay with the account')).toBeVisible();
    await page.goto(own.at('/publisher/websites'));
    const refused = await page.evaluate(async () => {
      const token = sessionStorage.getItem('look_token');
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const answer = await fetch('/api/notices/read', { method: 'POST', headers, body: '{}' });
      return { status: answer.status, token: token?.slice(0, 5) };
    });
    expect(refused).toEqual({ status: 403, token: 'look_' });
  });

  await test.step('another tab of the operator goes on as before', async () => {
    await mine.goto(own.at('/operator'));
    await expect(mine.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(mine.getByRole('complementary', { name: 'You look at somebody' })).toHaveCount(0);
  });

  await test.step('it ends by the button, back at the account, whose history has both', async () => {
    await banner.getByRole('button', { name: 'End' }).click();
    await expect(page).toHaveURL(own.at(`/operator/accounts/${seen.accountId}`));
    await expect(part(page, 'History').getByText('Ended a look at the dashboard')).toBeVisible();
    await expect(part(page, 'History').getByText('Looked at the dashboard')).toBeVisible();
  });

  const theirs = await own.pageOf(browser, seen);
  await theirs.goto(own.at('/account'));
  await expect(part(theirs, 'Looks by the network').getByText('Ticket 4711')).toBeVisible();
});

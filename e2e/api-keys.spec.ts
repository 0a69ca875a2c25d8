import { expect, type Page } from '@playwright/test';
import { sharedPlacard, testWithAccount } from './support/own-placard.ts';
import { confirm, expectBackAsks, expectHeldOpen, expectToast } from './support/screens.ts';
import { PASSWORD } from './support/small-network.ts';

const own = sharedPlacard();
const withAccount = testWithAccount(own, ['advertiser', 'publisher'], 'Ada');
withAccount.beforeEach(async ({ account: { page } }) => {
  await page.goto(own.at('/account'));
});

const panel = (page: Page) => page.getByRole('region', { name: 'API keys' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'New API key' });

/** With a page before it that Back leads to. */
async function fromElsewhere(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Webhooks of this account' }).click();
  await page.getByRole('button', { name: 'New endpoint' }).waitFor();
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Account' }).click();
}

/** What the API says to a program with this key. */
async function statusOf(key: string, method: string, path: string): Promise<number> {
  const response = await fetch(own.at(`/api${path}`), {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: '{}' }),
  });
  return response.status;
}

withAccount('a key is made, copied once, used by a program, and revoked', async ({ account: { page } }) => {
  await fromElsewhere(page);
  await expect(panel(page)).toContainText('No API keys yet.');
  await panel(page).getByRole('button', { name: 'New API key' }).click();
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Nightly import');
  await dialog(page).getByRole('checkbox', { name: 'Work' }).check();
  await dialog(page).getByLabel('Ends after').selectOption('30 days');
  await dialog(page).getByLabel('Current password').fill(PASSWORD);
  await dialog(page).getByRole('button', { name: 'Create key' }).click();

  const shown = dialog(page).getByRole('figure', { name: 'API key' }).locator('code');
  await expect(shown).toHaveText(/^pk_[\w-]{43}$/);
  const key = (await shown.textContent()) ?? '';
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialog(page).getByRole('button', { name: /^Copy/ }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  await expectHeldOpen(page, shown);
  await expectBackAsks(page, shown);
  await dialog(page).getByRole('button', { name: 'I have copied it' }).click();
  await expect(dialog(page)).toHaveCount(0);

  await expect(panel(page)).toContainText(`Nightly import ${key.slice(0, 9)}…`);
  await expect(panel(page)).toContainText('Read, Work');
  await expect(panel(page)).toContainText('Not used yet · Ends on');
  expect(await page.content()).not.toContain(key);

  expect(await statusOf(key, 'GET', '/advertiser/campaigns')).toBe(200);
  expect(await statusOf(key, 'POST', '/advertiser/campaigns')).toBe(422);
  expect(await statusOf(key, 'POST', '/publisher/payment/profiles')).toBe(403);
  await page.reload();
  await expect(panel(page)).toContainText(/Used now from (127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)/);

  await panel(page).getByRole('button', { name: 'Revoke Nightly import' }).click();
  await confirm(page, 'Revoke');
  await expectToast(page, 'API key revoked.');
  await expect(panel(page)).toContainText('No API keys yet.');
  expect(await statusOf(key, 'GET', '/advertiser/campaigns')).toBe(401);
});

withAccount('what is missing or wrong is named at its field', async ({ account: { page } }) => {
  await panel(page).getByRole('button', { name: 'New API key' }).click();
  await dialog(page).getByRole('checkbox', { name: 'Read' }).uncheck();
  await dialog(page).getByLabel('Current password').fill('Wrong-Horse-1');
  await dialog(page).getByRole('button', { name: 'Create key' }).click();
  await expect(dialog(page).getByText('Name is required', { exact: true })).toBeVisible();
  await expect(dialog(page).getByText('Choose at least one scope', { exact: true })).toBeVisible();
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill('Nightly import');
  await dialog(page).getByRole('checkbox', { name: 'Read' }).check();
  await dialog(page).getByRole('button', { name: 'Create key' }).click();
  await expect(dialog(page).getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog(page).getByLabel('Current password')).toBeFocused();
});

withAccount('what was typed into a dialog asks before Back takes it away', async ({ account: { page } }) => {
  await fromElsewhere(page);
  await panel(page).getByRole('button', { name: 'New API key' }).click();
  await dialog(page)
    .getByRole('textbox', { name: 'Name' })
    .fill('Import of every night and of every morning');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.evaluate(() => history.back());
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(dialog(page).getByRole('textbox', { name: 'Name' })).toHaveValue(/of every morning$/);
  await page.evaluate(() => history.back());
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/webhooks/);
});

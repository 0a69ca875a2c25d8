import { expect } from '@playwright/test';
import { sharedPlacard, testWithAccount } from './support/own-placard.ts';
import { confirm, expectToast } from './support/screens.ts';
import { PASSWORD } from './support/small-network.ts';

const own = sharedPlacard();
const withAccount = testWithAccount(own, ['advertiser', 'publisher'], 'Clara');

withAccount(
  'an account is closed by its owner, and opened again by the operator',
  async ({ account, browser }) => {
    const { page, session } = account;
    const { accountId } = await session.get<{ accountId: number }>('/auth/profile');
    await page.goto(own.at('/account'));
    await page.getByRole('region', { name: 'Close the account' }).getByRole('button').click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('For 30 days the network can open it again');
    await dialog.getByLabel('Current password').fill('Wrong-Horse-1');
    await dialog.getByRole('button', { name: 'Close the account' }).click();
    await expect(dialog.getByLabel('Current password')).toHaveAccessibleDescription(
      'The current password is not correct',
    );
    await dialog.getByLabel('Current password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Close the account' }).click();
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();

    const operator = await own.pageOf(browser, own.operator);
    await operator.goto(own.at(`/operator/accounts/${accountId}`));
    await expect(operator.getByText('by its owner')).toBeVisible();
    await operator.getByRole('button', { name: 'Open again' }).click();
    await confirm(operator, 'Open again');
    await expectToast(operator, 'Clara Account is open again');
    await operator.getByRole('button', { name: 'Actions for Clara Account' }).click();
    await operator.getByRole('menuitem', { name: 'Close account' }).click();
    await operator.getByLabel('Reason').fill('Asked for by letter');
    await operator.getByRole('button', { name: 'Close the account' }).click();
    await expectToast(operator, 'Clara Account is closed');
    await expect(operator.getByText('by the network: Asked for by letter')).toBeVisible();
    await operator.context().close();
  },
);

withAccount('an archive of one’s data is asked for with the password and fetched', async ({ account }) => {
  const { page } = account;
  await page.goto(own.at('/account'));
  const panel = page.getByRole('region', { name: 'Your data' });
  await panel.getByRole('button', { name: 'Ask for an archive' }).click();
  await page.getByRole('dialog').getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('dialog').getByRole('button', { name: 'Ask for it' }).click();
  const download = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/^placard-data-.*\.zip$/);
});

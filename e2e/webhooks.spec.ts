import { expect, type Page } from '@playwright/test';
import { answerCalls } from './support/answer-calls.ts';
import { violationsOf } from './support/axe.ts';
import { sharedPlacard, testWithAccount } from './support/own-placard.ts';
import { confirm, expectBackAsks, expectHeldOpen, expectToast, rowAction } from './support/screens.ts';

const own = sharedPlacard();
const withAccount = testWithAccount(own, ['advertiser', 'publisher'], 'Ada');

/** Nobody is asked there: it is no address of the internet. */
const URL = 'https://127.0.0.1/hooks';
const endpoint = (page: Page) => page.getByRole('region', { name: URL });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

withAccount(
  'an endpoint is added, tested, changed, and what was sent is seen',
  async ({ account: { page } }) => {
    await page.goto(own.at('/account'));
    await page.getByRole('link', { name: 'Webhooks of this account' }).click();
    await expect(page.getByText('No endpoints yet')).toBeVisible();
    await page.getByRole('button', { name: 'New endpoint' }).click();
    const adding = dialog(page, 'New endpoint');
    await adding.getByRole('textbox', { name: 'Address' }).fill('http://shop.example/');
    await adding.getByRole('button', { name: 'Add endpoint' }).click();
    await expect(
      adding.getByText('Enter an address that begins with https://', { exact: false }),
    ).toBeVisible();
    await adding.getByRole('textbox', { name: 'Address' }).fill(URL);
    await adding.getByRole('checkbox', { name: 'Month closed' }).uncheck();
    await adding.getByRole('button', { name: 'Add endpoint' }).click();
    const secret = dialog(page, 'Signing secret');
    await expect(secret.locator('code')).toHaveText(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const first = (await secret.locator('code').textContent()) ?? '';
    await expectHeldOpen(page, secret);
    await expectBackAsks(page, secret);
    await secret.getByRole('button', { name: 'I have copied it' }).click();
    await expect(endpoint(page)).toContainText('Active');
    await expect(endpoint(page)).not.toContainText('Month closed');
    expect(await page.content()).not.toContain(first);

    await rowAction(page, URL, 'Send a test');
    await expectToast(page, 'A test is on its way.');
    await endpoint(page).getByText('What was sent').click();
    const sent = endpoint(page).locator('details details');
    await expect(sent).toHaveCount(1);
    await sent.locator('summary').click();
    await expect(sent).toContainText('no answer (address_refused)');
    await expect(sent.getByRole('figure', { name: 'What is sent' })).toContainText('"type": "webhook.test"');
    await sent.getByRole('button', { name: 'Send again' }).click();
    await expectToast(page, 'It is sent again.');
    await expect(endpoint(page)).toContainText('Nothing arrives there since');

    await rowAction(page, URL, 'New secret');
    await confirm(page, 'New secret');
    await expect(secret.locator('code')).not.toHaveText(first);
    await secret.getByRole('button', { name: 'I have copied it' }).click();
    await expect(endpoint(page)).toContainText('The secret before signs as well until');
    // Changed elsewhere since it was opened: the list has it as it is now.
    await rowAction(page, URL, 'Edit endpoint');
    const one = /\/api\/.*webhooks\/\d+$/;
    await answerCalls(page, one, (route) =>
      route.fulfill({ status: 409, json: { error: { code: 'conflict_version', message: 'Changed.' } } }),
    );
    const editing = page.getByRole('dialog');
    await editing.getByRole('button', { name: 'Save' }).click();
    await expect(editing.getByRole('alert')).toContainText('This was changed somewhere else');
    await editing.getByRole('button', { name: 'Load the newest state' }).click();
    await expect(editing).toHaveCount(0);
    await page.unroute(one);
    await rowAction(page, URL, 'Switch off');
    await expectToast(page, 'Webhook switched off.');
    await expect(endpoint(page)).toContainText('Inactive');
    expect(await violationsOf(page)).toEqual([]);
    await rowAction(page, URL, 'Remove');
    await confirm(page, 'Remove');
    await expect(page.getByText('No endpoints yet')).toBeVisible();
  },
);

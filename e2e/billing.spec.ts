import { globSync, readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { answerCalls } from './support/answer-calls.ts';
import { violationsOf } from './support/axe.ts';
import { placardWithCards } from './support/card-placard.ts';
import { button } from './support/lists.ts';
import { NUMBER_FIELDS, ONE_OF_EACH_KIND, useNumberFields } from './support/number-fields.ts';
import { test } from './support/own-placard.ts';
import { choose, confirm, expectToast, rowAction } from './support/screens.ts';

const { own, network: anyNetwork, gateway } = placardWithCards();

const part = (page: Page, name: string): Locator => page.getByRole('region', { name });
const balance = (page: Page): Locator => part(page, 'Account balance');

/** Opens "Add funds", enters an amount and chooses a way of paying. */
async function addFunds(page: Page, amount: string, way: string, verb: string): Promise<void> {
  await button(page, 'Add funds').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount').fill(amount);
  await dialog.getByRole('radio', { name: way }).check();
  await dialog.getByRole('button', { name: verb, exact: true }).click();
}

/** On the gateway's page. */
async function enterCard(page: Page, last4: string): Promise<void> {
  await page.getByRole('button', { name: `Card ${last4}` }).click();
}

/**
 * Of whoever comes back with a card: what the page shows was read before the card was known, and arrives late.
 * @returns lets it arrive
 */
async function holdWhatWasReadBefore(page: Page): Promise<() => void> {
  const [read, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let isFirst = true;
  await answerCalls(page, /\/api\/advertiser\/billing$/, async (route) => {
    if (!isFirst) return await route.continue();
    isFirst = false;
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: object };
    read.resolve();
    await released.promise;
    // Nobody may wait for it any more.
    await route.fulfill({ response, json: { data: { ...data, paymentMethods: [] } } }).catch(() => undefined);
  });
  await answerCalls(page, /payment-methods\/check$/, async (route) => {
    await read.promise;
    await route.continue();
  });
  return released.resolve;
}

/** Everyone can use it, in both schemes; the page without cards is looked at with all others. */
async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violationsOf(page), colorScheme).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

const returned = (page: Page, text: string): Locator =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: text });

test('cards: saved, charged, proved to the bank, declined and refunded', async ({ browser }) => {
  const advertiser = await own.invite('cards@example.com', ['advertiser'], 'Card');
  const page = await own.pageOf(browser, advertiser);
  await page.goto(own.at('/advertiser/billing'));

  await test.step('the first card is saved on the gateway’s page', async () => {
    await expect(part(page, 'Payment methods')).toContainText('No payment methods yet');
    await button(page, 'Add your first payment method').click();
    await expect(page.getByRole('heading', { name: 'Save a card' })).toBeVisible();
    const release = await holdWhatWasReadBefore(page);
    await enterCard(page, '4242');
    await expect(returned(page, 'Visa •••• 4242 was saved.')).toBeVisible();
    release();
    await expect(part(page, 'Payment methods')).toContainText('Visa •••• 4242');
    await expect(part(page, 'Payment methods')).toContainText('Default');
  });

  await test.step('it pays in one press, and the page says the same after a reload', async () => {
    await addFunds(page, '80', 'Visa •••• 4242', 'Pay now');
    await expect(returned(page, '$80.00 was added to your balance.')).toBeVisible();
    await expect(balance(page)).toContainText('$80.00');
    await page.reload();
    await expect(returned(page, '$80.00 was added to your balance.')).toBeVisible();
    await expect(balance(page)).toContainText('$80.00');
    await returned(page, '$80.00').getByRole('button', { name: 'Close' }).click();
    await expect(page).toHaveURL(/\/advertiser\/billing$/);
  });

  await test.step('another card is entered, proved to the bank, and saved on the way', async () => {
    await addFunds(page, '50', 'Another card', 'Continue');
    await enterCard(page, '3220');
    await button(page, 'Complete authentication').click();
    await expect(returned(page, '$50.00 was added to your balance.')).toBeVisible();
    await expect(balance(page)).toContainText('$130.00');
    await expect(part(page, 'Payment methods')).toContainText('Visa •••• 3220');
  });

  await test.step('who does not prove it is not charged, and reads why', async () => {
    await addFunds(page, '20', 'Visa •••• 3220', 'Pay now');
    await button(page, 'Fail authentication').click();
    await expect(returned(page, 'The payment of $20.00 failed.')).toContainText(
      'The bank could not confirm that it is you. Nothing was charged.',
    );
    await expectAccessible(page);
    // The gateway adds a secret of the payment to the address; it is not left there.
    await expect(page).toHaveURL(/\/advertiser\/billing\?deposit=\d+$/);
    await expect(balance(page)).toContainText('$130.00');
  });

  await test.step('a declined card says so; who leaves the page may go on or cancel', async () => {
    await addFunds(page, '30', 'Another card', 'Continue');
    await enterCard(page, '9995');
    await expect(page.getByRole('alert')).toHaveText('Your card has insufficient funds.');
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(returned(page, 'The payment of $30.00 is not finished yet.')).toBeVisible();
    await button(page, 'Continue payment').click();
    await expect(page.getByRole('heading', { name: 'Pay 30.00 usd' })).toBeVisible();
    await page.goBack();
    await button(page, 'Cancel deposit').click();
    await confirm(page, 'Cancel deposit');
    await expectToast(page, 'Deposit cancelled');
    await expect(part(page, 'Pending deposits')).toHaveCount(0);
  });

  await test.step('a card is made the default one, another removed', async () => {
    await rowAction(page, 'Visa •••• 3220', 'Make default');
    await confirm(page, 'Make default');
    await expectToast(page, 'Default card updated');
    await rowAction(page, 'Visa •••• 4242', 'Remove');
    await confirm(page, 'Remove');
    await expectToast(page, 'Card removed');
    await expect(part(page, 'Payment methods')).not.toContainText('4242');
  });
  await page.context().close();

  await test.step('the operator gives a part back', async () => {
    const console = await own.pageOf(browser, own.operator);
    await console.goto(own.at('/operator/deposits?sort=-amount'));
    const row = console.getByRole('row').filter({ hasText: '$80.00' });
    const reference = (await row.locator('code').textContent()) ?? '';
    await rowAction(console, reference, 'Refund…');
    await console.getByLabel('Amount').fill('90');
    await console.getByLabel('Reason').fill('Asked by mail');
    await button(console, 'Refund').click();
    await expect(console.getByText('At most $80.00 can be refunded.')).toBeVisible();
    await console.getByLabel('Amount').fill('30');
    await button(console, 'Refund').click();
    await expectToast(console, 'Refund booked');
    await expect(row.getByRole('button', { name: '$30.00' })).toBeVisible();
    await expect
      .poll(() => [...gateway().state.refunds.values()].map((refund) => refund.amount))
      .toEqual([3_000]);
    await console.context().close();
    const summary = await advertiser.get<{ balance: number }>('/advertiser/billing');
    expect(summary.balance).toBe(100);
  });
});

test('automatic top-up fills the wallet by itself, until its card is declined', async ({ browser }) => {
  const advertiser = await own.invite('auto@example.com', ['advertiser'], 'Auto');
  const page = await own.pageOf(browser, advertiser);
  await page.goto(own.at('/advertiser/billing'));
  await button(page, 'Add your first payment method').click();
  await enterCard(page, '4242');
  await part(page, 'Automatic top-up').getByRole('button', { name: 'Set up' }).click();
  await page.getByLabel('When the balance is below').fill('40');
  await page.getByRole('textbox', { name: 'Add', exact: true }).fill('60');
  await button(page, 'Save').click();
  await expectToast(page, 'Automatic top-up is on');
  const rule = 'When the balance is below $40.00, $60.00 is added by Visa •••• 4242.';
  await expect(part(page, 'Automatic top-up')).toContainText(rule);
  await expect
    .poll(async () => (await advertiser.get<{ balance: number }>('/advertiser/billing')).balance)
    .toBe(60);

  await button(page, 'Add a card').click();
  await enterCard(page, '0341');
  await rowAction(page, 'Visa •••• 0341', 'Make default');
  await confirm(page, 'Make default');
  await expectToast(page, 'Default card updated');
  await part(page, 'Automatic top-up').getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('When the balance is below').fill('100');
  await button(page, 'Save').click();
  await expectToast(page, 'Automatic top-up is on');
  await expect
    .poll(async () => {
      const summary = await advertiser.get<{ autoTopUp: { enabled: boolean } }>('/advertiser/billing');
      return summary.autoTopUp.enabled;
    })
    .toBe(false);
  await page.reload();
  await expect(part(page, 'Automatic top-up')).toContainText(
    'It was switched off because your default card was declined.',
  );
  await page.context().close();
});

test('amounts, counts and shares are typed, selected, pasted and refused alike', async ({ browser }) => {
  const network = anyNetwork();
  for (const who of ['advertiser', 'operator'] as const) {
    const page = await own.pageOf(browser, network[who]);
    for (const screen of ONE_OF_EACH_KIND.filter((each) => each.who === who)) {
      await test.step(screen.source, async () => await useNumberFields(page, own.at, network, screen));
    }
    await page.context().close();
  }
});

test('each pending deposit copies its own reference', async ({ browser }) => {
  const { advertiser } = anyNetwork();
  const page = await own.pageOf(browser, advertiser);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const ask = async (amount: number) =>
    await advertiser.post<{ reference: string }>('/advertiser/deposits', { amount, gateway: 'manual' });
  const references = [await ask(51), await ask(52)].map(({ reference }) => reference);
  await page.goto(own.at('/advertiser/billing'));
  // The dialog's second step has the focus, not the page below.
  await addFunds(page, '53', 'Bank transfer', 'Continue');
  await expect(page.getByRole('heading', { name: 'Transfer $53.00' })).toBeFocused();
  await button(page, 'Done').click();
  for (const reference of references) {
    await button(page, `Copy reference ${reference}`).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(reference);
  }
  await page.context().close();
});

test('no press asks for a second deposit where the first was requested after all', async ({ browser }) => {
  const advertiser = await own.invite('once@example.com', ['advertiser'], 'Once');
  const page = await own.pageOf(browser, advertiser);
  const amounts = async () =>
    (
      await advertiser.get<{ pendingDeposits: { amount: number }[] }>('/advertiser/billing')
    ).pendingDeposits.map(({ amount }) => amount);
  await page.goto(own.at('/advertiser/billing'));
  const dialog = page.getByRole('dialog');
  // The server books it, and the answer never comes.
  const requests = /\/api\/advertiser\/deposits$/;
  await answerCalls(page, requests, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await addFunds(page, '61', 'Bank transfer', 'Continue');
  await expectToast(page, 'Failed to add funds');
  await page.unroute(requests);
  await dialog.getByLabel('Amount').fill('62');
  await dialog.getByRole('button', { name: 'Continue', exact: true }).click();
  await expectToast(
    page,
    'An earlier press went through after all. See what is booked before you ask for more.',
  );
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('$61.00')).toBeVisible();
  expect(await amounts()).toEqual([61]);

  // A card payment that cannot begin is requested all the same: it waits below, and no press makes another.
  const refusal = { error: { code: 'conflict_status', message: 'Not now.' } };
  await answerCalls(page, /\/deposits\/\d+\/pay$/, (route) => route.fulfill({ status: 409, json: refusal }));
  await addFunds(page, '63', 'Card', 'Continue');
  await expectToast(page, 'Failed to continue the payment. Not now.');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('$63.00')).toBeVisible();
  expect((await amounts()).toSorted()).toEqual([61, 63]);
  await page.context().close();
});

test('what the server refused stays as it was typed', async ({ browser }) => {
  const { publisher, operator, websiteId } = anyNetwork();
  const settings = await own.pageOf(browser, operator);
  await settings.goto(own.at('/operator/settings'));
  await settings.getByLabel('Name of the network').fill('Lanterns');
  const { version, ...before } = await operator.get<{ version: number }>('/operator/settings');
  await operator.put('/operator/settings', { ...before, version });
  await button(settings, 'Save settings').click();
  await expect(settings.getByRole('alert')).toContainText('This was changed somewhere else');
  await expect(settings.getByLabel('Name of the network')).toHaveValue('Lanterns');

  const page = await own.pageOf(browser, publisher);
  await page.goto(own.at(`/publisher/websites/${websiteId}/widgets/create`));
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Above the text');
  await choose(page, 'Size 1', 'Medium Rectangle 300x250');
  const website = await publisher.get<{ version: number }>(`/publisher/websites/${websiteId}`);
  const stop = { version: website.version, text: 'It is looked at again' };
  await operator.post(`/operator/websites/${websiteId}/suspend`, stop);
  await button(page, 'Create Widget').click();
  await expect(page.getByText('Cannot create widget: Website is not active')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Above the text');
  await expect(page.getByRole('combobox', { name: 'Size 1' })).toHaveValue('Medium Rectangle 300x250');
  for (const each of [settings, page]) await each.context().close();
});

test('no screen with a number field is left out', () => {
  const root = new URL('../apps/web/src/', import.meta.url);
  const sources = globSync('**/*.tsx', { cwd: root }).filter((path) =>
    /<(?:Money|Count|Percent)Input/.test(readFileSync(new URL(path, root), 'utf8')),
  );
  expect(NUMBER_FIELDS.map(({ source }) => source).sort()).toEqual(sources.sort());
});

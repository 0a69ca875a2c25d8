import { expect, type Page } from '@playwright/test';
import { answerCalls } from './support/answer-calls.ts';
import { button } from './support/lists.ts';
import { ownPlacard, test } from './support/own-placard.ts';
import { choose, confirm, expectToast } from './support/screens.ts';
import { buildSmallNetwork, fund } from './support/small-network.ts';
import { holdBack } from './support/stored-session.ts';
import { decide, report } from './support/visitor.ts';

/** So many documents of an account are listed before anything is typed. */
const LISTED = 20;

const own = ownPlacard();

const part = (page: Page, name: string) => page.getByRole('region', { name });

async function find(page: Page, typed: string): Promise<void> {
  const field = page.getByRole('dialog').getByPlaceholder('Name, company, email or number');
  await field.fill(typed);
  await page.getByRole('option', { name: typed }).click();
}

test('the operator credits, debits and refunds, and both sides read why', async ({ browser }) => {
  const { advertiser, publisher, operator, embedKey } = await buildSmallNetwork(own.placard, {
    objective: 'BRAND_AWARENESS',
    bid: 400,
  });
  const { email } = (await advertiser.get('/auth/profile')) as { email: string };
  const { email: publisherEmail } = (await publisher.get('/auth/profile')) as { email: string };
  const page = await own.pageOf(browser, operator);
  const tokens: string[] = [];
  // Delivery follows the approvals.
  const decided = async () => tokens.push(...(await decide(own.placard.deliveryUrl, embedKey, 1)));
  await expect.poll(decided).toBeGreaterThan(0);
  const [token = ''] = tokens;
  expect(await report(own.placard.deliveryUrl, [`i${token}`, `v${token}`])).toBe(true);
  const balance = async () =>
    ((await advertiser.get('/advertiser/wallet/balance')) as { balance: number }).balance;
  await expect.poll(balance).toBeLessThan(500);

  await test.step('a credit is found in the wallet’s list, with its document', async () => {
    await page.goto(own.at('/operator/corrections'));
    await expect(page.getByText('No corrections yet')).toBeVisible();
    await button(page, 'Credit or debit').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Book', exact: true }).click();
    await expect(dialog.getByText('Give a reason of at least 3 characters')).toBeVisible();
    await find(page, email);
    await expect(dialog.getByText(/Wallet \$499/)).toBeVisible();
    await dialog.getByLabel('Amount').fill('12.5');
    await dialog.getByLabel('Reason').fill('Two days without reports');
    await dialog.getByRole('button', { name: 'Book', exact: true }).click();
    await expectToast(page, 'Correction saved');
    await expect(page.getByRole('row', { name: /Two days without reports/ })).toContainText(/COR-\d+-0001/);
  });

  await test.step('what was charged goes back, and both sides read why', async () => {
    const preview = /\/api\/operator\/corrections\/spend\?/;
    await answerCalls(page, preview, async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: { campaigns: object[] } };
      const others = Array.from({ length: 99 }, (_, index) => ({
        id: 1_000 + index,
        name: 'Other',
        amount: 1,
      }));
      const campaigns = [...data.campaigns, ...others];
      await route.fulfill({ response, json: { data: { ...data, campaigns } } });
    });
    await button(page, 'Refund a period').click();
    const dialog = page.getByRole('dialog');
    await find(page, email);
    await expect(dialog.getByText('Goes back to the wallet')).toBeVisible();
    // Of the campaigns, not of the one website.
    await expect(dialog.getByText('The 100 that were charged most. Fewer days show others.')).toHaveCount(1);
    await dialog.getByLabel('Reason').fill('Shown to machines');
    // Until the figures of what is chosen now are there, none are shown and nothing can be refunded.
    const release = await holdBack(page, /\/corrections\/spend\?.*campaignId/);
    await choose(page, 'Campaign', /Lantern week/);
    await expect(dialog.getByText('Goes back to the wallet')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
    await expect(dialog.getByRole('alert')).toHaveText('Looking at the charges…');
    release();
    await dialog.getByRole('button', { name: /^Refund \$0\.40/ }).click();
    await expectToast(page, 'Refund saved');
    await page.unrouteAll({ behavior: 'wait' });
    await expect.poll(balance).toBe(512.5);
    for (const [session, path, region, reason] of [
      [advertiser, '/advertiser/billing', 'Wallet transactions', 'Two days without reports'],
      [advertiser, '/advertiser/billing', 'Wallet transactions', 'Shown to machines'],
      [publisher, '/publisher/payment', 'Corrections', 'Shown to machines'],
    ] as const) {
      const side = await own.pageOf(browser, session);
      await side.goto(own.at(path));
      await expect(part(side, region).first().getByText(reason).filter({ visible: true })).toBeVisible();
      await side.context().close();
    }
  });

  await test.step('a document beyond those listed is found by its name', async () => {
    for (let count = 0; count < LISTED; count += 1) await fund(operator, advertiser, 10);
    await button(page, 'Credit or debit').click();
    const dialog = page.getByRole('dialog');
    await find(page, email);
    const document = dialog.getByRole('combobox', { name: 'Corrects' });
    await document.click();
    await expect(page.getByRole('option', { name: /^More documents/ })).toBeAttached();
    const { accountId } = advertiser;
    const first = page.getByRole('option', { name: `REC-${accountId}-0001 of $500.00` });
    await expect(first).toHaveCount(0);
    await document.fill('no such');
    await expect(page.getByText('No such document: type its whole name or its number')).toBeVisible();
    await document.fill(`rec-${accountId}-0001`);
    await expect(first).toBeVisible();
    await document.press('ArrowDown');
    await document.press('Enter');
    await expect(document).toHaveValue(`REC-${accountId}-0001 of $500.00`);
    await dialog.getByLabel('Amount').fill('1');
    await dialog.getByLabel('Reason').fill('Paid twice');
    await dialog.getByRole('button', { name: 'Book', exact: true }).click();
    await expectToast(page, 'Correction saved');
    await expect(page.getByRole('row', { name: /Paid twice/ })).toContainText(/COR-\d+-0003/);
  });

  await test.step('above the limit it waits for another operator', async () => {
    await button(page, 'Credit or debit').click();
    const dialog = page.getByRole('dialog');
    await find(page, publisherEmail);
    await expect(dialog.getByRole('radio', { name: /^Wallet/ })).toHaveCount(0);
    await dialog.getByLabel('Amount').fill('1000.01');
    await dialog.getByLabel('Reason').fill('Bonus of the year');
    await dialog.getByRole('button', { name: 'Book', exact: true }).click();
    await expectToast(page, 'Correction saved');
    const row = page.getByRole('row', { name: /Bonus of the year/ });
    await expect(row).toContainText('Pending');
    await row.getByRole('button', { name: /^Actions for/ }).click();
    await expect(page.getByRole('menuitem', { name: 'Approve' })).toBeDisabled();
    await page.getByRole('menuitem', { name: 'Reject' }).click();
    await confirm(page, 'Reject');
    await expect(row).toContainText('Rejected');
  });
  await page.context().close();
});

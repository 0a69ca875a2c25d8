import { expect, type Page } from '@playwright/test';
import { ownPlacard, test } from './support/own-placard.ts';
import { confirm, expectToast } from './support/screens.ts';

const own = ownPlacard();
const PHONE = { width: 360, height: 740 };

const part = (page: Page, name: string) => page.getByRole('region', { name });

/** The page itself never scrolls sideways. */
async function fitsPhone(page: Page): Promise<void> {
  await page.setViewportSize(PHONE);
  expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBe(PHONE.width);
}

test("the operator's home leads to what waits, and is calm once it is done", async ({ browser }) => {
  const operator = await own.pageOf(browser, own.operator);
  const advertiser = await own.invite('first@example.com', ['advertiser'], 'First');

  await test.step('signing in leads there, and nothing waits', async () => {
    await operator.goto(own.at('/dashboard'));
    await expect(operator).toHaveURL(own.at('/operator'));
    await expect(part(operator, 'Waiting for you')).toContainText('Nothing waits for you');
    await expect(part(operator, 'Today')).toContainText('Every event is settled');
  });

  await test.step('a transfer waits with its age, and its tile leads to the list of such', async () => {
    await advertiser.post('/advertiser/deposits', { amount: 75, gateway: 'manual' });
    await operator.reload();
    const tile = operator.getByRole('link', { name: 'Bank transfers to confirm' });
    await expect(tile).toContainText('Oldest: now');
    await fitsPhone(operator);
    await tile.click();
    await expect(operator).toHaveURL(own.at('/operator/deposits?status=pending'));
    await operator.getByRole('button', { name: /^Actions for PL-/ }).click();
    await operator.getByRole('menuitem', { name: 'Confirm arrival' }).click();
    await confirm(operator, 'Confirm arrival');
    await expectToast(operator, 'Deposit confirmed');
  });

  await test.step('done, it is calm again', async () => {
    await operator.goto(own.at('/operator'));
    await expect(part(operator, 'Waiting for you')).toContainText('Nothing waits for you');
  });
  await operator.context().close();
});

import { expect, type Page } from '@playwright/test';
import { answerCalls } from './support/answer-calls.ts';
import type { Session } from './support/api-client.ts';
import { ownPlacard, test } from './support/own-placard.ts';
import { addActiveWebsite } from './support/publisher-data.ts';
import { confirm, expectToast } from './support/screens.ts';
import { buildSmallNetwork, createCreative } from './support/small-network.ts';
import { decide, report } from './support/visitor.ts';

const own = ownPlacard();
const PHONE = { width: 360, height: 740 };

const part = (page: Page, name: string) => page.getByRole('region', { name });

/** The page itself never scrolls sideways. */
async function fitsPhone(page: Page): Promise<void> {
  await page.setViewportSize(PHONE);
  expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBe(PHONE.width);
}

test('another currency is that of every amount at once, for operators and publishers too', async ({
  browser,
}) => {
  const publisher = await own.invite('euro@example.com', ['publisher'], 'Euro');
  const websiteId = await addActiveWebsite(own.operator, publisher, 'euro.example');
  const operator = await own.pageOf(browser, own.operator);
  await operator.goto(own.at('/operator/settings'));
  const least = operator.getByRole('textbox', { name: 'Minimum deposit' });
  await expect(least).toHaveValue(/^\$/);
  await operator.getByRole('textbox', { name: 'Currency' }).fill('EUR');
  await operator.getByRole('button', { name: 'Save settings' }).click();
  await expectToast(operator, 'Settings saved');
  await expect(least).toHaveValue(/^€/);
  await operator.context().close();

  const page = await own.pageOf(browser, publisher);
  await page.goto(own.at(`/publisher/websites/${websiteId}/widgets/create`));
  const floor = page.getByRole('textbox', { name: 'Floor CPM' });
  await floor.fill('1.5');
  await floor.blur();
  await expect(floor).toHaveValue('€1.50');
  await page.context().close();
});

test("the operator's home leads to what waits, and is calm once it is done", async ({ browser }) => {
  const operator = await own.pageOf(browser, own.operator);
  const advertiser = await own.invite('first@example.com', ['advertiser'], 'First');

  await test.step('signing in leads there, and nothing waits', async () => {
    await operator.goto(own.at('/dashboard'));
    await expect(operator).toHaveURL(own.at('/operator'));
    await expect(part(operator, 'Waiting for you')).toContainText('Nothing waits for you');
    await expect(part(operator, 'Today')).toContainText('Every event is settled');
    const money = operator.getByRole('list', { name: 'Money' }).getByRole('link');
    await expect(money).toHaveText(['Deposits', 'Payouts', 'Corrections', 'Documents', 'Reconciliation']);
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

test('a newcomer is led to the first impression, and then sees figures', async ({ browser }) => {
  const newcomer = await own.invite('newcomer@example.com', ['advertiser', 'publisher'], 'New');
  const page = await own.pageOf(browser, newcomer);
  const advertising = part(page, 'Advertising');
  const publishing = part(page, 'Publishing');
  const next = (side: typeof advertising) => side.locator('[aria-current="step"]');

  await test.step('below the cards of the roles each side has its next step as a button', async () => {
    await page.goto(own.at('/dashboard'));
    await expect(page.getByRole('button', { name: 'Open advertiser dashboard' })).toBeVisible();
    await expect(next(advertising)).toContainText('Fund the wallet');
    await expect(next(publishing)).toContainText('Add a website');
    await expect(advertising).toContainText('Nothing is shown until it is funded');
    await expect(publishing).toContainText('to the smallest payout of €50.00');
    await next(advertising).getByRole('link', { name: 'Add funds', exact: true }).click();
    await expect(page).toHaveURL(own.at('/advertiser/billing'));
  });

  await test.step('a done step leads to the next one', async () => {
    const { id } = await newcomer.post<{ id: number }>('/advertiser/deposits', {
      amount: 75,
      gateway: 'manual',
    });
    await own.operator.post(`/operator/deposits/${id}/confirm`);
    await page.goto(own.at('/dashboard'));
    await next(advertising).getByRole('link', { name: 'Create campaign', exact: true }).click();
    await expect(page).toHaveURL(own.at('/advertiser/campaigns/create'));
  });

  await test.step('a member without the right to it sees the figures and no button', async () => {
    await answerCalls(page, '**/api/auth/profile', async (route) => {
      const answer = await route.fetch();
      const { data } = (await answer.json()) as { data: object };
      await route.fulfill({ response: answer, json: { data: { ...data, member: 'viewer' } } });
    });
    await page.goto(own.at('/dashboard'));
    await expect(next(advertising)).toContainText('Create a campaign');
    await expect(next(advertising)).toContainText('a member with the right to it');
    await expect(next(advertising).getByRole('link')).toHaveCount(0);
    await fitsPhone(page);
  });
  await page.context().close();
});

test('who has arrived sees money, what wants mending and the next payout', async ({ browser }) => {
  const { advertiser, publisher, operator, embedKey, adSetId } = await buildSmallNetwork(own.placard, {
    objective: 'BRAND_AWARENESS',
    bid: 2.5,
  });
  const tokens: string[] = [];
  // Delivery follows the approvals.
  const decided = async () => tokens.push(...(await decide(own.placard.deliveryUrl, embedKey, 1)));
  await expect.poll(decided).toBeGreaterThan(0);
  const [token = ''] = tokens;
  expect(await report(own.placard.deliveryUrl, [`i${token}`, `v${token}`])).toBe(true);
  const arrived = async (session: Session, role: string) =>
    (await session.get<{ steps: unknown }>(`/${role}/home`)).steps;
  await expect.poll(async () => await arrived(advertiser, 'advertiser')).toBeNull();
  await expect.poll(async () => await arrived(publisher, 'publisher')).toBeNull();

  await test.step('the advertiser: spend as the report has it, and a rejected creative leads to its edit', async () => {
    const creative = await createCreative(
      advertiser,
      adSetId,
      'https://shop.example.com/two',
      'Two lanterns',
    );
    const { id, version } = creative;
    const verdict = { kind: 'creative', id, version, code: 'other', text: 'Too loud for us' };
    await operator.post('/operator/reviews/reject', verdict);
    const page = await own.pageOf(browser, advertiser);
    await page.goto(own.at('/dashboard'));
    const side = part(page, 'Advertising');
    await expect(side).toContainText('Not enough days to tell');
    await expect(side).toContainText('No campaign had 1,000 impressions in the last 7 days');
    await expect(part(page, 'Wants mending')).toContainText('Creative rejected: Too loud for us');
    await fitsPhone(page);
    await part(page, 'Wants mending').getByRole('link', { name: 'Mend it' }).click();
    await expect(page).toHaveURL(own.at(`/advertiser/creatives/${id}/edit`));
    await page.context().close();
  });

  await test.step('the publisher: earnings, and ads.txt that could not be read', async () => {
    const page = await own.pageOf(browser, publisher);
    await page.goto(own.at('/dashboard'));
    await expect(part(page, 'Next payout')).toContainText('to the smallest payout');
    const look = part(page, 'Wants a look');
    await expect(look).toContainText('ads.txt of 1 website could not be read');
    await fitsPhone(page);
    await look.getByRole('link', { name: 'Open ads.txt', exact: true }).click();
    await expect(page).toHaveURL(own.at('/publisher/ads-txt?result=unknown'));
    await page.context().close();
  });
});

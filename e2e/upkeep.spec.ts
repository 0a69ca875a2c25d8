import { expect } from '@playwright/test';
import { answerCalls } from './support/answer-calls.ts';
import { RefusedCall } from './support/api-client.ts';
import { button } from './support/lists.ts';
import { networkIn, ownPlacard, test } from './support/own-placard.ts';
import { PASSWORD } from './support/small-network.ts';
import { decide } from './support/visitor.ts';

/** Its books are looked at while only the operators’ own deposit is in them. */
const own = ownPlacard();
const network = networkIn(own);

/** Ads of who is suspended stop within this. */
const STOPPED_WITHIN_MS = 2_000;

test('a suspended account: session and key are refused at the next call, its ads stop within two seconds', async () => {
  const { operator, advertiser, embedKey } = network();
  const decided = async () => (await decide(own.placard.deliveryUrl, embedKey, 1)).length;
  await expect.poll(decided).toBe(1);
  const { key } = await advertiser.post<{ key: string }>('/api-keys', {
    ...{ name: 'Reader', scopes: ['read'], lifetime: '30_days', currentPassword: PASSWORD },
  });
  const byKey = async () =>
    (await fetch(own.at('/api/advertiser/campaigns'), { headers: { authorization: `Bearer ${key}` } }))
      .status;
  expect(await byKey()).toBe(200);

  await operator.post(`/operator/users/${advertiser.userId}/actions`, { action: 'suspend' });
  const suspendedMs = performance.now();
  const refused = await advertiser.get('/advertiser/campaigns').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(RefusedCall);
  expect(await byKey()).toBe(403);
  await expect.poll(decided, { intervals: [20] }).toBe(0);
  expect(performance.now() - suspendedMs).toBeLessThan(STOPPED_WITHIN_MS);

  await operator.post(`/operator/users/${advertiser.userId}/actions`, { action: 'reinstate' });
  await expect.poll(decided).toBe(1);
});

test('an operator has the books checked, and sees what differs with the way to it', async ({ browser }) => {
  const { operator } = network();
  const page = await own.pageOf(browser, operator);

  await test.step('asked for, the result comes by itself', async () => {
    await page.goto(own.at('/operator/reconciliation'));
    await expect(page.getByText('Not checked yet')).toBeVisible();
    await button(page, 'Check now').click();
    await expect(page.getByText('The books agree')).toBeVisible();
    await expect(page.getByRole('row', { name: /^Deposits Agrees/ })).toContainText('$500.00');
    await expect(page.getByRole('row', { name: /^Sum/ })).toContainText('$0.00');
    await expect(page.getByText(/^Asked by /)).toBeVisible();
  });

  await test.step('what differs leads to where it is looked at', async () => {
    await answerCalls(page, '**/api/operator/reconciliation/*', async (route) => {
      const answer = await route.fetch();
      const { data } = (await answer.json()) as { data: { checks: { check: string }[] } };
      const red = { isGreen: false, differing: 21 };
      const differences = [{ subject: 'deposit', id: 1, label: 'PL-77', left: 500, right: 499.999_999 }];
      const checks = data.checks.map((each) =>
        each.check === 'deposits' ? { ...each, ...red, differences } : each,
      );
      await route.fulfill({ response: answer, json: { data: { ...data, ...red, checks } } });
    });
    await page.reload();
    await expect(page.getByText('The books differ')).toBeVisible();
    await expect(page.getByText('20 more lines differ.')).toBeVisible();
    await expect(page.getByText('$499.999999')).toBeVisible();
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBe(360);
    await page.getByRole('link', { name: 'Open', exact: true }).click();
    await expect(page).toHaveURL(own.at('/operator/deposits/1'));
  });
  await page.context().close();
});

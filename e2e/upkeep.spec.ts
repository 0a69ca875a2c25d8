import { expect } from '@playwright/test';
import { answerCalls } from './support/answer-calls.ts';
import { button } from './support/lists.ts';
import { ownPlacard, test } from './support/own-placard.ts';
import { buildSmallNetwork } from './support/small-network.ts';

/** Its books are looked at while only the operators’ own deposit is in them. */
const own = ownPlacard();

test('an operator has the books checked, and sees what differs with the way to it', async ({ browser }) => {
  const { operator } = await buildSmallNetwork(own.placard);
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

import { expect } from '@playwright/test';
import { answerCalls } from './support/answer-calls.ts';
import { sharedPlacard, test } from './support/own-placard.ts';

const own = sharedPlacard();

/** The longest that cards show; from 10,000 on they shorten it. */
const LONGEST = 9_999.99;

test('an amount stands on one line of its card on a phone, with its currency behind it too', async ({
  browser,
}) => {
  const page = await own.pageOf(browser, own.operator, {
    viewport: { width: 360, height: 740 },
    locale: 'de-DE',
  });
  await answerCalls(page, /\/api\/operator\/payouts\?/, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: { stats: Record<string, number> } };
    const stats = Object.fromEntries(Object.keys(answer.data.stats).map((name) => [name, LONGEST]));
    await route.fulfill({ response, json: { data: { ...answer.data, stats } } });
  });
  await page.goto(own.at('/operator/payouts'));
  const amount = page.getByText('9.999,99 $', { exact: true }).first();
  await expect(amount).toBeVisible();
  const lines = await amount.evaluate((element) => element.getClientRects().length);
  expect(lines).toBe(1);
  await page.context().close();
});

test('what can be done with a panel stands beside its long description in a wide window', async ({
  browser,
}) => {
  const page = await own.pageOf(browser, own.operator, { viewport: { width: 1_440, height: 900 } });
  await page.goto(own.at('/operator/health'));
  const panel = page.getByRole('region', { name: 'Filtered lately, by reason' });
  const heading = panel.getByRole('heading', { name: 'Filtered lately, by reason' });
  const [text, action] = [await heading.boundingBox(), await panel.getByRole('link').first().boundingBox()];
  if (text === null || action === null) throw new Error('the panel has no heading or nothing to press');
  expect(action.x).toBeGreaterThan(text.x + text.width);
  await page.context().close();
});

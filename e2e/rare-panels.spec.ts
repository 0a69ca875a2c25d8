import { expect, type Page } from '@playwright/test';
import { answerCalls } from './support/answer-calls.ts';
import { networkIn, sharedPlacard, test } from './support/own-placard.ts';

const own = sharedPlacard();
const network = networkIn(own, { domain: 'rare-panels.example.com' });

/** Panels that most people have none of: nothing shown would mean that there is nothing. */
const PANELS = {
  publisher: {
    path: '/publisher/payment',
    calls: /\/api\/publisher\/payment\/(corrections|withholding|self-billing\/documents)/,
    failed: [
      'Failed to load corrections',
      'Failed to load the rates of withholding',
      'Failed to load the self-billing invoices',
    ],
  },
  operator: {
    path: '/operator/users',
    calls: /\/api\/operator\/sign-ups/,
    failed: ['Failed to load who waits for an account'],
  },
} as const;

const failedPart = (page: Page, name: string) =>
  page.getByRole('alert').filter({ has: page.getByRole('heading', { name, exact: true }) });

for (const who of ['publisher', 'operator'] as const) {
  test(`what could not be asked for says so to the ${who}, and is there once it can be`, async ({
    browser,
  }) => {
    const { path, calls, failed } = PANELS[who];
    const page = await own.pageOf(browser, network()[who]);
    await answerCalls(page, calls, (route) =>
      route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'Internal server error' } } }),
    );
    await page.goto(own.at(path));
    for (const name of failed) await expect(failedPart(page, name)).toBeVisible();
    await page.unroute(calls);
    for (const name of failed) {
      await failedPart(page, name).getByRole('button', { name: 'Try Again' }).click();
      await expect(failedPart(page, name)).toHaveCount(0);
    }
    await page.context().close();
  });
}

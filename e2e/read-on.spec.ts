import { expect, type Page } from '@playwright/test';
import { answerCalls } from './support/answer-calls.ts';
import { button } from './support/lists.ts';
import { sharedPlacard, test } from './support/own-placard.ts';
import { expectToast } from './support/screens.ts';

const own = sharedPlacard();

/** The log says that there is more than its first part, and the next part fails. */
async function failsFurtherOn(page: Page, calls: RegExp): Promise<void> {
  await answerCalls(page, calls, async (route) => {
    if (new URL(route.request().url()).searchParams.has('before')) {
      await route.fulfill({ status: 500, body: '' });
      return;
    }
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { data: { ...data, next: '1' } } });
  });
}

test('what fails further on in a log is said, and what is there stays', async ({ browser }) => {
  const page = await own.pageOf(browser, own.operator);
  await failsFurtherOn(page, /\/api\/operator\/audit(\?|$)/);
  await page.goto(own.at('/operator/audit'));
  const entries = page.locator('main details');
  await expect(entries.first()).toBeVisible();
  const before = await entries.count();
  await button(page, 'Load more').click();
  await expectToast(page, /^Failed to fetch the audit log/);
  await expect(entries).toHaveCount(before);

  await failsFurtherOn(page, /\/api\/notices(\?|$)/);
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const panel = page.getByRole('region', { name: 'Notifications' });
  await panel.getByRole('button', { name: 'Show older' }).click();
  await expectToast(page, /^Failed to load notifications/);
});

import { expect, type Page } from '@playwright/test';
import { answerCalls } from './support/answer-calls.ts';
import { button, rowNames } from './support/lists.ts';
import { networkIn, sharedPlacard, test } from './support/own-placard.ts';

const own = sharedPlacard();
const network = networkIn(own, { domain: 'told.example.com', deposit: 8_765 });

/** What a reader tells without being there: it has to stand in the page before its words change. */
function partThatTells(page: Page, words: string | RegExp) {
  return page.locator('[aria-live="polite"][data-before]').filter({ hasText: words });
}

const markParts = (page: Page) =>
  page.evaluate(() => {
    for (const part of document.querySelectorAll<HTMLElement>('[aria-live]')) part.dataset.before = '';
  });

test('a list tells its order, that it is empty and how much there is again', async ({ browser }) => {
  const page = await own.pageOf(browser, network().advertiser);
  await page.goto(own.at('/advertiser/campaigns'));
  await expect(rowNames(page)).toHaveCount(1);
  await markParts(page);
  await button(page, 'Campaign name').click();
  await expect(partThatTells(page, 'Sorted by Campaign name, ascending')).toBeAttached();
  await button(page, 'Campaign name').click();
  await expect(partThatTells(page, 'Sorted by Campaign name, descending')).toBeAttached();
  await page.getByRole('searchbox', { name: 'Search campaigns' }).fill('nowhere');
  await expect(partThatTells(page, 'Nothing matches')).toBeVisible();
  await button(page, 'Clear search').click();
  await expect(partThatTells(page, '1–1 of 1')).toBeVisible();
  await page.context().close();
});

test('more entries are told of, and the button that asked for them keeps the focus', async ({ browser }) => {
  const page = await own.pageOf(browser, own.operator);
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
  await answerCalls(page, /\/api\/operator\/audit(\?|$)/, async (route) => {
    const isNext = new URL(route.request().url()).searchParams.has('before');
    if (isNext) await allowed;
    const response = await route.fetch();
    const { data } = await response.json();
    const [entry] = data.items;
    const items = [{ ...entry, id: isNext ? `${entry.id}0` : entry.id }];
    await route.fulfill({ response, json: { data: { ...data, items, next: entry.id } } });
  });
  await page.goto(own.at('/operator/audit'));
  await button(page, 'Load more').focus();
  await markParts(page);
  await page.keyboard.press('Enter');
  await expect(button(page, 'Loading…')).toBeFocused();
  allow();
  await expect(partThatTells(page, '2 entries')).toBeAttached();
  await expect(button(page, 'Load more')).toBeFocused();
  await page.context().close();
});

test('what has to be filled in is told, and what stands below a choice', async ({ browser }) => {
  const page = await own.pageOf(browser, network().advertiser);
  await page.goto(own.at('/advertiser/campaigns/create'));
  for (const name of ['Campaign name', 'Total budget', 'Start date'])
    await expect(page.getByRole('textbox', { name }).or(page.getByLabel(name))).toHaveAttribute('required');
  const objective = page.getByRole('group', { name: 'Objective' });
  await expect(objective).toHaveAccessibleDescription('Required');
  await page.context().close();
});

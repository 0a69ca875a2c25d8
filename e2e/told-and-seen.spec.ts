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

test('a field with a fault shows that it has the focus', async ({ browser }) => {
  const page = await own.pageOf(browser, network().advertiser);
  await page.goto(own.at('/advertiser/campaigns/create'));
  const name = page.getByLabel('Campaign name');
  const look = () => name.screenshot({ animations: 'disabled', caret: 'hide' });
  await button(page, 'Next').click();
  await expect(name).toBeFocused();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  const focused = await look();
  await name.blur();
  expect((await look()).equals(focused)).toBe(false);
  await page.context().close();
});

test('mails in another language than the page are marked as such', async ({ browser }) => {
  const page = await own.pageOf(browser, own.operator);
  await page.goto(own.at('/operator/mails/catalogue'));
  await page.getByRole('combobox').selectOption('Deutsch');
  await expect(page.locator('summary strong').first()).toHaveAttribute('lang', 'de');
  await page.context().close();
});

test('the figures of a point go away by Escape, wherever the focus is, and what they mean is read without a pointer', async ({
  browser,
}) => {
  const page = await own.pageOf(browser, network().advertiser);
  await page.goto(own.at('/advertiser/statistics'));
  const chart = page.getByRole('group', { name: /^Impressions, Spend over time/ });
  await chart.hover();
  const figures = chart.locator('dl');
  await expect(figures).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(figures).toHaveCount(0);
  // What a figure means is not for those alone who rest a pointer on its name.
  const meaning = page.getByText('Ads that began to render.');
  await expect(meaning).toBeHidden();
  await page.locator('summary', { hasText: 'What these figures mean' }).press('Enter');
  await expect(meaning).toBeVisible();
  await page.context().close();
});

/** As whoever reads better so sets letters and lines: WCAG 1.4.12. */
const APART =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }';

test('letters that are set further apart are not cut', async ({ browser }) => {
  const page = await own.pageOf(browser, own.operator, { viewport: { width: 360, height: 740 } });
  await answerCalls(page, /\/api\/operator\/deposits\?/, async (route) => {
    const response = await route.fetch();
    const { data } = await response.json();
    const stats = Object.fromEntries(Object.keys(data.stats).map((name) => [name, 1_345.67]));
    await route.fulfill({ response, json: { data: { ...data, stats } } });
  });
  await page.goto(own.at('/operator/deposits'));
  await page.addStyleTag({ content: APART });
  const amounts = page.locator('dd.figure', { hasText: '$1,345.67' });
  await expect(amounts.first()).toBeVisible();
  const cut = await amounts.evaluateAll((all) =>
    all
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ textContent }) => textContent),
  );
  expect(cut).toEqual([]);
  await page.context().close();
});

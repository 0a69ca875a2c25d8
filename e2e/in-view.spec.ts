import { expect, type Locator } from '@playwright/test';
import { answerCalls } from './support/answer-calls.ts';
import { networkIn, sharedPlacard, test } from './support/own-placard.ts';

const own = sharedPlacard();
const network = networkIn(own, { domain: 'in-view.example.com' });

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

test('what heads a row stays in view where its table scrolls inside itself', async ({ browser }) => {
  const page = await own.pageOf(browser, network().advertiser, { viewport: { width: 740, height: 600 } });
  await page.goto(own.at('/advertiser/campaigns'));
  const table = page.getByRole('table');
  const name = table.getByRole('rowheader', { name: /Lantern week/ });
  const header = table.getByRole('columnheader', { name: 'Campaign name' });
  const menu = page.getByRole('button', { name: 'Actions for Lantern week' });
  await menu.scrollIntoViewIfNeeded();
  const left = await table.evaluate((element) => {
    const frame = element.parentElement;
    if (frame === null || frame.scrollLeft === 0) throw new Error('the table does not scroll');
    return frame.getBoundingClientRect().left;
  });
  for (const pinned of [name, header]) expect((await pinned.boundingBox())?.x).toBeCloseTo(left, 0);
  // What goes by lies below it.
  const onTop = await name.evaluate((element) => {
    const { left: x, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width - 2, top + height / 2));
  });
  expect(onTop).toBe(true);
  await menu.hover();
  const paper = (cell: Locator) => cell.evaluate((element) => getComputedStyle(element).backgroundColor);
  const status = table.getByRole('cell', { name: /^Active/ });
  expect(await paper(name)).toBe(await paper(status));
  await page.context().close();
});

test('on a phone a summary or a preview stands above the button that goes on or saves', async ({
  browser,
}) => {
  const { advertiser, publisher, websiteId, widgetId } = network();
  const widgets = `/publisher/websites/${websiteId}/widgets`;
  for (const [who, path, name, button] of [
    [advertiser, '/advertiser/campaigns/create', 'Summary', 'Next'],
    [advertiser, '/advertiser/creatives/create', 'Preview', 'Next'],
    [publisher, `${widgets}/create`, 'Preview', 'Create Widget'],
    [publisher, `${widgets}/${widgetId}/edit`, 'Preview', 'Save'],
  ] as const) {
    const page = await own.pageOf(browser, who, { viewport: { width: 360, height: 740 } });
    await page.goto(own.at(path));
    const aside = page.getByRole('complementary').getByRole('heading', { name, exact: true });
    const next = page.getByRole('button', { name: button, exact: true });
    await expect(aside).toBeVisible();
    const [above, below] = [await aside.boundingBox(), await next.boundingBox()];
    expect(below?.y, path).toBeGreaterThan((above?.y ?? Number.POSITIVE_INFINITY) + (above?.height ?? 0));
    await page.context().close();
  }
});

test('a name as long as names may be takes room beside it, not a row as high as the window', async ({
  browser,
}) => {
  const page = await own.pageOf(browser, own.operator, { viewport: { width: 760, height: 900 } });
  const name = 'Absurdly long names of things '.repeat(7).slice(0, 200);
  await answerCalls(page, /\/api\/operator\/campaigns\?/, async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: { items: { owner: object }[] } };
    const items = data.items.map((row) => ({ ...row, name, owner: { ...row.owner, name } }));
    await route.fulfill({ response, json: { data: { ...data, items } } });
  });
  await page.goto(own.at('/operator/campaigns'));
  const row = page.getByRole('row').filter({ hasText: 'Absurdly' }).first();
  await expect(row).toBeVisible();
  expect((await row.boundingBox())?.height).toBeLessThan(250);
  await page.context().close();
});

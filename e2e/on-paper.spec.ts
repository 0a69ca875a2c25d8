import { ADVERTISER_HIDDEN } from '@placard/domain/analytics/report-offers';
import { expect, type Locator, type Page } from '@playwright/test';
import { answerCalls } from './support/answer-calls.ts';
import { networkIn, sharedPlacard, test } from './support/own-placard.ts';

const own = sharedPlacard();
const network = networkIn(own, { domain: 'paper.example.com', deposit: 8_765 });

test('on paper there is what a page is about, dark on light and whole', async ({ browser }) => {
  const page = await own.pageOf(browser, network().advertiser, { colorScheme: 'dark' });
  await page.goto(own.at('/advertiser/statistics'));
  const chart = page.locator('svg[viewBox$=" 280"]');
  await expect(chart).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light');
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(23, 23, 28)');
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('navigation').first()).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

/** A sheet of A4 less its margins of a centimetre. */
const SHEET_PX = 718;

/** Tables that stick out of their frame, what of them is not to be seen, and what could be pressed. */
function found(page: Page) {
  return page.evaluate(() => {
    const tables = [...document.querySelectorAll('main table')];
    const cut = tables.map((table) => {
      const frame = table.closest('.card')?.getBoundingClientRect();
      const { right, bottom } = table.getBoundingClientRect();
      return Math.round(Math.max(0, right - (frame?.right ?? 0), bottom - (frame?.bottom ?? 0)));
    });
    const inside = tables.filter(
      ({ parentElement: around }) => (around?.scrollHeight ?? 0) > (around?.clientHeight ?? 0) + 1,
    );
    const verbs = document.querySelectorAll(
      '.mantine-Button-root, main [aria-haspopup="menu"], main :is(td, th) [aria-label^="Edit"]',
    );
    return {
      cut: cut.filter((px) => px > 0),
      scrolls: inside.map((table) => table.textContent?.slice(0, 80)),
      verbs: [...verbs].filter((verb) => verb.checkVisibility()).length,
    };
  });
}
const NOTHING = { cut: [], scrolls: [], verbs: 0 };

/** A screen as it is printed once it has what it shows. */
async function printed(page: Page, screen: string, there: string): Promise<void> {
  await page.goto(own.at(screen));
  await expect(page.getByRole('main').getByText(there).first()).toBeVisible();
  await expect(page.locator('[data-unsettled], [aria-busy="true"]')).toHaveCount(0);
}

test('no table is cut at the edge of a sheet, and nothing is there to be pressed', async ({ browser }) => {
  const visits = [
    [
      own.operator,
      [
        ['/operator/health', 'Last heard from'],
        ['/operator/report', 'Over time'],
        ['/operator/documents', 'Receipt'],
      ],
    ],
    [
      network().advertiser,
      [
        ['/advertiser/statistics', 'Over time'],
        ['/advertiser/campaigns', 'Lantern week'],
      ],
    ],
  ] as const;
  for (const [session, screens] of visits) {
    const page = await own.pageOf(browser, session, { viewport: { width: SHEET_PX, height: 1000 } });
    await page.emulateMedia({ media: 'print' });
    for (const [screen, there] of screens) {
      await printed(page, screen, there);
      expect.soft(await found(page), screen).toEqual(NOTHING);
    }
    await page.context().close();
  }
});

/** As many digits as a large campaign has. */
function largeFigure(metric: string): number {
  if (/Rate$|^ctr$/.test(metric)) return 0.123456;
  if (/^returnOnSpend$/.test(metric)) return 12.3456;
  if (/^(average|cost|rpm)/.test(metric)) return 123.4567;
  return /^(spend|conversionValue|earnings|networkRevenue)$/.test(metric) ? 98_765.43 : 1_234_567;
}

/** Has reports answered with rows of a large campaign, whatever they are of. */
async function answersWithLargeRows(page: Page): Promise<void> {
  await answerCalls(page, /\/api\/\w+\/report\?/, async (route) => {
    const asked = new URL(route.request().url()).searchParams;
    const response = await route.fetch();
    const { data } = await response.json();
    const metrics = Object.fromEntries(
      (asked.get('metrics') ?? '').split(',').map((name) => [name, largeFigure(name)]),
    );
    const by = asked.get('by')?.split(',') ?? [];
    const names = ['Lantern week of the harbour', `${'Lantern'.repeat(20)}`, 'Lantern'];
    const rows = names.map((name, index) => ({
      dims: Object.fromEntries(
        by.map((dimension) => [dimension, dimension === 'date' ? `2026-11-2${index}` : String(index + 1)]),
      ),
      labels: Object.fromEntries(
        by.filter((dimension) => dimension !== 'date').map((dimension) => [dimension, name]),
      ),
      within: {},
      metrics,
    }));
    await route.fulfill({
      response,
      json: { data: { ...data, totals: metrics, rows: by.length === 0 ? data.rows : rows } },
    });
  });
}

/** Figures that stand in two lines. */
function brokenFigures(table: Locator): Promise<(string | null)[]> {
  return table.locator('tbody :is(td, th), tfoot :is(td, th)').evaluateAll((cells) =>
    cells
      .filter((cell) => getComputedStyle(cell).textAlign === 'end')
      .filter((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
      })
      .map((cell) => cell.textContent),
  );
}

test('a report has all its columns on the sheet, whole figures in them', async ({ browser }) => {
  const everyColumn = Object.fromEntries(ADVERTISER_HIDDEN.map((metric) => [metric, true]));
  for (const [session, screen, columns, chosen] of [
    [network().advertiser, '/advertiser/statistics', 10, {}],
    [network().advertiser, '/advertiser/statistics?by=campaign&by2=creative&dated=1', 17, everyColumn],
    [own.operator, '/operator/report?by=publisher&by2=website&dated=1', 11, {}],
  ] as const) {
    const page = await own.pageOf(browser, session, { viewport: { width: SHEET_PX, height: 1000 } });
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(
      (value) => localStorage.setItem('columns:statistics-breakdown', value),
      JSON.stringify(chosen),
    );
    await answersWithLargeRows(page);
    await printed(page, screen, 'Lantern week of the harbour');
    const figures = page.getByRole('region', { name: /^Figures by/ });
    await expect(figures.getByRole('columnheader')).toHaveCount(columns);
    expect.soft(await brokenFigures(figures), screen).toEqual([]);
    expect.soft(await found(page), screen).toEqual(NOTHING);
    await page.context().close();
  }
});

test('the hours of a week are on the sheet, one below the other, whole figures in them', async ({
  browser,
}) => {
  const page = await own.pageOf(browser, network().advertiser, {
    viewport: { width: SHEET_PX, height: 1000 },
  });
  await answersWithLargeRows(page);
  await printed(page, '/advertiser/statistics?chart=hours:spend', 'Hours of the week');
  await page.getByRole('button', { name: 'Show as table' }).click();
  await page.emulateMedia({ media: 'print' });
  const hours = page.getByRole('region', { name: /by weekday and hour/ });
  await expect(hours.getByText('$98,765.43')).toHaveCount(3);
  expect(await brokenFigures(hours)).toEqual([]);
  expect(await found(page)).toEqual(NOTHING);
  await page.context().close();
});

test('an ad wider than a sheet is on it as a whole', async ({ browser }) => {
  const page = await own.pageOf(browser, network().advertiser, {
    viewport: { width: SHEET_PX, height: 1000 },
  });
  await answerCalls(page, /\/api\/advertiser\/creatives\/\d+$/, async (route) => {
    const response = await route.fetch();
    const { data } = await response.json();
    await route.fulfill({ response, json: { data: { ...data, size: { width: 728, height: 90 } } } });
  });
  await page.goto(own.at(`/advertiser/creatives/${network().creativeId}`));
  const stage = page.getByRole('region', { name: /true size/i });
  await expect(stage.locator('img')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const edges = await stage.evaluate((element) => ({
    stage: element.getBoundingClientRect().right,
    ad: element.firstElementChild?.getBoundingClientRect().right ?? 0,
  }));
  expect(edges.ad).toBeGreaterThan(SHEET_PX / 2);
  expect(edges.ad).toBeLessThan(edges.stage);
  await page.context().close();
});

test('on paper a filter stands where it says what the figures are of, and no other', async ({ browser }) => {
  const page = await own.pageOf(browser, network().advertiser);
  const main = page.getByRole('main');
  const button = (name: string | RegExp) => main.getByRole('button', { name });
  await page.goto(own.at('/advertiser/statistics?from=2026-01-01&to=2026-01-31&filter=device:mobile'));
  await expect(button('Show as table')).toBeVisible();
  await expect(button(/^Remove the filter/)).toBeVisible();
  const figures = main.getByRole('group', { name: 'Shown in the chart' });
  await expect(figures).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(button(/^Period.*2026/)).toBeVisible();
  await expect(main.getByLabel('Per', { exact: true })).toBeVisible();
  for (const pressed of [
    button('Add filter'),
    button('Show as table'),
    button('All rows as a file'),
    button(/^Remove the filter/),
    figures,
  ])
    await expect(pressed).toBeHidden();
  await expect(main.getByText(/Device: /)).toBeVisible();

  await page.goto(own.at('/advertiser/campaigns?status=active&search=lantern'));
  await expect(main.getByRole('searchbox')).toHaveValue('lantern');
  await expect(main.getByRole('searchbox')).toBeVisible();
  await expect(main.getByLabel('Status', { exact: true })).toBeVisible();
  for (const name of ['Clear search', 'Clear filters']) await expect(button(name)).toBeHidden();
  const started = main.locator('button[aria-expanded]', { hasText: 'Start date' });
  await expect(started).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await expect(started).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await page.goto(own.at('/advertiser/campaigns'));
  await expect(main.getByRole('row').first()).toBeVisible();
  await expect(main.getByRole('searchbox')).toBeHidden();
  await expect(main.getByLabel('Status', { exact: true })).toBeHidden();
});

import { expect, test } from '@playwright/test';
import { button, expectColumns, rowNames } from './support/lists.ts';
import { ownPlacard, testWithAccount } from './support/own-placard.ts';
import { addActiveWebsite } from './support/publisher-data.ts';

const WEBSITES = '/publisher/websites';
const SPECIFIED = ['Website', 'Status', 'Traffic', 'ads.txt', 'Created', 'Actions'];

const own = ownPlacard();
const { at } = own;
const withPublisher = testWithAccount(own, ['publisher'], 'Plain');

test.describe('report dates of the website list', () => {
  withPublisher(
    'show the figures of those days, and the list as it was without them',
    async ({ account }) => {
      const { page, session, domain } = account;
      const id = await addActiveWebsite(own.operator, session, domain);
      const asked: URLSearchParams[] = [];
      await page.route(/\/api\/publisher\/websites\/figures\?/, async (route) => {
        asked.push(new URL(route.request().url()).searchParams);
        const items = [{ id, pageViews: 4321, impressions: 1234, earnings: asked.length === 1 ? 5.25 : 7.5 }];
        await route.fulfill({ json: { data: { items } } });
      });
      await page.goto(at(WEBSITES));
      await expect(rowNames(page)).toHaveText([domain]);
      await expectColumns(page, SPECIFIED);
      expect(asked).toEqual([]);

      await page.goto(at(`${WEBSITES}?reportFrom=2026-01-05&reportTo=2026-01-09`));
      const columns = [...SPECIFIED.slice(0, -1), 'Page views', 'Impressions', 'Earnings', 'Actions'];
      await expectColumns(page, columns);
      const row = page.getByRole('row').filter({ hasText: domain });
      for (const figure of ['4,321', '1,234', '$5.25']) await expect(row).toContainText(figure);

      await page.getByRole('button', { name: /^Report dates/ }).click();
      await page.getByLabel('To', { exact: true }).fill('2026-01-31');
      await button(page, 'Apply').click();
      await expect(page).toHaveURL(/reportFrom=2026-01-05&reportTo=2026-01-31/);
      await expect(row).toContainText('$7.50');
      expect(asked.map((one) => [one.get('ids'), one.get('from'), one.get('to')])).toEqual([
        [String(id), '2026-01-05', '2026-01-09'],
        [String(id), '2026-01-05', '2026-01-31'],
      ]);

      await page.getByRole('button', { name: /^Report dates/ }).click();
      await button(page, 'Clear').click();
      await expectColumns(page, SPECIFIED);
    },
  );

  withPublisher('say so where they could not be loaded', async ({ account }) => {
    const { page, session, domain } = account;
    await addActiveWebsite(own.operator, session, domain);
    await page.goto(at(`${WEBSITES}?reportFrom=2031-01-01&reportTo=2031-01-31`));
    const again = page.getByRole('button', { name: /^Figures could not be loaded/ });
    await expect(again).toBeVisible();
    await expect(rowNames(page)).toHaveText([domain]);
    await page.goto(at(`${WEBSITES}?reportFrom=2026-01-05&reportTo=2026-01-09`));
    await expect(page.getByRole('row').filter({ hasText: domain })).toContainText('$0.00');
    await expect(again).toHaveCount(0);
  });
});

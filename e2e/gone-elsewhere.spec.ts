import { expect, type Page } from '@playwright/test';
import { sharedPlacard, testWithAccount } from './support/own-placard.ts';
import { expectToast, rowAction } from './support/screens.ts';
import { holdBack } from './support/stored-session.ts';

const own = sharedPlacard();
const { at } = own;
const withAccount = testWithAccount(own, ['advertiser', 'publisher'], 'Ada');

const gone = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'A filter of this report names something that is gone' });

withAccount(
  'a report whose filter names something gone says which, once, and shows the rest without it',
  async ({ account: { page } }) => {
    for (const [path, filter, left] of [
      ['/advertiser/statistics?filter=campaign:2147483647,device:mobile', 'Campaign: 2147483647', /device/],
      ['/publisher/report?filter=website:2147483647,device:mobile', 'Website: 2147483647', /device/],
      ['/publisher/stats?website=2147483647&country=DE', 'Website: 2147483647', /country=DE/],
    ] as const) {
      await page.goto(at(path));
      await expect(gone(page)).toContainText(filter);
      await expect(page.getByRole('button', { name: 'Try Again' })).toHaveCount(0);
      await gone(page).getByRole('button', { name: 'Remove this filter' }).click();
      await expect(gone(page)).toHaveCount(0);
      await expect(page).not.toHaveURL(/2147483647/);
      await expect(page).toHaveURL(left);
    }
  },
);

withAccount(
  'a filter calls what is one’s own by its name, also where none of the days’ figures are of it',
  async ({ account: { page, session } }) => {
    const { campaignId } = await session.post<{ campaignId: number }>('/advertiser/campaigns', {
      requestKey: 'quiet-campaign',
      campaign: {
        ...{ name: 'Quiet week', objective: 'TRAFFIC', totalBudget: 100, dailyBudget: null },
        ...{ startDate: new Date().toISOString().slice(0, 10), endDate: null },
      },
      adSet: { name: 'Everywhere', totalBudget: null, dailyBudget: null, bid: null },
    });
    await page.goto(at(`/advertiser/statistics?filter=campaign:${campaignId},device:mobile`));
    await expect(page.getByRole('button', { name: 'Remove the filter Campaign: Quiet week' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Remove the filter Device: Mobile' })).toBeVisible();
  },
);

withAccount('an open panel of days follows the browser’s Back', async ({ account: { page } }) => {
  await page.goto(at('/advertiser/statistics?from=2026-03-01&to=2026-03-05'));
  const period = page.getByRole('button', { name: /^Period/ });
  await period.click();
  await page.getByLabel('To', { exact: true }).fill('2026-03-09');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/to=2026-03-09/);
  await period.click();
  await page.getByLabel('From', { exact: true }).fill('2026-03-02');
  await page.goBack();
  await expect(page).toHaveURL(/to=2026-03-05/);
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('2026-03-01');
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('2026-03-05');
});

withAccount(
  'a saved view that was deleted or changed elsewhere is named, and what is shown can be kept',
  async ({ account: { page, session } }) => {
    const views = page.getByRole('button', { name: /^Views/ });
    const list = page.getByRole('region', { name: 'Saved views' });
    const dialog = page.getByRole('dialog');
    const told = page.getByText(/The view Evenings was deleted elsewhere\. What is shown can be saved/);
    const create = async () =>
      await session.post<{ id: number; version: number }>('/views', {
        screen: 'statistics',
        name: 'Evenings',
        search: { range: 'last7' },
        isDefault: false,
      });
    const removeElsewhere = async (id: number) =>
      await fetch(at(`/api/views/${id}`), {
        method: 'DELETE',
        headers: { authorization: `Bearer ${session.token}` },
      });

    let { id, version } = await create();
    await page.goto(at(`/advertiser/statistics?range=last30&view=${id}`));
    const save = page.getByRole('button', { name: 'Save changes' });
    await expect(save).toBeVisible();
    await removeElsewhere(id);
    await save.click();
    await expect(told).toBeVisible();
    await expect(dialog.getByLabel('Name')).toHaveValue('Evenings');
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await expectToast(page, 'View saved');
    await expect(page).not.toHaveURL(new RegExp(`view=${id}$`));
    await expect(page).toHaveURL(/range=last30.*view=\d+$/);

    id = Number(new URL(page.url()).searchParams.get('view'));
    for (const [action, button] of [
      ['Rename', 'Rename'],
      ['Mail regularly…', 'Save'],
    ] as const) {
      await page.goto(at(`/advertiser/statistics?range=last30&view=${id}`));
      await views.click();
      await rowAction(page, 'Evenings', action);
      await expect(dialog.getByRole('button', { name: button, exact: true })).toBeVisible();
      await removeElsewhere(id);
      await dialog.getByRole('button', { name: button, exact: true }).click();
      await expect(told).toBeVisible();
      await expect(dialog).toHaveCount(0);
      await views.click();
      await expect(list).toContainText('Nothing saved yet');
      ({ id, version } = await create());
    }

    await page.goto(at(`/advertiser/statistics?range=last7&view=${id}`));
    await views.click();
    await rowAction(page, 'Evenings', 'Rename');
    await session.put(`/views/${id}`, { version, name: 'Nights' });
    await dialog.getByLabel('Name').fill('Mornings');
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await expect(page.getByText(/The view Evenings was changed elsewhere in the meantime/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Views Nights', includeHidden: true })).toHaveCount(1);
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await expectToast(page, 'View saved');
    await expect(page.getByRole('button', { name: /^Views Mornings/ })).toBeVisible();
  },
);

withAccount(
  'the views stay where they are while it becomes known which is open, and what would save it',
  async ({ account: { page, session } }) => {
    const view = { screen: 'statistics', search: { range: 'last7' }, isDefault: false };
    const { id } = await session.post<{ id: number }>('/views', { ...view, name: 'Figures of each evening' });
    const release = await holdBack(page, /\/api\/views/);
    await page.goto(at(`/advertiser/statistics?range=last30&view=${id}`));
    const views = page.getByRole('button', { name: /^Views/ });
    const unknown = await views.boundingBox();
    release();
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible();
    const known = await views.boundingBox();
    if (unknown === null || known === null) throw new Error('the views are not there');
    const middle = unknown.x + unknown.width / 2;
    expect(known.y).toBe(unknown.y);
    expect(known.x).toBeLessThan(middle);
    expect(known.x + known.width).toBeGreaterThan(middle);
  },
);

withAccount(
  'what is gone is not offered to be tried again, but a way back',
  async ({ account: { page } }) => {
    const again = page.getByRole('button', { name: 'Try Again' });
    await page.goto(at('/publisher/report?unpaid=2147483647'));
    const drawer = page.getByRole('dialog', { name: 'Why unpaid?' });
    await expect(drawer.getByRole('heading', { name: 'Widget not found' })).toBeVisible();
    await expect(again).toHaveCount(0);
    await drawer.getByText('Close', { exact: true }).click();
    await expect(drawer).toHaveCount(0);
    await expect(page).not.toHaveURL(/unpaid/);

    await page.goto(at('/advertiser/creatives/2147483647'));
    await expect(page.getByText('Creative not found')).toBeVisible();
    await expect(again).toHaveCount(0);
    await page.getByRole('link', { name: 'Go to the dashboard' }).click();
    await expect(page).toHaveURL(at('/dashboard'));
  },
);

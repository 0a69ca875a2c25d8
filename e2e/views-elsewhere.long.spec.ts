import { expect, type Page } from '@playwright/test';
import { addCampaign } from './support/advertiser-data.ts';
import type { Session } from './support/api-client.ts';
import { sharedPlacard, testWithAccount } from './support/own-placard.ts';
import { confirm, expectToast, rowAction } from './support/screens.ts';

const own = sharedPlacard();
const { at } = own;
const withAccount = testWithAccount(own, ['advertiser'], 'Ada');

const MAILS = { version: 1, every: 'week', weekday: 1, time: '07:00' };
const GONE = 'The view Evenings was deleted elsewhere. What is shown can be saved as a new view.';

type View = { readonly id: number; readonly version: number };

const create = (session: Session, filter?: string) =>
  session.post<View>('/views', {
    screen: 'statistics',
    name: 'Evenings',
    search: { range: 'last7', ...(filter === undefined ? {} : { filter }) },
    isDefault: false,
  });

async function removeElsewhere(session: Session, { id }: View): Promise<void> {
  const headers = { authorization: `Bearer ${session.token}` };
  await fetch(at(`/api/views/${id}`), { method: 'DELETE', headers });
}

const openList = (page: Page) => page.getByRole('button', { name: /^Views/ }).click();
const list = (page: Page) => page.getByRole('region', { name: 'Saved views' });

withAccount(
  'a view that was deleted elsewhere is named by each action, and leaves the list',
  async ({ account: { page, session } }) => {
    const stop = page.getByRole('dialog').getByRole('button', { name: 'Stop mails' });
    for (const [action, press, told] of [
      ['Set as default', null, GONE],
      ['Send me now', null, GONE],
      ['Change mails…', () => stop.click(), GONE],
      // That is what was asked for.
      ['Delete', () => confirm(page, 'Delete'), 'View deleted'],
    ] as const) {
      const view = await create(session);
      await session.put(`/views/${view.id}/schedule`, MAILS);
      await page.goto(at(`/advertiser/statistics?range=last7&view=${view.id}`));
      await openList(page);
      await expect(list(page)).toContainText('Mondays at');
      if (press === null) await removeElsewhere(session, view);
      await rowAction(page, 'Evenings', action);
      if (press !== null) {
        await expect(page.getByRole('dialog').or(page.getByRole('alertdialog')).last()).toBeVisible();
        await removeElsewhere(session, view);
        await press();
      }
      await expectToast(page, told);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      if (!(await list(page).isVisible())) await openList(page);
      await expect(list(page)).toContainText('Nothing saved yet');
    }
  },
);

withAccount(
  'one that was changed elsewhere is not made the default unseen; its mails and its sending are of what it is now',
  async ({ account: { page, session } }) => {
    const view = await create(session);
    await session.put(`/views/${view.id}/schedule`, MAILS);
    await page.goto(at('/advertiser/statistics'));
    await openList(page);
    await expect(list(page)).toContainText('Evenings');
    const renamed = await session.put<View>(`/views/${view.id}`, {
      version: view.version + 1,
      name: 'Nights',
    });
    await rowAction(page, 'Evenings', 'Set as default');
    await expectToast(
      page,
      'The view Evenings was changed elsewhere in the meantime. The list has it as it is now; saving again replaces that.',
    );
    if (!(await list(page).isVisible())) await openList(page);
    await rowAction(page, 'Nights', 'Set as default');
    await expectToast(page, 'Default view changed');

    await page.goto(at('/advertiser/statistics?view=0'));
    await openList(page);
    await session.put(`/views/${view.id}`, { version: renamed.version + 1, name: 'Mornings' });
    await rowAction(page, 'Nights', 'Send me now');
    await expectToast(page, /^On its way to/);
    if (!(await list(page).isVisible())) await openList(page);
    await rowAction(page, 'Mornings', 'Change mails…');
    await page.getByRole('dialog').getByRole('button', { name: 'Stop mails' }).click();
    await expectToast(page, 'No more mails of this view');
  },
);

withAccount(
  'a view of a campaign goes on once that is archived, on the screen and by mail',
  async ({ account: { page, session } }) => {
    const { campaignId } = await addCampaign(session, 'Lantern week');
    const view = await create(session, `campaign:${campaignId}`);
    await session.post(`/advertiser/campaigns/${campaignId}/actions`, { action: 'archive' });
    await page.goto(at(`/advertiser/statistics?view=${view.id}&range=last7&filter=campaign:${campaignId}`));
    await expect(page.getByRole('button', { name: /^Remove the filter Campaign/ })).toBeVisible();
    await expect(page.getByText(/names something that is gone/)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Try Again' })).toHaveCount(0);
    await openList(page);
    await rowAction(page, 'Evenings', 'Send me now');
    await expectToast(page, /^On its way to/);
  },
);

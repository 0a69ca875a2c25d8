import { expect } from '@playwright/test';
import { addCampaign } from './support/advertiser-data.ts';
import { answerCalls } from './support/answer-calls.ts';
import { button, expectColumns, rowNames } from './support/lists.ts';
import { sharedPlacard, test, testWithAccount } from './support/own-placard.ts';
import { addActiveWebsite, addWebsite } from './support/publisher-data.ts';
import { PASSWORD } from './support/small-network.ts';

const WEBSITES = '/publisher/websites';
const SPECIFIED = ['Website', 'Status', 'Traffic', 'ads.txt', 'Created', 'Actions'];

const own = sharedPlacard();
const { at } = own;
const withAccount = testWithAccount(own, ['publisher', 'advertiser'], 'Plain');

test.describe('report dates of the website list', () => {
  withAccount('show the figures of those days, and the list as it was without them', async ({ account }) => {
    const { page, session, domain } = account;
    const id = await addActiveWebsite(own.operator, session, domain);
    const asked: URLSearchParams[] = [];
    await answerCalls(page, /\/api\/publisher\/websites\/figures\?/, async (route) => {
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

    await page.getByRole('button', { name: /^Report date range/ }).click();
    const from = page.getByLabel('From', { exact: true });
    await from.press('Delete');
    await from.press('Enter');
    await expect(from).toHaveAccessibleDescription('Enter a date');
    await expect(from).toBeFocused();
    await from.fill('2026-01-05');
    await page.getByLabel('To', { exact: true }).fill('2026-01-31');
    await button(page, 'Apply').click();
    await expect(page).toHaveURL(/reportFrom=2026-01-05&reportTo=2026-01-31/);
    await expect(row).toContainText('$7.50');
    expect(asked.map((one) => [one.get('ids'), one.get('from'), one.get('to')])).toEqual([
      [String(id), '2026-01-05', '2026-01-09'],
      [String(id), '2026-01-05', '2026-01-31'],
    ]);

    await page.getByRole('button', { name: /^Report date range/ }).click();
    // No figures are of so many days: it is said here, and not by figures that never come.
    const to = page.getByLabel('To', { exact: true });
    await from.fill('2020-01-01');
    await expect(to).toHaveAccessibleDescription('A report covers at most 800 days');
    await to.fill('');
    await expect(from).toHaveAccessibleDescription('A report covers at most 800 days');
    await from.fill('2099-01-01');
    await expect(from).toHaveAccessibleDescription('A report ends tomorrow at the latest');
    await button(page, 'Clear').click();
    await expectColumns(page, SPECIFIED);
    await page.goto(at(`${WEBSITES}?reportFrom=2020-01-01`));
    await expect(rowNames(page)).toHaveText([domain]);
    await expectColumns(page, SPECIFIED);
    await expect(page.getByText('left out: a report covers 800 days at most')).toBeVisible();
    expect(asked).toHaveLength(2);
  });

  withAccount('say so where they could not be loaded', async ({ account }) => {
    const { page, session, domain } = account;
    await addActiveWebsite(own.operator, session, domain);
    const figures = '**/api/publisher/websites/figures?*';
    await answerCalls(page, figures, (route) => route.fulfill({ status: 503, body: '' }));
    await page.goto(at(`${WEBSITES}?reportFrom=2026-01-05&reportTo=2026-01-08`));
    const again = page.getByRole('button', { name: /^Figures could not be loaded/ });
    await expect(again).toBeVisible();
    await expect(rowNames(page)).toHaveText([domain]);
    await page.unroute(figures);
    await page.goto(at(`${WEBSITES}?reportFrom=2026-01-05&reportTo=2026-01-09`));
    await expect(page.getByRole('row').filter({ hasText: domain })).toContainText('$0.00');
    await expect(again).toHaveCount(0);
  });
});

test.describe('the campaign wizard', () => {
  withAccount(
    'shows no success of another campaign’s ad set, nor of another account’s',
    async ({ account }) => {
      const { page, session } = account;
      const first = await addCampaign(session, 'First');
      const second = await addCampaign(session, 'Second');
      const stranger = await own.invite(`stranger@${account.domain}`, ['advertiser'], 'Stranger');
      const strangers = await addCampaign(stranger, 'Strange');
      const success = (campaign: number, adSet: number) =>
        page.goto(at(`/advertiser/campaigns/create?step=success&campaign=${campaign}&adSet=${adSet}`));
      for (const adSet of [second.adSetId, strangers.adSetId]) {
        await success(first.campaignId, adSet);
        await expect(page.getByText('Ad set not found')).toBeVisible();
        await expect(page.getByText('Campaign ID')).toHaveCount(0);
      }
      await success(first.campaignId, first.adSetId);
      await expect(page.getByText('Campaign ID')).toBeVisible();
    },
  );

  withAccount('warns of a start in the past, and not of one today', async ({ account: { page } }) => {
    await page.goto(at('/advertiser/campaigns/create'));
    const start = page.getByLabel('Start date');
    const warning = page.getByText(/^The start date is in the past: it starts once it is approved/);
    const today = await start.inputValue();
    await expect(warning).toHaveCount(0);
    await start.fill('2026-01-01');
    await expect(warning).toBeVisible();
    await start.fill(today);
    await expect(warning).toHaveCount(0);
  });
});

test.describe('a link for a new password', () => {
  const BETTER = 'Harbour-Lantern-77';

  withAccount('that was used meanwhile says so on its page', async ({ account, browser }) => {
    const { resetUrl } = await own.operator.post<{ resetUrl: string }>(
      `/operator/users/${account.session.userId}/reset-link`,
      { currentPassword: PASSWORD },
    );
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(resetUrl);
    await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm new password').fill(PASSWORD);
    await button(page, 'Save password').click();
    await expect(page.getByRole('alert')).toContainText('Choose another password than the current one');
    const token = new URL(resetUrl).searchParams.get('token');
    const used = await fetch(at('/api/auth/reset-password'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'plain-answers-reset' },
      body: JSON.stringify({ token, password: BETTER }),
    });
    expect(used.status).toBe(200);
    await page.getByLabel('New password', { exact: true }).fill(`${BETTER}-8`);
    await page.getByLabel('Confirm new password').fill(`${BETTER}-8`);
    await button(page, 'Save password').click();
    const ended = page.getByRole('alert').getByRole('heading', { name: 'This link does not work any more' });
    await expect(ended).toBeVisible();
    await expect(page.getByRole('link', { name: 'Ask for a new link' })).toBeVisible();
    await page.goto(resetUrl);
    await expect(ended).toBeVisible();
    // Where no mail is sent, asking is no use.
    await page.getByRole('link', { name: 'Ask for a new link' }).click();
    await expect(page.getByText(/^This network sends no mails/)).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveCount(0);
    await context.close();
  });
});

test.describe('for the operator', () => {
  test('filtered traffic says that data centres are not recognised, and how they would be', async ({
    browser,
  }) => {
    const page = await own.pageOf(browser, own.operator);
    const told = async () => (await own.operator.get<{ state: string }>('/operator/report/networks')).state;
    await expect.poll(told).toBe('off');
    await page.goto(at('/operator/filtered'));
    await expect(page.getByText(/^Traffic from data centres is not recognised, and is billed/)).toBeVisible();
    await expect(page.getByText(/PLACARD_ASN_FILE/)).toBeVisible();
  });

  withAccount(
    'a website below another publisher’s names it, and approving it asks',
    async ({ account, browser }) => {
      const { session, domain } = account;
      await addActiveWebsite(own.operator, session, domain);
      const other = await own.invite(`below@${domain}`, ['publisher'], 'Below');
      await addWebsite(other, `blog.${domain}`);
      const page = await own.pageOf(browser, own.operator);
      await page.goto(at('/operator/reviews?kind=website'));
      const card = page.getByRole('listitem', { name: `blog.${domain}`, exact: true });
      const related = card.getByRole('region', { name: 'Another publisher has a part of this domain' });
      await expect(related).toContainText(domain);
      await expect(related).toContainText(account.email);
      await card.getByRole('button', { name: /^Approve/ }).click();
      const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
      await expect(dialog).toContainText(`Approve blog.${domain} beside another publisher?`);
      await expect(dialog).toContainText(`It lies below ${domain} of`);
      await dialog.getByRole('button', { name: /^(Cancel|Keep it)$/ }).click();
      await expect(related).toBeVisible();
      await card.getByRole('button', { name: /^Approve/ }).click();
      await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
      // It may be taken back for five seconds.
      await expect(card).toHaveCount(0);
      const { items } = await other.get<{ items: { status: string }[] }>('/publisher/websites');
      expect(items.map(({ status }) => status)).toEqual(['active']);
    },
  );
});

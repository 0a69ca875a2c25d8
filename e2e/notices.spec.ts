import { expect, type Page } from '@playwright/test';
import { answerCalls } from './support/answer-calls.ts';
import type { Session } from './support/api-client.ts';
import { ownPlacard, test } from './support/own-placard.ts';
import { expectToast, rowAction } from './support/screens.ts';
import { fund } from './support/small-network.ts';

type Reviewed = { readonly id: number; readonly version: number };
type Notices = { readonly items: readonly { readonly kind: string }[] };

const own = ownPlacard();
let buyer: Session;

test.beforeAll(async () => {
  buyer = await own.invite('buyer@example.com', ['advertiser'], 'Buyer');
});

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const publish = async (campaignId: number) =>
  await buyer.post<Reviewed>(`/advertiser/campaigns/${campaignId}/actions`, { action: 'publish' });
/** Waits until an account was told; the worker looks every few seconds. */
const told = async (account: Session, kind: string) =>
  await expect
    .poll(async () => (await account.get<Notices>('/notices')).items.map((one) => one.kind), {
      timeout: 60_000,
    })
    .toContain(kind);

async function createCampaign(): Promise<number> {
  const { campaignId } = await buyer.post<{ campaignId: number }>('/advertiser/campaigns', {
    requestKey: 'lantern-week',
    campaign: {
      name: 'Lantern week',
      objective: 'BRAND_AWARENESS',
      totalBudget: 900,
      dailyBudget: 60,
      startDate: new Date().toISOString().slice(0, 10),
      endDate: null,
    },
    adSet: { name: 'Everywhere', totalBudget: null, dailyBudget: null, bid: 2 },
  });
  return campaignId;
}

test('a rejection and a low balance are told at the bell, with the way to what they are about', async ({
  browser,
}) => {
  await fund(own.operator, buyer, 100);
  const campaignId = await createCampaign();
  const submitted = await publish(campaignId);
  await told(own.operator, 'review.wait');
  const text = 'The landing page shows another price.';
  await own.operator.post('/operator/reviews/reject', {
    kind: 'campaign',
    ...submitted,
    code: 'misleading',
    text,
  });

  const page = await own.pageOf(browser, buyer);
  await page.goto(own.at('/advertiser/creatives'));
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread');
  await bell(page).press('Enter');
  const rejection = panel(page).getByRole('link', { name: 'Campaign Lantern week was rejected' });
  await expect(rejection).toContainText(text);
  await rejection.press('Enter');
  await expect(page).toHaveURL(own.at(`/advertiser/campaigns/${campaignId}`));
  await expect(page.getByRole('heading', { level: 1, name: 'Lantern week' })).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');

  // Two days of 60 are more than the 100 there are, as soon as the campaign runs.
  const again = await publish(campaignId);
  await own.operator.post('/operator/reviews/approve', { kind: 'campaign', ...again });
  await told(buyer, 'balance.low');
  await page.reload();
  await bell(page).click();
  await panel(page).getByRole('link', { name: 'Low balance: $100.00 left' }).click();
  await expect(page).toHaveURL(own.at('/advertiser/billing'));
  await expect(page.getByText('Low balance', { exact: true })).toBeVisible();
  await expect(page.getByText(/\$120\.00/)).toBeVisible();
  await bell(page).click();
  const marks: string[] = [];
  page.on('request', (request) => request.url().endsWith('/notices/read') && marks.push(request.url()));
  await panel(page).getByRole('button', { name: 'Mark all as read' }).dblclick();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  expect(marks).toHaveLength(1);
  await expect(panel(page).getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);
  await panel(page).getByRole('link', { name: 'Choose what is told and mailed' }).click();
  const low = page.getByRole('row', { name: /^Low balance/ });
  await expect(low.getByRole('checkbox')).toBeChecked();
  // What was saved is known before it is read anew, which may take its time: the next choice in the row does not undo it.
  const { promise: late, resolve: arrive } = Promise.withResolvers<void>();
  await answerCalls(page, '**/notices/preferences', async (route) => {
    if (route.request().method() === 'GET') await late;
    await route.continue();
  });
  await low.getByRole('checkbox').click();
  await expectToast(page, 'Notifications changed');
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await low.getByRole('combobox').selectOption('Digest');
  await saved;
  arrive();
  await page.reload();
  await expect(low.getByRole('checkbox')).not.toBeChecked();
  await expect(low.getByRole('combobox')).toHaveValue('digest');
  // What cannot be switched off says why, and has nothing to press.
  const invoice = page.getByRole('row', { name: /^Monthly invoice/ });
  await expect(invoice).toContainText('About your money, by law');
  await expect(invoice.getByRole('checkbox')).toHaveCount(0);
  await page.context().close();
});

test('a view is saved, opened by default, mailed, read in the outbox, and its mails are ended', async ({
  browser,
}) => {
  const page = await own.pageOf(browser, buyer);
  await page.goto(own.at('/advertiser/statistics'));
  await page.getByRole('button', { name: /^Period/ }).click();
  await page.getByRole('button', { name: 'Last 7 days' }).click();
  await expect(page).toHaveURL(/range=last7/);
  await page.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Week in figures');
  await dialog.getByLabel('Open this report with it').check();
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expectToast(page, 'View saved');
  await page.goto(own.at('/advertiser/statistics'));
  await expect(page).toHaveURL(/range=last7.*view=\d+/);

  // A name is one view's; what was typed stays, with the fault at it.
  await page.getByRole('button', { name: /^Period/ }).click();
  await page.getByRole('button', { name: 'Last 30 days' }).click();
  await page.getByRole('button', { name: 'Save as new view' }).click();
  await dialog.getByLabel('Name').fill('WEEK in figures');
  await dialog.getByRole('button', { name: 'Save view' }).click();
  const name = dialog.getByLabel('Name');
  await expect(name).toHaveAccessibleDescription(/^You have a view of this name already\./);
  await expect(name).toHaveValue('WEEK in figures');
  await expect(name).toBeFocused();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.goto(own.at('/advertiser/statistics'));

  const views = page.getByRole('button', { name: /^Views/ });
  await views.click();
  await rowAction(page, 'Week in figures', 'Mail regularly…');
  await dialog.getByLabel('Weekday').selectOption('Friday');
  await dialog.getByLabel('Time').fill('07:30');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Stay' }).click();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expectToast(page, 'Mails saved');
  await views.click();
  await expect(page.getByRole('region', { name: 'Saved views' })).toContainText('Fridays at 07:30');
  await rowAction(page, 'Week in figures', 'Send me now');
  await expectToast(page, 'On its way to buyer@example.com');

  const office = await own.pageOf(browser, own.operator);
  await office.goto(own.at('/operator/mails'));
  const mail = office.locator('details').filter({ hasText: 'Week in figures: ' });
  await mail.locator('summary').click();
  await expect(mail).toContainText(/Impressions +0/);
  await expect(mail).toContainText(/Files: week-in-figures-[\d-]+\.csv/);
  const link = /\S+\/unsubscribe\?token=\S+/.exec((await mail.textContent()) ?? '')?.[0] ?? '';
  await mail.getByRole('link', { name: /^To / }).click();
  await expect(office).toHaveURL(own.at(`/operator/users/${buyer.userId}`));
  await office.getByRole('link', { name: 'Mails to this address' }).click();
  await expect(office.getByRole('searchbox')).toHaveValue('buyer@example.com');
  await expect(mail).toBeVisible();
  await office.getByRole('searchbox').fill('nobody@example.com');
  await office.getByRole('button', { name: 'Clear filters' }).click();
  await expect(mail).toBeVisible();
  await office.context().close();

  const guest = await (await browser.newContext()).newPage();
  await guest.goto(link);
  await expect(guest.getByText('The view Week in figures is mailed to you regularly.')).toBeVisible();
  await guest.getByRole('button', { name: 'Stop mails' }).click();
  await expect(guest.getByText('The view Week in figures is not mailed to you any more.')).toBeVisible();
  await guest.context().close();
  await page.reload();
  await views.click();
  const list = page.getByRole('region', { name: 'Saved views' });
  await expect(list).toContainText('Week in figures');
  await expect(list).not.toContainText('Fridays');
  await page.context().close();
});

test('the catalogue begins in the reader’s language, and keeps another one that was chosen', async ({
  browser,
}) => {
  const page = await own.pageOf(browser, own.operator, { locale: 'de-DE' });
  await page.goto(own.at('/operator/mails/catalogue'));
  const language = page.getByRole('main').getByRole('combobox');
  await expect(language).toHaveValue('de');
  await expect(page.locator('summary strong[lang=de]').first()).toBeVisible();
  await language.selectOption('en');
  await expect(page.locator('summary').filter({ hasText: 'You are invited to' })).toBeVisible();
  await page.reload();
  await expect(language).toHaveValue('en');
  await page.context().close();
});

test('the catalogue shows every mail in a frame that runs nothing, in both languages, and sends one to oneself', async ({
  browser,
}) => {
  const page = await own.pageOf(browser, own.operator);
  await page.goto(own.at('/operator/mails'));
  await page.getByRole('link', { name: 'Catalogue of mails' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Catalogue of mails' })).toBeVisible();
  const invitation = page.locator('details').filter({ hasText: 'You are invited to' });
  await expect(invitation).toContainText('Always, about the account');
  await invitation.locator('summary').click();
  const frame = invitation.frameLocator('iframe');
  await expect(frame.getByRole('link')).toHaveAttribute('href', /\/invite\?token=sample$/);
  await expect(invitation.locator('iframe')).toHaveAttribute('sandbox', '');
  await invitation.getByText('Text', { exact: true }).click();
  await expect(invitation.locator('pre')).toContainText('/invite?token=sample');
  await invitation.getByRole('button', { name: 'Send me a test' }).click();
  await expect(page.getByText(/^On its way to \S+@/)).toBeVisible();
  await invitation.getByRole('button', { name: 'Send me a test' }).click();
  await expectToast(page, 'Too many attempts. Please wait a moment and try again.');

  // The widest report: what was spent is seen within the 600 px that a mail has.
  const report = page.locator('details').filter({ hasText: 'Example report' });
  await report.locator('summary').click();
  const shown = report.frameLocator('iframe');
  const table = shown.getByRole('table').last();
  await expect(table.getByRole('columnheader', { name: 'Campaign' })).toBeVisible();
  const frameBox = await report.locator('iframe').boundingBox();
  expect(frameBox?.width).toBeLessThanOrEqual(600);
  for (const cell of [
    table.getByRole('columnheader', { name: 'Spend' }),
    table.getByRole('cell', { name: '$1,234,567.89' }).first(),
  ]) {
    const box = await cell.boundingBox();
    const right = (box?.x ?? 0) + (box?.width ?? 0);
    expect(box?.width).toBeGreaterThan(20);
    expect(right).toBeLessThanOrEqual((frameBox?.x ?? 0) + (frameBox?.width ?? 0));
  }

  await page.getByLabel('Language').selectOption('Deutsch');
  await expect(page.locator('details').filter({ hasText: 'Einladung zu' })).toBeVisible();
  await page.context().close();
});

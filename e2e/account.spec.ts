import { expect, type Page, type Route } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { answerCalls } from './support/answer-calls.ts';
import { signIn } from './support/api-client.ts';
import { sharedPlacard, testWithAccount } from './support/own-placard.ts';
import { expectHeldOpen, expectToast } from './support/screens.ts';
import { PASSWORD } from './support/small-network.ts';

const own = sharedPlacard();
const withAccount = testWithAccount(own, ['advertiser', 'publisher'], 'Ada');
withAccount.beforeEach(async ({ account: { page } }) => {
  await page.goto(own.at('/account'));
});

function detail(page: Page, label: string) {
  return page.locator('dt').getByText(label, { exact: true }).locator('xpath=following-sibling::dd[1]');
}

const edit = (page: Page) => page.getByRole('button', { name: 'Edit', exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save changes' });

withAccount(
  'shows the profile, the roles and their count, the status and since when',
  async ({ account }) => {
    const { page, email } = account;
    await expect(page.getByRole('heading', { level: 1, name: 'Account Settings' })).toBeVisible();
    await expect(detail(page, 'First name')).toHaveText('Ada');
    await expect(detail(page, 'Last name')).toHaveText('Account');
    await expect(detail(page, 'Email')).toHaveText(email);
    await expect(detail(page, 'Roles')).toHaveText('AdvertiserPublisher2 roles');
    await expect(detail(page, 'Status')).toHaveText('Active');
    const today = String(new Date().getUTCFullYear());
    await expect(detail(page, 'Member since')).toContainText(today);
    await expect(detail(page, 'Last login')).not.toBeEmpty();
    await expect(page.getByRole('textbox')).toHaveCount(0);
  },
);

withAccount('edits the profile, and cancel leaves it as it was', async ({ account: { page } }) => {
  await edit(page).click();
  await expect(page.getByLabel('First name')).toBeFocused();
  await page.getByLabel('First name').fill('Grace');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(detail(page, 'First name')).toHaveText('Ada');
  await expect(edit(page)).toBeFocused();

  const editBilling = page.getByRole('button', { name: 'Edit billing details' });
  await editBilling.press('Enter');
  await expect(page.getByLabel('Name or company')).toBeFocused();
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(editBilling).toBeFocused();

  await edit(page).click();
  await page.getByLabel('First name').fill('Grace');
  await page.getByLabel('Phone').fill('+49 30 1234');
  await page.getByLabel('Company').fill('Harbour Lights');
  await save(page).click();
  await expectToast(page, 'Profile updated successfully!');
  await expect(detail(page, 'First name')).toHaveText('Grace');
  await expect(edit(page)).toBeFocused();
  await page.reload();
  await expect(detail(page, 'Phone')).toHaveText('+49 30 1234');
  await expect(detail(page, 'Company')).toHaveText('Harbour Lights');
});

withAccount('goes on in the form where what keeps the focus came late', async ({ account: { page } }) => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await answerCalls(page, '**/focus-keeper-*', async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await edit(page).click();
  await expect(save(page)).toBeVisible();
  letGo();
  await expect(page.getByLabel('First name')).toBeFocused();
});

withAccount('names what is wrong with the profile', async ({ account: { page, email } }) => {
  await edit(page).click();
  await page.getByLabel('First name').fill(' ');
  await page.getByLabel('Last name').fill('');
  await page.getByLabel('Email').fill('ada@example');
  await save(page).click();
  await expect(page.getByText('First name is required', { exact: true })).toBeVisible();
  await expect(page.getByText('Last name is required', { exact: true })).toBeVisible();
  await expect(page.getByText('Please enter a valid email address', { exact: true })).toBeVisible();
  await expect(page.getByLabel('First name')).toBeFocused();

  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Account');
  await page.getByLabel('Email').fill(`new-${email}`);
  await save(page).click();
  await expect(
    page.getByText('Current password is required when changing email', { exact: true }),
  ).toBeVisible();
  await page.getByLabel('Current password').fill(PASSWORD);
  await save(page).click();
  await expectToast(page, 'Profile updated successfully!');
  await expect(detail(page, 'Email')).toHaveText(`new-${email}`);
  await signIn(own.placard.url, `new-${email}`, PASSWORD);
});

type Answer = Parameters<Route['fulfill']>[0];

withAccount('says in the form why the profile could not be saved', async ({ account: { page } }) => {
  let next: Answer | 'away' = 'away';
  await answerCalls(page, '**/api/auth/profile', (route) =>
    next === 'away' ? route.abort() : route.fulfill(next),
  );
  await edit(page).click();
  await page.getByLabel('Company').fill('Harbour Lights');
  const told = page.locator('form').getByRole('alert');
  const refused = (status: number, error: object): Answer => ({ status, json: { error } });
  const wrong = { code: 'invalid_input', message: 'The input is wrong.' };
  for (const [answer, words] of [
    ['away', ''],
    [{ status: 503, body: '' }, ''],
    [{ status: 200, body: '<html></html>' }, ' Invalid data format received from server.'],
    [refused(429, { code: 'of_tomorrow', message: 'Wait a moment.' }), ' Wait a moment.'],
    [refused(422, { ...wrong, issues: [{ path: '', message: 'Nothing of it.' }] }), ' Nothing of it.'],
    // Of a field that this form does not show as long as the address stays.
    [refused(422, { ...wrong, issues: [{ path: 'currentPassword', message: 'Too old.' }] }), ' Too old.'],
  ] as const) {
    next = answer;
    await save(page).click();
    await expect(told).toHaveText(`Failed to update profile. Please try again.${words}`);
    await expect(told).toBeInViewport();
    await expect(page.getByLabel('Company')).toHaveValue('Harbour Lights');
  }
  const taken = { code: 'email_taken', message: 'This email address has an account already.' };
  next = refused(409, taken);
  await save(page).click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(taken.message);
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(told).toHaveCount(0);
  await expect(page.getByText(taken.message)).toHaveCount(1);
});

type Change = { readonly current?: string; readonly next?: string; readonly confirm?: string };

async function changePassword(page: Page, { current = '', next = '', confirm = '' }: Change): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  await dialog.getByLabel('Current password').fill(current);
  await dialog.getByLabel('New password', { exact: true }).fill(next);
  await dialog.getByLabel('Confirm new password').fill(confirm);
  await dialog.getByRole('button', { name: 'Change password' }).click();
}

const TOO_LONG = `Aa1!${'x'.repeat(125)}`;
const REFUSED: readonly (Change & { readonly fault: string })[] = [
  { fault: 'Current password is required' },
  { next: 'Other-7-light', confirm: 'Other-7-light', fault: 'Current password is required' },
  { current: PASSWORD, fault: 'New password is required when current password is provided' },
  { current: PASSWORD, next: 'Other-7-light', fault: 'Please confirm your new password' },
  { current: PASSWORD, next: 'Other-7-light', confirm: 'Other-8-light', fault: 'Passwords do not match' },
  { current: PASSWORD, next: 'Ab1!', confirm: 'Ab1!', fault: 'Password must be at least 6 characters' },
  { current: PASSWORD, next: TOO_LONG, confirm: TOO_LONG, fault: 'Password must not exceed 128 characters' },
];

withAccount('names what is wrong with a new password, and asks nobody', async ({ account: { page } }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/password')) asked.push(request.method());
  });
  await page.getByRole('button', { name: 'Change password' }).click();
  for (const { fault, ...change } of REFUSED) {
    await changePassword(page, change);
    await expect(page.getByRole('dialog').getByText(fault, { exact: true })).toBeVisible();
  }
  const current = page.getByRole('dialog').getByLabel('Current password');
  await current.press('Tab');
  await page.keyboard.press('Space');
  await expect(current).toHaveAttribute('type', 'text');
  const shows = page.getByRole('dialog').getByRole('button', { name: 'Show characters', pressed: true });
  await expect(shows).toBeFocused();
  expect(asked).toEqual([]);
});

withAccount('refuses a wrong current password, takes the right one', async ({ account: { page, email } }) => {
  const next = 'Other-7-light';
  await page.getByRole('button', { name: 'Change password' }).click();
  await changePassword(page, { current: 'Wrong-1-word', next, confirm: next });
  await expectToast(page, 'Failed to change password. Please check your current password.');
  await changePassword(page, { current: PASSWORD, next, confirm: next });
  await expectToast(page, 'Password changed successfully!');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await signIn(own.placard.url, email, next);
  await expect(signIn(own.placard.url, email, PASSWORD)).rejects.toThrow();
  // The session that changed it goes on.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible();
});

withAccount('sets up a second factor, and signs in with a recovery code', async ({ account, browser }) => {
  const { page, email } = account;
  const panel = page.getByRole('region', { name: 'Two-factor sign-in' });
  await expect(panel).toContainText('Off');
  await panel.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const textOf = async (name: string) =>
    (await dialog.getByRole('figure', { name }).locator('code').textContent()) ?? '';
  const secret = Secret.fromBase32(await textOf('Key for your authenticator app'));
  await dialog.getByLabel('Six digits that the app shows now').fill(new TOTP({ secret }).generate());
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  const codes = (await textOf('Recovery codes')).split('\n');
  expect(codes).toHaveLength(10);
  await expectHeldOpen(page, dialog.getByRole('figure', { name: 'Recovery codes' }));
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await expect(panel).toContainText('On');
  await panel.getByRole('button', { name: 'New recovery codes' }).click();
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Make new codes' }).click();
  const newer = (await textOf('Recovery codes')).split('\n');
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await expect(panel).toContainText('On');

  const guest = await (await browser.newContext()).newPage();
  await guest.goto(own.at('/login'));
  await guest.getByLabel('Email').fill(email);
  await guest.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await guest.getByRole('button', { name: 'Login' }).click();
  await guest.getByLabel('Authenticator code').fill(newer[0] ?? '');
  await guest.getByRole('button', { name: 'Login' }).click();
  await expect(guest).toHaveURL(/\/(dashboard|advertiser)/);
  await guest.context().close();

  await panel.getByRole('button', { name: 'Switch off' }).click();
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByLabel('Six digits of your app, or a recovery code').fill(newer[1] ?? '');
  await dialog.getByRole('button', { name: 'Switch off' }).click();
  await expect(panel).toContainText('Off');
  await expect(dialog).toHaveCount(0);
});

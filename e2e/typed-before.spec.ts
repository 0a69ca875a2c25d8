import { expect, type Page } from '@playwright/test';
import { sharedPlacard, testWithAccount } from './support/own-placard.ts';
import { expectToast } from './support/screens.ts';
import { PASSWORD } from './support/small-network.ts';

const OTHER = 'other@typed-before.example.com';

const own = sharedPlacard();
const { at } = own;
const withAccount = testWithAccount(own, ['advertiser'], 'Ada');

/** In the page that asks for it: whatever it holds in its memory stays. */
async function signInHere(page: Page, email: string): Promise<void> {
  await expect(page).toHaveURL(/\/login\?redirect=/);
  // The address changes first, and the profile has a field of the same name.
  await expect(page.getByRole('heading', { name: 'Log in to your account' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expectToast(page, 'Login successful');
}

const edit = (page: Page) => page.getByRole('button', { name: 'Edit', exact: true }).click();
const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click();
const firstName = (page: Page) => page.getByLabel('First name');
const currentPassword = (page: Page) => page.getByLabel('Current password');
const told = (page: Page) => page.getByText(/^What you had typed is kept/);

/** Nothing is under way by which the page would know of the session's end before a press. */
async function opened(page: Page, path: string): Promise<void> {
  await page.goto(at(path));
  await page.waitForLoadState('networkidle');
}

async function types(page: Page): Promise<void> {
  await opened(page, '/account');
  await edit(page);
  await firstName(page).fill('Typed');
  await page.getByLabel('Email').fill('new@typed-before.example.com');
  await currentPassword(page).fill(PASSWORD);
}

withAccount(
  'what was typed when the session ended stands in its form once the same person is back, but for the password',
  async ({ account: { page, session, email } }) => {
    await types(page);
    await session.post('/auth/logout');
    await save(page);
    await signInHere(page, email);
    await expect(page).toHaveURL(at('/account'));
    await expect(told(page)).toContainText('Profile');
    await edit(page);
    await expect(firstName(page)).toHaveValue('Typed');
    await expect(page.getByLabel('Email')).toHaveValue('new@typed-before.example.com');
    await expect(currentPassword(page)).toHaveValue('');
    await currentPassword(page).fill(PASSWORD);
    await save(page);
    await expectToast(page, 'Profile updated successfully!');
  },
);

withAccount(
  'so does what was typed in a dialog, in this one only',
  async ({ account: { page, session, email } }) => {
    const dialog = page.getByRole('dialog');
    const open = () => page.getByRole('button', { name: 'Save view' }).click();
    await opened(page, '/advertiser/statistics');
    await open();
    await dialog.getByLabel('Name').fill('Evenings by country');
    await session.post('/auth/logout');
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await signInHere(page, email);
    await expect(page).toHaveURL(at('/advertiser/statistics'));
    await open();
    await expect(dialog.getByLabel('Name')).toHaveValue('Evenings by country');
    await page.keyboard.press('Escape');
    await expect(dialog.getByRole('button', { name: 'Leave' }).or(dialog)).toHaveCount(0);
    // What was looked at again is its form's alone.
    await open();
    await expect(dialog.getByLabel('Name')).toHaveValue('');
  },
);

withAccount(
  'somebody else who signs in there sees nothing of it, nor does who typed it after them',
  async ({ account: { page, session, email } }) => {
    await own.invite(OTHER, ['advertiser'], 'Ada');
    await types(page);
    await session.post('/auth/logout');
    await save(page);
    await signInHere(page, OTHER);
    await edit(page);
    await expect(firstName(page)).toHaveValue('Ada');
    await expect(told(page)).toHaveCount(0);
    await opened(page, '/account');
    await edit(page);
    const others = await page.evaluate(() => localStorage.getItem('access_token') ?? '');
    await fetch(at('/api/auth/logout'), {
      method: 'POST',
      headers: { authorization: `Bearer ${others}` },
    });
    await firstName(page).fill('Another');
    await save(page);
    await signInHere(page, email);
    await edit(page);
    await expect(firstName(page)).toHaveValue('Ada');
  },
);

withAccount('who signs out wants nothing kept', async ({ account: { page, email } }) => {
  await types(page);
  await page.getByRole('button', { name: 'User menu' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await signInHere(page, email);
  await edit(page);
  await expect(firstName(page)).toHaveValue('Ada');
  await expect(told(page)).toHaveCount(0);
});

withAccount(
  'a session that was ended in another tab loses nothing in this one',
  async ({ account: { page, session, email } }) => {
    await types(page);
    const tab = await page.context().newPage();
    await tab.goto(at('/dashboard'));
    await session.post('/auth/logout');
    await tab.reload();
    await expect(tab).toHaveURL(/\/login/);
    await signInHere(page, email);
    await edit(page);
    await expect(firstName(page)).toHaveValue('Typed');
  },
);

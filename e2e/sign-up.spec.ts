import { expect } from '@playwright/test';
import { answerCalls } from './support/answer-calls.ts';
import { type Mailbox, openMailbox } from './support/mailbox.ts';
import { ownPlacard, test } from './support/own-placard.ts';
import { confirm, expectToast } from './support/screens.ts';
import { PASSWORD } from './support/small-network.ts';

let mailbox: Mailbox;
const own = ownPlacard(async () => {
  mailbox = await openMailbox();
  return { SMTP_URL: mailbox.url };
});
test.afterAll(async () => await mailbox.close());

type Settings = { readonly version: number };
async function setSignUp(signUp: string, termsUrl = ''): Promise<void> {
  const settings = await own.operator.get<Settings>('/operator/settings');
  await own.operator.put('/operator/settings', { ...settings, signUp, termsUrl });
}

/** Mails are sent by a job that looks every few seconds. */
async function pathTo(email: string): Promise<string> {
  await expect.poll(() => mailbox.linkTo(email), { timeout: 30_000 }).toBeDefined();
  const { pathname, search } = new URL(mailbox.linkTo(email) ?? '');
  return pathname + search;
}

test('a stranger makes an account by themselves, and the operator decides where that is asked for', async ({
  browser,
}) => {
  await setSignUp('approval', 'https://network.example/terms');
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(own.at('/login'));
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Create an account' })).toBeVisible();
  const send = page.getByRole('button', { name: 'Send link' });
  await send.click();
  for (const fault of ['Choose at least one role', 'Email is required', 'Accept the terms to go on'])
    await expect(page.getByText(fault)).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Advertise' })).toBeFocused();
  await page.getByRole('checkbox', { name: 'Publish' }).check();
  await page.getByLabel('Email').fill('nora@lanterns.example.com');
  await page.getByRole('checkbox', { name: /I accept the terms/ }).check();
  const company = page.getByLabel('Company (optional)');
  await company.fill('L'.repeat(201));
  await send.click();
  await expect(company).toHaveAccessibleDescription(/at most 200/);
  await expect(company).toBeFocused();
  await company.fill('Lanterns');
  await page.context().setOffline(true);
  await send.click();
  await expect(page.locator('form').getByRole('alert')).toHaveText(
    'Failed to send the link. The server cannot be reached. Check your connection and try again.',
  );
  await page.context().setOffline(false);
  await expect(page.getByRole('link', { name: 'Read them' })).toHaveAttribute(
    'href',
    'https://network.example/terms',
  );
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('A link to confirm nora@lanterns.example.com is on its way.')).toBeVisible();

  await page.goto(own.at(await pathTo('nora@lanterns.example.com')));
  await page.getByLabel('First name').fill('Nora');
  await page.getByLabel('Last name').fill('New');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Open account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your address is confirmed' })).toBeVisible();

  const console = await own.pageOf(browser, own.operator);
  await console.goto(own.at('/operator/users'));
  await expect(console.getByRole('region', { name: 'Waiting for an account' })).toContainText('Nora New');
  await console.getByRole('button', { name: 'Approve nora@lanterns.example.com' }).click();
  await expectToast(console, 'nora@lanterns.example.com has an account now.');
  await expect(console.getByRole('region', { name: 'Waiting for an account' })).toHaveCount(0);

  await page.goto(own.at('/login'));
  await page.getByRole('radio', { name: 'Publisher', exact: true }).check();
  await page.getByRole('textbox', { name: 'Email' }).fill('nora@lanterns.example.com');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expectToast(page, 'Login successful');

  // Another one is refused.
  const answer = await page.request.post(own.at('/api/auth/sign-up'), {
    data: { email: 'spam@example.com', roles: ['publisher'], company: '', acceptsTerms: true },
  });
  expect(answer.ok()).toBe(true);
  const token = new URL(own.at(await pathTo('spam@example.com'))).searchParams.get('token');
  const person = { token, firstName: 'Spam', lastName: 'Mer', password: PASSWORD };
  await page.request.post(own.at('/api/auth/sign-up/confirm'), { data: person });
  await console.reload();
  await console.getByRole('button', { name: 'Refuse spam@example.com' }).click();
  await confirm(console, 'Refuse');
  await expectToast(console, 'spam@example.com was refused.');

  // Closed again, login offers nothing any more.
  await setSignUp('closed');
  const fresh = await browser.newContext();
  const login = await fresh.newPage();
  const config = login.waitForResponse((response) => response.url().endsWith('/api/auth/config'));
  await login.goto(own.at('/login'));
  await config;
  await expect(login.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
  await expect(login.getByRole('link', { name: 'Create an account' })).toHaveCount(0);
  await answerCalls(login, '**/api/auth/config', (route) => route.fulfill({ status: 503, body: '' }));
  await login.goto(own.at('/signup'));
  await expect(login.getByText('This page could not be shown.')).toBeVisible();
  await login.unrouteAll();
  await login.getByRole('button', { name: 'Try Again' }).click();
  await expect(login.getByText('This network takes nobody in by itself.')).toBeVisible();
  await fresh.close();
  await context.close();
});

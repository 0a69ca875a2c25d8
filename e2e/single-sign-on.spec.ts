import { CLIENT_ID, CLIENT_SECRET, FakeProvider } from '@placard/tooling/fake-provider/fake-provider';
import { expect } from '@playwright/test';
import { violationsOf } from './support/axe.ts';
import { ownPlacard, test } from './support/own-placard.ts';
import { expectToast } from './support/screens.ts';
import { PASSWORD } from './support/small-network.ts';

let provider: FakeProvider;
const own = ownPlacard(async () => {
  provider = new FakeProvider();
  await provider.open();
  return {
    PLACARD_OIDC_ISSUER: provider.issuer,
    PLACARD_OIDC_CLIENT_ID: CLIENT_ID,
    PLACARD_OIDC_CLIENT_SECRET: CLIENT_SECRET,
    PLACARD_OIDC_LABEL: 'Harbour ID',
  };
});
test.afterAll(async () => await provider.close());

test('single sign-on is linked by the password once, then signs in where one wanted to go, and is ended', async ({
  browser,
}) => {
  const desk = await own.invite('desk@single.example.com', ['advertiser'], 'Desk');
  provider.person = { sub: 'desk', email: 'desk@single.example.com', email_verified: true };
  const page = await own.pageOf(browser, desk);
  const logOut = async () => await page.evaluate(() => localStorage.clear());
  const enter = page.getByRole('button', { name: 'Log in with Harbour ID' });
  await page.goto(own.at('/account'));
  const panel = page.getByRole('region', { name: 'Single sign-on', exact: true });
  await expect(panel).toContainText('It is not linked yet.');

  await logOut();
  await page.goto(own.at('/login'));
  await enter.click();
  await expect(page.getByRole('heading', { name: 'Link your account' })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  expect(new URL(page.url()).hash).toBe('');
  await page.getByLabel('Password', { exact: true }).fill('Wrong-1-word');
  await page.getByRole('button', { name: 'Link and log in' }).click();
  await expect(page.getByRole('alert')).toContainText('Login failed');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Link and log in' }).click();
  await expectToast(page, 'Login successful');

  await logOut();
  await page.goto(own.at('/account'));
  await enter.click();
  await expect(panel).toContainText('last used');
  expect(new URL(page.url()).pathname).toBe('/account');

  await panel.getByRole('button', { name: 'End the link to 127.0.0.1' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password').fill(PASSWORD);
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'End' }).click();
  await expectToast(page, 'Link ended');
  await expect(panel).toContainText('It is not linked yet.');
});

test('what the provider does not vouch for, and one that is away, is told on the login page', async ({
  page,
}) => {
  const enter = page.getByRole('button', { name: 'Log in with Harbour ID' });
  provider.person = { sub: 'nobody', email: 'nobody@single.example.com', email_verified: true };
  await page.goto(own.at('/login'));
  await enter.click();
  await expect(page.getByRole('alert')).toContainText('No account here belongs to this sign-in.');
  expect(await violationsOf(page)).toEqual([]);
  await page.goto(own.at('/login#sign-in?code=another&state=another'));
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('begun in another window');
  provider.instead.set('token', (response) => void response.writeHead(500).end());
  await enter.click();
  await expect(page.getByRole('alert')).toContainText('Single sign-on does not answer');
  provider.instead.clear();
});

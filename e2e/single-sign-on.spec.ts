import { CLIENT_ID, CLIENT_SECRET, FakeProvider } from '@placard/tooling/fake-provider/fake-provider';
import { expect, type Page } from '@playwright/test';
import { violationsOf } from './support/axe.ts';
import { ownPlacard, test } from './support/own-placard.ts';
import { openBooks } from './support/publisher-money.ts';
import { confirm, expectToast } from './support/screens.ts';
import { PASSWORD } from './support/small-network.ts';
import { holdBack } from './support/stored-session.ts';

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

/** A device that knows its owner by a finger, as Chromium plays one. */
async function plugIn(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    know: async (isUserVerified: boolean) =>
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    keys: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  };
}

test('a passkey is added, shows who one is, signs in without a password, and is removed', async ({
  browser,
}) => {
  const desk = await own.invite('desk@passkeys.example.com', ['operator'], 'Desk');
  const books = openBooks(own.placard);
  own.closeFirst(books.close);
  const page = await own.pageOf(browser, desk);
  const device = await plugIn(page);
  await page.goto(own.at('/account'));
  const panel = page.getByRole('region', { name: 'Passkeys', exact: true });
  await expect(panel).toContainText('You have none yet.');
  await panel.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name of the passkey').fill('Desk computer');
  await dialog.getByLabel('Current password').fill('Wrong-1-word');
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(dialog).toContainText('current password is not correct');
  await dialog.getByLabel('Current password').fill(PASSWORD);
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await expectToast(page, 'Passkey added');
  await expect(panel).toContainText('Desk computer');
  expect(await device.keys()).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }]);

  await books.outdateProofs(desk.userId);
  await page.goto(own.at('/operator/settings'));
  await page.getByRole('button', { name: 'Renew the key' }).click();
  await confirm(page, 'Renew the key');
  const asked = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await asked.getByRole('button', { name: 'Use a passkey' }).click();
  await expectToast(page, 'A new key waits for its first day');

  await page.evaluate(() => localStorage.clear());
  await page.goto(own.at('/login'));
  await device.know(false);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('No passkey was used.');
  expect(await violationsOf(page)).toEqual([]);
  await device.know(true);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expectToast(page, 'Login successful');

  await page.goto(own.at('/account'));
  await expect(panel).toContainText('last used');
  await panel.getByRole('button', { name: 'Remove the passkey Desk computer' }).click();
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expectToast(page, 'Passkey removed');
  await expect(panel).toContainText('You have none yet.');

  await page.evaluate(() => localStorage.clear());
  await page.goto(own.at('/login'));
  const withPasskey = page.getByRole('button', { name: 'Log in with a passkey' });
  await withPasskey.click();
  const refusal = page.getByRole('main').getByRole('alert');
  await expect(refusal).toContainText('This passkey could not be used.');

  // One way at a time, and nothing moves under the pointer until there is an answer.
  const login = page.getByRole('button', { name: 'Login', exact: true });
  const disabled = 'aria-disabled';
  await page.getByLabel('Email').fill('desk@passkeys.example.com');
  await page.getByLabel('Password', { exact: true }).fill('Wrong-1-word');
  const answerLogin = await holdBack(page, '**/api/auth/login');
  await login.click();
  await expect(withPasskey).toHaveAttribute(disabled, 'true');
  await expect(refusal).toContainText('This passkey could not be used.');
  answerLogin();
  await expect(refusal).not.toContainText('passkey');
  const answerPasskey = await holdBack(page, '**/api/auth/passkeys/**');
  await withPasskey.click();
  await expect(login).toHaveAttribute(disabled, 'true');
  await expect(refusal).not.toContainText('passkey');
  answerPasskey();
  await expect(refusal).toContainText('This passkey could not be used.');
  await expect(login).toHaveAttribute(disabled, 'false');
});

import { expect, type Page } from '@playwright/test';
import { answerCalls } from './support/answer-calls.ts';
import { sharedPlacard, test, testWithAccount } from './support/own-placard.ts';
import { logIn } from './support/screens.ts';
import { PASSWORD } from './support/small-network.ts';

/** Browsers that have less than most: at an address without a certificate, and where nothing may be kept. */

const own = sharedPlacard();
const withAccount = testWithAccount(own, ['advertiser', 'publisher'], 'Ada');

/** As over http: all that browsers have over https and on localhost only. */
const withoutCertificate = () => {
  Object.defineProperty(window, 'isSecureContext', { value: false });
  Object.defineProperty(crypto, 'randomUUID', { value: undefined });
  Object.defineProperty(crypto, 'subtle', { value: undefined });
  for (const name of ['clipboard', 'credentials', 'serviceWorker', 'locks', 'storage'])
    Object.defineProperty(navigator, name, { value: undefined });
};

/** As where somebody blocks all data of sites. */
const keepingNothing = () => {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, {
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    });
};

/** The browser's own, which the page does not have. */
const onClipboard = (page: Page) =>
  page.evaluate(() => {
    const own = Object.getOwnPropertyDescriptor(Navigator.prototype, 'clipboard');
    const clipboard: Clipboard = own?.get?.call(navigator);
    return clipboard.readText();
  });

withAccount('over plain http things are made, and copied', async ({ account: { page } }) => {
  await page.addInitScript(withoutCertificate);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(own.at('/account'));
  expect(await page.evaluate(() => typeof crypto.randomUUID)).toBe('undefined');
  await page.getByRole('button', { name: 'New API key' }).click();
  const dialog = page.getByRole('dialog', { name: 'New API key' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Nightly import');
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const shown = dialog.getByRole('figure', { name: 'API key' }).locator('code');
  await expect(shown).toHaveText(/^pk_[\w-]{43}$/);
  const copy = dialog.getByRole('button', { name: /^Cop(y|ied)/ });
  await copy.click();
  await expect(dialog.getByText('Copied', { exact: true })).toBeVisible();
  expect(await onClipboard(page)).toBe(await shown.textContent());
  await expect(dialog.getByRole('textbox', { includeHidden: true })).toHaveCount(0);
  await expect(copy).toBeFocused();
});

test('where the browser keeps nothing somebody works until the page is loaded anew, and is told so', async ({
  page,
}) => {
  const email = 'nothing@humble.example.com';
  await own.invite(email, ['advertiser'], 'Ada');
  await page.addInitScript(keepingNothing);
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  await page.goto(own.at('/login'));
  await expect(page.getByRole('status').filter({ hasText: 'keeps nothing' })).toBeVisible();
  await logIn(page, own.placard.url, email, PASSWORD, 'Advertiser');
  await page.getByRole('link', { name: 'Campaigns', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Campaigns', level: 1 })).toBeVisible();
  await expect(page.getByText('No campaigns yet')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
  expect(faults).toEqual([]);
});

test('where nothing is kept a page that a newer release took away is not loaded anew again and again', async ({
  page,
}) => {
  await page.addInitScript(keepingNothing);
  const ready = page.waitForResponse(/failed-part/);
  await page.goto(own.at('/login'));
  await (await ready).finished();
  await answerCalls(page, '**/assets/*.js', (route) => route.fulfill({ status: 404 }));
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.url());
  });
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByText('A newer version of this page is ready.')).toBeVisible();
  // What is done of itself is done with the frame that shows it.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  expect(documents).toEqual([]);
});

test('a browser that is full signs in, and one that keeps things says nothing of it', async ({ page }) => {
  const email = 'full@humble.example.com';
  await own.invite(email, ['advertiser'], 'Ada');
  await page.goto(own.at('/login'));
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
  await expect(page.getByText('keeps nothing')).toHaveCount(0);
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('There is no room.', 'QuotaExceededError');
    };
  });
  await logIn(page, own.placard.url, email, PASSWORD, 'Advertiser');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

import { expect } from '@playwright/test';
import { sharedPlacard, testWithAccount } from './support/own-placard.ts';
import { choose, expectToast } from './support/screens.ts';
import { PASSWORD } from './support/small-network.ts';

const own = sharedPlacard();
const withAccount = testWithAccount(own, ['advertiser', 'publisher'], 'Ada');

withAccount(
  'is the browser’s before sign-in, the account’s once it has chosen one, and the browser’s again',
  async ({ browser, account: { email } }) => {
    const context = await browser.newContext({ locale: 'de-AT' });
    const page = await context.newPage();
    await page.goto(own.at('/login'));
    await expect(page.getByRole('heading', { name: 'Bei Ihrem Konto anmelden' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await expect(page.getByText('E-Mail-Adresse ist erforderlich')).toBeVisible();
    await page.getByLabel('E-Mail', { exact: true }).fill(email);
    await page.getByLabel('Passwort', { exact: true }).fill('Wrong-Horse-1');
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await expectToast(page, 'Anmeldung fehlgeschlagen');
    await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await expect(page.getByRole('link', { name: 'Kampagnen', exact: true }).first()).toBeVisible();

    await page.goto(own.at('/account'));
    await page.getByRole('button', { name: 'Bearbeiten', exact: true }).click();
    await choose(page, 'Sprache', 'English');
    await page.getByRole('button', { name: 'Änderungen speichern' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Account Settings' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Account Settings' })).toBeVisible();

    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await choose(page, 'Language', 'As the browser says');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Kontoeinstellungen' })).toBeVisible();
    await context.close();
  },
);

withAccount(
  'a fault that a form shows is in the language that is switched to',
  async ({ account: { page } }) => {
    await page.goto(own.at('/account'));
    await page.getByRole('button', { name: 'Edit billing details' }).click();
    const address = page.getByRole('textbox', { name: /^(Address|Anschrift|Adresse)/ });
    await address.focus();
    await address.blur();
    await expect(address).toHaveAccessibleDescription(/Enter the address/);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await choose(page, 'Language', 'Deutsch');
    await page.getByRole('region', { name: 'Profile' }).getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Kontoeinstellungen' })).toBeVisible();
    await expect(address).toHaveAccessibleDescription(/Geben Sie die (Anschrift|Adresse) ein/);
  },
);

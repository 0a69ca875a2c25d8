import { expect } from '@playwright/test';
import { answerCalls } from './support/answer-calls.ts';
import { sharedPlacard, testWithAccount } from './support/own-placard.ts';
import { choose, confirm, expectToast } from './support/screens.ts';
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

withAccount(
  'so is one that only the server knows, with what it names',
  async ({ account: { page, session, domain } }) => {
    await session.put('/auth/billing-details', {
      name: 'Harbour Ltd',
      country: 'DE',
      address: 'Quay 1',
      vatNumber: '',
      registrationNumber: '',
      isBusiness: null,
      version: 0,
    });
    await page.goto(own.at('/account'));
    const details = page.getByRole('region', { name: 'Billing details' });
    await page.getByRole('button', { name: 'Edit billing details' }).click();
    await answerCalls(page, '**/api/auth/billing-details', (route) =>
      route.fulfill({
        status: 422,
        json: {
          error: {
            code: 'invalid_input',
            message: 'Some fields are not filled in correctly.',
            issues: [
              // The first has the focus, and is judged anew when that goes.
              { path: 'name', code: 'required', message: 'This field is required' },
              {
                path: 'address',
                code: 'text_longer_than',
                message: 'Enter at most 7 characters',
                value: '7',
              },
            ],
          },
        },
      }),
    );
    await details.getByRole('button', { name: 'Save changes' }).click();
    const address = page.getByRole('textbox', { name: /^(Address|Anschrift|Adresse)/ });
    await expect(address).toHaveAccessibleDescription(/Enter at most 7 characters/);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await choose(page, 'Language', 'Deutsch');
    await page.getByRole('region', { name: 'Profile' }).getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Kontoeinstellungen' })).toBeVisible();
    await expect(address).toHaveAccessibleDescription(/höchstens 7 Zeichen/);

    const { id } = await session.post<{ id: number }>('/publisher/websites', {
      domain,
      categories: ['politics'],
      traffic: { range: '1000_5000' },
    });
    await page.goto(own.at('/publisher/websites'));
    await page.getByRole('button', { name: `Aktionen für ${domain}` }).click();
    await page.getByRole('menuitem', { name: 'Löschen' }).click();
    await session.post(`/publisher/websites/${id}/actions`, { action: 'delete' });
    await confirm(page, 'Löschen');
    const refusal = /Die Website ist jetzt archiviert und kann deshalb nicht gelöscht werden\./;
    await expect(page.getByText(refusal).first()).toBeVisible();
  },
);

import { expect, type Locator, type Page } from '@playwright/test';

export type AccountType = 'Advertiser' | 'Publisher';

export async function logIn(
  page: Page,
  base: string,
  email: string,
  password: string,
  type: AccountType,
): Promise<void> {
  await page.goto(`${base}/login`);
  await page.getByRole('radio', { name: type, exact: true }).check();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expectToast(page, 'Login successful');
}

export async function expectToast(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
}

/** What a dialog shows only now stays until its own button is pressed. */
export async function expectHeldOpen(page: Page, shown: Locator): Promise<void> {
  await expect(shown).toBeVisible();
  await expect(page.locator('.mantine-Modal-close')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  // A frame of the page later it would be gone.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  await expect(shown).toBeVisible();
}

/** Back asks before it takes away what is shown only now. The page was reached from another one of the dashboard. */
export async function expectBackAsks(page: Page, shown: Locator): Promise<void> {
  await page.evaluate(() => history.back());
  const question = page.getByRole('dialog', { name: 'Leave without copying it?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(question).toHaveCount(0);
  await expect(shown).toBeVisible();
}

/** Opens a row's menu and chooses an action of it. */
export async function rowAction(page: Page, row: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${row}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Presses the verb of the confirmation that is open. */
export async function confirm(page: Page, verb: string): Promise<void> {
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .getByRole('button', { name: verb, exact: true })
    .click();
}

/** The figure of a stat card by its label. Not those of reach, which has some of the same names below the report's own. */
export function figureOf(page: Page, label: string): Locator {
  const card = 'xpath=../dd[1][not(ancestor::section[@aria-label="Reach and frequency"])]';
  return page.locator('dt').getByText(label, { exact: true }).locator(card);
}

/** Presses the copy button of a part and reads the clipboard once it says that the text is there. */
export async function copyFrom(part: Locator): Promise<string> {
  await part.getByRole('button', { name: 'Copy' }).click();
  await expect(part.getByRole('button', { name: 'Copied' })).toBeVisible();
  return await part.page().evaluate(() => navigator.clipboard.readText());
}

/** The two steps of a widget's code, from the dialog that gives it out. */
export async function copyWidgetCode(page: Page): Promise<{ head: string; widget: string }> {
  const step = (name: string) => page.getByRole('dialog').getByRole('figure', { name });
  return {
    head: await copyFrom(step('Add the SDK script in the head')),
    widget: await copyFrom(step('Add the widget snippet where it should appear')),
  };
}

/** Opens an account by the one-time link that the operator hands over. */
export async function openAccount(page: Page, link: string, name: string, password: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('First name').fill(name);
  await page.getByLabel('Last name').fill('Account');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Open account' }).click();
  await expectToast(page, 'Your account is ready.');
}

/** Opens a select and takes one of its options. */
export async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page
    .getByRole('combobox', { name: label })
    .or(page.getByRole('textbox', { name: label }))
    .first()
    .click();
  await page.getByRole('option', { name: option }).click();
}

import { expect, type Locator, type Page } from '@playwright/test';
import { answerCalls } from './answer-calls.ts';
import { confirm, expectToast, figureOf, rowAction } from './screens.ts';

export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** What heads each row of the list that is open. */
export const rowNames = (page: Page): Locator => page.locator('tbody th a');

/** Has the server fail at these calls until `page.unroute`. */
export function failCalls(page: Page, url: RegExp): Promise<unknown> {
  return answerCalls(page, url, (route) => route.fulfill({ status: 500, body: '' }));
}

/** The column headers as they stand, after the one of the check boxes. */
export async function expectColumns(page: Page, columns: readonly string[]): Promise<void> {
  await expect(page.getByRole('columnheader')).toHaveText(['', ...columns]);
}

/** The stat cards by their labels. */
export async function expectStats(page: Page, stats: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, figure] of Object.entries(stats)) {
    await expect(figureOf(page, label)).toHaveText(figure);
  }
}

/** A list whose first load fails says so, and Try Again brings it. */
export async function expectFailedList(page: Page, url: RegExp, open: string, said: string): Promise<void> {
  await failCalls(page, url);
  await page.goto(open);
  await expect(page.getByRole('alert')).toContainText(said);
  await page.unroute(url);
  await button(page, 'Try Again').click();
  await expect(rowNames(page).first()).toBeVisible();
}

/** A list that is refused, and by somebody (a proxy, say) that says no word of ours. */
export async function expectRefusedList(page: Page, url: RegExp, open: string, what: string): Promise<void> {
  await answerCalls(page, url, (route) => route.fulfill({ status: 403, json: { message: 'Forbidden' } }));
  await page.goto(open);
  await expect(page.getByRole('alert')).toContainText(
    `Access denied: You don't have permission to access ${what}. Please contact your administrator.`,
  );
  await page.unroute(url);
  await page.goto(open);
}

export type RowAction = {
  readonly label: string;
  readonly url: RegExp;
  readonly failed: string;
  readonly done: string;
};

/** Declines an action's confirmation, meets a failing server in the dialog, which stays, then succeeds: what each of them says. */
export async function expectAction(page: Page, row: string, action: RowAction): Promise<void> {
  await rowAction(page, row, action.label);
  const dialog = page.getByRole('dialog').filter({ hasText: row });
  await dialog.getByRole('button', { name: /^(Cancel|Keep it)$/ }).click();
  await expect(dialog).toHaveCount(0);
  await failCalls(page, action.url);
  await rowAction(page, row, action.label);
  await confirm(page, action.label);
  await expect(dialog.getByRole('alert')).toHaveText(action.failed);
  await page.unroute(action.url);
  await confirm(page, action.label);
  await expectToast(page, action.done);
}

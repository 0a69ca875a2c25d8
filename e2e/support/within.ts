import type { Page } from '@playwright/test';

/**
 * Opens another screen as a link of the dashboard does, where the journey is not about loading: a document costs a
 * quarter of a second of processor time, and as much again where axe looks at it. The dashboard is there already.
 * As long as the test has, as a load. Resolves with the new screen's title; what it shows may still be under way.
 * @param path with its query, on the same Placard
 */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    for (const title of document.querySelectorAll('h1')) title.dataset.left = '';
    // The router hears of it, as of any entry that is added to the history.
    history.pushState(null, '', to);
  }, path);
  await page.locator('h1:not([data-left])').first().waitFor({ timeout: 0 });
  await page.locator('h1[data-left]').waitFor({ state: 'detached', timeout: 0 });
}

import type { Browser, Page, Request } from '@playwright/test';
import { answerCalls } from './answer-calls.ts';

type ContextOptions = Parameters<Browser['newContext']>[0];

/** Where a page is that has shown nothing of Placard yet. */
export const NOWHERE = '/nowhere';

/**
 * A page of a browser that signed in earlier: the token lies where the dashboard keeps it. Closes with `page.context()`.
 * Put there from the page itself: Playwright's `storageState` opens another one for it, whose process costs a fifth of a test's processor time.
 */
export async function pageWithToken(
  browser: Browser,
  base: string,
  token: string,
  options: ContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await signInto(page, base, token);
  return page;
}

/** Signs a page in that has shown nothing yet. */
export async function signInto(page: Page, base: string, token: string): Promise<void> {
  const empty = base + NOWHERE;
  await page.route(empty, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto(empty);
  await page.evaluate((value) => localStorage.setItem('access_token', value), token);
  await page.unroute(empty);
}

export function storedToken(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('access_token'));
}

/** Holds the answers to matching requests back until `release`. @param onCall hears of each when it is sent */
export async function holdBack(
  page: Page,
  url: string | RegExp,
  onCall: (request: Request) => void = () => {},
): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await answerCalls(page, url, async (route) => {
    onCall(route.request());
    await promise;
    await route.continue();
  });
  return resolve;
}

import type { Browser, Page, Request } from '@playwright/test';

type ContextOptions = Parameters<Browser['newContext']>[0];

/** A page of a browser that signed in earlier: the token lies where the dashboard keeps it. Closes with `page.context()`. */
export async function pageWithToken(
  browser: Browser,
  base: string,
  token: string,
  options: ContextOptions = {},
): Promise<Page> {
  const localStorage = [{ name: 'access_token', value: token }];
  const context = await browser.newContext({
    ...options,
    storageState: { cookies: [], origins: [{ origin: base, localStorage }] },
  });
  return await context.newPage();
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
  await page.route(url, async (route) => {
    onCall(route.request());
    await promise;
    await route.continue();
  });
  return resolve;
}

import { expect, type Page, type Route } from '@playwright/test';

let probes = 0;

/**
 * Has `answer` answer the page's calls to `url` from its next one on, until `page.unroute(url)`.
 * Playwright's own `route` comes back when the browser knows of it; a page that is busy still makes the calls of the
 * next press as before, about one in fifteen. So the page calls somewhere itself until that is caught.
 */
export async function answerCalls(
  page: Page,
  url: string | RegExp,
  answer: (route: Route) => unknown,
): Promise<void> {
  await page.route(url, answer);
  // Nothing of Placard is open yet: the page that comes knows from its beginning.
  if (!page.url().startsWith('http')) return;
  probes += 1;
  const probe = new URL(`/?probe=${probes}`, page.url()).href;
  let caught = false;
  await page.route(probe, (route) => {
    caught = true;
    return route.fulfill({ status: 204 });
  });
  for (let calls = 0; !caught && calls < 100; calls += 1) {
    await page.evaluate(async (address) => {
      await fetch(address, { method: 'HEAD' });
    }, probe);
  }
  await page.unroute(probe);
  expect(caught, `calls to ${url} are answered by the test`).toBe(true);
}

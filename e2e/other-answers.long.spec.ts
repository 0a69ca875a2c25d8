import { expect, type Page } from '@playwright/test';
import { networkIn, sharedPlacard, test } from './support/own-placard.ts';
import { exampleIds, filledPath, registeredScreens } from './support/registered-routes.ts';
import { goWithin } from './support/within.ts';

const DOMAIN = 'lights.example.com';

const own = sharedPlacard();
const { at } = own;
const network = networkIn(own, { domain: DOMAIN });

/** Well-formed, and nothing that the contract says: what a proxy, a mock or an older server might answer. */
const WRONG_ANSWERS: readonly unknown[] = [
  null,
  [],
  {},
  'text',
  { data: null },
  { data: [] },
  { data: { items: null } },
  { data: { items: [{}], total: '1' } },
];
/** They ask for nothing of their own; what the session and the shell around them ask for has quiet ways to fail. */
const SILENT_SCREENS: readonly string[] = [
  '/advertiser/creatives/create',
  '/dashboard',
  '/publisher/websites/create',
  '/two-factor',
];

/**
 * Answers what the page asks of the API, but for who is there: in the page itself, since one whose calls are intercepted
 * keeps nothing and loads all code anew for each screen.
 */
async function answerInPage(page: Page, answer: () => unknown): Promise<void> {
  await page.exposeFunction('answerOf', () => JSON.stringify(answer()));
  await page.addInitScript(() => {
    const ask = window.fetch;
    window.fetch = async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input, location.href);
      if (!url.pathname.startsWith('/api/') || url.pathname === '/api/auth/profile') return ask(input, init);
      const { answerOf } = window as unknown as { answerOf: () => Promise<string> };
      return new Response(await answerOf(), { headers: { 'content-type': 'application/json' } });
    };
  });
}

/** Whatever is asked for, the answer is another. */
const ANY_RECORDS = { users: 1, accounts: 1, deposits: 1, number: 1, payouts: 1 };

for (const visitor of ['advertiser', 'publisher', 'operator'] as const) {
  test(`no screen of the ${visitor} breaks over answers of another shape`, async ({ browser }) => {
    const page = await own.pageOf(browser, network()[visitor]);
    let wrong: unknown;
    const crashes: string[] = [];
    page.on('pageerror', (error) => crashes.push(error.message));
    await answerInPage(page, () => wrong);
    const screens = registeredScreens().filter((screen) => screen.visitor === visitor);
    for (const [index, { path }] of screens.entries()) {
      wrong = WRONG_ANSWERS[index % WRONG_ANSWERS.length];
      const address = filledPath(path, { ...exampleIds(network()), ...ANY_RECORDS });
      // Each of the answers is met by a load once, with all that the shell asks for then; the other screens come as by a link.
      if (index < WRONG_ANSWERS.length) await page.goto(at(address), { waitUntil: 'load' });
      else await goWithin(page, address);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
      if (!SILENT_SCREENS.includes(path))
        await expect
          .soft(page.getByRole('main').getByText('Invalid data format received from server.').first(), path)
          .toBeVisible();
      await expect.soft(page.getByRole('heading', { name: 'Something went wrong' }), path).toHaveCount(0);
    }
    expect(crashes).toEqual([]);
    await page.context().close();
  });
}

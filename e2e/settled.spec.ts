import { expect, type Page } from '@playwright/test';
import { answerCalls } from './support/answer-calls.ts';
import { sharedPlacard, test } from './support/own-placard.ts';
import { approve, type Reviewed } from './support/small-network.ts';
import { holdBack } from './support/stored-session.ts';

/** `bench web` promises 0.02 of first loads; most screens have next to none. */
const LARGEST_SHIFT = 0.005;
const WIDE = { width: 1440, height: 900 };
/** Here the font, too: the first screen of each page has none yet. Arial or Liberation Sans stands in for it. */
const NARROW = { width: 360, height: 740 };
/** All of a long page at once: what is pressed after scrolling jumps as little. */
const LONG = { width: 360, height: 3_200 };
/** Turns in which nothing was asked for and nothing waited, until the screen counts as whole. */
const QUIET_TURNS = 8;
const MOST_TURNS = 1_000;

const CALLS = /\/api\//;

/** Above the list of users, who waits for an account. */
const ASKING = ['ann', 'bob'].map((name, id) => ({
  ...{ id: id + 1, email: `${name}@example.com`, firstName: name, lastName: 'Lee', company: null },
  ...{ roles: ['advertiser'], confirmedAt: '2026-03-01T10:00:00Z' },
}));

const own = sharedPlacard();

/** Sums up how far what is seen jumps, and leaves no time after which parts are shown that still wait for others. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += entry.value;
      document.documentElement.dataset.shifted = String(sum);
    }).observe({ type: 'layout-shift', buffered: true });
    const patient = new CSSStyleSheet();
    patient.replaceSync('#main * { animation-delay: 3600s !important }');
    document.adoptedStyleSheets.push(patient);
  });
}

/** After a few frames: whether the screen is there, and no part of it waits for an answer. */
const isWhole = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
    const waits = document.querySelector('#main :is([data-unsettled], [class*="skeleton"])');
    return document.querySelector('#main h1') !== null && waits === null;
  });

/** Opens a screen whose calls are answered the last one first, one after the other. @returns how many there were */
async function openBackwards(page: Page, path: string): Promise<number> {
  const held: (() => void)[] = [];
  await answerCalls(page, CALLS, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.fallback();
  });
  await page.goto(own.at(path));
  let answered = 0;
  for (let turn = 0, quiet = 0; turn < MOST_TURNS && quiet < QUIET_TURNS; turn += 1) {
    const release = held.pop();
    release?.();
    answered += Number(release !== undefined);
    quiet = (await isWhole(page)) && release === undefined ? quiet + 1 : 0;
  }
  await page.unroute(CALLS);
  return answered;
}

async function expectUnmoved(page: Page, path: string): Promise<void> {
  expect(await openBackwards(page, path), path).toBeGreaterThan(1);
  await expect(page.locator('[data-unsettled]')).toHaveCount(0);
  const shifted = await page.evaluate(() => Number(document.documentElement.dataset.shifted ?? '0'));
  expect(shifted, path).toBeLessThan(LARGEST_SHIFT);
}

test('screens don’t jump, in whatever order their parts come', async ({ browser }) => {
  const owner = await own.invite('settled@example.com', ['advertiser', 'publisher'], 'Ada');
  const website = await owner.post<Reviewed>('/publisher/websites', {
    domain: 'settled.example.com',
    categories: ['politics'],
    traffic: { range: '1000_5000' },
  });
  await approve(own.operator, 'website', website);
  // Above the list there is what was begun.
  const begun = { step: 'setting', content: { campaign: { name: 'Half a thought' }, adSet: {} }, version: 0 };
  await owner.put('/advertiser/campaign-draft', begun);
  const money = ['/advertiser/billing', '/publisher/payment'];
  const lists = ['/publisher/ads-txt', '/publisher/websites', '/publisher/widgets'];
  const visits = [
    [own.operator, WIDE, ['/operator/settings', '/operator/health', '/operator/minimum-bids']],
    [own.operator, NARROW, ['/operator/filtered', '/operator/users']],
    [owner, WIDE, ['/publisher/report', '/advertiser/campaigns', '/advertiser/statistics']],
    [owner, NARROW, ['/dashboard', '/advertiser/campaigns', ...money, ...lists]],
    [owner, LONG, ['/publisher/stats', '/publisher/report', '/advertiser/statistics']],
  ] as const;
  // Beside one another: most of it is waiting for the next frame.
  await Promise.all(
    visits.map(async ([session, viewport, paths]) => {
      const page = await own.pageOf(browser, session, { viewport });
      await watchShifts(page);
      await answerCalls(page, '**/api/operator/sign-ups', (route) =>
        route.fulfill({ json: { data: { items: ASKING } } }),
      );
      for (const path of paths) await expectUnmoved(page, path);
    }),
  );
});

test('what is below the balance waits for it, then stays', async ({ browser }) => {
  const owner = await own.invite('below@example.com', ['publisher'], 'Bo');
  const page = await own.pageOf(browser, owner);
  await watchShifts(page);
  const release = await holdBack(page, /\/api\/publisher\/payment$/);
  await page.goto(own.at('/publisher/payment'));
  // The settings have come, and wait all the same.
  await expect(page.getByRole('button', { name: 'Edit settings', includeHidden: true })).toHaveCount(1);
  const below = page.getByRole('button', { name: 'Edit settings' });
  await expect(below).toBeHidden();
  release();
  await expect(below).toBeVisible();
});

/** Beside them it would have room in one font, in one month or in one language, and none in others. */
test('of what age figures are stands below all choices, however wide the window is', async ({ browser }) => {
  const owner = await own.invite('aged@example.com', ['advertiser'], 'Cy');
  const page = await own.pageOf(browser, owner);
  await page.goto(own.at('/advertiser/statistics'));
  const age = page.getByText(/^Days in UTC/);
  const choice = page.getByRole('button', { name: 'Add filter' });
  await expect(age).toBeVisible();
  for (const width of [360, 1_440, 2_560]) {
    await page.setViewportSize({ width, height: 900 });
    await expect
      .poll(async () => {
        const [above, below] = [await choice.boundingBox(), await age.boundingBox()];
        return above !== null && below !== null && below.y >= above.y + above.height;
      }, String(width))
      .toBe(true);
  }
});

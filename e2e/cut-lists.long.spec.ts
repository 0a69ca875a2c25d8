import { expect, type Page } from '@playwright/test';
import { answerCalls } from './support/answer-calls.ts';
import { sharedPlacard, test } from './support/own-placard.ts';
import { addActiveWebsite } from './support/publisher-data.ts';

const own = sharedPlacard();

type Answer = Record<string, unknown>;
/** What the server says of a path, with this much of it changed. */
async function answering(page: Page, path: RegExp, change: () => Answer): Promise<void> {
  await answerCalls(page, path, async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: Answer };
    await route.fulfill({ response, json: { data: { ...data, ...change() } } });
  });
}

const many = <Item>(count: number, item: (number: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => item(index + 1));

type Cut = {
  readonly screen: string;
  readonly path: RegExp;
  /** The answer with so many entries. */
  readonly holding: (count: number) => Answer;
  /** With how many there may be more. */
  readonly from: number;
  /** Stands in the list, however many there are. */
  readonly entry: string;
  readonly said: string;
};

/** Each list one short of what it holds at most, and full: only then there may be others, and that is said. */
async function expectSaid(page: Page, { screen, path, holding, from, entry, said }: Cut): Promise<void> {
  for (const [count, times] of [
    [from - 1, 0],
    [from, 1],
  ] as const) {
    await answering(page, path, () => holding(count));
    await page.goto(own.at(screen));
    await expect(page.getByText(entry, { exact: true }).first(), screen).toBeAttached();
    await expect(page.getByText(said, { exact: true }), `${screen}: ${count}`).toHaveCount(times);
    await page.unrouteAll({ behavior: 'wait' });
  }
}

const AT = '2026-05-13T12:00:00Z';

test('a list of an operator that is cut says so', async ({ browser }) => {
  const session = await own.invite('cut-lists@example.com', ['publisher'], 'Cut');
  const website = await addActiveWebsite(own.operator, session, 'cut-lists.example');
  const page = await own.pageOf(browser, own.operator);
  await expectSaid(page, {
    screen: '/operator/users',
    path: /\/api\/operator\/sign-ups$/,
    holding: (count) => ({
      items: many(count, (id) => ({
        ...{ id, email: `waits-${id}@example.com`, firstName: 'Ada', lastName: 'Waits', company: '' },
        ...{ roles: ['advertiser'], confirmedAt: AT },
      })),
    }),
    from: 200,
    entry: 'waits-199@example.com',
    said: 'The 200 who have waited longest. Others follow once these are decided.',
  });
  await expectSaid(page, {
    screen: '/operator/users',
    path: /\/api\/operator\/tags\?/,
    holding: (count) => ({ items: many(count, (number) => ({ tag: `tag-${number}`, count: 1 })) }),
    from: 100,
    entry: 'tag-99 (1)',
    said: 'All; the 100 most used',
  });
  await expectSaid(page, {
    screen: `/operator/websites/${website}`,
    path: /\/api\/operator\/websites\/\d+$/,
    holding: (count) => ({
      widgets: many(count, (id) => ({ id, name: `Widget ${id}`, type: 'banner', status: 'active' })),
    }),
    from: 100,
    entry: 'Widget 99',
    said: 'The newest 100 widgets.',
  });
  await expectSaid(page, {
    screen: '/operator/audit?search=invite',
    path: /\/api\/operator\/audit\?/,
    holding: (count) => ({ namesCut: count === 201 }),
    from: 201,
    entry: 'Audit log',
    said: 'More than 200 records of a kind are called like that: lines about the newest 200 of each are found. Search for more of a name.',
  });
  await page.context().close();
});

test('a list of a publisher that is cut says so', async ({ browser }) => {
  const session = await own.invite('cut-lists-publisher@example.com', ['publisher'], 'Cut');
  const website = await addActiveWebsite(own.operator, session, 'cut-lists-publisher.example');
  const page = await own.pageOf(browser, session);
  await expectSaid(page, {
    screen: '/account',
    path: /\/api\/account\/looks$/,
    holding: (count) => ({
      items: many(count, (id) => ({
        id,
        operator: 'Grace',
        reason: `Reason ${id}`,
        beganAt: AT,
        endedAt: AT,
      })),
    }),
    from: 50,
    entry: 'Reason 49',
    said: 'The newest 50 looks.',
  });
  await expectSaid(page, {
    screen: '/publisher/stats',
    path: /\/api\/publisher\/stats\?/,
    holding: (count) => ({
      everSeen: true,
      pages: many(count, (number) => ({
        ...{ websiteId: website, domain: 'cut-lists-publisher.example', path: `/page-${number}` },
        ...{ views: 1, visitors: 1 },
      })),
    }),
    from: 100,
    entry: 'Top pages',
    said: 'The 100 most viewed. Narrow the page down to see others.',
  });
  await expectSaid(page, {
    screen: '/publisher/report',
    path: /\/api\/publisher\/earnings\/months$/,
    holding: (count) => ({
      items: many(count, (number) => ({ month: `2025-0${number}-01`, earned: 1, closedAt: AT })),
    }),
    // All that there are of them come; so many are shown.
    from: 7,
    entry: 'January 2025',
    said: 'The newest 6 months. Earlier ones stand in the statements of your payments.',
  });
  await expectSaid(page, {
    screen: `/publisher/websites/${website}/edit`,
    path: /\/api\/publisher\/blocks\?/,
    holding: (count) => ({ more: count === 2_001 }),
    from: 2_001,
    entry: 'Block-lists',
    said: 'This website and its widgets block more than can be listed: these are of the newest 2,000.',
  });
  await page.context().close();
});

test('a list of an advertiser that is cut says so', async ({ browser }) => {
  const session = await own.invite('cut-lists-advertiser@example.com', ['advertiser'], 'Cut');
  const page = await own.pageOf(browser, session);
  await expectSaid(page, {
    screen: '/advertiser/billing',
    path: /\/api\/advertiser\/billing$/,
    holding: (count) => ({
      disputes: many(count, (number) => ({
        ...{ reference: `DP-${number}`, amount: 10, stage: 'under_review', reason: 'general', dueAt: null },
        ...{ openedAt: AT, fromWallet: 10, uncovered: 0 },
      })),
    }),
    from: 20,
    entry: 'DP-19',
    said: 'The newest 20 disputes.',
  });
  await expectSaid(page, {
    screen: '/advertiser/statistics',
    path: /\/api\/advertiser\/report\?.*trackingImpressions/,
    holding: (count) => ({
      rows: many(count, (id) => ({
        dims: { creative: String(id) },
        labels: { creative: `Creative ${id}` },
        within: {},
        metrics: { trackingImpressions: 1, trackingClicks: 1 },
      })),
    }),
    from: 100,
    entry: 'Creative 99',
    said: 'The 100 with the most impressions. The total is of all.',
  });
  await page.context().close();
});

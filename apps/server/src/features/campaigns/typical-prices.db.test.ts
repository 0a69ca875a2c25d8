import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FactLoader } from '../../analytics/loader.ts';
import type { Analytics } from '../../analytics/open-analytics.ts';
import { openTestAnalytics } from '../../analytics/testing/test-analytics.ts';
import { settleAvailable } from '../../settlement/settle-available.ts';
import { bodyOf, type EventSpec, makeWorld, shipBatch, type World } from '../../settlement/testing/world.ts';
import { TEST_NOW, testDeps } from '../testing/fixtures.ts';
import { createTypicalPrices } from './typical-prices.ts';

const DAY_MS = 86_400_000;
const NOW_MS = TEST_NOW.getTime();
/**
 * What an account paid for 1,000 viewable impressions, by its place: the first is one’s own. The quartiles of the others are
 * as near to the steps as whole micros for each impression can be.
 */
const PRICES_MICROS = [90_000_000, 2_000_000, 2_000_000, 2_500_000, 2_999_000, 2_999_000];
const TYPICAL = { lowMicros: 2_000_000, highMicros: 3_000_000 };

let database: TestDatabase;
let analytics: Analytics;
let endAnalytics: () => Promise<void>;
let world: World;
const account = (place: number) => world.adSets[place]?.advertiserId ?? 0;
const campaign = (place: number) => world.adSets[place]?.campaignId ?? 0;
const prices = (atMs = NOW_MS) =>
  createTypicalPrices({ ...testDeps(database.db), clock: () => new Date(atMs), analytics });

async function setObjective(place: number, objective: string): Promise<void> {
  await database.pool.query('update campaign set objective = $1 where id = $2', [objective, campaign(place)]);
}

beforeAll(async () => {
  database = await createTestDatabase();
  ({ analytics, end: endAnalytics } = await openTestAnalytics());
  const budget = { totalBudgetMicros: 10n ** 9n };
  world = await makeWorld(database.db, {
    advertisers: PRICES_MICROS.map(() => ({
      timeZone: 'UTC',
      walletMicros: 10n ** 9n,
      campaigns: [{ ...budget, adSets: [budget] }],
    })),
    widgetsOfPublishers: [1],
  });
  const seen = PRICES_MICROS.flatMap((priceMicros, place) =>
    [0, 1].flatMap((n) =>
      (n === 0 && place < 5
        ? (['impression', 'viewable', 'click'] as const)
        : (['impression', 'viewable'] as const)
      ).map(
        (kind): EventSpec => ({
          kind,
          sequence: place * 10 + n,
          shard: 0,
          decidedAtMs: NOW_MS,
          eventAtMs: NOW_MS + 2_000,
          adSetId: world.adSets[place]?.id ?? 0,
          widgetId: world.widgets[0]?.id ?? 0,
          priceMicros,
          viewer: place * 10 + n,
        }),
      ),
    ),
  );
  const recordCount = seen.length;
  await shipBatch(database.pool, {
    shard: 0,
    spoolOffset: 0,
    body: bodyOf(seen),
    recordCount,
    receivedAt: TEST_NOW,
  });
  await settleAvailable({ pool: database.pool, clock: () => TEST_NOW });
  await new FactLoader({ pool: database.pool, analytics }).load();
});
afterAll(async () => {
  await endAnalytics();
  await database.drop();
});

it('tells what five others pay, without one’s own, and by one’s own way of paying', async () => {
  expect(await prices()(account(0), 'BRAND_AWARENESS')).toEqual(TYPICAL);
  expect(await prices()(account(0), 'TRAFFIC')).toBeNull();
  // Of the same six another account sees the dear one, and not its own.
  expect(await prices()(account(5), 'BRAND_AWARENESS')).toEqual(TYPICAL);
  const strangerSeesAll = await prices()(2_147_483_647, 'BRAND_AWARENESS');
  expect(strangerSeesAll).toEqual(TYPICAL);
});

it('tells of who pays for clicks what a click cost on the whole', async () => {
  for (const place of PRICES_MICROS.keys()) await setObjective(place, 'TRAFFIC');
  // Of two viewable impressions one was clicked on, but for the last account, which has no price then.
  expect(await prices()(account(5), 'TRAFFIC')).toEqual({ lowMicros: 3_000, highMicros: 7_000 });
  expect(await prices()(account(0), 'TRAFFIC')).toBeNull();
  expect(await prices()(account(0), 'BRAND_AWARENESS')).toBeNull();
  for (const place of PRICES_MICROS.keys()) await setObjective(place, 'BRAND_AWARENESS');
});

it('says nothing of four others, nor where one account has many campaigns', async () => {
  await setObjective(1, 'TRAFFIC');
  expect(await prices()(account(0), 'BRAND_AWARENESS')).toBeNull();
  // The fifth is there again, as a second campaign of an account that counts already.
  await setObjective(1, 'BRAND_AWARENESS');
  const move = 'update campaign set advertiser_id = $1 where id = $2';
  await database.pool.query(move, [account(2), campaign(1)]);
  expect(await prices()(account(0), 'BRAND_AWARENESS')).toBeNull();
  await database.pool.query(move, [account(1), campaign(1)]);
  expect(await prices()(account(0), 'BRAND_AWARENESS')).toEqual(TYPICAL);
});

it('looks at thirty days', async () => {
  expect(await prices(NOW_MS + 29 * DAY_MS)(account(0), 'BRAND_AWARENESS')).toEqual(TYPICAL);
  expect(await prices(NOW_MS + 30 * DAY_MS)(account(0), 'BRAND_AWARENESS')).toBeNull();
});

it('asks once for all in ten minutes', async () => {
  let nowMs = NOW_MS;
  let asked = 0;
  const counting = {
    client: new Proxy(analytics.client, {
      get: (target, name) => {
        if (name === 'query') asked += 1;
        return Reflect.get(target, name).bind(target);
      },
    }),
  };
  const typical = createTypicalPrices({
    ...testDeps(database.db),
    clock: () => new Date(nowMs),
    analytics: { ...analytics, ...counting },
  });
  await Promise.all([0, 1, 2].map((place) => typical(account(place), 'BRAND_AWARENESS')));
  nowMs += 599_999;
  await typical(account(0), 'BRAND_AWARENESS');
  expect(asked).toBe(1);
  nowMs += 1;
  await typical(account(0), 'BRAND_AWARENESS');
  expect(asked).toBe(2);
});

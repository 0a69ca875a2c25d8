import { setImmediate } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FactLoader } from '../../analytics/loader.ts';
import type { Analytics } from '../../analytics/open-analytics.ts';
import { openTestAnalytics } from '../../analytics/testing/test-analytics.ts';
import type { Actor } from '../../deps.ts';
import { STEPS_A_STRETCH } from '../../fairness/breather.ts';
import { settleAvailable } from '../../settlement/settle-available.ts';
import {
  bodyOf,
  type EventSpec,
  makeWorld,
  ownerOf,
  shipBatch,
  type World,
} from '../../settlement/testing/world.ts';
import { createActor, refusalOf, testDeps } from '../testing/fixtures.ts';
import { readPacing } from './campaign-pacing.ts';

const DAY = '2026-05-13';
const NOON = Date.parse(`${DAY}T12:00:00Z`);
const HOUR_MS = 3_600_000;
const DOLLAR = 1_000_000n;

let database: TestDatabase;
let analytics: Analytics;
let endAnalytics: () => Promise<void>;
let world: World;
let me: Actor;
const deps = () => ({ ...testDeps(database.db), analytics });

beforeAll(async () => {
  database = await createTestDatabase();
  ({ analytics, end: endAnalytics } = await openTestAnalytics());
  world = await makeWorld(database.db, {
    advertisers: [
      {
        timeZone: 'UTC',
        walletMicros: 10n ** 9n,
        campaigns: [
          {
            totalBudgetMicros: 240n * DOLLAR,
            adSets: [
              { totalBudgetMicros: 240n * DOLLAR, dailyBudgetMicros: 24n * DOLLAR },
              { totalBudgetMicros: 100n * DOLLAR },
            ],
          },
        ],
      },
    ],
    widgetsOfPublishers: [1],
  });
  const [adSet] = world.adSets;
  me = ownerOf(adSet?.advertiserId, 'advertiser');
  await database.db
    .updateTable('campaign')
    .set({ start_date: '2026-05-12', end_date: '2026-05-21' })
    .execute();
  // Five dollars each: one yesterday, two at nine, one at eleven.
  const at = [NOON - 24 * HOUR_MS, NOON - 3 * HOUR_MS, NOON - 3 * HOUR_MS, NOON - HOUR_MS];
  const events = at.flatMap((eventAtMs, sequence): EventSpec[] => {
    const common = {
      ...{ sequence, shard: 0, eventAtMs, decidedAtMs: eventAtMs - 2_000, viewer: sequence },
      adSetId: adSet?.id ?? 0,
      widgetId: world.widgets[0]?.id ?? 0,
      priceMicros: 5_000_000_000,
    };
    return [
      { ...common, kind: 'impression' },
      { ...common, kind: 'viewable' },
    ];
  });
  const recordCount = events.length;
  const receivedAt = new Date(NOON);
  await shipBatch(database.pool, { shard: 0, spoolOffset: 0, body: bodyOf(events), recordCount, receivedAt });
  await settleAvailable({ pool: database.pool, clock: () => new Date(NOON) });
  await new FactLoader({ pool: database.pool, analytics }).load();
});
afterAll(async () => {
  await endAnalytics();
  await database.drop();
});

const campaignId = () => world.adSets[0]?.campaignId ?? 0;

it('holds today’s hours and the days of the flight against the plan', async () => {
  const pacing = await readPacing(deps(), me, { id: campaignId() });
  expect(pacing).toMatchObject({ timeZone: 'UTC', currency: 'USD', today: DAY });
  const [daily, total] = pacing.adSets;
  expect(daily).toMatchObject({
    state: 'ahead',
    todayBudget: 24,
    todayPlanned: 12,
    todaySpent: 15,
    totalBudget: 240,
    totalSpent: 20,
  });
  expect(daily?.hours).toHaveLength(25);
  expect(daily?.hours[0]).toEqual({ at: `${DAY}T00:00`, planned: 0, spent: 0 });
  expect(daily?.hours.slice(9, 14)).toEqual([
    { at: `${DAY}T09:00`, planned: 9, spent: 0 },
    { at: `${DAY}T10:00`, planned: 10, spent: 10 },
    { at: `${DAY}T11:00`, planned: 11, spent: 10 },
    { at: `${DAY}T12:00`, planned: 12, spent: 15 },
    { at: `${DAY}T13:00`, planned: 13, spent: 15 },
  ]);
  expect(daily?.hours[14]?.spent).toBeNull();
  expect(daily?.days.map(({ planned }) => planned).slice(0, 3)).toEqual([24, 48, 72]);
  expect(daily?.days.map(({ spent }) => spent).slice(0, 3)).toEqual([5, 20, null]);
  expect(daily?.days).toHaveLength(10);
  // The total of the second over ten days; today what yesterday left, over nine.
  expect(total?.days.at(0)).toEqual({ at: '2026-05-12', planned: 10, spent: 0, unpaid: 0 });
  expect(total).toMatchObject({ state: 'behind', todaySpent: 0, totalSpent: 0 });
  expect(total?.todayBudget).toBeCloseTo(100 / 9, 5);
});

it('plans for the others what an archived ad set has left of the campaign’s money', async () => {
  const { db } = database;
  const set = async (totalBudgetMicros: bigint, archived_at: Date | null) => {
    await db.updateTable('campaign').set({ total_budget_micros: totalBudgetMicros }).execute();
    await db
      .updateTable('ad_set')
      .set({ archived_at })
      .where('id', '=', world.adSets[0]?.id ?? 0)
      .execute();
  };
  await set(70n * DOLLAR, new Date(NOON));
  const { adSets } = await readPacing(deps(), me, { id: campaignId() });
  await set(240n * DOLLAR, null);
  // It spent 20 of the 70.
  expect(adSets.map(({ totalBudget, days }) => [totalBudget, days.at(-1)?.planned])).toEqual([[100, 50]]);
});

it('shows what was shown for free beyond a budget, from the day on which it was', async () => {
  const [daily, total] = (await readPacing(deps(), me, { id: campaignId() })).adSets;
  // Three more of five dollars each at noon, of which the daily budget of 24 leaves nine: one whole, one in part.
  expect(daily?.days.map(({ unpaid }) => unpaid).slice(0, 3)).toEqual([0, 0, null]);
  const events = [0, 1, 2].flatMap((nth): EventSpec[] => {
    const common = {
      ...{ sequence: 100 + nth, shard: 0, eventAtMs: NOON, decidedAtMs: NOON - 2_000, viewer: 100 + nth },
      adSetId: world.adSets[0]?.id ?? 0,
      widgetId: world.widgets[0]?.id ?? 0,
      priceMicros: 5_000_000_000,
    };
    return [
      { ...common, kind: 'impression' },
      { ...common, kind: 'viewable' },
    ];
  });
  const { rows } = await database.pool.query<{ end: string }>(
    'select max(spool_end)::text as "end" from event_batch',
  );
  await shipBatch(database.pool, {
    ...{ shard: 0, spoolOffset: Number(rows[0]?.end), body: bodyOf(events) },
    ...{ recordCount: events.length, receivedAt: new Date(NOON) },
  });
  await settleAvailable({ pool: database.pool, clock: () => new Date(NOON) });
  await new FactLoader({ pool: database.pool, analytics }).load();
  const after = (await readPacing(deps(), me, { id: campaignId() })).adSets;
  expect(after[0]?.days.map(({ spent }) => spent).slice(0, 3)).toEqual([5, 29, null]);
  expect(after[0]?.days.map(({ unpaid }) => unpaid).slice(0, 3)).toEqual([0, 6, null]);
  expect(after[1]?.days.map(({ unpaid }) => unpaid).slice(0, 3)).toEqual([0, 0, null]);
  expect(total?.days[0]?.unpaid).toBe(0);
});

it('plans nothing for a campaign that does not run', async () => {
  await database.db.updateTable('campaign').set({ status: 'paused' }).execute();
  const pacing = await readPacing(deps(), me, { id: campaignId() });
  expect(pacing.adSets.map(({ state, todayBudget }) => [state, todayBudget])).toEqual([
    ['done', 0],
    ['idle', 0],
  ]);
  await database.db.updateTable('campaign').set({ status: 'active' }).execute();
});

it('is nobody else’s to see', async () => {
  const other = await createActor(database.db, ['advertiser']);
  expect((await refusalOf(readPacing(deps(), other, { id: campaignId() }))).code).toBe('campaign_not_found');
});

/** So many that their days are not all shown. */
const AD_SETS = 60;

it('of ten years and many ad sets lets the process do other things meanwhile, and answers with a chart’s worth', async () => {
  const advertiser = { ...me, timeZone: 'America/New_York' };
  const campaign = await database.db
    .insertInto('campaign')
    .values({
      ...{ advertiser_id: me.accountId, name: 'Ten years', objective: 'TRAFFIC', status: 'active' },
      ...{ total_budget_micros: 10n ** 15n, start_date: '2021-05-13', end_date: '2031-05-12' },
      ...{ analytics_key: 'a-campaign-of-ten-years', category: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const adSets = Array.from({ length: AD_SETS }, (_, index) => ({
    ...{ campaign_id: campaign.id, name: `Ad set ${index}`, total_budget_micros: 10n ** 12n },
    ...{ start_minute: 480 + (index % 60), end_minute: 120, days_of_week: [1, 3, 5] },
  }));
  const [first] = await database.db.insertInto('ad_set').values(adSets).returning('id').execute();
  // Before what is shown, between two days that are, today, and after the last that counts.
  for (const day of ['2021-05-13', '2022-01-01', '2026-05-08', '2026-05-10', DAY]) {
    await database.db
      .insertInto('ad_set_day_spend')
      .values({ ad_set_id: first?.id ?? 0, day, spent_micros: DOLLAR })
      .execute();
  }
  let turns = 0;
  let going = true;
  const others = (async () => {
    while (going) {
      await setImmediate();
      turns += 1;
    }
  })();
  const pacing = await readPacing(deps(), advertiser, { id: campaign.id });
  const before = turns;
  going = false;
  await others;
  // Planned day for day from the first: 2,012 days, of 33 of which each ad set makes a stretch.
  expect(before).toBeGreaterThanOrEqual(Math.floor((2_012 * AD_SETS) / STEPS_A_STRETCH));
  expect(pacing.adSets).toHaveLength(AD_SETS);
  const points = pacing.adSets.reduce((sum, { days }) => sum + days.length, 0);
  expect(points).toBeLessThanOrEqual(20_000 + AD_SETS);
  const days = pacing.adSets[0]?.days ?? [];
  expect(days.map(({ at }) => at)).toContain(pacing.today);
  expect(days[0]?.spent).toBe(2);
  expect(days.find(({ at }) => at === pacing.today)?.spent).toBe(5);
  expect(days.find(({ at }) => at > pacing.today)?.spent).toBeNull();
  const asShown = days.filter(({ at }) => at >= '2026-05-06' && at <= DAY).map(({ spent }) => spent);
  expect(asShown.toSorted((a, b) => Number(a) - Number(b))).toEqual(asShown);
});

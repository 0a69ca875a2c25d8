import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import {
  HOUR_LOOKED_AT_AFTER_MS,
  HOUR_QUIET_MS,
  SPIKE_LEAST_DAYS,
  SPIKE_LOOKS_BACK_DAYS,
} from '@placard/domain/campaign/spend-spike';
import { DAY_MS } from '@placard/domain/time-zone';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FactLoader } from '../analytics/loader.ts';
import type { Analytics } from '../analytics/open-analytics.ts';
import { openTestAnalytics } from '../analytics/testing/test-analytics.ts';
import { testDeps } from '../features/testing/fixtures.ts';
import { settleAvailable } from '../settlement/settle-available.ts';
import { Settler } from '../settlement/settler.ts';
import { bodyOf, type EventSpec, makeWorld, shipBatch, type World } from '../settlement/testing/world.ts';
import { tellHourSpikes } from './tell-hour-spikes.ts';
import { tellSpikes } from './tell-spikes.ts';

const HOUR_MS = 3_600_000;
/** In Tokyo, where the account is, 23:00 on the 21st: nine hours ahead, and no summer time. */
const LATE = Date.UTC(2026, 10, 21, 14);
const DOLLAR = 1_000_000;

let database: TestDatabase;
let analytics: Analytics;
let endAnalytics: () => Promise<void>;
let world: World;
let settler: Settler;
let loader: FactLoader;
let now: Date;
let sequence = 0;
let offset = 0;

beforeEach(async () => {
  database = await createTestDatabase();
  ({ analytics, end: endAnalytics } = await openTestAnalytics());
  loader = new FactLoader({ pool: database.pool, analytics }, 3);
  world = await makeWorld(database.db, {
    advertisers: [
      {
        timeZone: 'Asia/Tokyo',
        walletMicros: 10n ** 12n,
        campaigns: [{ totalBudgetMicros: 10n ** 12n, adSets: [{ totalBudgetMicros: 10n ** 12n }] }],
      },
    ],
    widgetsOfPublishers: [1],
  });
  settler = new Settler({ clock: () => now });
  [sequence, offset] = [0, 0];
});
afterEach(async () => {
  await endAnalytics();
  await database.drop();
});

const deps = () => ({ ...testDeps(database.db), clock: () => now, analytics });

/** One click at each time, which costs so much. */
async function spend(atMs: number | readonly number[], dollars: number): Promise<void> {
  const times = [atMs].flat();
  const body = bodyOf(times.flatMap((time) => clicked(time, dollars)));
  now = new Date(Math.max(...times) + 10_000);
  const batch = { shard: 0, spoolOffset: offset, body, recordCount: 2 * times.length, receivedAt: now };
  await shipBatch(database.pool, batch);
  offset += body.byteLength;
  await settleAvailable({ pool: database.pool, clock: () => now, settler });
}

function clicked(atMs: number, dollars: number): EventSpec[] {
  sequence += 1;
  const decision = {
    ...{ sequence, shard: 0, decidedAtMs: atMs, viewer: sequence, isCpc: true },
    ...{ adSetId: world.adSets[0]?.id ?? 0, widgetId: world.widgets[0]?.id ?? 0 },
    priceMicros: Math.round(dollars * DOLLAR),
  };
  return [
    { ...decision, kind: 'impression', eventAtMs: atMs + 100 },
    { ...decision, kind: 'click', eventAtMs: atMs + 2_000 },
  ];
}

async function usualHours(days: number, dollars: number, hourMs = LATE): Promise<void> {
  const times = Array.from({ length: days }, (_, ago) => hourMs - (ago + 1) * DAY_MS);
  await spend(times, dollars);
}

async function look(atMs = now.getTime()): Promise<number> {
  now = new Date(atMs);
  await loader.load();
  return await tellHourSpikes(deps());
}

async function notices(): Promise<object[]> {
  const rows = await database.db
    .selectFrom('notification')
    .select('detail')
    .where('kind', '=', 'campaign.spike')
    .orderBy('id')
    .execute();
  return rows.map(({ detail }) => detail as object);
}

it('an hour is told from five times its usual on, once, in the account’s hours, and its day isn’t told again', async () => {
  await usualHours(SPIKE_LEAST_DAYS, 10);
  await spend(LATE, 49.999999);
  expect(await look()).toBe(0);
  await spend(LATE + 60_000, 0.000001);
  expect((await Promise.all([look(), look()])).toSorted()).toEqual([0, 1]);
  await spend(LATE + 120_000, 100);
  expect(await look()).toBe(0);
  expect(await tellSpikes(deps())).toBe(0);
  expect(await notices()).toMatchObject([{ amount: 50, usual: 10, currency: 'USD', span: 'hour' }]);
  const [mail] = await database.db.selectFrom('mail_outbox').select('body_text').execute();
  expect(mail?.body_text).toContain(
    'has spent USD 50.00 within an hour. In that hour of a usual day it spends USD 10.00.',
  );
});

it('a day that was told keeps its hours from being told', async () => {
  await usualHours(SPIKE_LEAST_DAYS, 10);
  await spend(LATE, 50);
  await loader.load();
  expect(await tellSpikes(deps())).toBe(1);
  expect(await look()).toBe(0);
});

it('an hour that has just ended is looked at, over midnight too, and not for ever', async () => {
  await usualHours(SPIKE_LEAST_DAYS, 10);
  await spend(LATE + 59 * 60_000, 50);
  expect(await look(LATE + HOUR_MS + HOUR_LOOKED_AT_AFTER_MS)).toBe(0);
  expect(await look(LATE + HOUR_MS + HOUR_LOOKED_AT_AFTER_MS - 1)).toBe(1);
  // It is the 21st's, whose day is told no more.
  now = new Date(LATE);
  expect(await tellSpikes(deps())).toBe(0);
});

it('what goes on over midnight is one spike: another hour is told a day after it at the soonest', async () => {
  await usualHours(SPIKE_LEAST_DAYS, 10);
  await usualHours(SPIKE_LEAST_DAYS, 10, LATE + HOUR_MS);
  await spend(LATE, 60);
  expect(await look(LATE + 60_000)).toBe(1);
  await spend(LATE + HOUR_MS, 60);
  expect(await look(LATE + HOUR_MS + 60_000)).toBe(0);
  await spend(LATE + DAY_MS, 90);
  expect(await look(LATE + 60_000 + HOUR_QUIET_MS - 1)).toBe(0);
  expect(await look(LATE + 60_000 + HOUR_QUIET_MS)).toBe(1);
});

it('the same hour of five of the fourteen days before is what counts, and of campaigns that are active only', async () => {
  await usualHours(SPIKE_LEAST_DAYS, 50);
  const earlier = LATE - 2 * HOUR_MS;
  await usualHours(SPIKE_LEAST_DAYS - 1, 1, earlier);
  await spend(LATE, 60);
  expect(await look()).toBe(0);
  await spend(earlier, 30);
  // Of its own day nothing is usual.
  expect(await look(earlier + 60_000)).toBe(0);
  await spend(earlier - (SPIKE_LOOKS_BACK_DAYS + 1) * DAY_MS, 1);
  expect(await look(earlier + 60_000)).toBe(0);
  await spend(earlier - SPIKE_LOOKS_BACK_DAYS * DAY_MS, 1);
  await database.pool.query("update campaign set status = 'paused'");
  expect(await look(earlier + 60_000)).toBe(0);
  await database.pool.query("update campaign set status = 'active'");
  expect(await look(earlier + 60_000)).toBe(1);
});

import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { REACH_CLOSES_AFTER_MS, REACH_CLOSES_AT_LAST_MS } from '@placard/domain/analytics/reach';
import { dayOfNumber } from '@placard/domain/time-zone';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { settleAvailable } from '../settlement/settle-available.ts';
import { Settler } from '../settlement/settler.ts';
import { bodyOf, type EventSpec, makeWorld, shipBatch, type World } from '../settlement/testing/world.ts';
import { closeReachDay, countReach, newestReach } from './count-reach.ts';
import { FactLoader } from './loader.ts';
import type { Analytics } from './open-analytics.ts';
import { REACH_TABLE } from './reach-table.ts';
import { readRows } from './run-report.ts';
import { openTestAnalytics } from './testing/test-analytics.ts';

const DAY_MS = 86_400_000;
const MIDNIGHT = Date.UTC(2026, 10, 21);
const NOON = MIDNIGHT + DAY_MS / 2;
const END = MIDNIGHT + DAY_MS;

let database: TestDatabase;
let analytics: Analytics;
let endAnalytics: () => Promise<void>;
let loader: FactLoader;
let world: World;
let shard = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ analytics, end: endAnalytics } = await openTestAnalytics());
  loader = new FactLoader({ pool: database.pool, analytics });
});
beforeEach(async () => {
  const adSets = [{ totalBudgetMicros: 10n ** 12n }, { totalBudgetMicros: 10n ** 12n }];
  const campaigns = [
    { totalBudgetMicros: 10n ** 12n, adSets },
    { totalBudgetMicros: 10n ** 12n, adSets },
  ];
  world = await makeWorld(database.db, {
    advertisers: [
      { timeZone: 'UTC', walletMicros: 10n ** 12n, campaigns },
      { timeZone: 'America/New_York', walletMicros: 10n ** 12n, campaigns },
    ],
    widgetsOfPublishers: [2, 1],
  });
  await database.pool.query(`update reach_state set open_from = '1970-01-01', counted_at = null`);
  await forget();
});
afterAll(async () => {
  await endAnalytics();
  await database.drop();
});

/** As if nobody had been shown anything yet. */
async function forget(): Promise<void> {
  await loader.load();
  await database.pool.query('delete from reach_batch');
  await database.pool.query('delete from reach_day');
  await analytics.client.command({ query: `truncate table ${REACH_TABLE}` });
}

type Seen = {
  readonly viewer: number;
  readonly adSet: number;
  readonly widget: number;
  readonly creative: number;
  readonly atMs: number;
};

/** Ships and settles impressions, as a spool of its own. @param settlers that it is settled by */
async function settle(seen: readonly Seen[], settlers = 1, nowMs = NOON): Promise<void> {
  shard += 1;
  const events: EventSpec[] = seen.map((one, sequence) => ({
    kind: 'impression',
    eventAtMs: one.atMs,
    decidedAtMs: one.atMs,
    ...{ shard, sequence, viewer: one.viewer, creativeId: one.creative + 1 },
    adSetId: world.adSets[one.adSet]?.id ?? 0,
    widgetId: world.widgets[one.widget]?.id ?? 0,
    priceMicros: 1_000,
  }));
  const half = Math.ceil(events.length / 2);
  let spoolOffset = 0;
  for (const part of [events.slice(0, half), events.slice(half)].filter(({ length }) => length > 0)) {
    const body = bodyOf(part);
    await shipBatch(database.pool, {
      ...{ shard, spoolOffset, body, recordCount: part.length, receivedAt: new Date(nowMs) },
    });
    spoolOffset += body.length;
    const clock = () => new Date(nowMs);
    await settleAvailable({ pool: database.pool, clock, settler: new Settler({ clock, settlers }) });
  }
  // What several settlers are to price is settled by whoever begins to lead.
  await settleAvailable({ pool: database.pool, clock: () => new Date(nowMs) });
}

const count = async (nowMs = NOON) => await loader.countReach(() => new Date(nowMs));

const countedAt = async () =>
  (await database.pool.query('select counted_at from reach_state')).rows[0]?.counted_at.getTime();

/** Keys of viewers of a day, in analytics and waiting for it. */
const keysKept = async (day = '2026-11-21') => {
  const text = `select toString(count()) as rows from ${REACH_TABLE} where day = '${day}'`;
  const [kept] = await readRows({ analytics }, { text, params: {}, source: REACH_TABLE });
  const { rows } = await database.pool.query('select 1 from reach_batch where day = $1', [day]);
  return [Number(kept?.rows), rows.length];
};

/** `level subject day` → viewers, impressions and viewers by how often they were shown something. */
async function counted(): Promise<Record<string, number[]>> {
  const { rows } = await database.pool.query(
    `select level, account_id, subject_id, day::text as day, viewers, impressions, seen_1, seen_2, seen_3, seen_5, seen_10
       from reach_day`,
  );
  return Object.fromEntries(
    rows.map(({ level, account_id, subject_id, day, ...figures }) => [
      `${level} ${account_id} ${subject_id} ${day}`,
      Object.values(figures).map(Number),
    ]),
  );
}

/** The same by sets of viewers. */
function naively(seen: readonly Seen[]): Record<string, number[]> {
  const times = new Map<string, Map<number, number>>();
  for (const { viewer, adSet, widget, creative, atMs } of seen) {
    const { id, campaignId, advertiserId } = world.adSets[adSet] ?? { id: 0, campaignId: 0, advertiserId: 0 };
    const place = world.widgets[widget] ?? { id: 0, websiteId: 0, publisherId: 0 };
    const day = dayOfNumber(Math.floor(atMs / DAY_MS));
    for (const subject of [
      `advertiser ${advertiserId} ${advertiserId}`,
      `campaign ${advertiserId} ${campaignId}`,
      `ad_set ${advertiserId} ${id}`,
      `creative ${advertiserId} ${creative + 1}`,
      `publisher ${place.publisherId} ${place.publisherId}`,
      `website ${place.publisherId} ${place.websiteId}`,
      `widget ${place.publisherId} ${place.id}`,
    ]) {
      const key = `${subject} ${day}`;
      const viewers = times.get(key) ?? new Map<number, number>();
      viewers.set(viewer, (viewers.get(viewer) ?? 0) + 1);
      times.set(key, viewers);
    }
  }
  return Object.fromEntries(
    [...times].map(([key, viewers]) => {
      const all = [...viewers.values()];
      const between = (from: number, to: number) => all.filter((n) => n >= from && n < to).length;
      const steps = [between(1, 2), between(2, 3), between(3, 5), between(5, 10), between(10, 1e9)];
      return [key, [viewers.size, all.reduce((sum, n) => sum + n, 0), ...steps]];
    }),
  );
}

const seenBy = (viewers: number) =>
  fc.record({
    viewer: fc.integer({ min: 1, max: viewers }),
    adSet: fc.integer({ min: 0, max: 7 }),
    widget: fc.integer({ min: 0, max: 2 }),
    creative: fc.integer({ min: 0, max: 1 }),
    // The hours around midnight of UTC, and those of New York's.
    atMs: fc.integer({ min: END - 4 * 3_600_000, max: END + 6 * 3_600_000 }),
  });
const one: Seen = { viewer: 7, adSet: 0, widget: 0, creative: 0, atMs: NOON };

describe('reach', () => {
  it('is what counting by hand gives, at every level, however it is settled, loaded and counted', async () => {
    const crowds = fc
      .constantFrom(3, 40, 1_000)
      .chain((n) => fc.array(seenBy(n), { minLength: 1, maxLength: 120 }));
    await fc.assert(
      fc.asyncProperty(
        fc.array(crowds, { minLength: 1, maxLength: 2 }),
        fc.constantFrom(1, 2),
        async (parts, settlers) => {
          await forget();
          for (const part of parts) {
            await settle(part, settlers);
            await count();
          }
          expect(await counted()).toEqual(naively(parts.flat()));
          await database.pool.query('delete from reach_day');
          await loader.rebuild();
          // Another process, which has counted nothing yet.
          await new FactLoader({ pool: database.pool, analytics }).countReach(() => new Date(NOON));
          expect(await counted()).toEqual(naively(parts.flat()));
        },
      ),
      { numRuns: 3 },
    );
  }, 60_000);

  it('counts by days of UTC, whatever the account’s zone: a viewer has another key in each', async () => {
    const seen = [END - 1, END].flatMap((atMs) => [
      { ...one, atMs },
      { ...one, atMs, adSet: 4 },
    ]);
    await settle(seen);
    await count();
    const found = await counted();
    expect(found).toEqual(naively(seen));
    const newYorker = world.adSets[4]?.advertiserId;
    for (const day of ['2026-11-21', '2026-11-22']) {
      expect(found[`advertiser ${newYorker} ${newYorker} ${day}`]).toEqual([1, 1, 1, 0, 0, 0, 0]);
    }
  });

  it('takes no repeated, filtered or forged impression for one', async () => {
    await settle([one]);
    const body = bodyOf([
      { ...event(), reason: 2 },
      { ...event(), sequence: 0 },
      { ...event(), adSetId: 2_000_000 },
    ]);
    await shipBatch(database.pool, {
      ...{ shard, spoolOffset: body.length / 3, body, recordCount: 3, receivedAt: new Date(NOON) },
    });
    await settleAvailable({ pool: database.pool, clock: () => new Date(NOON) });
    await count();
    expect(await counted()).toEqual(naively([one]));
  });
});

/** The impression of `settle([one])` again, of another viewer. */
function event(): EventSpec {
  return {
    kind: 'impression',
    eventAtMs: NOON,
    decidedAtMs: NOON,
    ...{ shard, sequence: 5, viewer: 8, creativeId: 1, priceMicros: 1_000 },
    adSetId: world.adSets[0]?.id ?? 0,
    widgetId: world.widgets[0]?.id ?? 0,
  };
}

describe('a day that is over', () => {
  it('keeps its figures and none of its keys, from half an hour after it on', async () => {
    await settle([one, { ...one, viewer: 8 }]);
    await count(END + REACH_CLOSES_AFTER_MS - 1);
    expect(await keysKept()).toEqual([2, 2]);
    await count(END + REACH_CLOSES_AFTER_MS);
    expect(await keysKept()).toEqual([0, 0]);
    const figures = naively([one, { ...one, viewer: 8 }]);
    expect(await counted()).toEqual(figures);
    await loader.rebuild();
    await count(END + REACH_CLOSES_AFTER_MS);
    expect(await counted()).toEqual(figures);
  });

  it('counts nothing that comes later, and keeps nothing of it', async () => {
    await settle([one]);
    await count(END + REACH_CLOSES_AFTER_MS);
    const late = [9, 10, 11].map((viewer) => ({ ...one, viewer }));
    await settle(late, 1, END + REACH_CLOSES_AFTER_MS);
    await count(END + REACH_CLOSES_AFTER_MS + 60_000);
    expect(await keysKept()).toEqual([0, 0]);
    expect(await counted()).toEqual(naively([one]));
    // As if analytics had kept keys, which a run that died did not erase.
    const account = world.adSets[0]?.advertiserId;
    await analytics.client.command({
      query: `insert into ${REACH_TABLE} (day, advertiser_id, key_low)
              values ('2026-11-21', ${account}, 1), ('2026-11-21', ${account}, 2), ('2026-11-21', ${account}, 3)`,
    });
    await countReach({ pool: database.pool, analytics }, new Date(END + DAY_MS), true);
    await closeReachDay({ pool: database.pool, analytics }, new Date(END + DAY_MS));
    expect([await counted(), await keysKept()]).toEqual([naively([one]), [0, 0]]);
  });

  it('waits for what has arrived and is not settled, and no longer than a day', async () => {
    await settle([one]);
    shard += 1;
    await shipBatch(database.pool, {
      ...{ shard, spoolOffset: 0, body: bodyOf([event()]), recordCount: 1, receivedAt: new Date(NOON) },
    });
    await count(END + REACH_CLOSES_AT_LAST_MS - 1);
    expect((await keysKept())[1]).toBe(1);
    await count(END + REACH_CLOSES_AT_LAST_MS);
    expect(await keysKept()).toEqual([0, 0]);
    await settleAvailable({ pool: database.pool, clock: () => new Date(NOON) });
  });

  it('is closed with those before it, one after the other, and the next one stays open', async () => {
    const seen = [0, 1, 2].map((days) => ({ ...one, atMs: NOON - days * DAY_MS }));
    await settle(seen);
    await count(NOON);
    const { rows } = await database.pool.query('select open_from::text as day from reach_state');
    expect(rows).toEqual([{ day: '2026-11-21' }]);
    expect(await keysKept()).toEqual([1, 1]);
    expect(await counted()).toEqual(naively(seen));
  });
});

describe('the first open day', () => {
  const deps = () => ({ pool: database.pool, analytics });
  const close = async (nowMs: number, pool = database.pool) =>
    await closeReachDay({ ...deps(), pool }, new Date(nowMs));
  const OVER = END + REACH_CLOSES_AFTER_MS;
  const arrive = async (receivedMs: number, [offset, end]: readonly [number, number] = [0, 1]) =>
    await database.pool.query(
      `insert into event_batch (shard, spool_offset, spool_end, record_count, body, received_at)
       values (900, $1, $2, 1, 'x', $3)`,
      [offset, end, new Date(receivedMs)],
    );

  it('is looked at when it is over, then the next at once, and no more where none is open', async () => {
    expect(await close(OVER)).toEqual({ closed: false, nextMs: Number.POSITIVE_INFINITY });
    await settle([one, { ...one, atMs: NOON - DAY_MS }]);
    await loader.load();
    expect(await close(OVER - DAY_MS - 1)).toEqual({ closed: false, nextMs: OVER - DAY_MS });
    expect(await close(OVER - DAY_MS)).toEqual({ closed: true, nextMs: Number.NEGATIVE_INFINITY });
    expect([await keysKept('2026-11-20'), await keysKept()]).toEqual([
      ...[
        [0, 0],
        [1, 1],
      ],
    ]);
    expect(await close(NOON)).toEqual({ closed: false, nextMs: OVER });
    expect(await close(OVER)).toEqual({ closed: true, nextMs: Number.NEGATIVE_INFINITY });
    expect(await counted()).toEqual(naively([one, { ...one, atMs: NOON - DAY_MS }]));
  });

  it('waits for what came more than a minute ago, of which something is not settled', async () => {
    await settle([one]);
    await loader.load();
    const closed = async () => (await close(OVER)).closed;
    await arrive(OVER - 60_001);
    expect(await closed()).toBe(false);
    await database.pool.query('insert into settlement_checkpoint (shard, spool_offset) values (900, 1)');
    await arrive(OVER - 60_000, [1, 2]);
    await database.pool.query(
      `insert into settlement_part (settlement_id, settlers, slice, judged_at, event_count, body)
       values (2000000000, 2, 0, now(), 1, 'x')`,
    );
    expect(await closed()).toBe(false);
    await database.pool.query('delete from settlement_part');
    expect(await closed()).toBe(true);
    await database.pool.query('delete from event_batch where shard = 900');
    await database.pool.query('delete from settlement_checkpoint where shard = 900');
  });

  it('stays open with all that it has where closing it fails, and the connection is given back', async () => {
    await settle([one]);
    await loader.load();
    const given: string[] = [];
    const failing = Object.assign(Object.create(database.pool), {
      query: async (...asked: [string]) => await database.pool.query(...asked),
      connect: async () => {
        const client = await database.pool.connect();
        return {
          query: async (...asked: [string]) => {
            given.push(String(asked[0]));
            if (asked[0] === 'commit') throw new Error('the disk is full');
            return await client.query(...asked);
          },
          release: () => client.release(),
        };
      },
    });
    const idle = database.pool.totalCount - database.pool.idleCount;
    await expect(close(OVER, failing)).rejects.toThrow('the disk is full');
    expect([given[0], given.at(-1), await counted()]).toEqual(['begin', 'rollback', {}]);
    expect(database.pool.totalCount - database.pool.idleCount).toBe(idle);
    expect(await close(OVER)).toMatchObject({ closed: true });
    expect(await counted()).toEqual(naively([one]));
  });

  it('was counted at the latest time that it was, and only where somebody was shown something', async () => {
    await settle([one]);
    await loader.load();
    await countReach(deps(), new Date(NOON), false);
    expect([await countedAt(), await counted()]).toEqual([NOON, {}]);
    await countReach(deps(), new Date(NOON - 5_000), true);
    expect([await countedAt(), await counted()]).toEqual([NOON, naively([one])]);
    const newest = await newestReach(database.pool);
    await forget();
    expect([newest > 0n, await newestReach(database.pool)]).toEqual([true, 0n]);
  });
});

it('is counted again only where somebody was shown something since, and says when it was looked at', async () => {
  await settle([one]);
  expect(await loader.countReach(() => new Date(NOON))).toBe(true);
  expect(await loader.countReach(() => new Date(NOON + 1))).toBe(false);
  expect(await countedAt()).toBe(NOON + 1);
  await settle([{ ...one, viewer: 8 }]);
  expect(await loader.countReach(() => new Date(NOON + 2))).toBe(true);
  expect(await counted()).toEqual(naively([one, { ...one, viewer: 8 }]));
});

it('is not lowered by a count beside a rebuild that has not everything yet', async () => {
  await settle([one, { ...one, viewer: 8 }]);
  await count();
  const full = await counted();
  await analytics.client.command({ query: `truncate table ${REACH_TABLE}` });
  await settle([{ ...one, viewer: 9 }]);
  await count();
  expect(await counted()).toEqual(full);
});

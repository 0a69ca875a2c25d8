import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { ROW_COUNTED } from '@placard/domain/analytics/facts';
import { DIMENSION_KEYS, type Dimension, metricsOf } from '@placard/domain/analytics/metrics';
import { addDays } from '@placard/domain/time-zone';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fact, rowsOfColumns } from '../settlement/fact-columns.ts';
import type { World } from '../settlement/testing/world.ts';
import { createTables, FACT_INTAKE, FACT_TABLES } from './fact-tables.ts';
import { FactLoader } from './loader.ts';
import type { Analytics } from './open-analytics.ts';
import { ownerOfScope, type ReportFilters, type ReportScope, rollupScopeOf } from './report-sql.ts';
import { movedOwners, RollupBuilder, type StepBounds } from './rollup-builder.ts';
import { ROLL_UP_ALL } from './rollup-sets.ts';
import { ALL_DAYS, RollupStates } from './rollup-state.ts';
import { ROLLUP_STATE_TABLE, ROLLUP_TABLES } from './rollup-tables.ts';
import { type Report, type ReportQuery, runReport } from './run-report.ts';
import { readCheckpoint, readFacts } from './settled-facts.ts';
import { DAYS, makeRandomFacts, type RandomFacts, ZONES } from './testing/random-facts.ts';
import { openTestAnalytics } from './testing/test-analytics.ts';

let database: TestDatabase;
let analytics: Analytics;
let endAnalytics: () => Promise<void>;
let world: World;
let loader: FactLoader;
let facts: RandomFacts;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ analytics, end: endAnalytics } = await openTestAnalytics());
  loader = new FactLoader({ pool: database.pool, analytics }, 400, ROLL_UP_ALL);
  facts = await makeRandomFacts(database);
  world = facts.world;
  await loader.load();
});
afterAll(async () => {
  await endAnalytics();
  await database.drop();
});

type Asked = { readonly scope: ReportScope; readonly query: ReportQuery };

function scopesAndZones(): { scope: ReportScope; zone: string }[] {
  const advertisers = [...new Set(world.adSets.map(({ advertiserId }) => advertiserId))];
  return [
    ...advertisers.map((advertiserId, index) => ({ scope: { advertiserId }, zone: ZONES[index] ?? 'UTC' })),
    ...[...new Set(world.widgets.map(({ publisherId }) => publisherId))].map((publisherId, index) => ({
      scope: { publisherId },
      zone: index === 0 ? 'Australia/Lord_Howe' : 'UTC',
    })),
    { scope: { network: true } as const, zone: 'UTC' },
  ];
}

const roleOf = (scope: ReportScope) =>
  'network' in scope ? 'operator' : 'advertiserId' in scope ? 'advertiser' : 'publisher';

/** Any question that a scope may ask, mostly in its own zone. */
function anyQuestion(): fc.Arbitrary<Asked> {
  return fc.constantFrom(...scopesAndZones()).chain(({ scope, zone }) => {
    const role = roleOf(scope);
    const dimensions = DIMENSION_KEYS.filter((key) => sees(key, role));
    const values: ReportFilters = {
      campaign: world.adSets.slice(0, 4).map(({ campaignId }) => String(campaignId)),
      adSet: world.adSets.slice(0, 5).map(({ id }) => String(id)),
      widget: world.widgets.slice(0, 3).map(({ id }) => String(id)),
      website: world.widgets.slice(0, 3).map(({ websiteId }) => String(websiteId)),
      country: ['DE', 'FR'],
      device: ['desktop', 'mobile'],
      size: ['300x250'],
      hourOfDay: ['0', '1', '2', '13'],
      weekday: ['1', '7'],
      date: ['2026-03-29', '2026-04-05'],
      reason: ['repeated', 'forged_token'],
    };
    const filterable = dimensions.filter((key) => values[key] !== undefined);
    return fc
      .record({
        by: fc.uniqueArray(fc.constantFrom(...dimensions), { maxLength: 2 }),
        grain: fc.constantFrom('hour' as const, 'day' as const, 'week' as const, 'month' as const, undefined),
        first: fc.oneof(fc.integer({ min: -2, max: DAYS }), fc.integer({ min: -40, max: 0 })),
        days: fc.oneof(fc.integer({ min: 1, max: DAYS + 3 }), fc.integer({ min: 16, max: 70 })),
        filters: fc.uniqueArray(fc.constantFrom(...filterable), { maxLength: 2 }),
        without: fc.uniqueArray(fc.constantFrom(...filterable), { maxLength: 1 }),
        dated: fc.boolean(),
        compared: fc.option(
          fc.record({ first: fc.integer({ min: -9, max: DAYS }), days: fc.integer({ min: 1, max: 9 }) }),
        ),
        timeZone: fc.oneof({ weight: 4, arbitrary: fc.constant(zone) }, fc.constantFrom(...ZONES)),
        metrics: fc.uniqueArray(fc.constantFrom(...metricsOf(role)), { minLength: 1, maxLength: 6 }),
        descending: fc.boolean(),
      })
      .map(({ by, dated, grain, first, days, filters, without, compared, timeZone, metrics, descending }) => {
        const from = addDays('2026-03-27', first);
        const comparedFrom = addDays('2026-03-27', compared?.first ?? 0);
        return {
          scope,
          query: {
            by: dated && !by.includes('date') ? [...by, 'date' as const] : by,
            ...{ metrics, timeZone, from, to: addDays(from, days - 1) },
            ...(grain === undefined ? {} : { grain }),
            filters: Object.fromEntries(filters.map((key) => [key, values[key] ?? []])),
            without: Object.fromEntries(without.map((key) => [key, (values[key] ?? []).slice(0, 1)])),
            compare: compared && { from: comparedFrom, to: addDays(comparedFrom, compared.days - 1) },
            sort: { key: metrics[0] ?? 'impressions', descending },
            limit: 10_000,
          },
        };
      });
  });
}

function sees(dimension: Dimension, role: ReturnType<typeof roleOf>): boolean {
  const others: Partial<Record<typeof role, readonly Dimension[]>> = {
    advertiser: ['advertiser', 'publisher', 'widget', 'outcome'],
    publisher: ['advertiser', 'campaign', 'adSet', 'creative', 'publisher'],
  };
  return others[role]?.includes(dimension) !== true;
}

async function requireSame({ scope, query }: Asked, sources: Set<string>): Promise<void> {
  const { sources: read, ...answer } = await runReport({ analytics }, scope, query);
  const { sources: ofFacts, ...raw } = await runReport({ analytics }, scope, { ...query, onlyFacts: true });
  expect(new Set(ofFacts)).toEqual(new Set(['facts']));
  expect(answer).toEqual(raw);
  for (const source of read) sources.add(source);
  await requireSameAlone({ scope, query }, answer);
}

/** What one statement gives for several purposes is what each of them gets from one of its own. */
async function requireSameAlone({ scope, query }: Asked, answer: Omit<Report, 'sources'>): Promise<void> {
  const { compare, ...asked } = { ...query, by: [] };
  const now = await runReport({ analytics }, scope, asked);
  expect(answer).toMatchObject({ totals: now.totals, series: now.series });
  if (!compare) return;
  const before = await runReport({ analytics }, scope, { ...asked, ...compare });
  expect(answer).toMatchObject({ previousTotals: before.totals, previousSeries: before.series });
}

/** Sorted rows of all tables that facts go into, whatever their parts. */
async function contents(): Promise<unknown> {
  const tables = [...Object.values(FACT_TABLES), ...Object.values(ROLLUP_TABLES)];
  return await Promise.all(
    tables.map(async (table) => {
      const columns = table in FACT_TABLES ? '*' : '* except epoch';
      const result = await analytics.client.query({
        query: `select ${columns} from ${table} final order by all`,
        format: 'JSONCompactEachRow',
      });
      return [table, await result.json()];
    }),
  );
}

describe('rollups', () => {
  it('answer as the facts do, to the micro, whatever is asked', async () => {
    const sources = new Set<string>();
    await fc.assert(
      fc.asyncProperty(anyQuestion(), async (asked) => await requireSame(asked, sources)),
      { numRuns: 100, seed: 42 },
    );
    expect(sources.size).toBeGreaterThan(15);
  }, 120_000);

  it('count each fact in its hour and its day, where clocks change by half an hour too', async () => {
    for (const { scope, zone } of scopesAndZones()) {
      if ('network' in scope) continue;
      const query = { metrics: ['impressions', 'filteredEvents'] as const, timeZone: zone, ...WHOLE };
      const hours = await runReport({ analytics }, scope, { ...query, grain: 'hour' });
      expect(hours.sources).toEqual([`${'advertiserId' in scope ? 'advertiser' : 'publisher'}:local_hour`]);
      const names = hours.series.map(({ at }) => at);
      expect(new Set(names).size).toBe(names.length);
      expect(hours.series.map(({ metrics }) => metrics.impressions)).toEqual(
        await countedBetween(
          scope,
          names.map((name) => Date.parse(name)),
        ),
      );
    }
  });

  it('hold each fact in the hour of the weekday that the account’s clock showed', async () => {
    for (const { scope, zone } of scopesAndZones()) {
      const { rows, sources } = await runReport({ analytics }, scope, {
        metrics: ['impressions'],
        by: ['weekday', 'hourOfDay'],
        timeZone: zone,
        ...WHOLE,
        limit: 1_000,
      });
      const found = new Map(
        rows.map(({ dims, metrics }) => [`${dims.weekday} ${dims.hourOfDay}`, metrics.impressions]),
      );
      const counted = await countedByClock(scope, zone);
      expect(new Map([...found].filter(([, count]) => count !== 0))).toEqual(counted);
      expect(counted.size).toBeGreaterThan(50);
      expect(sources).toContain(`${rollupScopeOf(scope)}:local_hour`);
    }
  });

  it('name the hours of a half-hour change once each', async () => {
    const scope = { publisherId: world.widgets[0]?.publisherId ?? 0 };
    const night = { from: '2026-04-05', to: '2026-04-05', timeZone: 'Australia/Lord_Howe' } as const;
    const { series } = await runReport({ analytics }, scope, {
      ...night,
      metrics: ['impressions'],
      grain: 'hour',
    });
    expect(series.slice(0, 5).map(({ at }) => at)).toEqual([
      '2026-04-05T00:00+11:00',
      '2026-04-05T01:00+11:00',
      '2026-04-05T01:30+10:30',
      '2026-04-05T02:00+10:30',
      '2026-04-05T03:00+10:30',
    ]);
    expect(series).toHaveLength(25);
  });

  it('take nothing twice when a range is sent again, also where some tables have it and others do not', async () => {
    const before = await contents();
    await sendAgain();
    expect(await contents()).toEqual(before);
    // As if the process had died between the tables: one lost what the insert gave it, and its memory of the token.
    for (const table of [ROLLUP_TABLES.network, FACT_TABLES.byPublisher, ROLLUP_TABLES.advertiser]) {
      await analytics.client.command({ query: `truncate table ${table} sync` });
    }
    expect(await contents()).not.toEqual(before);
    await sendAgain();
    expect(await contents()).toEqual(before);
  }, 60_000);

  it('are the same whatever the ranges and their order', async () => {
    const before = await contents();
    await database.pool.query(
      'update analytics_checkpoint set settlement_id = 0, loading_to = null, generation = generation + 1',
    );
    loader = new FactLoader({ pool: database.pool, analytics }, 1_000_000, ROLL_UP_ALL);
    await loader.load();
    expect(await contents()).toEqual(before);
  });

  it('leave the facts of a store as they are when it is packed otherwise', async () => {
    const before = await contents();
    const codecs = `select table, name, compression_codec from system.columns
                     where table in ('${Object.values(FACT_TABLES).join("', '")}') order by all`;
    const packed = await rowsOf(codecs);
    for (const table of Object.values(FACT_TABLES)) {
      for (const column of ['bucket', 'impressions', 'country', 'campaign_id']) {
        await analytics.client.command({
          query: `alter table ${table} modify column ${column} remove codec`,
        });
      }
    }
    expect(await rowsOf(codecs)).not.toEqual(packed);
    loader = new FactLoader({ pool: database.pool, analytics }, 400, ROLL_UP_ALL);
    await loader.load();
    expect(await rowsOf(codecs)).toEqual(packed);
    expect(await contents()).toEqual(before);
  });

  it('are built from the facts of a store that had none, step by step, and answered from the facts until then', async () => {
    const before = await contents();
    const asked = {
      metrics: ['impressions', 'spend'] as const,
      by: ['campaign'] as const,
      timeZone: 'UTC',
      ...WHOLE,
    };
    for (const table of Object.values(ROLLUP_TABLES))
      await analytics.client.command({ query: `drop table ${table} sync` });
    await analytics.client.command({ query: `drop table ${ROLLUP_STATE_TABLE} sync` });
    await analytics.client.command({ query: `drop table ${FACT_INTAKE} sync` });
    await createTables(analytics);
    await analytics.client.command({ query: `alter table ${ROLLUP_STATE_TABLE} modify comment 'another'` });
    loader = new FactLoader({ pool: database.pool, analytics }, 400, ROLL_UP_ALL);
    await loader.load();
    expect((await runReport({ analytics }, { network: true }, asked)).sources).toEqual(['facts']);
    const states = await RollupStates.load(analytics.client, ROLL_UP_ALL);
    // A part of the days is there, of some of them twice what a run that died has left, and facts come meanwhile.
    expect(await new RollupBuilder(analytics.client, stepsOf(100)).step(states)).toBe(true);
    const [early] = states.all().filter(({ builtTo }) => builtTo > 0 && builtTo !== ALL_DAYS);
    await states.save(
      states
        .all()
        .filter((state) => state.builtTo === early?.builtTo && state.scope === early.scope)
        .map((state) => ({ ...state, builtTo: 0 })),
    );
    loader = new FactLoader({ pool: database.pool, analytics }, 400, ROLL_UP_ALL, stepsOf(100));
    // The network's alone have more than twelve times as many facts, and no day has a hundred of an advertiser's.
    expect(await loader.buildRollups()).toBeGreaterThan(12);
    expect(await contents()).toEqual(before);
    expect((await runReport({ analytics }, { network: true }, asked)).sources).toEqual([
      'network:advertiser_id+campaign_id',
    ]);
  }, 60_000);

  it('follow an account into another zone; facts that come while they are built are in once', async () => {
    const [first] = world.adSets;
    const scope = { advertiserId: first?.advertiserId ?? 0 };
    await database.pool.query("update account set time_zone = 'Asia/Kolkata' where id = $1", [
      scope.advertiserId,
    ]);
    const query = { metrics: ['impressions'] as const, grain: 'day' as const, ...WHOLE };
    const read = async (timeZone: string) =>
      (await runReport({ analytics }, scope, { ...query, timeZone })).sources;
    expect(await read('UTC')).toEqual(['advertiser:device']);
    expect(await read('Asia/Kolkata')).toEqual(['facts']);
    const states = await RollupStates.load(analytics.client, ROLL_UP_ALL);
    await states.save(await movedOwners(database.pool, states));
    expect(await new RollupBuilder(analytics.client, stepsOf(50)).step(states)).toBe(true);
    loader = new FactLoader({ pool: database.pool, analytics }, 400, ROLL_UP_ALL);
    // Some of these days are built already, some are not.
    const late = (facts.batches[0] ?? [])
      .slice(0, 300)
      .map((event, index) => ({ ...event, sequence: 50_000 + index }));
    await facts.settle(late);
    expect(await loader.load()).toBeGreaterThan(0);
    expect(await read('Asia/Kolkata')).toEqual(['facts']);
    expect(await read('UTC')).toEqual(['facts']);
    await loader.followZones();
    await loader.buildRollups();
    expect(await read('Asia/Kolkata')).toEqual(['advertiser:device']);
    await loader.tidyRollups();
    for (const grain of ['hour', 'day'] as const) {
      await requireSame({ scope, query: { ...query, grain, timeZone: 'Asia/Kolkata' } }, new Set());
    }
    const [rowsLeft] = await rowsOf<{ epochs: string }>(
      `select toString(uniqExact(epoch)) as epochs from ${ROLLUP_TABLES.advertiser} where owner = ${scope.advertiserId}`,
    );
    expect(rowsLeft?.epochs).toBe('1');
  }, 60_000);
});

/** @param facts of each step at most, but for a day of one owner */
function stepsOf(facts: number, groupBytes = 64 * 1024 * 1024): StepBounds {
  return { facts: { advertiser: facts, publisher: facts, network: facts }, groupBytes };
}

const WHOLE = { from: '2026-03-20', to: '2026-04-15' } as const;

async function loadedFacts(): Promise<Fact[]> {
  const { settledTo } = await readCheckpoint(database.pool);
  return rowsOfColumns(await readFacts(database.pool, 0n, settledTo));
}

/** Impressions by what a clock on the wall showed, `weekday hour`, added up one fact after the other. */
async function countedByClock(scope: ReportScope, timeZone: string): Promise<Map<string, number>> {
  const clock = new Intl.DateTimeFormat('en', {
    timeZone,
    weekday: 'short',
    hour: 'numeric',
    hourCycle: 'h23',
  });
  const counts = new Map<string, number>();
  for (const fact of await loadedFacts()) {
    if (fact.kind !== ROW_COUNTED || fact.impressions === 0) continue;
    const owner = 'network' in scope ? 0 : 'advertiserId' in scope ? fact.advertiserId : fact.publisherId;
    if (owner !== ownerOfScope(scope)) continue;
    const shown = Object.fromEntries(
      clock.formatToParts(fact.quarter * 900_000).map(({ type, value }) => [type, value]),
    );
    const weekday = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(shown.weekday ?? '') + 1;
    const key = `${weekday} ${Number(shown.hour)}`;
    counts.set(key, (counts.get(key) ?? 0) + fact.impressions);
  }
  return counts;
}

async function rowsOf<Row>(query: string): Promise<Row[]> {
  return await (await analytics.client.query({ query, format: 'JSONEachRow' })).json<Row>();
}

/** Sends all ranges once more under the tokens that they had. */
async function sendAgain(): Promise<void> {
  const { rows } = await database.pool.query<{ to: string }>(
    'select settlement_id::text as "to" from analytics_checkpoint',
  );
  await database.pool.query('update analytics_checkpoint set settlement_id = 0, loading_to = null');
  loader = new FactLoader({ pool: database.pool, analytics }, 400, ROLL_UP_ALL);
  await loader.load();
  expect(
    (await database.pool.query('select settlement_id::text as "to" from analytics_checkpoint')).rows,
  ).toEqual(rows);
}

/** Impressions counted of a scope from each start to the next, added up one fact after the other. */
async function countedBetween(scope: ReportScope, starts: readonly number[]): Promise<number[]> {
  const loaded = await loadedFacts();
  const counts = starts.map(() => 0);
  for (const fact of loaded) {
    const owner = 'advertiserId' in scope ? fact.advertiserId : fact.publisherId;
    if (owner !== ownerOfScope(scope) || fact.kind !== ROW_COUNTED) continue;
    const index = starts.findLastIndex((start) => start <= fact.quarter * 900_000);
    counts[index] = (counts[index] ?? 0) + fact.impressions;
  }
  return counts;
}

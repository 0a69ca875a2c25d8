import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { type Dimension, metricsOf } from '@placard/domain/analytics/metrics';
import { daysBetween } from '@placard/domain/day-bounds';
import { type LocalDay, numberOfDay } from '@placard/domain/time-zone';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FactLoader } from './loader.ts';
import { RollupBuilder } from './rollup-builder.ts';
import { partOf, ROLL_UP_ALL, STRETCH_BIT, STRETCH_DAYS } from './rollup-sets.ts';
import { ALL_BUT_STRETCHES, ALL_DAYS, RollupStates, readyEpoch } from './rollup-state.ts';
import { ROLLUP_LAYOUT, ROLLUP_STATE_TABLE, ROLLUP_TABLES } from './rollup-tables.ts';
import { type ReportQuery, runReport } from './run-report.ts';
import { makeRandomFacts, type RandomFacts } from './testing/random-facts.ts';
import { openTestAnalytics, type TestAnalytics } from './testing/test-analytics.ts';

let database: TestDatabase;
let store: TestAnalytics;
let loader: FactLoader;
let facts: RandomFacts;

beforeAll(async () => {
  database = await createTestDatabase();
  store = await openTestAnalytics();
  loader = new FactLoader({ pool: database.pool, analytics: store.analytics }, 400, ROLL_UP_ALL);
  facts = await makeRandomFacts(database);
  await loader.load();
});
afterAll(async () => {
  await store.end();
  await database.drop();
});

const NETWORK = { network: true } as const;
const METRICS = metricsOf('operator');
/** Facts lie from 27 March to 7 April, stretches begin on 16 March, 1 and 17 April. */
const FROM: readonly LocalDay[] = [
  '2026-03-15',
  '2026-03-16',
  '2026-03-17',
  '2026-03-31',
  '2026-04-01',
  '2026-04-02',
];
const TO: readonly LocalDay[] = [
  '2026-03-30',
  '2026-03-31',
  '2026-04-01',
  '2026-04-15',
  '2026-04-16',
  '2026-04-17',
];

type Asked = Omit<ReportQuery, 'timeZone' | 'metrics'>;

/** Requires the facts' answer. @returns what it was read from */
async function sourcesOf(asked: Asked, timeZone: string): Promise<readonly string[]> {
  const query = { ...asked, metrics: METRICS, timeZone, limit: 1_000 };
  const { sources, ...answer } = await runReport(store, NETWORK, query);
  const { sources: ofFacts, ...raw } = await runReport(store, NETWORK, { ...query, onlyFacts: true });
  expect(ofFacts).toEqual(['facts']);
  expect(answer).toEqual(raw);
  return sources;
}

function hasWholeStretch(from: LocalDay, to: LocalDay): boolean {
  for (let day = numberOfDay(from); day + STRETCH_DAYS - 1 <= numberOfDay(to); day += 1) {
    if (day % STRETCH_DAYS === 0) return true;
  }
  return false;
}

const BY: readonly Dimension[] = ['campaign', 'adSet', 'creative', 'website', 'widget'];

async function requireEdges(timeZone: string): Promise<void> {
  let asked = 0;
  for (const from of FROM) {
    for (const to of TO.filter((last) => daysBetween(from, last) > 0)) {
      const dimension = BY[asked % BY.length] ?? 'campaign';
      const [first] = await sourcesOf({ from, to, by: [dimension] }, timeZone);
      expect([from, to, first?.endsWith(`/${STRETCH_DAYS}d`)]).toEqual([from, to, hasWholeStretch(from, to)]);
      asked += 1;
    }
  }
  expect(asked).toBeGreaterThan(25);
}

const WIDE = { from: '2026-02-20', to: '2026-05-02' } as const;

describe('stretches of the network’s days', () => {
  it('answer as the facts do, on each side of where they begin and end', async () => {
    await requireEdges('UTC');
  }, 120_000);

  it('answer for pairs and under filters, and for nothing that tells days apart', async () => {
    const filters = { campaign: facts.world.adSets.slice(0, 3).map(({ campaignId }) => String(campaignId)) };
    const pair = { ...WIDE, by: ['advertiser', 'publisher'] as const };
    // What pairs come to is asked beside them, as of all rows that are read as they are stored.
    expect(await sourcesOf(pair, 'UTC')).toEqual([
      'network:device',
      `network:advertiser_id+publisher_id/${STRETCH_DAYS}d`,
    ]);
    expect(await sourcesOf({ ...WIDE, by: ['adSet'], filters }, 'UTC')).toEqual([
      `network:advertiser_id+campaign_id+ad_set_id/${STRETCH_DAYS}d`,
    ]);
    const campaigns = 'network:advertiser_id+campaign_id';
    const days: readonly (readonly [asked: Asked, sources: readonly string[]])[] = [
      [{ ...WIDE, by: ['campaign', 'date'] }, ['network:device', campaigns]],
      [{ ...WIDE, by: ['campaign', 'weekday'] }, [campaigns]],
      [{ ...WIDE, by: ['campaign'], filters: { date: ['2026-04-02', '2026-03-30'] } }, [campaigns]],
      [{ ...WIDE, by: ['campaign'], without: { weekday: ['1'] } }, [campaigns]],
      [{ ...WIDE, by: ['campaign'], grain: 'month', filters }, [campaigns, `${campaigns}/${STRETCH_DAYS}d`]],
    ];
    for (const [asked, sources] of days) expect(await sourcesOf(asked, 'UTC')).toEqual(sources);
  });

  it('are summed from days that a builder made, also again after a failure, and hold what comes meanwhile', async () => {
    await database.pool.query("update network_settings set time_zone = 'Asia/Kolkata'");
    await loader.followZones();
    const states = await RollupStates.load(store.analytics.client, ROLL_UP_ALL);
    const builder = new RollupBuilder(store.analytics.client);
    const now = () => states.of('network', 0);
    while (now()?.builtTo !== ALL_BUT_STRETCHES) expect(await builder.step(states)).toBe(true);
    expect(await sourcesOf({ ...WIDE, by: ['campaign'] }, 'Asia/Kolkata')).toEqual(['facts']);
    // The first of two stretches, and then nothing more of this process.
    expect(await builder.step(states)).toBe(true);
    expect(now()?.builtTo).toBe(ALL_BUT_STRETCHES);
    loader = new FactLoader({ pool: database.pool, analytics: store.analytics }, 400, ROLL_UP_ALL);
    const again = (facts.batches[1] ?? [])
      .slice(0, 300)
      .map((event, index) => ({ ...event, sequence: 50_000 + index }));
    await facts.settle(again);
    expect(await loader.load()).toBeGreaterThan(0);
    await loader.buildRollups();
    const [built] = (await RollupStates.load(store.analytics.client))
      .all()
      .filter(({ owner }) => owner === 0);
    expect(built).toMatchObject({ timeZone: 'Asia/Kolkata', epoch: 2, builtTo: ALL_DAYS });
    const later = (facts.batches[2] ?? [])
      .slice(0, 300)
      .map((event, index) => ({ ...event, sequence: 60_000 + index }));
    await facts.settle(later);
    expect(await loader.load()).toBeGreaterThan(0);
    await requireEdges('Asia/Kolkata');
    expect(await loader.compareRollups()).toEqual([]);
  }, 120_000);

  it('get no rows where they lack nothing of their days', async () => {
    const { client } = store.analytics;
    await client.command({ query: `system stop merges ${ROLLUP_TABLES.network}` });
    const states = await RollupStates.load(client, ROLL_UP_ALL);
    const [built] = states.all().filter(({ scope }) => scope === 'network');
    await states.save(built === undefined ? [] : [{ ...built, builtTo: ALL_BUT_STRETCHES }]);
    const count = async () => {
      const query = `select toString(count()) as n from ${ROLLUP_TABLES.network} where part >= ${STRETCH_BIT}`;
      const result = await client.query({ query, format: 'JSONEachRow' });
      return await result.json();
    };
    const before = await count();
    const builder = new RollupBuilder(client);
    while (await builder.step(states));
    expect(states.of('network', 0)?.builtTo).toBe(ALL_DAYS);
    expect(await count()).toEqual(before);
    await client.command({ query: `system start merges ${ROLLUP_TABLES.network}` });
    expect(await loader.compareRollups()).toEqual([]);
  }, 60_000);

  it('have a row of a record where its days have many', async () => {
    const part = partOf('network', ['advertiser_id', 'campaign_id']);
    const result = await store.analytics.client.query({
      query: `select toString(countIf(part = ${part})) as days, toString(countIf(part = ${part + STRETCH_BIT})) as stretches
                from ${ROLLUP_TABLES.network} final where epoch = 2`,
      format: 'JSONEachRow',
    });
    const [rows] = await result.json<{ days: string; stretches: string }>();
    expect(Number(rows?.stretches)).toBeGreaterThan(0);
    expect(Number(rows?.stretches)).toBeLessThan(Number(rows?.days) / 3);
  });
});

it('what another layout says to be built is not', async () => {
  const { client } = store.analytics;
  const of = { scope: 'advertiser', owner: 4_000_000, timeZone: 'UTC' } as const;
  const epoch = async () =>
    [
      await readyEpoch({ client }, of),
      (await RollupStates.load(client)).of(of.scope, of.owner)?.epoch,
    ] as const;
  const say = async (layout: string, version: number) =>
    await client.insert({
      table: ROLLUP_STATE_TABLE,
      values: [
        {
          ...{ scope: of.scope, owner: of.owner, epoch: version, time_zone: of.timeZone, built_to: ALL_DAYS },
          ...{ layout, version },
        },
      ],
      format: 'JSONEachRow',
    });
  await say('another', 8);
  expect(await epoch()).toEqual([null, undefined]);
  await say(ROLLUP_LAYOUT, 9);
  expect(await epoch()).toEqual([9, 9]);
});

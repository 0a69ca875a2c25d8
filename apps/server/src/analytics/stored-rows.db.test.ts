import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { seededRandom } from '@placard/db/testing/seeded-random';
import { type Dimension, type Metric, metricsOf } from '@placard/domain/analytics/metrics';
import { addDays, dayOfNumber, numberOfDay } from '@placard/domain/time-zone';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FactLoader } from './loader.ts';
import { rankedPairsStatement } from './ranked-pairs.ts';
import { rowsStatement } from './report-sql.ts';
import { partOf, ROLL_UP_ALL, STRETCH_BIT, STRETCH_DAYS } from './rollup-sets.ts';
import { ROLLUP_TABLES, rollupInsertColumns } from './rollup-tables.ts';
import { type ReportQuery, readGroups, runReport } from './run-report.ts';
import { storedRowsStatement } from './stored-rows.ts';
import { makeRandomFacts, type RandomFacts } from './testing/random-facts.ts';
import { openTestAnalytics, type TestAnalytics } from './testing/test-analytics.ts';

let database: TestDatabase;
let store: TestAnalytics;
let loader: FactLoader;
let facts: RandomFacts;

const NETWORK = { network: true } as const;
const METRICS = metricsOf('operator');
const UNTRACKED = METRICS.filter((metric) => !metric.startsWith('tracking'));
const RECORDS: readonly Dimension[] = ['creative', 'campaign', 'widget', 'adSet', 'website'];
const TABLE = ROLLUP_TABLES.network;
/** Facts lie from 27 March to 7 April. */
const FROM = '2026-03-16';
const TO = '2026-04-14';

beforeAll(async () => {
  database = await createTestDatabase();
  store = await openTestAnalytics();
  loader = new FactLoader({ pool: database.pool, analytics: store.analytics }, 400, ROLL_UP_ALL);
  facts = await makeRandomFacts(database);
  await run('system stop merges');
  // A creative that several ad sets show.
  const shared = (facts.batches[0] ?? []).slice(0, 200);
  await facts.settle(shared.map((event, index) => ({ ...event, sequence: 20_000 + index, creativeId: 7 })));
  await loader.load();
});
afterAll(async () => {
  await store.end();
  await database.drop();
});

async function run(query: string): Promise<void> {
  await store.analytics.client.command({ query });
}

async function merge(): Promise<void> {
  await run('system start merges');
  await run(`optimize table ${TABLE} final`);
  await run('system stop merges');
}

/** Of those with rows, the one with the most first. */
async function partNames(): Promise<string[]> {
  const query = `select name from system.parts where active and database = currentDatabase() and table = '${TABLE}' order by rows desc`;
  const rows = await store.analytics.client.query({ query, format: 'JSONEachRow' });
  return (await rows.json<{ name: string }>()).map(({ name }) => name);
}

/** Facts like those of a batch once more, of days that are over. */
async function comeLate(sequence: number): Promise<void> {
  const late = (facts.batches[sequence % 3] ?? []).slice(0, 120);
  await facts.settle(late.map((event, index) => ({ ...event, sequence: sequence + index })));
  expect(await loader.load()).toBeGreaterThan(0);
}

const SELECTION = {
  ...{ scope: NETWORK, timeZone: 'UTC', epoch: 1, filters: {} },
  fromDayNumber: numberOfDay(FROM),
  toDayNumber: numberOfDay(FROM) + 16,
};
const ASKED = {
  ...{ metrics: UNTRACKED, limit: 10, offset: 0 },
  by: ['creative', 'date'],
  sort: { key: 'clicks', descending: true },
} as const;

/** Requires the facts' answer. */
async function requireExact(query: Omit<ReportQuery, 'timeZone'>): Promise<void> {
  const asked = { ...query, timeZone: 'UTC' };
  const { sources, ...answer } = await runReport(store, NETWORK, asked);
  const { sources: ofFacts, ...raw } = await runReport(store, NETWORK, { ...asked, onlyFacts: true });
  expect([asked, sources[0]?.startsWith('network:'), ofFacts]).toEqual([asked, true, ['facts']]);
  expect([asked, answer]).toEqual([asked, raw]);
}

/** As somebody may ask: any record, order and number of rows, days that begin and end within the facts or beside them. */
function randomQuestion(random: () => number, record: Dimension): Omit<ReportQuery, 'timeZone'> {
  const pick = <One>(list: readonly One[]): One =>
    list[Math.floor(random() * list.length)] ?? (list[0] as One);
  const metrics: readonly Metric[] = pick([
    UNTRACKED,
    UNTRACKED,
    METRICS,
    ['ctr', 'averageCpm'],
    ['impressions'],
  ]);
  const by: readonly Dimension[] = pick([
    [record, 'date'],
    ['date', record],
  ]);
  return {
    metrics,
    by,
    from: addDays(FROM, Math.floor(random() * 13)),
    to: addDays(TO, -Math.floor(random() * 2)),
    sort: { key: pick<Metric | Dimension>([...metrics, ...by]), descending: random() < 0.6 },
    limit: pick([1, 3, 20, 1_000]),
    ...(random() < 0.2 ? { without: { [record]: [String(facts.world.adSets[0]?.id)] } } : {}),
    ...(random() < 0.2 ? { filters: { date: ['2026-03-30', '2026-04-01', '2026-04-02'] } } : {}),
  };
}

async function requireAll(seed: number): Promise<void> {
  const random = seededRandom(seed);
  for (let asked = 0; asked < 6; asked += 1) {
    await requireExact(randomQuestion(random, RECORDS[asked % RECORDS.length] ?? 'campaign'));
  }
}

describe('pairs of the network’s records', () => {
  it('are the facts’ when they are ranked before they are summed', async () => {
    const random = seededRandom(5);
    for (const by of [
      ['advertiser', 'publisher'],
      ['country', 'publisher'],
    ] as const) {
      for (const key of ['ctr', by[1]] as const) {
        for (const limit of [2, 1_000]) {
          const sort = { key, descending: random() < 0.5 };
          await requireExact({ metrics: UNTRACKED, by, from: FROM, to: TO, sort, limit });
        }
      }
    }
    // Sums of which the last is one that there is.
    const two = { metrics: ['clicks', 'impressions'], by: ['advertiser', 'publisher'] } as const;
    for (const limit of [2, 1_000]) await requireExact({ ...two, from: FROM, to: TO, limit });
    const nothing = { from: '2025-03-01', to: '2025-04-30', limit: 5 } as const;
    await requireExact({ ...nothing, metrics: UNTRACKED, by: ['advertiser', 'publisher'] });
  });

  it('are ranked from the first row on, where they are no record within another', () => {
    const asked = { ...ASKED, by: ['publisher', 'advertiser'] as const };
    const source = 'network:advertiser_id+publisher_id/16d';
    expect(rankedPairsStatement(SELECTION, { ...asked, limit: 1_000 })).toMatchObject({ source });
    expect(rankedPairsStatement(SELECTION, { ...asked, limit: 1_001 })).toBeNull();
    expect(rankedPairsStatement(SELECTION, { ...asked, offset: 1 })).toBeNull();
    // One sum is had with the rank.
    const clicks = { ...asked, limit: 10, metrics: ['clicks'] } as const;
    expect(rankedPairsStatement(SELECTION, clicks)).toBeNull();
    expect(rankedPairsStatement(SELECTION, { ...clicks, metrics: ['clicks', 'impressions'] })).not.toBeNull();
    expect(rankedPairsStatement(SELECTION, { ...asked, by: ['advertiser', 'campaign'] })).toBeNull();
    expect(rankedPairsStatement(SELECTION, { ...asked, by: ['publisher', 'website'] })).toBeNull();
  });
});

describe('rows of the network by date and a record', () => {
  it('are the facts’ before any of them were merged', async () => {
    await requireAll(1);
  }, 60_000);

  it('are the facts’ once they are one part', async () => {
    await merge();
    await requireAll(2);
  }, 60_000);

  it('are the facts’ while some came late, in parts of their own', async () => {
    await comeLate(30_000);
    await comeLate(31_000);
    await requireAll(3);
  }, 60_000);

  it('are the facts’ where days lie in one merged part each, and where a part overlaps another', async () => {
    await merge();
    const [whole = ''] = await partNames();
    await run(`alter table ${TABLE} detach part '${whole}'`);
    await comeLate(32_000);
    await comeLate(33_000);
    await merge();
    // Back as the larger of two that merges made, of whose days some are in both.
    await run(`alter table ${TABLE} attach part '${whole}'`);
    await requireAll(4);
  }, 60_000);

  it('are read as they are stored where nobody asks for fewer days or records', () => {
    const source = 'network:advertiser_id+campaign_id+ad_set_id+creative_id';
    expect(storedRowsStatement(SELECTION, ASKED)).toMatchObject({ source, firstRows: 10 });
    const shorter = { ...SELECTION, toDayNumber: SELECTION.toDayNumber - 1 };
    expect(storedRowsStatement(shorter, ASKED)).toBeNull();
    expect(storedRowsStatement({ ...SELECTION, filters: { campaign: ['1'] } }, ASKED)).toBeNull();
    expect(storedRowsStatement({ ...SELECTION, epoch: null }, ASKED)).toBeNull();
    expect(storedRowsStatement(SELECTION, { ...ASKED, offset: 1 })).toBeNull();
    const others = [['creative'], ['advertiser', 'date'], ['website', 'date'], ['country', 'date']] as const;
    for (const by of others) expect(storedRowsStatement(SELECTION, { ...ASKED, by })).toBeNull();
  });

  it('are summed of an account, which has fewer of them and no stretches', () => {
    const ofWidgets = { ...ASKED, by: ['widget', 'date'] as const };
    const ofCampaigns = { ...ASKED, by: ['campaign', 'date'] as const };
    expect(storedRowsStatement(SELECTION, ofWidgets)).not.toBeNull();
    expect(storedRowsStatement({ ...SELECTION, scope: { publisherId: 1 } }, ofWidgets)).toBeNull();
    expect(storedRowsStatement(SELECTION, ofCampaigns)).not.toBeNull();
    expect(storedRowsStatement({ ...SELECTION, scope: { advertiserId: 1 } }, ofCampaigns)).toBeNull();
  });

  it('are summed where a part as it was inserted has a key twice', async () => {
    const columns = rollupInsertColumns('network');
    const other = `select * replace (toUInt32(9) as epoch) from ${TABLE}`;
    await store.analytics.client.command({
      query: `insert into ${TABLE} (${columns}) select ${columns} from (${other} union all ${other})`,
      clickhouse_settings: { optimize_on_insert: 0, insert_deduplication_token: 'twice' },
    });
    const selection = { ...SELECTION, epoch: 9 };
    const statement = storedRowsStatement(selection, ASKED);
    const stored = statement && (await readGroups(store, statement));
    expect(stored?.rows).toHaveLength(ASKED.limit);
    expect(stored).toEqual(await readGroups(store, rowsStatement(selection, ASKED)));
  });

  it('are summed of a record that is in several only on the first day asked for, or on the last', async () => {
    const set = ['advertiser_id', 'campaign_id', 'ad_set_id', 'creative_id'] as const;
    const part = partOf('network', set);
    const last = Math.ceil(numberOfDay('2026-06-01') / STRETCH_DAYS) * STRETCH_DAYS;
    const first = last - STRETCH_DAYS - 3;
    const rows = [
      ...[1, 2].map((adSet) => ({ day: first, adSet, creative: 1, impressions: 10 + adSet })),
      ...[1, 2].map((adSet) => ({ day: last, adSet, creative: 2, impressions: 20 + adSet })),
      { day: last, adSet: 3, creative: 3, impressions: 30 },
    ].flatMap((row) => [
      { ...row, part },
      { ...row, part: part + STRETCH_BIT, day: Math.floor(row.day / STRETCH_DAYS) * STRETCH_DAYS },
    ]);
    await run(
      `insert into ${TABLE} (owner, epoch, part, local_day, ${set.join()}, impressions) values ${rows
        .map(
          (row) =>
            `(0, 10, ${row.part}, ${row.day}, 1, 1, ${row.adSet}, ${row.creative}, ${row.impressions})`,
        )
        .join()}`,
    );
    await merge();
    const selection = { ...SELECTION, epoch: 10, fromDayNumber: first, toDayNumber: last };
    const asked = {
      ...ASKED,
      metrics: ['impressions'],
      sort: { key: 'impressions', descending: true },
    } as const;
    const statement = storedRowsStatement(selection, asked);
    const stored = statement && (await readGroups(store, statement));
    expect(stored?.rows).toEqual([
      ['2', dayOfNumber(last), '43'],
      ['3', dayOfNumber(last), '30'],
      ['1', dayOfNumber(first), '23'],
    ]);
  });
});

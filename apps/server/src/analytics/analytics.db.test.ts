import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import type { Dimension } from '@placard/domain/analytics/metrics';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settleAvailable } from '../settlement/settle-available.ts';
import { PartSettler } from '../settlement/settle-part.ts';
import { Settler } from '../settlement/settler.ts';
import { sliceOf } from '../settlement/slices.ts';
import { bodyOf, type EventSpec, makeWorld, shipBatch, type World } from '../settlement/testing/world.ts';
import { agrees, compareLedgerAndReports } from './compare-ledger.ts';
import { FACT_TABLES } from './fact-tables.ts';
import { FactLoader } from './loader.ts';
import type { Analytics } from './open-analytics.ts';
import { ReportFilterError } from './report-dimensions.ts';
import { ReportRefusedError } from './report-refused-error.ts';
import type { ReportFilters } from './report-sql.ts';
import { type ReportQuery, runReport } from './run-report.ts';
import { openTestAnalytics } from './testing/test-analytics.ts';

const NOON = Date.UTC(2026, 10, 21, 12, 0, 0);
const BERLIN = 'Europe/Berlin';

let database: TestDatabase;
let analytics: Analytics;
let endAnalytics: () => Promise<void>;
let world: World;
let loader: FactLoader;

function eventsOf(adSet: number, widget: number, shard: number, count: number, atMs: number): EventSpec[] {
  return Array.from({ length: count }, (_, sequence) => {
    const event = {
      sequence,
      shard,
      decidedAtMs: atMs,
      eventAtMs: atMs + 2_000,
      adSetId: world.adSets[adSet]?.id ?? 0,
      widgetId: world.widgets[widget]?.id ?? 0,
      creativeId: 9,
      priceMicros: 2_000_500,
      viewer: shard * 1_000 + sequence,
      country: sequence % 2 === 0 ? 'DE' : 'FR',
    };
    return [
      { ...event, kind: 'impression' as const },
      { ...event, kind: 'viewable' as const },
      { ...event, kind: 'click' as const },
      { ...event, kind: 'click' as const },
    ];
  }).flat();
}

async function settleEvents(shard: number, events: readonly EventSpec[]): Promise<void> {
  await shipBatch(database.pool, {
    shard,
    spoolOffset: 0,
    body: bodyOf(events),
    recordCount: events.length,
    receivedAt: new Date(NOON),
  });
  await settleAvailable({ pool: database.pool, clock: () => new Date(NOON) });
}

beforeAll(async () => {
  database = await createTestDatabase();
  ({ analytics, end: endAnalytics } = await openTestAnalytics());
  loader = new FactLoader({ pool: database.pool, analytics }, 3);
  const campaigns = [{ totalBudgetMicros: 10n ** 9n, adSets: [{ totalBudgetMicros: 10n ** 9n }] }];
  world = await makeWorld(database.db, {
    advertisers: [
      { timeZone: BERLIN, walletMicros: 10n ** 9n, campaigns },
      { timeZone: 'America/New_York', walletMicros: 10n ** 9n, campaigns },
    ],
    widgetsOfPublishers: [2, 1],
  });
  await settleEvents(0, eventsOf(0, 0, 0, 4, NOON));
  // 23:30 UTC: the next day in Berlin.
  await settleEvents(1, eventsOf(0, 2, 1, 2, NOON + 11.5 * 3_600_000));
  await settleEvents(2, eventsOf(1, 1, 2, 3, NOON));
  const forged = eventsOf(0, 0, 3, 1, NOON).map((event) => ({
    ...event,
    adSetId: 0,
    widgetId: 0,
    reason: 1,
  }));
  await settleEvents(3, forged);
  await loader.load();
});
afterAll(async () => {
  await endAnalytics();
  await database.drop();
});

const advertiser = () => ({ advertiserId: world.adSets[0]?.advertiserId ?? 0 });
const publisher = () => ({ publisherId: world.widgets[0]?.publisherId ?? 0 });
const november = { from: '2026-11-20', to: '2026-11-22', timeZone: BERLIN };

describe('runReport', () => {
  it('counts by day of the account with gaps filled and money exact', async () => {
    const metrics = ['impressions', 'clicks', 'spend', 'filteredClicks', 'ctr'] as const;
    const report = await runReport({ analytics }, advertiser(), { ...november, metrics, grain: 'day' });
    expect(report.totals).toEqual({ impressions: 6, clicks: 6, spend: 12_003n, filteredClicks: 6, ctr: 1 });
    expect(report.series).toEqual([
      { at: '2026-11-20', metrics: { impressions: 0, clicks: 0, spend: 0n, filteredClicks: 0, ctr: null } },
      { at: '2026-11-21', metrics: { impressions: 4, clicks: 4, spend: 8_002n, filteredClicks: 4, ctr: 1 } },
      { at: '2026-11-22', metrics: { impressions: 2, clicks: 2, spend: 4_001n, filteredClicks: 2, ctr: 1 } },
    ]);
  });

  it('breaks down by two dimensions, sorts, limits and says how many there are', async () => {
    const report = await runReport({ analytics }, advertiser(), {
      ...november,
      metrics: ['impressions'],
      by: ['country', 'size'],
      sort: { key: 'country', descending: true },
      limit: 1,
    });
    expect(report.rows).toEqual([{ dims: { country: 'FR', size: '300x250' }, metrics: { impressions: 3 } }]);
    expect(report.rowCount).toBe(2);
    const beyond = await runReport({ analytics }, advertiser(), {
      ...november,
      ...{ metrics: ['impressions'], by: ['country', 'size'], limit: 1, offset: 2 },
    });
    expect(beyond).toMatchObject({ rows: [], rowCount: 2 });
  });

  it('tells what all rows come to, however few of them are shown', async () => {
    const asked = { ...november, metrics: ['impressions', 'spend'] } as const;
    const { totals } = await runReport({ analytics }, advertiser(), asked);
    const ask = async (extra: Partial<ReportQuery>) =>
      await runReport({ analytics }, advertiser(), { ...asked, by: ['country', 'date'], ...extra });
    for (const offset of [0, 1, 3, 4, 10_000]) {
      for (const limit of [0, 1, 4, 10_000]) {
        const report = await ask({ limit, offset });
        const shown = Math.max(0, Math.min(limit, 4 - offset));
        expect(report).toMatchObject({ totals, rowCount: 4 });
        expect(report.rows).toHaveLength(shown);
      }
    }
    const nothing = await ask({ from: '2027-01-01', to: '2027-01-02' });
    expect(nothing).toMatchObject({ totals: { impressions: 0, spend: 0n }, rowCount: 0, rows: [] });
    // Rows by reason are of filtered events alone, what is asked of is not.
    expect(await ask({ by: ['reason'] })).toMatchObject({ totals });
    const filtered = await ask({ by: ['reason'], filters: { reason: ['repeated'] } });
    expect(filtered.totals).toEqual({ impressions: 0, spend: 0n });
  });

  it('leaves out by reason or outcome what has it, and nothing that has none', async () => {
    const asked = { ...november, metrics: ['impressions', 'requests', 'filteredEvents'] } as const;
    const ask = async (without: ReportFilters, by: readonly Dimension[] = []) =>
      await runReport({ analytics }, { network: true }, { ...asked, by, without });
    const { totals } = await ask({});
    const left = { ...totals, filteredEvents: 4 };
    expect(totals).toMatchObject({ filteredEvents: 13 });
    expect((await ask({ reason: ['repeated'] })).totals).toEqual(left);
    const byReason = await ask({ reason: ['repeated'] }, ['reason']);
    expect([byReason.totals, byReason.rows.length]).toEqual([left, 1]);
    expect((await ask({ outcome: ['filled'] })).totals).toMatchObject({ impressions: totals.impressions });
  });

  it('names coded values and filters by them', async () => {
    const report = await runReport(
      { analytics },
      { network: true },
      {
        ...november,
        metrics: ['filteredEvents'],
        by: ['reason'],
        filters: { reason: ['repeated', 'forged_token'] },
      },
    );
    expect(report.rows).toEqual([
      { dims: { reason: 'repeated' }, metrics: { filteredEvents: 9 } },
      { dims: { reason: 'forged_token' }, metrics: { filteredEvents: 4 } },
    ]);
    const device = await runReport({ analytics }, publisher(), {
      ...november,
      metrics: ['impressions', 'earnings'],
      by: ['device'],
      filters: { country: ['DE'] },
    });
    expect(device.rows).toEqual([
      { dims: { device: 'desktop' }, metrics: { impressions: 4, earnings: 5_600n } },
    ]);
  });

  it('shows an account nothing of another’s, and forged events to the network alone', async () => {
    const metrics = ['filteredEvents', 'impressions'] as const;
    const stranger = await runReport({ analytics }, { advertiserId: 999_999 }, { ...november, metrics });
    expect(stranger.totals).toEqual({ filteredEvents: 0, impressions: 0 });
    const first = await runReport({ analytics }, publisher(), { ...november, metrics });
    expect(first.totals).toEqual({ filteredEvents: 7, impressions: 7 });
    const all = await runReport({ analytics }, { network: true }, { ...november, metrics });
    expect(all.totals).toEqual({ filteredEvents: 13, impressions: 9 });
    await expect(runReport({ analytics }, { advertiserId: 0 }, { ...november, metrics })).rejects.toThrow(
      RangeError,
    );
  });

  it('compares with the period before and keeps hours of both offsets apart', async () => {
    const report = await runReport({ analytics }, advertiser(), {
      from: '2026-11-22',
      to: '2026-11-22',
      timeZone: BERLIN,
      metrics: ['spend'],
      grain: 'hour',
      compare: { from: '2026-11-21', to: '2026-11-21' },
    });
    expect(report.totals).toEqual({ spend: 4_001n });
    expect(report.previousTotals).toEqual({ spend: 8_002n });
    expect(report.series).toHaveLength(24);
    expect(report.series[0]).toEqual({ at: '2026-11-22T00:00+01:00', metrics: { spend: 4_001n } });
    const change = { from: '2026-10-25', to: '2026-10-25', timeZone: BERLIN, grain: 'hour' as const };
    const night = await runReport({ analytics }, advertiser(), { ...change, metrics: ['spend'] });
    expect(night.series.map((point) => point.at).slice(1, 5)).toEqual([
      '2026-10-25T01:00+02:00',
      '2026-10-25T02:00+02:00',
      '2026-10-25T02:00+01:00',
      '2026-10-25T03:00+01:00',
    ]);
  });

  it('answers every grain, dimension and metric of the network', async () => {
    const { DIMENSION_KEYS, METRIC_KEYS, TIME_GRAINS } = await import('@placard/domain/analytics/metrics');
    for (const grain of TIME_GRAINS) {
      const report = await runReport(
        { analytics },
        { network: true },
        { ...november, metrics: METRIC_KEYS, grain },
      );
      expect(report.totals.spend).toBe(18_004n);
    }
    for (const dimension of DIMENSION_KEYS) {
      await runReport(
        { analytics },
        { network: true },
        {
          ...november,
          metrics: ['impressions', 'rpm'],
          by: [dimension],
          sort: { key: 'rpm', descending: false },
        },
      );
      await runReport(
        { analytics },
        { network: true },
        {
          ...november,
          metrics: ['impressions'],
          by: [dimension],
          sort: { key: dimension, descending: false },
        },
      );
    }
  });

  it('refuses what the scope may not see and values that are none', async () => {
    const ask = async (scope: Parameters<typeof runReport>[1], extra: object) =>
      await runReport({ analytics }, scope, { ...november, metrics: ['impressions'], ...extra });
    await expect(ask(advertiser(), { metrics: ['earnings'] })).rejects.toThrow(ReportRefusedError);
    await expect(ask(publisher(), { by: ['campaign'] })).rejects.toThrow(ReportRefusedError);
    await expect(ask(publisher(), { filters: { advertiser: ['1'] } })).rejects.toThrow(ReportRefusedError);
    await expect(ask(publisher(), { from: '2026-11-23' })).rejects.toThrow(ReportRefusedError);
    await expect(ask(publisher(), { filters: { website: ['1 or 1=1'] } })).rejects.toThrow(ReportFilterError);
    // A day that is none: the engine takes the 30th of February for a day of March.
    for (const date of ['2026-02-30', '2026-13-01', '0001-01-01'])
      await expect(ask(publisher(), { filters: { date: [date] } })).rejects.toThrow(ReportFilterError);
    await expect(ask(publisher(), { filters: { country: ["D'E\\"] } })).rejects.toThrow(ReportFilterError);
    await expect(ask(publisher(), { without: { hourOfDay: ['99'] } })).rejects.toThrow(ReportFilterError);
  });
});

describe('the loader', () => {
  const compare = async () => await compareLedgerAndReports({ pool: database.pool, analytics, loader });

  it('agrees with the ledger to the micro', async () => {
    const comparison = await compare();
    expect(comparison.comparedLines).toBe(3);
    expect(agrees(comparison)).toBe(true);
  });

  it('loads a range again without doubling it', async () => {
    await database.pool.query(
      'update analytics_checkpoint set loading_to = settlement_id, settlement_id = settlement_id - 2',
    );
    expect(await loader.load()).toBeGreaterThan(0);
    // The range was loaded as part of another one before: this time its token is new, so what agreed is off …
    expect(agrees(await compare())).toBe(false);
    // … and a rebuild mends it.
    await loader.rebuild();
    expect(agrees(await compare())).toBe(true);
  });

  it('drops a range that is sent twice under its token', async () => {
    const before = await loader.load();
    expect(before).toBe(0);
    await settleEvents(4, eventsOf(0, 0, 4, 2, NOON));
    const { rows } = await database.pool.query<{ settlement_id: bigint; generation: number }>(
      'select * from analytics_checkpoint',
    );
    await loader.load();
    // As if the worker had died after the insert: the checkpoint still says that the range is being loaded.
    await database.pool.query(
      'update analytics_checkpoint set loading_to = settlement_id, settlement_id = $1',
      [rows[0]?.settlement_id],
    );
    await new FactLoader({ pool: database.pool, analytics }, 3).load();
    expect(agrees(await compare())).toBe(true);
  });

  it('waits for the slowest of several settlers, who commit in any order', async () => {
    const [one, other] = world.adSets.map(({ advertiserId }) => advertiserId);
    let settlers = 2;
    while (sliceOf(one ?? 0, settlers) === sliceOf(other ?? 0, settlers)) settlers += 1;
    const events = [...eventsOf(0, 0, 5, 1, NOON), ...eventsOf(1, 0, 6, 1, NOON)];
    const clock = () => new Date(NOON);
    const receivedAt = clock();
    const body = bodyOf(events);
    await shipBatch(database.pool, {
      shard: 5,
      spoolOffset: 0,
      body,
      recordCount: events.length,
      receivedAt,
    });
    const client = await database.pool.connect();
    try {
      await new Settler({ clock, settlers }).settleOnce(client);
      const { rows } = await client.query<{ slice: number }>(
        'select slice from settlement_part order by 1 desc',
      );
      const loadedTo: bigint[] = [];
      for (const { slice } of rows) {
        await new PartSettler(clock, { settlers, slice }).settleOnce(client);
        // What is settled and not loaded is compared all the same.
        expect(agrees(await compare())).toBe(true);
        await loader.load();
        const checkpoint = await database.db
          .selectFrom('analytics_checkpoint')
          .selectAll()
          .executeTakeFirstOrThrow();
        loadedTo.push(checkpoint.settlement_id);
      }
      const batches = await database.db.selectFrom('fact_batch').select('settlement_id').execute();
      const ids = batches.map((batch) => batch.settlement_id).sort((low, high) => (low < high ? -1 : 1));
      // Who saw what is the judge's own settlement, which nobody waits for.
      const judged = await database.db
        .selectFrom('reach_batch')
        .select((eb) => eb.fn.max('settlement_id').as('id'))
        .executeTakeFirstOrThrow();
      expect(Number(judged.id)).toBeLessThan(Number(ids.at(-2)));
      expect(loadedTo).toEqual([judged.id, ids.at(-1)]);
    } finally {
      client.release();
    }
  });

  it('starts from the first fact on a ClickHouse that is empty', async () => {
    for (const table of [...Object.values(FACT_TABLES), 'placard_meta']) {
      await analytics.client.command({ query: `drop table ${table} sync` });
    }
    loader = new FactLoader({ pool: database.pool, analytics });
    await loader.load();
    expect(agrees(await compare())).toBe(true);
  });

  it('finds what no line of the ledger stands for, once', async () => {
    for (const table of Object.values(FACT_TABLES)) {
      await analytics.client.command({
        query: `insert into ${table} (day, ad_set_id, widget_id, charged_micros, publisher_micros)
                values ('2026-11-20', 7001, 8001, 5, 3), ('2026-11-20', 7001, 8002, 0, 0)`,
      });
    }
    const { differences, reportsChargedMicros, ledgerChargedMicros } = await compare();
    expect(differences).toEqual([
      {
        ...{ day: '2026-11-20', adSetId: 7_001, widgetId: 8_001 },
        ...{ ledger: { chargedMicros: 0n, publisherMicros: 0n } },
        ...{ reports: { chargedMicros: 5n, publisherMicros: 3n } },
      },
    ]);
    expect(reportsChargedMicros).toBe(ledgerChargedMicros + 5n);
    await loader.rebuild();
    expect(agrees(await compare())).toBe(true);
  });

  it('finds a difference of a single micro', async () => {
    await database.pool.query('select fold_spend()');
    await database.pool.query(
      'update spend_day set charged_micros = charged_micros + 1, network_micros = network_micros + 1 where day = $1',
      ['2026-11-22'],
    );
    const comparison = await compare();
    expect(comparison.differences).toMatchObject([{ day: '2026-11-22' }]);
    expect(comparison.walletDriftMicros).toBe(1n);
  });
});

import { zstdCompressSync } from 'node:zlib';
import { viewOf } from '@placard/contract/wire/layout';
import { FILTER_REASONS } from '@placard/domain/filter-reason';
import { DAY_MS } from '@placard/domain/time-zone';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readWebsiteStats } from '../features/collector/read-website-stats.ts';
import { FACT_ROW } from '../settlement/fact-columns.ts';
import { decodeFacts } from '../settlement/facts.ts';
import { CollectedWorld, NOON } from '../settlement/testing/collected-world.ts';
import { agrees, compareLedgerAndReports } from './compare-ledger.ts';
import { FACT_TABLES } from './fact-tables.ts';
import { FactLoader } from './loader.ts';
import type { Analytics } from './open-analytics.ts';
import { runReport } from './run-report.ts';
import { openTestAnalytics } from './testing/test-analytics.ts';

const REASON = FILTER_REASONS;

let at: CollectedWorld;
beforeEach(async () => {
  at = await CollectedWorld.make();
});
afterEach(async () => {
  await at.end();
});

describe('with analytics', () => {
  let analytics: Analytics;
  let endAnalytics: () => Promise<void>;
  beforeAll(async () => {
    ({ analytics, end: endAnalytics } = await openTestAnalytics());
  });
  afterAll(async () => {
    await endAnalytics();
  });

  const loader = () => new FactLoader({ pool: at.database.pool, analytics });
  const all = { from: '2026-05-01', to: '2026-06-30', timeZone: 'UTC' };
  const figures = [
    'visits',
    'conversions',
    'conversionValue',
    'costPerConversion',
    'conversionRate',
  ] as const;
  const report = async (by: 'campaign' | 'country' = 'campaign') =>
    await runReport(
      { analytics },
      { advertiserId: at.adSet().advertiserId },
      { ...all, metrics: [...figures, 'returnOnSpend', 'filteredConversions', 'spend'], by: [by] },
    );

  it('conversions are in the report by every dimension, exact, and money stays what it was', async () => {
    await loader().rebuild();
    await at.ship([
      at.clicked(0),
      at.clicked(1, 0, NOON + 120_000),
      at.call('visit', { sequence: 0 }),
      at.call('conversion', { sequence: 0, orderId: 'A', value: 1_000_001n }),
      at.call('conversion', { sequence: 0, orderId: 'A', value: 1_000_001n }),
    ]);
    await at.settle();
    await loader().load();
    const cells = {
      ...{
        visits: 1,
        conversions: 1,
        conversionValue: 1_000_001n,
        costPerConversion: 400_000n,
        conversionRate: 0.5,
      },
      ...{ returnOnSpend: 1_000_001 / 400_000, filteredConversions: 1, spend: 400_000n },
    };
    expect((await report()).rows).toEqual([
      { dims: { campaign: String(at.adSet().campaignId) }, metrics: cells },
    ]);
    expect((await report('country')).rows).toEqual([{ dims: { country: 'DE' }, metrics: cells }]);
    const comparison = await compareLedgerAndReports({ pool: at.database.pool, analytics, loader: loader() });
    expect(agrees(comparison)).toBe(true);
  });

  it('tables of an older release are built anew, with facts of both layouts', async () => {
    await loader().rebuild();
    await at.ship([at.clicked(0), at.call('conversion', { sequence: 0, value: 5n }), at.viewRecord({})]);
    await at.settle();
    await loader().load();
    // As the first release left it: rows of 96 bytes, tables without the columns, no table of page views.
    const { rows } = await at.database.pool.query<{ settlement_id: bigint; body: Buffer }>(
      'select * from fact_batch',
    );
    for (const row of rows) {
      await at.database.pool.query('update fact_batch set layout = 1, body = $2 where settlement_id = $1', [
        row.settlement_id,
        encodeLayout1(row.body),
      ]);
      expect(decodeFacts(encodeLayout1(row.body), 1)).toHaveLength(decodeFacts(row.body, 3).length);
    }
    for (const table of Object.values(FACT_TABLES)) {
      for (const column of ['visits', 'conversions', 'conversion_value_micros', 'filtered_conversions']) {
        await analytics.client.command({
          query: `create or replace table ${table} engine = MergeTree order by tuple() as select * except ${column} from ${table}`,
        });
      }
    }
    await analytics.client.command({ query: 'drop table placard_page_view sync' });
    await at.ship([
      at.clicked(1, 0, NOON + 120_000),
      at.call('conversion', { sequence: 1, clickMs: NOON + 120_000, atMs: NOON + 130_000, value: 7n }),
    ]);
    await at.settle();
    await loader().load();
    const { totals } = await report();
    expect(totals).toMatchObject({ conversions: 1, conversionValue: 7n, spend: 400_000n });
    const stats = await readWebsiteStats({ ...at.deps, analytics }, at.publisher, {
      from: '2026-05-13',
      to: '2026-05-13',
      grain: 'day',
      limit: 20,
    });
    expect(stats.totals).toEqual({ views: 1, visitors: 1 });
  });

  it('tables in other partitions than this release has are built anew', async () => {
    await loader().rebuild();
    await at.ship([at.clicked(0)]);
    await at.settle();
    await loader().load();
    const before = await report();
    const parted = `select name, partition_key from system.tables where name in ('${Object.values(FACT_TABLES).join("', '")}') order by name`;
    const partitions = async () =>
      await (await analytics.client.query({ query: parted, format: 'JSONEachRow' })).json();
    const right = await partitions();
    // As the release before had them: by months, and with a column of their own for what the network keeps.
    const [table] = Object.values(FACT_TABLES);
    await analytics.client.command({
      query: `create or replace table ${table} engine = MergeTree partition by toYYYYMM(bucket) order by tuple()
              as select *, network_micros from ${table}`,
    });
    expect(await partitions()).not.toEqual(right);
    await loader().load();
    expect(await partitions()).toEqual(right);
    expect(await report()).toEqual(before);
  });

  it('page views reach the statistics once, also when the loader dies after its insert', async () => {
    await loader().rebuild();
    await at.ship([
      at.viewRecord({ path: "/a\t'\n", referrerHost: 'search.example' }),
      at.viewRecord({ visitor: 2, path: '/a' }),
      at.viewRecord({ visitor: 2, path: '/a' }),
      at.viewRecord({ reason: REASON.bot.code }),
      at.viewRecord({ websiteId: at.widget(1).websiteId }),
    ]);
    await at.settle();
    const before = (await at.database.pool.query('select * from analytics_checkpoint')).rows[0];
    await loader().load();
    await at.database.pool.query(
      'update analytics_checkpoint set loading_to = settlement_id, settlement_id = $1',
      [before?.settlement_id],
    );
    await loader().load();
    const stats = await readWebsiteStats({ ...at.deps, analytics }, at.publisher, {
      from: '2026-05-13',
      to: '2026-05-13',
      grain: 'hour',
      limit: 20,
    });
    expect(stats.totals).toEqual({ views: 3, visitors: 2 });
    expect(stats.pages.map(({ path, views, visitors }) => [path, views, visitors])).toEqual([
      ['/a', 2, 1],
      ["/a\t'\n", 1, 1],
    ]);
    expect(stats.filtered).toEqual([{ reason: 'bot', count: 1 }]);
    expect(stats.everSeen).toBe(true);
    await at.ship([at.viewRecord({ atMs: NOON - 2 * DAY_MS })]);
    await at.settle();
    await loader().load();
    await loader().forgetPageViews('2026-05-12');
    const kept = await readWebsiteStats({ ...at.deps, analytics }, at.publisher, {
      from: '2026-05-01',
      to: '2026-05-14',
      grain: 'month',
      limit: 20,
    });
    expect(kept.totals.views).toBe(3);
    expect(stats.series[12]).toEqual({ at: '2026-05-13T12:00+00:00', views: 3, visitors: 2 });
  });
});

/** Facts as the first release wrote them: rows without their last 16 bytes. */
function encodeLayout1(body: Buffer): Buffer {
  const rows = decodeFacts(body, 3).map((fact) => {
    const row = Buffer.alloc(FACT_ROW.bytes);
    FACT_ROW.write(viewOf(row), 0, fact);
    return row.subarray(0, 96);
  });
  return zstdCompressSync(Buffer.concat(rows));
}

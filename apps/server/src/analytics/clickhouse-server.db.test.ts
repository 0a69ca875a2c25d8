import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { ROW_COUNTED } from '@placard/domain/analytics/facts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readUpdatedAt } from '../features/reports/updated-at.ts';
import { refusalOf } from '../http/error-encoding.ts';
import { settleAvailable } from '../settlement/settle-available.ts';
import { bodyOf, type EventSpec, makeWorld, shipBatch, type World } from '../settlement/testing/world.ts';
import { agrees, compareLedgerAndReports } from './compare-ledger.ts';
import { FACT_TABLES } from './fact-tables.ts';
import { FactLoader } from './loader.ts';
import { type Analytics, openAnalytics } from './open-analytics.ts';
import { REACH_TABLE } from './reach-table.ts';
import { copyReport } from './report-copy.ts';
import { runReport } from './run-report.ts';
import { ClickHouseProcess } from './testing/run-clickhouse.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
/** Long enough for a busy machine, short enough to wait for. */
const CALL_MS = 4_000;
const days = { from: '2026-11-21', to: '2026-11-21', timeZone: 'UTC' };

let database: TestDatabase;
let server: ClickHouseProcess;
let analytics: Analytics;
let loader: FactLoader;
let world: World;
let impressions = 0;
let settledMs = NOON;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await ClickHouseProcess.start();
  analytics = await openAnalytics({ dataDir: '/nowhere', clickhouseUrl: server.url, callMs: CALL_MS });
  loader = new FactLoader({ pool: database.pool, analytics });
  const campaigns = [{ totalBudgetMicros: 10n ** 12n, adSets: [{ totalBudgetMicros: 10n ** 12n }] }];
  world = await makeWorld(database.db, {
    advertisers: [{ timeZone: 'UTC', walletMicros: 10n ** 12n, campaigns }],
    widgetsOfPublishers: [1],
  });
}, 60_000);
afterAll(async () => {
  await analytics.close();
  await server.end();
  await database.drop();
});

/** Three more viewers, a second later each time. */
async function settleMore(): Promise<void> {
  settledMs += 1_000;
  const event = (sequence: number, kind: EventSpec['kind']): EventSpec => ({
    ...{ kind, sequence, shard: 0, decidedAtMs: NOON, eventAtMs: NOON + 2_000, viewer: sequence },
    adSetId: world.adSets[0]?.id ?? 0,
    widgetId: world.widgets[0]?.id ?? 0,
    priceMicros: 2_000_500,
  });
  const numbers = [0, 1, 2].map((each) => impressions + each);
  const body = bodyOf(numbers.flatMap((each) => [event(each, 'impression'), event(each, 'viewable')]));
  const spoolOffset = impressions * (body.length / 3);
  await shipBatch(database.pool, {
    ...{ shard: 0, spoolOffset, body, recordCount: 6, receivedAt: new Date(settledMs) },
  });
  await settleAvailable({ pool: database.pool, clock: () => new Date(settledMs) });
  impressions += 3;
}

const ask = async () => {
  const scope = { advertiserId: world.adSets[0]?.advertiserId ?? 0 };
  const { totals } = await runReport({ analytics }, scope, { ...days, metrics: ['impressions'] });
  return totals.impressions;
};
const updatedAt = async () =>
  (await readUpdatedAt({ db: database.db, clock: () => new Date(settledMs + 500) }, 'fact_batch')).getTime();

/** Everything that is settled is there once, to the micro, and the figures say that they are up to date. */
async function expectWhole(): Promise<void> {
  expect(await loader.load()).toBeGreaterThanOrEqual(0);
  expect(await ask()).toBe(impressions);
  expect(agrees(await compareLedgerAndReports({ pool: database.pool, analytics, loader }))).toBe(true);
  const result = await analytics.client.query({
    query: `select count() as rows from ${REACH_TABLE}`,
    format: 'JSONEachRow',
  });
  const [keys] = await result.json<{ rows: string }>();
  expect(Number(keys?.rows)).toBe(impressions);
  expect(await updatedAt()).toBe(settledMs + 500);
}

/** Neither a load nor a report ends well, both end in time, and the figures say how old they are. */
async function expectLate(loadedMs: number): Promise<void> {
  const startedMs = performance.now();
  const refused = await Promise.all(
    [ask(), loader.load()].map(async (work) => await work.catch((cause) => cause)),
  );
  expect(performance.now() - startedMs).toBeLessThan(3 * CALL_MS);
  for (const cause of refused) expect(refusalOf(cause)).toMatchObject({ code: 'unavailable' });
  expect(await updatedAt()).toBe(loadedMs);
}

describe('analytics on a server', () => {
  it('loads, reports and compares as the embedded engine does', async () => {
    await settleMore();
    await loader.load();
    await expectWhole();
  }, 60_000);

  it('is late where the server was killed, says so, and catches up when it is back', async () => {
    const loadedMs = settledMs;
    await server.kill();
    await settleMore();
    await expectLate(loadedMs);
    await server.again();
    await expectWhole();
  }, 60_000);

  it('has everything once where the server died with an insert that it had stored', async () => {
    await settleMore();
    await server.afterInsert('die');
    await expect(loader.load()).rejects.toThrow();
    await server.died();
    await server.again();
    await expectWhole();
  }, 60_000);

  it('gives up calls to a server that hangs, and catches up when it goes on', async () => {
    const loadedMs = settledMs;
    await settleMore();
    server.hang();
    await expectLate(loadedMs);
    // What it was sent meanwhile it does now, while the same is sent again.
    server.goOn();
    await expectWhole();
  }, 60_000);

  it('has everything once where the server stored an insert and never said so', async () => {
    await settleMore();
    await server.afterInsert('say nothing');
    await expect(loader.load()).rejects.toThrow();
    await server.afterInsert('answer');
    await expectWhole();
  }, 60_000);

  it('copies a report for a file, and stops where nobody waits for it any more', async () => {
    const numbersOf = async (query: string) => {
      const answer = await analytics.client.query({ query, format: 'JSONEachRow' });
      return (await answer.json<{ n: string }>()).map(({ n }) => Number(n));
    };
    const rows = 300_000;
    await analytics.client.command({
      query: `insert into ${FACT_TABLES.byAdvertiser} (bucket, day, advertiser_id, ad_set_id, kind, impressions)
              select toDateTime('2026-11-21 12:00:00', 'UTC'), toDate('2026-11-21'), 9999, 1 + number, ${ROW_COUNTED}, number
                from numbers({rows:UInt32})`,
      query_params: { rows },
    });
    const copy = async (gone: AbortSignal) => {
      const query = { ...days, metrics: ['impressions'] as const, by: ['adSet'] as const };
      return await copyReport({ analytics }, { advertiserId: 9999 }, query, {
        key: '',
        gone,
        mostRows: rows,
      });
    };
    const running = `select toString(count()) as n from system.processes
                      where startsWith(lower(query), 'create table placard_report_copy')`;
    const gone = new AbortController();
    const asked = copy(gone.signal).catch((cause: unknown) => cause);
    await vi.waitFor(async () => expect(await numbersOf(running)).toEqual([1]), {
      interval: 5,
      timeout: 20_000,
    });
    gone.abort();
    expect(await asked).toMatchObject({ message: expect.stringContaining('cancelled') });
    expect(await numbersOf(running)).toEqual([0]);

    const made = await copy(new AbortController().signal);
    expect(made.rowCount).toBe(rows);
    const last = await made.page(rows - 2, 10);
    expect(last.map(({ dims, metrics }) => [dims.adSet, metrics.impressions])).toEqual([
      ['2', 1],
      ['1', 0],
    ]);
    await made.drop();
    expect(
      await numbersOf(
        `select toString(count()) as n from system.tables where name like 'placard_report_copy%'`,
      ),
    ).toEqual([0]);
  }, 60_000);
});

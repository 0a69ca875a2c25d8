import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { DIFFERENCES_KEPT } from '@placard/domain/ledger/reconciliation';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { agrees, compareLedgerAndReports } from './compare-ledger.ts';
import { FACT_TABLES } from './fact-tables.ts';
import { FactLoader } from './loader.ts';
import { DAYS, makeRandomFacts, type RandomFacts } from './testing/random-facts.ts';
import { openTestAnalytics, type TestAnalytics } from './testing/test-analytics.ts';

const FIRST_DAY = '2026-03-27';

let database: TestDatabase;
let store: TestAnalytics;
let facts: RandomFacts;
let loader: FactLoader;

beforeAll(async () => {
  database = await createTestDatabase();
  store = await openTestAnalytics();
  facts = await makeRandomFacts(database);
  await database.pool.query('select fold_spend()');
});
afterAll(async () => {
  await store.end();
  await database.drop();
});
beforeEach(async () => {
  loader = new FactLoader({ pool: database.pool, analytics: store.analytics });
  await loader.rebuild();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const compare = async (linesAtOnce?: number) =>
  await compareLedgerAndReports({ pool: database.pool, analytics: store.analytics, loader }, linesAtOnce);

async function addToReports(table: keyof typeof FACT_TABLES, lines: string): Promise<void> {
  await store.analytics.client.command({
    query: `insert into ${FACT_TABLES[table]} (bucket, day, ad_set_id, widget_id, charged_micros, publisher_micros) ${lines}`,
  });
}

it('comes to the same in one slice and in as many as there are lines', async () => {
  const whole = await compare();
  expect(whole.comparedLines).toBeGreaterThan(500);
  expect([agrees(whole), whole.ledgerChargedMicros > 0n]).toEqual([true, true]);
  for (const most of [60, whole.comparedLines]) expect(await compare(most)).toEqual(whole);
  await addToReports('byPublisher', `select 0, '${FIRST_DAY}', 1, 1, 7, 3`);
  const off = await compare();
  expect(off).toMatchObject({ comparedLines: whole.comparedLines, differingLines: 1 });
  expect(off.reportsChargedMicros).toBe(whole.ledgerChargedMicros + 7n);
  expect(await compare(200)).toEqual(off);
});

it('holds no more lines than a slice may have of any side, beside each other', async () => {
  const exec = vi.spyOn(store.analytics.client, 'exec');
  const { comparedLines } = await compare(60);
  const slices = exec.mock.calls.length / Object.keys(FACT_TABLES).length;
  expect(slices).toBeGreaterThanOrEqual(comparedLines / 60);
  // A day's shares are about equal: some hold fewer.
  expect(slices).toBeLessThan(comparedLines / 60 + 2 * DAYS);
  exec.mockClear();
  await compare(comparedLines);
  expect(exec).toHaveBeenCalledTimes(Object.keys(FACT_TABLES).length);
});

it('cuts where nobody says otherwise: a day of 100,001 lines into shares of some 50,000', async () => {
  const lines = `select 0, '2031-01-01', 7000 + number, 8000, 2, 1 from numbers(100001)`;
  await addToReports('byAdvertiser', lines);
  const exec = vi.spyOn(store.analytics.client, 'exec');
  expect((await compare()).differingLines).toBe(100_001);
  const slices = exec.mock.calls.length / Object.keys(FACT_TABLES).length;
  // How many lines there are is counted within a hundredth; the days before are one more slice.
  expect(slices).toBeGreaterThanOrEqual(3);
  expect(slices).toBeLessThanOrEqual(4);
});

it('counts all lines that differ, and keeps the first of them', async () => {
  const many = DIFFERENCES_KEPT + 1;
  await addToReports(
    'byAdvertiser',
    `select 0, '${FIRST_DAY}', 7000 + number, 8000, 2, 1 from numbers(${many})`,
  );
  const comparison = await compare(60);
  expect(comparison.differingLines).toBe(many);
  expect(comparison.differences).toHaveLength(DIFFERENCES_KEPT);
  expect(comparison.differences[0]).toMatchObject({ day: FIRST_DAY, widgetId: 8_000 });
  expect(agrees(comparison)).toBe(false);
});

it('finds a day that the ledger alone has, one that the reports alone have, and the largest number', async () => {
  await addToReports(
    'byAdvertiser',
    "select 0, '2031-01-01', 4294967295, 4294967295, 9223372036854775807, -1",
  );
  await database.pool.query(
    `insert into spend_day (day, ad_set_id, widget_id, charged_micros, publisher_micros, network_micros)
     values ('2019-12-31', 2147483647, 2147483647, 3, 2, 1)`,
  );
  const { differences, walletDriftMicros } = await compare(60);
  await database.pool.query("delete from spend_day where day = '2019-12-31'");
  const nothing = { chargedMicros: 0n, publisherMicros: 0n };
  expect(differences).toEqual([
    {
      ...{ day: '2019-12-31', adSetId: 2_147_483_647, widgetId: 2_147_483_647 },
      ...{ ledger: { chargedMicros: 3n, publisherMicros: 2n }, reports: nothing },
    },
    {
      ...{ day: '2031-01-01', adSetId: 4_294_967_295, widgetId: 4_294_967_295, ledger: nothing },
      reports: { chargedMicros: 9_223_372_036_854_775_807n, publisherMicros: -1n },
    },
  ]);
  expect(walletDriftMicros).toBe(3n);
});

it('agrees while events are settled and loaded between its slices', async () => {
  const events = facts.batches[0] ?? [];
  const alone = loader.alone.bind(loader);
  let slices = 0;
  vi.spyOn(loader, 'alone').mockImplementation(async (work) => {
    slices += 1;
    // Settled and not loaded: the slice adds it to the reports' side; the load before the next one brings it in.
    if (slices % 5 === 0) {
      const first = 50_000 + 100 * slices;
      await facts.settle(events.slice(0, 30).map((event, index) => ({ ...event, sequence: first + index })));
    }
    return await alone(work);
  });
  const comparison = await compare(40);
  expect(slices).toBeGreaterThan(10);
  expect(agrees(comparison)).toBe(true);
});

it('tries again where a load was begun and not ended, and says so where each fails', async () => {
  const begin = 'update analytics_checkpoint set loading_to = settlement_id + 1';
  const end = 'update analytics_checkpoint set loading_to = null';
  const load = loader.load.bind(loader);
  let loads = 0;
  vi.spyOn(loader, 'load').mockImplementation(async () => {
    await database.pool.query(end);
    const loaded = await load();
    loads += 1;
    // The first load of all, then two that fail before the slice.
    if (loads === 2 || loads === 3) await database.pool.query(begin);
    return loaded;
  });
  expect(agrees(await compare())).toBe(true);
  expect(loads).toBe(4);
  vi.mocked(loader.load).mockClear();
  vi.mocked(loader.load).mockImplementation(async () => {
    await database.pool.query(begin);
    return 0;
  });
  await expect(compare()).rejects.toThrow('each load fails');
  // The first load of all, and three before the slice.
  expect(loader.load).toHaveBeenCalledTimes(4);
  await database.pool.query(end);
});

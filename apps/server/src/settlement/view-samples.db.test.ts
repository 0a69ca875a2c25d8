import { readViewSample, viewSampleRecord } from '@placard/contract/wire/view-sample';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settleAvailable } from './settle-available.ts';
import { shipBatch } from './testing/world.ts';
import { tidyEventLog } from './tidy-event-log.ts';

const NOON = Date.UTC(2026, 10, 21, 12, 0, 0);
const HOUR_MS = 3_600_000;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

const SAMPLE = {
  atMs: NOON + 123,
  widgetId: 5,
  weight: 40,
  device: 1,
  country: 'DE',
  language: '',
  floorMicros: 500_000,
  winningEcpmMicros: 1_234_567.5,
  winningAdSetId: 9,
  sizes: [{ widthPx: 300, heightPx: 250 }],
  cappedAdSetIds: [1, 2],
} as const;

async function kept() {
  const rows = await database.db.selectFrom('view_sample').select(['at', 'record']).orderBy('id').execute();
  return rows.map(({ at, record }) => ({ at: at.getTime(), sample: readViewSample(record) }));
}

it('keeps sampled views as they came, each once, and leaves out what is damaged', async () => {
  const damaged = Buffer.from(viewSampleRecord(SAMPLE));
  damaged[4] = 2;
  const later = { ...SAMPLE, atMs: NOON + HOUR_MS, winningEcpmMicros: 0, winningAdSetId: 0 };
  const body = Buffer.concat([viewSampleRecord(SAMPLE), damaged, viewSampleRecord(later)]);
  const receivedAt = new Date(NOON);
  await shipBatch(database.pool, { shard: 1, spoolOffset: 0, body, recordCount: 3, receivedAt });
  await settleAvailable({ pool: database.pool, clock: () => new Date(NOON) });
  await settleAvailable({ pool: database.pool, clock: () => new Date(NOON) });
  expect(await kept()).toEqual([
    { at: NOON + 123, sample: SAMPLE },
    { at: NOON + HOUR_MS, sample: later },
  ]);
  // Nothing was counted, so there is nothing to load.
  const { rows } = await database.pool.query(
    `select (select count(*) from settlement)::int as settlements, (select count(*) from fact_batch)::int as facts,
            (select count(*) from page_view_batch)::int as views, (select count(*) from reach_batch)::int as reach,
            (select count(*) from spend_batch)::int as lines, (select count(*) from ledger_transaction)::int as booked`,
  );
  expect(rows).toEqual([{ settlements: 1, facts: 0, views: 0, reach: 0, lines: 0, booked: 0 }]);
});

it('keeps one that comes alone', async () => {
  const before = (await kept()).length;
  const body = Buffer.from(viewSampleRecord({ ...SAMPLE, atMs: NOON + 2 * HOUR_MS }));
  await shipBatch(database.pool, {
    shard: 2,
    spoolOffset: 0,
    body,
    recordCount: 1,
    receivedAt: new Date(NOON),
  });
  await settleAvailable({ pool: database.pool, clock: () => new Date(NOON) });
  expect(await kept()).toHaveLength(before + 1);
});

it('removes them after two hours', async () => {
  const client = await database.pool.connect();
  try {
    await tidyEventLog(client, new Date(NOON + 2 * HOUR_MS + 1_000));
  } finally {
    client.release();
  }
  expect((await kept()).map(({ at }) => at)).toEqual([NOON + HOUR_MS, NOON + 2 * HOUR_MS]);
});

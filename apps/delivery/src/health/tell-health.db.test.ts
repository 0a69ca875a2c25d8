import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { latencyClass } from '@placard/domain/health/latency';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HealthBook } from './health-book.ts';
import { HealthTeller } from './tell-health.ts';

const NOON = Date.UTC(2026, 10, 21, 12);

let database: TestDatabase;
let client: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const told = async () =>
  await database.db.selectFrom('delivery_minute').selectAll().orderBy('minute').execute();

it('times one decision in eight', () => {
  const book = new HealthBook();
  const timed = Array.from({ length: 16 }, () => book.timesNext());
  expect(timed.flatMap((one, at) => (one ? [at] : []))).toEqual([7, 15]);
});

it('tells each five seconds what came since, and after a failure all of it', async () => {
  const book = new HealthBook();
  const counts = { requests: 0, views: 0, filled: 0, events: 0, filtered: 0, spoolFaults: 0 };
  let spoolBytes = 64;
  const teller = new HealthTeller({
    ...{ book, shard: 3, spoolDir: '.' },
    counts: () => ({ ...counts }),
    spoolBytes: () => spoolBytes,
  });
  Object.assign(counts, { requests: 2, views: 5, filled: 3, events: 4, filtered: 1 });
  book.took(0.1);
  await teller.tell(client, NOON);
  Object.assign(counts, { requests: 3, views: 7, spoolFaults: 1 });
  book.took(0.1);
  book.took(400);
  await teller.tell(client, NOON + 4_999);
  expect(await told()).toMatchObject([{ views: 5n }]);
  spoolBytes = 128;
  const away = { query: async () => await Promise.reject(new Error('away')) } as unknown as Client;
  await expect(teller.tell(away, NOON + 5_000)).rejects.toThrow('away');
  await teller.tell(client, NOON + 5_000);
  const [row] = await told();
  expect(row).toMatchObject({
    ...{ shard: 3, requests: 3n, views: 7n, filled: 3n, events: 4n, filtered: 1n, spool_bytes: 128n },
    ...{ spool_faults: 1n, minute: new Date(NOON), told_at: new Date(NOON + 5_000) },
  });
  expect([row?.latency[latencyClass(0.1)], row?.latency[latencyClass(400)]].map(Number)).toEqual([2, 1]);
  expect(Number(row?.disk_total_bytes)).toBeGreaterThan(0);
  await teller.tell(client, NOON + 60_000);
  expect((await told()).map(({ views }) => views)).toEqual([7n, 0n]);
  // A clock that was ahead is set: nobody waits until it is there again.
  counts.views = 9;
  await teller.tell(client, NOON - 3_600_000);
  expect((await told()).map(({ views }) => views)).toEqual([2n, 7n, 0n]);
});

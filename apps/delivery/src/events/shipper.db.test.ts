import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recoverSegments } from './segment.ts';
import { readShippedEnd, Shipper } from './shipper.ts';
import { Spool } from './spool.ts';

const RECORD_BYTES = 16;
const log = pino({ level: 'silent' });

let database: TestDatabase;
let folder: string;
let shard = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'placard-shipper-'));
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await database?.drop();
});

beforeEach(() => {
  shard += 1;
});

const dirOf = () => join(folder, String(shard));

async function openSpool(segmentBytes = 64 * 1_024): Promise<Spool> {
  return Spool.open(dirOf(), await recoverSegments(dirOf()), { log, segmentBytes });
}

async function put(spool: Spool, count: number, inGroup = 100): Promise<void> {
  for (let group = 0; group < count; group += inGroup) {
    const records = Math.min(inGroup, count - group);
    const at = spool.reserve(RECORD_BYTES * records, records);
    spool.buffer.fill(shard, at, at + RECORD_BYTES * records);
    await new Promise((resolve) => spool.whenWritten(resolve));
  }
}

/** Ships all that is there over a connection of its own; `sabotage` may break it. */
async function ship(
  spool: Spool,
  sabotage?: (client: pg.Client) => void,
  shipper = new Shipper({ spool, shard, log }),
): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  client.on('error', () => undefined);
  await client.connect();
  sabotage?.(client);
  try {
    shipper.hurry();
    await shipper.run({ client, signal: new AbortController().signal });
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function batches() {
  const { rows } = await database.pool.query<{ start: number; end: number; records: number; bytes: number }>(
    `select spool_offset::float8 as start, spool_end::float8 as "end", record_count as records, length(body) as bytes
       from event_batch where shard = $1 order by spool_offset`,
    [shard],
  );
  return rows;
}

/** Each batch begins where the one before it ended, and holds what it says. */
async function expectWhole(records: number, from = 0): Promise<void> {
  let expected = from;
  let sum = 0;
  for (const { start, end, records: count, bytes } of await batches()) {
    expect(start).toBe(expected);
    expect(bytes).toBe(end - start);
    expect(count * RECORD_BYTES).toBe(bytes);
    expected = end;
    sum += count;
  }
  expect(sum).toBe(records);
}

describe('the shipper', () => {
  test('moves all durable groups in whole batches and removes what is shipped', async () => {
    const spool = await openSpool();
    await put(spool, 20_000);
    await ship(spool);
    await expectWhole(20_000);
    expect((await batches()).every(({ records }) => records <= 4_000)).toBe(true);
    expect(readdirSync(dirOf()).length).toBeLessThanOrEqual(2);
    await spool.close();
  });

  test.each([
    [100, [4_000, 1_000]],
    [150, [3_900, 1_100]],
    [4_100, [4_100, 900]],
  ])(
    'sends four thousand records at once, less where the next group of %i would be too much',
    async (inGroup, expected) => {
      const spool = await openSpool(1_024 * 1_024);
      await put(spool, 5_000, inGroup);
      await ship(spool);
      expect((await batches()).map(({ records }) => records)).toEqual(expected);
      await expectWhole(5_000);
      await spool.close();
    },
  );

  test('removes what a former process has left as soon as it is shipped', async () => {
    const first = await openSpool();
    await put(first, 5_000);
    await first.close();
    const second = await openSpool();
    expect(second.segments).toHaveLength(3);
    await ship(second);
    expect(second.segments).toHaveLength(1);
    expect(readdirSync(dirOf())).toHaveLength(1);
    await second.close();
  });

  test('sends nothing twice after a lost answer, and leaves nothing out', async () => {
    const spool = await openSpool();
    await put(spool, 15_000);
    const broken = ship(spool, (client) => {
      const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
      let inserts = 0;
      Object.assign(client, {
        query: async (...args: unknown[]) => {
          const answer = await query(...args);
          // The second batch is stored, but nobody hears of it.
          if (String(args[0]).includes('insert into event_batch')) inserts += 1;
          if (inserts === 2) throw new Error('the connection went away');
          return answer;
        },
      });
    });
    await expect(broken).rejects.toThrow('went away');
    await ship(spool);
    await expectWhole(15_000);
    await spool.close();
  });

  test('goes on after a restart where the event log ends, even when settled batches are gone', async () => {
    const first = await openSpool();
    await put(first, 5_000);
    await ship(first);
    await first.close();
    await database.pool.query('insert into settlement_checkpoint (shard, spool_offset) values ($1, $2)', [
      shard,
      5_000 * RECORD_BYTES,
    ]);
    await database.pool.query('delete from event_batch where shard = $1', [shard]);
    expect(await readShippedEnd(database.pool as unknown as pg.ClientBase, shard)).toBe(5_000 * RECORD_BYTES);
    const second = await openSpool();
    await put(second, 300);
    await ship(second);
    await expectWhole(300, 5_000 * RECORD_BYTES);
    await second.close();
  });

  test('knows how much waits for PostgreSQL, also before it has heard of it', async () => {
    const first = await openSpool();
    await put(first, 5_000);
    const shipper = new Shipper({ spool: first, shard, log });
    expect(shipper.backlogBytes).toBe(5_000 * RECORD_BYTES);
    await ship(first, undefined, shipper);
    expect(shipper.backlogBytes).toBe(0);
    await put(first, 100);
    expect(shipper.backlogBytes).toBe(100 * RECORD_BYTES);
    await first.close();
    // Of a former process: all that its last segment has, until PostgreSQL says how far it has come.
    const second = await openSpool();
    const [kept] = second.segments;
    const later = new Shipper({ spool: second, shard, log });
    expect(later.backlogBytes).toBe(5_100 * RECORD_BYTES - (kept?.start ?? 0));
    await ship(second, undefined, later);
    expect(later.backlogBytes).toBe(0);
    await second.close();
  });

  test('sends again what the event log has lost meanwhile, as one that was set back to an earlier time', async () => {
    const spool = await openSpool();
    const shipper = new Shipper({ spool, shard, log });
    await put(spool, 300);
    await ship(spool, undefined, shipper);
    await put(spool, 200);
    await ship(spool, undefined, shipper);
    await database.pool.query('delete from event_batch where shard = $1 and spool_offset > 0', [shard]);
    await ship(spool, undefined, shipper);
    await expectWhole(500);
    await database.pool.query('delete from event_batch where shard = $1', [shard]);
    await put(spool, 100);
    await ship(spool, undefined, shipper);
    await expectWhole(600);
    await spool.close();
  });

  test('waits for another process with the same shard to end', async () => {
    const spool = await openSpool();
    await put(spool, 100);
    const holder = new pg.Client({ connectionString: database.url });
    await holder.connect();
    await holder.query('select pg_advisory_lock($1, $2)', [0x504c4144, shard]);
    const shipping = ship(spool);
    await new Promise((resolve) => setImmediate(resolve));
    expect(await batches()).toEqual([]);
    await holder.end();
    await shipping;
    await expectWhole(100);
    await spool.close();
  });
});

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestDatabase } from '@placard/db/testing/database';
import pg from 'pg';
import { expect } from 'vitest';
import type { Shipper } from '../shipper.ts';
import type { Spool } from '../spool.ts';

export const RECORD_BYTES = 32;

/** Oldest first. */
export function segmentsIn(dir: string): string[] {
  return readdirSync(dir)
    .filter((name) => name.endsWith('.segment'))
    .sort()
    .map((name) => join(dir, name));
}

/** Each group is one write of so many records, which are numbered over all. */
export async function put(spool: Spool, groups: readonly number[], from = 0): Promise<void> {
  let number = from;
  for (const records of groups) {
    const at = spool.reserve(RECORD_BYTES * records, records);
    for (let record = 0; record < records; record += 1) {
      const place = at + record * RECORD_BYTES;
      spool.buffer.fill(0, place, place + RECORD_BYTES);
      spool.buffer.writeUInt32BE(number, place + 4);
      number += 1;
    }
    await new Promise((resolve) => spool.whenWritten(resolve));
  }
}

/** By a connection of its own, as far as the spool has come. */
export async function shipBy(shipper: Shipper, database: TestDatabase): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    shipper.hurry();
    await shipper.run({ client, signal: AbortSignal.timeout(10_000) });
  } finally {
    await client.end();
  }
}

/** The records of the event log; its batches begin where the one before ended, as settlement asks. */
export async function shippedOf(shard: number, database: TestDatabase): Promise<number[]> {
  const { rows } = await database.pool.query<{ start: number; end: number; records: number; body: Buffer }>(
    `select spool_offset::float8 as start, spool_end::float8 as "end", record_count as records, body
       from event_batch where shard = $1 order by spool_offset`,
    [shard],
  );
  const numbers: number[] = [];
  let expected = 0;
  for (const { start, end, records, body } of rows) {
    expect(start).toBe(expected);
    expect(body.length).toBe(records * RECORD_BYTES);
    for (let at = 0; at < body.length; at += RECORD_BYTES) numbers.push(body.readUInt32BE(at + 4));
    expected = end;
  }
  return numbers;
}

import { dayOfNumber } from '@placard/domain/time-zone';
import type { PoolClient } from 'pg';
import type { Results } from './results.ts';
import { byteaArray, intArray } from './sql-arrays.ts';
import type { ViewerLog } from './viewer-log.ts';

/** Writes who saw what a settlement counted, by day: until the day is closed. */
export async function storeViewers(
  client: PoolClient,
  settlementId: bigint,
  viewers: ViewerLog,
  { adSets, widgets }: Pick<Results, 'adSets' | 'widgets'>,
): Promise<void> {
  const batches = viewers.batches(adSets, widgets);
  if (batches.length === 0) return;
  await client.query({
    name: 'settlement-reach',
    text: `insert into reach_batch (settlement_id, day, row_count, body)
           select $1, * from unnest($2::date[], $3::int[], $4::bytea[])`,
    values: [
      settlementId,
      batches.map(({ day }) => dayOfNumber(day)),
      intArray(batches.map(({ rows }) => rows)),
      byteaArray(batches.map(({ body }) => body)),
    ],
  });
}

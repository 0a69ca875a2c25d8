import { readViewSample } from '@placard/contract/wire/view-sample';
import type { PoolClient } from 'pg';
import { byteaArray, intArray } from './sql-arrays.ts';

/** Keeps the sampled views of a transaction for the explanations of the next hour. Damaged ones are left out. */
export async function storeViewSamples(client: PoolClient, records: readonly Uint8Array[]): Promise<void> {
  const whole = records.flatMap((bytes) => {
    const sample = readViewSample(bytes);
    return sample === null ? [] : [{ bytes, atMs: sample.atMs }];
  });
  if (whole.length === 0) return;
  await client.query({
    name: 'settlement-view-samples',
    text: `insert into view_sample (at, record)
           select to_timestamp(at_ms / 1000.0), record from unnest($1::bigint[], $2::bytea[]) as t (at_ms, record)`,
    values: [
      intArray(whole.map(({ atMs }) => atMs)),
      byteaArray(whole.map(({ bytes }) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))),
    ],
  });
}

import type { PoolClient } from 'pg';
import type { Part } from './part-writer.ts';

/** Parts of another number of settlers lie there: whoever leads settles them before it judges anything. */
export class OtherPartsError extends Error {
  constructor() {
    super('parts of another number of settlers are waiting');
    this.name = 'OtherPartsError';
  }
}

/** @returns how many parts wait. @throws OtherPartsError when some were made for another number of settlers */
export async function waitingParts(client: PoolClient, settlers: number): Promise<number> {
  const { rows } = await client.query<{ waiting: number; others: boolean | null }>({
    name: 'settlement-waiting-parts',
    text: 'select count(*)::int as waiting, bool_or(settlers <> $1) as others from settlement_part',
    values: [settlers],
  });
  if (rows[0]?.others === true) throw new OtherPartsError();
  return rows[0]?.waiting ?? 0;
}

/** Their settlements' ids come after that of the transaction which judged them. */
export async function storeParts(
  client: PoolClient,
  settlers: number,
  parts: readonly Part[],
  now: Date,
): Promise<void> {
  for (const part of parts) {
    await client.query({
      name: 'settlement-store-part',
      text: `insert into settlement_part (settlement_id, settlers, slice, judged_at, event_count, body)
             values (nextval(pg_get_serial_sequence('settlement', 'id')), $1, $2, $3, $4, $5)`,
      values: [settlers, part.slice, now, part.eventCount, part.body],
    });
  }
}

export type TakenPart = { readonly settlementId: bigint; readonly body: Buffer };

/** Parts of one transaction at most. */
const PARTS_AT_ONCE = 8;

/**
 * Takes the next parts of a settler, or with `null` of all of them, away within the transaction, in the order in which
 * they were judged. Who finds them being taken waits until that is committed, or undone.
 */
export async function takeParts(
  client: PoolClient,
  of: { readonly settlers: number; readonly slice: number } | null,
): Promise<TakenPart[]> {
  const { rows } = await client.query<{ settlement_id: bigint; body: Buffer }>({
    name: 'settlement-take-parts',
    text: `with next as (
             select settlement_id from settlement_part
              where $1::int is null or (settlers = $1 and slice = $2)
              order by settlement_id limit ${PARTS_AT_ONCE} for update)
           delete from settlement_part p using next
            where p.settlement_id = next.settlement_id returning p.settlement_id, p.body`,
    values: [of?.settlers ?? null, of?.slice ?? null],
  });
  return rows
    .map((row) => ({ settlementId: BigInt(row.settlement_id), body: row.body }))
    .sort((one, other) => (one.settlementId < other.settlementId ? -1 : 1));
}

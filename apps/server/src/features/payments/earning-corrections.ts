import { dollarsFromMicros, type Micros } from '@placard/domain/micros';
import { sql } from 'kysely';
import type { Actor, HasDb } from '../../deps.ts';
import { cursorOf } from '../list-query.ts';

type EarningCorrection = {
  id: string;
  at: string;
  kind: 'adjustment' | 'spend_refund';
  amount: number;
  reason: string;
};

type Row = { id: bigint; at: Date; kind: EarningCorrection['kind']; micros: Micros; reason: string | null };

/** What the network credited to a publisher's earnings or took back, open months included, newest first. */
export async function listEarningCorrections(
  { db }: HasDb,
  actor: Actor,
  query: { readonly before?: string | undefined; readonly limit: number },
): Promise<{ items: EarningCorrection[]; next: string | null }> {
  const cursor = cursorOf(query.before);
  // Settlements, of which there may be one a second, are left out by an index.
  const { rows } = await sql<Row>`
    select t.id, t.at, t.kind, sum(e.amount_micros)::bigint as micros, t.detail ->> 'reason' as reason
      from ledger_transaction t
      join ledger_entry e on e.transaction_id = t.id
      join ledger_account a on a.id = e.account_id
     where t.kind <> 'settlement' and t.kind in ('adjustment', 'spend_refund')
       and a.owner_id = ${actor.accountId} and a.kind in ('publisher_available', 'publisher_pending')
       and (${cursor}::bigint is null or t.id < ${cursor}::bigint)
     group by t.id order by t.id desc limit ${query.limit + 1}`.execute(db);
  const items = rows.slice(0, query.limit).map((row) => ({
    id: String(row.id),
    at: row.at.toISOString(),
    kind: row.kind,
    amount: dollarsFromMicros(row.micros),
    reason: row.reason ?? '',
  }));
  return { items, next: rows.length > query.limit ? (items.at(-1)?.id ?? null) : null };
}

import type { PayoutExport } from '@placard/contract/payouts';
import type { Db } from '@placard/db/database';
import { dollarsFromMicros, type Micros } from '@placard/domain/micros';
import { sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { displayName } from '../account/user-view.ts';
import { ownAmong } from '../accounts/memberships.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { type ListQuery, pageOf, searchPattern } from '../list-query.ts';
import { paymentIdOf } from './payout-record.ts';

type Person = { first_name: string; last_name: string; email: string };

type Row = {
  id: number;
  message_id: string;
  format: 'csv' | 'sepa';
  payout_count: number;
  amount_micros: Micros;
  exported_at: Date;
  exported_by: Person;
  execution_day: string | null;
  discarded_at: Date | null;
  discarded_by: Person | null;
  discard_reason: string | null;
  processing: bigint;
  completed: bigint;
  failed: bigint;
  payout_ids: number[];
};

const person = (alias: string) =>
  sql.raw(
    `json_build_object('first_name', ${alias}.first_name, 'last_name', ${alias}.last_name, 'email', ${alias}.email)`,
  );

const columns = sql`
  e.id, e.message_id, e.format, e.payout_count, e.amount_micros, e.exported_at, e.execution_day::text, ${person('u')} as exported_by,
  e.discarded_at, e.discard_reason, case when d.id is null then null else ${person('d')} end as discarded_by,
  (select count(*) from payout p where p.export_id = e.id and p.status = 'processing') as processing,
  (select count(*) from payout p where p.export_id = e.id and p.status = 'completed') as completed,
  (select count(*) from payout p where p.export_id = e.id and p.status = 'failed') as failed,
  array(select p.id from payout p where p.export_id = e.id order by p.id) as payout_ids
  from payout_export e
  join app_user u on u.id = e.exported_by
  left join app_user d on d.id = e.discarded_by`;

function viewOf(row: Row): PayoutExport {
  const { discarded_at: at, discarded_by: by, discard_reason: reason } = row;
  return {
    id: row.id,
    messageId: row.message_id,
    format: row.format,
    count: row.payout_count,
    amount: dollarsFromMicros(row.amount_micros),
    exportedAt: row.exported_at.toISOString(),
    exportedBy: displayName(row.exported_by),
    executionDay: row.execution_day,
    processing: Number(row.processing),
    completed: Number(row.completed),
    failed: Number(row.failed),
    discarded:
      at === null || by === null ? null : { at: at.toISOString(), by: displayName(by), reason: reason ?? '' },
    payoutIds: row.payout_ids,
  };
}

/** Batches, newest first; search looks into their names and the payment ids in them. */
export async function listExports(
  { db }: HasDb,
  query: ListQuery,
): Promise<{ items: PayoutExport[]; total: number }> {
  const pattern = searchPattern(query.search);
  const condition =
    pattern === null
      ? sql`true`
      : sql`(e.message_id ilike ${pattern}
             or exists (select from payout p where p.export_id = e.id and 'PO-' || p.id ilike ${pattern}))`;
  const { limit, offset } = pageOf(query);
  const way = query.sort === 'exportedAt' ? sql`asc` : sql`desc`;
  const [page, count] = await Promise.all([
    sql<Row>`select ${columns} where ${condition}
              order by e.exported_at ${way}, e.id ${way} limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: bigint }>`select count(*) as total from payout_export e where ${condition}`.execute(db),
  ]);
  return { items: page.rows.map(viewOf), total: Number(count.rows[0]?.total ?? 0) };
}

async function readExport(db: Db, id: number): Promise<PayoutExport> {
  const { rows } = await sql<Row>`select ${columns} where e.id = ${id}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new AppError('not_found');
  return viewOf(row);
}

/**
 * Takes a batch back that the bank has not carried out (lost, refused): its payouts may go into another one. Once one
 * of them is completed the bank has carried it out, and the batch stays. Who is paid by it does not say so: what the bank
 * has carried out after all would be paid once more.
 * @throws AppError `not_found`, `own_payout`, `conflict_status`.
 */
export async function discardExport(
  deps: HasDb & HasClock,
  actor: Actor,
  input: { readonly id: number; readonly reason: string },
): Promise<PayoutExport> {
  const now = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    // Payouts before their batch, as exporting locks them: neither waits for the other in a circle.
    const { rows } = await sql<{ id: number; status: string; publisher_id: number }>`
      select id, status, publisher_id from payout where export_id = ${input.id} order by id for update`.execute(
      trx,
    );
    const publisherIds = rows.map((row) => row.publisher_id);
    if ((await ownAmong(trx, actor.userId, publisherIds, now)).size > 0) throw new AppError('own_payout');
    const batch = await trx
      .updateTable('payout_export')
      .set({ discarded_at: now, discarded_by: actor.userId, discard_reason: input.reason })
      .where('id', '=', input.id)
      .where('discarded_at', 'is', null)
      .returning(['id', 'message_id'])
      .executeTakeFirst();
    if (batch === undefined) {
      const present = await readExport(trx, input.id);
      throw new AppError('conflict_status', { reason: 'export_discarded', value: present.messageId });
    }
    const paid = rows.find((row) => row.status === 'completed');
    if (paid !== undefined) {
      throw new AppError('conflict_status', {
        reason: 'export_carried_out',
        values: { paymentId: paymentIdOf(paid.id), batch: batch.message_id },
      });
    }
    await trx.updateTable('payout').set({ export_id: null }).where('export_id', '=', input.id).execute();
    await writeAudit(trx, {
      ...doneBy(actor, 'operator'),
      action: 'payout.discard_export',
      subjectKind: 'payout',
      subjectId: null,
      detail: {
        discarded: { before: false, after: true },
        messageId: batch.message_id,
        payouts: rows.map((row) => row.id),
        reason: input.reason,
      },
      at: now,
    });
    return await readExport(trx, input.id);
  });
}

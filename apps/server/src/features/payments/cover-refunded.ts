import type { Tx } from '@placard/db/database';
import { availableOf } from '@placard/domain/ledger/accounts';
import { adjustmentEntries } from '@placard/domain/ledger/postings';
import { dollarsFromMicros, type Micros, minMicros, wholeCents } from '@placard/domain/micros';
import { sql } from 'kysely';
import { postTransaction } from '../../ledger/post-transaction.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { readCurrency } from '../billing/read-balance.ts';
import { notify } from '../notices/notify.ts';
import type { PayoutRecord } from './payout-record.ts';

type Loss = { readonly id: number; readonly reason: string; readonly lostMicros: Micros };

/**
 * What came back from its way to the bank covers first what the publisher could not give back meanwhile, of charges that went
 * back to an advertiser while it was under way: the network bore that. Called once the payout's money is back, which holds the
 * publisher's balance: a refund that is booked at the same time sees it, or is seen here.
 */
export async function coverRefunded(trx: Tx, payout: PayoutRecord, now: Date): Promise<void> {
  let leftMicros = payout.amount_micros;
  for (const { id, reason, lostMicros } of await lossesOf(trx, payout)) {
    const micros = minMicros(leftMicros, lostMicros);
    if (micros <= 0n) continue;
    leftMicros -= micros;
    await postTransaction(trx, {
      kind: 'adjustment',
      reference: `correction:${id}:payout:${payout.id}`,
      entries: adjustmentEntries({ account: availableOf(payout.publisher_id), amountMicros: -micros }),
      detail: { correctionId: id, payoutId: payout.id, reason },
      at: now,
    });
    await trx
      .updateTable('money_correction')
      .set((eb) => ({ uncovered_micros: eb('uncovered_micros', '-', micros) }))
      .where('id', '=', id)
      .execute();
    await writeAudit(trx, {
      ...doneBy(null, 'system'),
      action: 'correction.cover',
      subjectKind: 'correction',
      subjectId: id,
      detail: { payoutId: payout.id, accountId: payout.publisher_id, amountMicros: micros },
      at: now,
    });
    await tell(trx, payout, { key: `${id}:${payout.id}`, micros, reason, now });
  }
}

/** Of refunds that were booked while the payout was under way: the publisher's share, less what was taken of it, the oldest first. */
async function lossesOf(
  trx: Tx,
  { publisher_id: publisherId, requested_at: since }: PayoutRecord,
): Promise<Loss[]> {
  const { rows } = await sql<Loss>`
    select c.id, c.reason, (due.micros - taken.micros)::bigint as "lostMicros"
      from money_correction c
      cross join lateral (
        select coalesce(sum(l.publisher_micros), 0) as micros
          from spend_refund_line l join widget w on w.id = l.widget_id join website ws on ws.id = w.website_id
         where l.correction_id = c.id and ws.publisher_id = ${publisherId}) due
      cross join lateral (
        select coalesce(-sum(e.amount_micros), 0) as micros
          from ledger_transaction t
          join ledger_entry e on e.transaction_id = t.id
          join ledger_account a on a.id = e.account_id
         where (t.id = c.ledger_transaction_id
                or t.reference in (select 'correction:' || c.id || ':payout:' || p.id from payout p
                                    where p.publisher_id = ${publisherId}))
           and a.owner_id = ${publisherId} and a.kind in ('publisher_pending', 'publisher_available')) taken
     where c.kind = 'spend' and c.status = 'booked' and c.uncovered_micros > 0 and c.decided_at >= ${since}
       and due.micros > taken.micros
     order by c.id`.execute(trx);
  return rows;
}

/** At the bell, beside what they are told of the payout. Less than a cent is in the list only. */
async function tell(
  trx: Tx,
  payout: PayoutRecord,
  told: { readonly key: string; readonly micros: Micros; readonly reason: string; readonly now: Date },
): Promise<void> {
  if (wholeCents(told.micros) === 0n) return;
  const { key, reason, now: at } = told;
  const data = { amount: dollarsFromMicros(told.micros), currency: await readCurrency(trx), reason };
  await notify(trx, { accountId: payout.publisher_id, kind: 'earnings.debit', data, key, at });
}

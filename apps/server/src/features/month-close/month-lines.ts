import type { Tx } from '@placard/db/database';
import type { ClosedLine } from '@placard/domain/ledger/month-close';
import { sql } from 'kysely';

/**
 * A month's figures: what was charged and earned in it, which is by the day of the event; what was booked in it and what
 * each kind of account held at its end, which is by the day of booking; and its documents with their tax, by kind.
 */
export async function readLines(
  trx: Tx,
  { month, startsAt, endsAt }: { readonly month: string; readonly startsAt: Date; readonly endsAt: Date },
): Promise<ClosedLine[]> {
  const { rows } = await sql<ClosedLine>`
    select section, name, count::int as count, micros::text as micros from (
      select 1 as place, 'charged' as section, 'advertisers' as name, count(*) as count,
             coalesce(sum(charged_micros), 0)::numeric as micros
        from campaign_month where month = ${month}::date
      union all
      select 2, 'earned', 'publishers', count(*), coalesce(sum(earned_micros), 0)
        from earning_month where month = ${month}::date
      union all
      select 3, 'earned', 'taken_back', count(*) filter (where taken_back_micros > 0), coalesce(-sum(taken_back_micros), 0)
        from earning_month where month = ${month}::date
      union all
      select 4, 'booked', t.kind || ' ' || a.kind, count(*), sum(e.amount_micros)
        from ledger_transaction t
        join ledger_entry e on e.transaction_id = t.id
        join ledger_account a on a.id = e.account_id
       where t.at >= ${startsAt} and t.at < ${endsAt} group by t.kind, a.kind
      union all
      select 5, 'balance', a.kind, count(distinct a.id), sum(e.amount_micros)
        from ledger_account a
        join ledger_entry e on e.account_id = a.id
        join ledger_transaction t on t.id = e.transaction_id and t.at < ${endsAt} group by a.kind
      union all
      select 6, 'documents', kind, count(*), sum(amount_cents) * 10000
        from invoice where issued_at >= ${startsAt} and issued_at < ${endsAt} group by kind
      union all
      select 7, 'tax', kind || ' ' || tax_bp, count(*), sum(tax_cents) * 10000
        from invoice where issued_at >= ${startsAt} and issued_at < ${endsAt} and tax_bp > 0 group by kind, tax_bp
    ) lines order by place, name`.execute(trx);
  return rows;
}

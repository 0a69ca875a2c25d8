import type { Db, Tx } from '@placard/db/database';
import { sql } from 'kysely';

/**
 * What a closed month consists of, as text: the publisher's earnings, whole and by widget, and what else moved the
 * available account since the month before. `e` is the month's row of earning_month.
 */
const figuresText = sql<string>`
  'placard closed month 1' || chr(10) ||
  'publisher ' || e.publisher_id || chr(10) ||
  'month ' || to_char(e.month, 'YYYY-MM') || chr(10) ||
  'earned ' || e.earned_micros || chr(10) ||
  case when e.taken_back_micros > 0 then 'taken back ' || e.taken_back_micros || chr(10) else '' end ||
  'booked ' || coalesce(e.ledger_transaction_id, 0) || chr(10) ||
  coalesce((select string_agg('widget ' || w.widget_id || ' ' || w.earned_micros || chr(10), '' order by w.widget_id)
              from earning_month_widget w where w.publisher_id = e.publisher_id and w.month = e.month), '') ||
  coalesce((select string_agg('entry ' || l.sequence || ' ' || t.kind || ' ' || l.amount_micros || chr(10), ''
                              order by l.sequence)
              from ledger_account a
              join ledger_entry l on l.account_id = a.id
                and l.sequence > ${sequenceBefore()} and l.sequence <= e.available_sequence
              join ledger_transaction t on t.id = l.transaction_id and t.kind <> 'month_close'
             where a.owner_id = e.publisher_id and a.kind = 'publisher_available'), '')`;

/** SHA-256 of the figures of the month `e`, as they are in the books now. */
export const figuresHash = sql<Buffer>`sha256(convert_to(${figuresText}, 'UTF8'))`;

/** Where the month before `e` ended in the available account. */
export function sequenceBefore() {
  return sql<bigint>`coalesce((select max(b.available_sequence) from earning_month b
    where b.publisher_id = e.publisher_id and b.month < e.month), 0)`;
}

/**
 * Writes down where a month that is being closed ends in the available account, and the hash of its figures. The
 * caller holds the lock of that account.
 * @param endsAt the first instant of the month after, in the network's time zone
 */
export async function sealFigures(
  trx: Tx,
  month: { readonly publisherId: number; readonly month: string; readonly endsAt: Date },
): Promise<void> {
  await sql`
    update earning_month e set available_sequence = greatest(${sequenceBefore()}, coalesce((
      select l.sequence from ledger_account a
        join ledger_entry l on l.account_id = a.id
        join ledger_transaction t on t.id = l.transaction_id
       where a.owner_id = e.publisher_id and a.kind = 'publisher_available' and t.at < ${month.endsAt}
       order by l.sequence desc limit 1), 0))
     where publisher_id = ${month.publisherId} and month = ${month.month}::date and figures_sha256 is null`.execute(
    trx,
  );
  await sql`
    update earning_month e set figures_sha256 = ${figuresHash}
     where publisher_id = ${month.publisherId} and month = ${month.month}::date and figures_sha256 is null`.execute(
    trx,
  );
}

/**
 * Opens the months that are over for everybody who has an account, earnings or not: a month without earnings is closed
 * as well, and takes none later. Nobody's months begin before the publisher came.
 * @param thisMonth first day of the month that runs, in the network's time zone; one that PostgreSQL does not know costs nobody a month
 */
export async function openFinishedMonths(
  db: Db,
  { thisMonth, timeZone }: { readonly thisMonth: string; readonly timeZone: string },
): Promise<void> {
  await sql`
    insert into ledger_account (kind, owner_id)
    select 'publisher_pending', a.owner_id from ledger_account a
     where a.kind = 'publisher_available'
       and not exists (select from ledger_account p where p.owner_id = a.owner_id and p.kind = 'publisher_pending')
    on conflict do nothing`.execute(db);
  await sql`
    insert into earning_month (publisher_id, month)
    select a.owner_id, month::date
      from ledger_account a
      join account u on u.id = a.owner_id
      left join lateral (select min(m.month) as first from earning_month m where m.publisher_id = a.owner_id) f on true
      cross join lateral generate_series(
        coalesce(f.first::timestamp, date_trunc('month', coalesce(day_in_zone(u.created_at, ${timeZone}), (u.created_at at time zone 'UTC')::date))),
        ${thisMonth}::date - interval '1 month', interval '1 month') as month
     where a.kind = 'publisher_pending'
    on conflict do nothing`.execute(db);
}

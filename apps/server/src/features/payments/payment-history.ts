import type { Payout } from '@placard/contract/payments';
import type { Db } from '@placard/db/database';
import type { PayoutStatus } from '@placard/domain/payout/status';
import { type SqlBool, sql } from 'kysely';
import { readCurrency } from '../billing/read-balance.ts';
import type { Actor, HasDb, HasSecrets } from '../feature.ts';
import { countRows } from '../list-count.ts';
import { type ListQuery, pageOf, searchPattern, sortOf } from '../list-query.ts';
import { payoutView } from './payout-record.ts';

export type HistoryQuery = ListQuery & {
  readonly status?: PayoutStatus | undefined;
  readonly year?: number | undefined;
  readonly month?: number | undefined;
};

export type PaymentHistory = { items: Payout[]; total: number; more: boolean; years: number[] };

/** Also of the operator's queue. What has not happened yet sorts before all that has. */
export const PAYOUT_SORTS = {
  paymentId: sql`payout.id`,
  amount: sql`payout.amount_micros`,
  method: sql`payout.method`,
  requestedAt: sql`payout.requested_at`,
  completedAt: sql`coalesce(payout.completed_at, '-infinity')`,
  status: sql`payout.status`,
};

/** What a search for a payout looks into besides names: `PO-17`, `bank transfer`, the reason. */
export function payoutMatches(pattern: string) {
  return sql<SqlBool>`('PO-' || payout.id ilike ${pattern} or replace(payout.method, '_', ' ') ilike ${pattern}
    or payout.status ilike ${pattern} or payout.reason ilike ${pattern})`;
}

/** A publisher's payouts; year and month are those of the request, in the account's time zone. */
export async function listPaymentHistory(
  deps: HasDb & HasSecrets,
  actor: Actor,
  query: HistoryQuery,
): Promise<PaymentHistory> {
  const { db } = deps;
  const requested = sql`(payout.requested_at at time zone ${actor.timeZone})`;
  const conditions = [sql<SqlBool>`payout.publisher_id = ${actor.userId}`];
  if (query.status !== undefined) conditions.push(sql`payout.status = ${query.status}`);
  if (query.year !== undefined) conditions.push(sql`extract(year from ${requested}) = ${query.year}`);
  if (query.month !== undefined) conditions.push(sql`extract(month from ${requested}) = ${query.month}`);
  const pattern = searchPattern(query.search);
  if (pattern !== null) conditions.push(payoutMatches(pattern));
  const condition = sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
  const { limit, offset } = pageOf(query);
  const sort = sortOf(query.sort, PAYOUT_SORTS, { column: PAYOUT_SORTS.requestedAt, direction: 'desc' });
  const [currency, rows, count, years] = await Promise.all([
    readCurrency(db),
    db
      .selectFrom('payout')
      .selectAll()
      .where(condition)
      .orderBy(sort.column, sort.direction)
      .orderBy('id', sort.direction)
      .limit(limit)
      .offset(offset)
      .execute(),
    countRows(db, sql`from payout where ${condition}`),
    readYears(db, actor),
  ]);
  return {
    items: rows.map((row) => payoutView(row, currency, deps.secrets)),
    ...count,
    years,
  };
}

/** Years with payouts, newest first: each is asked for, since going through all payouts would take as long as they are many. */
async function readYears(db: Db, actor: Actor): Promise<number[]> {
  const { rows } = await sql<{ year: number }>`
    with ends as (
      select extract(year from min(requested_at) at time zone ${actor.timeZone})::int as first,
             extract(year from max(requested_at) at time zone ${actor.timeZone})::int as last
        from payout where publisher_id = ${actor.userId})
    select year from ends, generate_series(first, last) year
     where exists (select from payout
                    where publisher_id = ${actor.userId}
                      and requested_at >= make_timestamp(year, 1, 1, 0, 0, 0) at time zone ${actor.timeZone}
                      and requested_at < make_timestamp(year + 1, 1, 1, 0, 0, 0) at time zone ${actor.timeZone})
     order by year desc`.execute(db);
  return rows.map((row) => row.year);
}

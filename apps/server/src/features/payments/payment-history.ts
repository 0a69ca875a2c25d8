import type { Payout } from '@placard/contract/payments';
import type { PayoutStatus } from '@placard/domain/payout/status';
import { type SqlBool, sql } from 'kysely';
import { readCurrency } from '../billing/read-balance.ts';
import type { Actor, HasDb, HasSecrets } from '../feature.ts';
import { type ListQuery, pageOf, searchPattern, sortOf } from '../list-query.ts';
import { payoutView } from './payout-record.ts';

export type HistoryQuery = ListQuery & {
  readonly status?: PayoutStatus | undefined;
  readonly year?: number | undefined;
  readonly month?: number | undefined;
};

export type PaymentHistory = { items: Payout[]; total: number; years: number[] };

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
    db
      .selectFrom('payout')
      .select((eb) => eb.fn.countAll<bigint>().as('total'))
      .where(condition)
      .executeTakeFirstOrThrow(),
    sql<{ year: number }>`
      select distinct extract(year from ${requested})::int as year from payout
       where publisher_id = ${actor.userId} order by year desc`.execute(db),
  ]);
  return {
    items: rows.map((row) => payoutView(row, currency, deps.secrets)),
    total: Number(count.total),
    years: years.rows.map((row) => row.year),
  };
}

import type { Payout } from '@placard/contract/payments';
import type { Db } from '@placard/db/database';
import type { PayoutStatus } from '@placard/domain/payout/status';
import { localDayAt, monthAfter } from '@placard/domain/time-zone';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Actor, HasDb, HasSecrets } from '../../deps.ts';
import { readCurrency } from '../billing/read-balance.ts';
import { startOfDay } from '../day-range.ts';
import { readTally } from '../list-count.ts';
import { type ListOrder, readPage } from '../list-page.ts';
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

/** What a search for a payout looks into besides names: `PO-17`, `bank transfer`, the status, the reason. */
export function payoutMatches(pattern: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`payout.search_text ilike ${pattern}`;
}

/** Within an account each order has its index. */
const ORDERS = {
  paymentId: { columns: [] },
  amount: { columns: [PAYOUT_SORTS.amount] },
  method: { columns: [PAYOUT_SORTS.method] },
  requestedAt: { columns: [PAYOUT_SORTS.requestedAt] },
  completedAt: { columns: [PAYOUT_SORTS.completedAt] },
  status: { columns: [PAYOUT_SORTS.status, PAYOUT_SORTS.requestedAt], parts: 'status' },
} satisfies Record<keyof typeof PAYOUT_SORTS, ListOrder>;

/** A publisher's payouts; year and month are those of the request, in the account's time zone. */
export async function listPaymentHistory(
  deps: HasDb & HasSecrets,
  actor: Actor,
  query: HistoryQuery,
): Promise<PaymentHistory> {
  const { db } = deps;
  const [currency, tally, years] = await Promise.all([
    readCurrency(db),
    readTally(db, 'payout', actor.accountId),
    readYears(db, actor),
  ]);
  const pattern = searchPattern(query.search);
  const { column: order, direction } = sortOf<ListOrder>(query.sort, ORDERS, {
    column: ORDERS.requestedAt,
    direction: 'desc',
  });
  const narrowed = pattern !== null || query.year !== undefined || query.month !== undefined;
  const { ids, total } = await readPage(db, {
    table: sql`payout`,
    id: sql`payout.id`,
    conditions: conditionsOf(actor, query, years),
    anyOf: pattern === null ? [] : [payoutMatches(pattern)],
    order,
    page: pageOf(query),
    direction,
    tallied: narrowed ? null : { tally, of: { status: query.status } },
  });
  const rows = await db
    .selectFrom('payout')
    .selectAll()
    .where(sql<SqlBool>`id = any(${ids}::int[])`)
    .orderBy(sql`array_position(${ids}::int[], id)`)
    .execute();
  return { items: rows.map((row) => payoutView(row, currency, deps.secrets)), ...total, years };
}

function conditionsOf(actor: Actor, query: HistoryQuery, years: readonly number[]): RawBuilder<SqlBool>[] {
  const conditions = [sql<SqlBool>`payout.publisher_id = ${actor.accountId}`];
  if (query.status !== undefined) conditions.push(sql<SqlBool>`payout.status = ${query.status}`);
  if (query.year !== undefined || query.month !== undefined) {
    const spans = (query.year === undefined ? years : [query.year]).map((year) =>
      requestedWithin(actor, year, query.month),
    );
    conditions.push(spans.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(spans, sql` or `)})`);
  }
  return conditions;
}

/** As a range of moments, which an index finds: the year of each row would have to be made of each. */
function requestedWithin({ timeZone }: Actor, year: number, month: number | undefined): RawBuilder<SqlBool> {
  const first = `${year}-${String(month ?? 1).padStart(2, '0')}-01`;
  const after = month === undefined ? `${year + 1}-01-01` : monthAfter(first);
  return sql<SqlBool>`(payout.requested_at >= ${startOfDay(timeZone, first)}
    and payout.requested_at < ${startOfDay(timeZone, after)})`;
}

/** Years with payouts, newest first: each is asked for, since going through all payouts would take as long as they are many. */
async function readYears(db: Db, actor: Actor): Promise<number[]> {
  const { first, last } = await db
    .selectFrom('payout')
    .select(({ fn }) => [fn.min('requested_at').as('first'), fn.max('requested_at').as('last')])
    .where('publisher_id', '=', actor.accountId)
    .executeTakeFirstOrThrow();
  if (first === null || last === null) return [];
  const zone = actor.timeZone;
  const yearAt = (moment: Date) => Number(localDayAt(zone, moment.getTime()).slice(0, 4));
  const years = Array.from({ length: yearAt(last) - yearAt(first) + 1 }, (_, index) => yearAt(last) - index);
  const { rows } = await sql<{ year: number }>`
    select year
      from unnest(${years}::int[],
                  ${years.map((year) => startOfDay(zone, `${year}-01-01`))}::timestamptz[],
                  ${years.map((year) => startOfDay(zone, `${year + 1}-01-01`))}::timestamptz[]) as asked (year, begins, ends)
     where exists (select from payout
                    where publisher_id = ${actor.accountId} and requested_at >= begins and requested_at < ends)
     order by year desc`.execute(db);
  return rows.map((row) => row.year);
}

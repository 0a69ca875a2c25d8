import type { CLOSING_EXCEPTIONS, Closing } from '@placard/contract/payouts';
import { dollarsFromMicros, type Micros } from '@placard/domain/micros';
import { localDayAt, monthOfDay } from '@placard/domain/time-zone';
import { type SqlBool, sql } from 'kysely';
import type { HasClock, HasDb } from '../../deps.ts';
import { BY_DISPLAY_NAME, displayName } from '../account/user-view.ts';
import { allOf } from '../day-range.ts';
import { type ListQuery, pageOf, searchPattern, sortOf } from '../list-query.ts';
import { theRow } from '../the-row.ts';
import { figuresHash, sequenceBefore } from './closed-figures.ts';

export type ClosingQuery = ListQuery & {
  /** 'YYYY-MM' */
  readonly month?: string | undefined;
  readonly exceptions?: boolean | undefined;
};

export type ClosingList = {
  items: Closing[];
  total: number;
  months: string[];
  stats: { earned: number; adjustments: number; notClosed: number; exceptions: number };
};

type Row = {
  publisher_id: number;
  month: string;
  first_name: string;
  last_name: string;
  email: string;
  earned_micros: Micros;
  adjusted_micros: Micros;
  closed_at: Date | null;
  hash: string | null;
  exceptions: (typeof CLOSING_EXCEPTIONS)[number][];
};

/** Of a page behind the last row, or of no rows, the sums stand alone. */
type NoRow = { readonly publisher_id: null };

type Sums = {
  readonly total: bigint;
  readonly earned: Micros;
  readonly adjusted: Micros;
  readonly not_closed: bigint;
  readonly with_exceptions: bigint;
};

const SORTS = {
  month: sql`c.month`,
  publisher: BY_DISPLAY_NAME,
  earned: sql`c.earned_micros`,
  closedAt: sql`coalesce(c.closed_at, 'infinity')`,
};

/** Closing later than this after the month's end is worth a look: the job runs each hour. */
const LATE = sql.lit('1 day');

/**
 * Every month that is over, by publisher, with what is wrong about it: the hash is worked out anew from the books, and
 * the ledger's entry and the widgets' earnings are compared with what was closed.
 */
function closings(thisMonth: string, timeZone: string) {
  // UTC where PostgreSQL does not know the network's zone.
  const zone = sql`(select case when day_in_zone(now(), ${timeZone}) is null then 'UTC' else ${timeZone} end)`;
  const monthEnd = sql`((e.month + interval '1 month')::timestamp at time zone ${zone})`;
  const booked = sql`coalesce((select l.amount_micros from ledger_entry l
      join ledger_account a on a.id = l.account_id and a.kind = 'publisher_available'
     where l.transaction_id = e.ledger_transaction_id), 0)`;
  const byWidget = sql`coalesce((select sum(w.earned_micros) from earning_month_widget w
     where w.publisher_id = e.publisher_id and w.month = e.month), 0)`;
  const adjusted = sql`coalesce((select sum(l.amount_micros)
      from ledger_account a
      join ledger_entry l on l.account_id = a.id
        and l.sequence > ${sequenceBefore()} and l.sequence <= e.available_sequence
      join ledger_transaction t on t.id = l.transaction_id and t.kind in ('adjustment', 'spend_refund')
     where a.owner_id = e.publisher_id and a.kind = 'publisher_available'), 0)::int8 - e.taken_back_micros`;
  return sql`
    select e.publisher_id, to_char(e.month, 'YYYY-MM') as month, e.earned_micros, e.closed_at,
           encode(e.figures_sha256, 'hex') as hash, ${adjusted} as adjusted_micros,
           u.first_name, u.last_name, u.email, u.company,
           array_remove(array[
             case when e.closed_at is null then 'not_closed' end,
             case when e.closed_at >= ${monthEnd} + ${LATE}::interval then 'closed_late' end,
             case when e.closed_at is not null and e.figures_sha256 is null then 'not_hashed' end,
             case when e.figures_sha256 <> ${figuresHash} then 'figures_changed' end,
             case when e.closed_at is not null and ${booked} <> e.earned_micros - e.taken_back_micros then 'ledger_differs' end,
             case when e.figures_sha256 is not null and ${byWidget} <> e.earned_micros then 'widgets_differ' end
           ], null) as exceptions
      from earning_month e
      join account_card u on u.id = e.publisher_id
     where e.month < ${thisMonth}::date`;
}

/** The monthly close as the operator checks it, newest month first. */
export async function listClosings(deps: HasDb & HasClock, query: ClosingQuery): Promise<ClosingList> {
  const { db } = deps;
  const { time_zone: timeZone } = await db
    .selectFrom('network_settings')
    .select('time_zone')
    .executeTakeFirstOrThrow();
  const thisMonth = monthOfDay(localDayAt(timeZone, deps.clock().getTime()));
  const all = closings(thisMonth, timeZone);
  const conditions = [];
  if (query.month !== undefined) conditions.push(sql<SqlBool>`c.month = ${query.month}`);
  if (query.exceptions === true) conditions.push(sql<SqlBool>`cardinality(c.exceptions) > 0`);
  const pattern = searchPattern(query.search);
  if (pattern !== null) {
    conditions.push(sql<SqlBool>`(c.email ilike ${pattern} or c.company ilike ${pattern}
      or c.first_name || ' ' || c.last_name ilike ${pattern} or c.hash ilike ${pattern})`);
  }
  const where = allOf(conditions);
  const { limit, offset } = pageOf(query);
  const sort = sortOf(query.sort, SORTS, { column: SORTS.month, direction: 'desc' });
  const way = sort.direction === 'desc' ? sql`desc` : sql`asc`;
  // A publisher has many months: only with its month is a row like no other.
  const inOrder = sql`${sort.column} ${way}, c.publisher_id, c.month desc`;
  // Every row is hashed for the sums, so that the page is taken from the same rows: once, and by one connection.
  const [{ rows: found }, months] = await Promise.all([
    sql<Sums & (Row | NoRow)>`
      with c as materialized (select c.* from (${all}) c where ${where})
      select s.*, c.*
        from (select count(*) as total, coalesce(sum(c.earned_micros), 0)::int8 as earned,
                     coalesce(sum(c.adjusted_micros), 0)::int8 as adjusted,
                     count(*) filter (where c.closed_at is null) as not_closed,
                     count(*) filter (where cardinality(c.exceptions) > 0) as with_exceptions
                from c) s
        left join lateral (select * from c order by ${inOrder}
                            limit ${limit} offset ${offset}) c on true
       order by ${inOrder}`.execute(db),
    sql<{ month: string }>`select distinct to_char(month, 'YYYY-MM') as month from earning_month
                            where month < ${thisMonth}::date order by month desc`.execute(db),
  ]);
  const sums = theRow({ rows: found });
  return {
    items: found.flatMap((row) => (row.publisher_id === null ? [] : [viewOf(row)])),
    total: Number(sums.total),
    months: months.rows.map((row) => row.month),
    stats: {
      earned: dollarsFromMicros(sums.earned),
      adjustments: dollarsFromMicros(sums.adjusted),
      notClosed: Number(sums.not_closed),
      exceptions: Number(sums.with_exceptions),
    },
  };
}

function viewOf(row: Row): Closing {
  return {
    publisher: { id: row.publisher_id, name: displayName(row), email: row.email },
    month: row.month,
    earned: dollarsFromMicros(row.earned_micros),
    adjustments: dollarsFromMicros(row.adjusted_micros),
    closedAt: row.closed_at?.toISOString() ?? null,
    hash: row.hash,
    exceptions: row.exceptions,
  };
}

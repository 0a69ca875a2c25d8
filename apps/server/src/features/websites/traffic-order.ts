import { type RawBuilder, sql } from 'kysely';
import type { HasClock, HasDb } from '../feature.ts';
import { countRows, type ListTotal, stretchOf } from '../list-count.ts';
import type { Page, SortDirection } from '../list-query.ts';

/** Days of website_traffic_day `t` that make the measured traffic: the last 30 of UTC, today included. */
export function measuredDays(now: Date): RawBuilder<boolean> {
  return sql<boolean>`t.day > (${now}::timestamptz at time zone 'UTC')::date - 30`;
}

type TrafficPage = {
  /** Conditions on website `s`, one account's. */
  readonly where: RawBuilder<unknown>;
  readonly page: Page;
  readonly direction: SortDirection;
  /** As of `readPage`. */
  readonly tallied: number | null;
};

/**
 * Ids of a page by the traffic that the list shows, and the list's total. The measured figure moves with every page
 * view, so it has no index: those websites are summed up, and merged with the others, which come in order from the index
 * of the declared one, no more of them than up to the page's end. `not in` is a filter on that index; an anti-join would
 * lose its order.
 */
export async function readTrafficPage(
  deps: HasDb & HasClock,
  query: TrafficPage,
): Promise<{ readonly ids: number[]; readonly total: ListTotal }> {
  const { where, page, direction, tallied } = query;
  const total =
    tallied === null
      ? await countRows(deps.db, sql`from website s where ${where}`)
      : { total: tallied, more: false };
  const { limit, offset, way, reversed } = stretchOf(page, direction, total);
  if (limit === 0) return { ids: [], total };
  const { rows } = await sql<{ id: number }>`
    with measured as materialized (
      select s.id, sum(t.views)::int8 as traffic
        from website s join website_traffic_day t on t.website_id = s.id
       where ${where} and ${measuredDays(deps.clock())}
       group by s.id having sum(t.views) > 0)
    select id from (
      select id, traffic from measured
      union all
      (select s.id, s.monthly_traffic::int8 from website s
        where ${where} and s.id not in (select id from measured)
        order by s.monthly_traffic ${way}, s.id ${way} limit ${offset + limit})) ranked
     order by traffic ${way}, id ${way} limit ${limit} offset ${offset}
  `.execute(deps.db);
  const ids = rows.map((row) => row.id);
  return { ids: reversed ? ids.reverse() : ids, total };
}

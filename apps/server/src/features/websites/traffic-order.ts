import { type RawBuilder, sql } from 'kysely';
import type { HasClock, HasDb } from '../../deps.ts';
import { countRows, type ListTotal } from '../list-count.ts';
import { stretchOf } from '../list-page.ts';
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
  /** How many there are; `null` for a narrowed list, which is counted. */
  readonly tallied: number | null;
};

type Site = { readonly id: number; readonly traffic: bigint };

/**
 * Ids of a page by the traffic that the list shows, and the list's total. The measured figure moves with every page
 * view, so it has no index: those websites are summed up, and merged with the others, which come in order from the index
 * of the declared one. Of m measured ones at most m stand before the page, so all but m of the rows that it passes over
 * are others, and need not be read.
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
  const { limit, offset, descending, reversed } = stretchOf(page, direction, total);
  if (limit === 0) return { ids: [], total };
  const measured = await readMeasured(deps, where);
  const passed = Math.max(0, offset - measured.length);
  const way = descending ? sql`desc` : sql`asc`;
  const { rows: others } = await sql<Site>`
    select s.id, s.monthly_traffic::int8 as traffic from website s
     where ${where} and s.id <> all(${measured.map(({ id }) => id)}::int[])
     order by s.monthly_traffic ${way}, s.id ${way} limit ${limit + measured.length} offset ${passed}
  `.execute(deps.db);
  const ids = [...measured, ...others]
    .sort((a, b) => (descending ? -byTraffic(a, b) : byTraffic(a, b)))
    .slice(offset - passed, offset - passed + limit)
    .map(({ id }) => id);
  return { ids: reversed ? ids.reverse() : ids, total };
}

function byTraffic(a: Site, b: Site): number {
  if (a.traffic !== b.traffic) return a.traffic < b.traffic ? -1 : 1;
  return a.id - b.id;
}

async function readMeasured(deps: HasDb & HasClock, where: RawBuilder<unknown>): Promise<readonly Site[]> {
  const { rows } = await sql<Site>`
    select s.id, sum(t.views)::int8 as traffic
      from website s join website_traffic_day t on t.website_id = s.id
     where ${where} and ${measuredDays(deps.clock())}
     group by s.id having sum(t.views) > 0
  `.execute(deps.db);
  return rows;
}

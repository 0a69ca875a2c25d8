import type { Website } from '@placard/contract/websites';
import type { WebsiteStatus } from '@placard/domain/website/status';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { allOf, withinDays } from '../day-range.ts';
import type { Actor, HasClock, HasDb } from '../feature.ts';
import { readPage, readTally, type Tally } from '../list-count.ts';
import { type ListQuery, pageOf, searchPattern, sortOf } from '../list-query.ts';
import { loadWebsites, measuredViews, toWebsite } from './website-record.ts';

/** Each order but the measured traffic's, which changes with every page view, has its index. */
function sortColumns(deps: HasClock) {
  return {
    domain: [sql`s.domain`],
    status: [sql`s.status`, sql`s.created_at`],
    traffic: [trafficOf(deps)],
    monthlyTraffic: [sql`s.monthly_traffic`],
    createdAt: [sql`s.created_at`],
  };
}

export type WebsiteListQuery = ListQuery & {
  readonly status?: WebsiteStatus | undefined;
  readonly createdFrom?: string | undefined;
  readonly createdTo?: string | undefined;
};

export type WebsiteStats = {
  readonly total: number;
  readonly active: number;
  readonly totalTraffic: number;
};

/** The actor's websites, newest first unless sorted otherwise. Deleted ones appear only when asked for by status. */
export async function listWebsites(
  deps: HasDb & HasClock,
  actor: Actor,
  query: WebsiteListQuery,
): Promise<{ items: Website[]; total: number; more: boolean; stats: WebsiteStats }> {
  const from = sql`from website s where ${allOf(conditionsOf(actor, query))}`;
  const columns = sortColumns(deps);
  const order = sortOf(query.sort, columns, { column: columns.createdAt, direction: 'desc' });
  const tally = await readTally(deps.db, 'website', [actor.userId]);
  const narrowed =
    searchPattern(query.search) !== null || query.createdFrom !== undefined || query.createdTo !== undefined;
  const { ids, total } = await readPage(deps.db, {
    from,
    columns: order.column,
    id: sql`s.id`,
    page: pageOf(query),
    direction: order.direction,
    tallied: narrowed ? null : tally.count({ status: query.status }),
  });
  const [records, stats] = await Promise.all([loadWebsites(deps, actor, ids), readStats(deps, actor, tally)]);
  return { items: records.map(toWebsite), ...total, stats };
}

function conditionsOf(actor: Actor, query: WebsiteListQuery) {
  const conditions = [sql<SqlBool>`s.publisher_id = ${actor.userId}`];
  conditions.push(
    query.status === undefined
      ? sql<SqlBool>`s.status <> 'archived'`
      : sql<SqlBool>`s.status = ${query.status}`,
  );
  const pattern = searchPattern(query.search);
  if (pattern !== null) conditions.push(sql<SqlBool>`s.domain ilike ${pattern}`);
  conditions.push(...withinDays('s.created_at', actor.timeZone, query.createdFrom, query.createdTo));
  return conditions;
}

/** What the list's column shows of website `s`: measured once there is anything, else declared. */
function trafficOf(deps: HasClock): RawBuilder<bigint> {
  return sql<bigint>`coalesce(nullif(${measuredViews(deps.clock())}, 0), s.monthly_traffic)`;
}

/** Declared traffic is tallied; where a website was measured, the measured figure takes its place. */
async function readStats(deps: HasDb & HasClock, actor: Actor, tally: Tally): Promise<WebsiteStats> {
  const { rows } = await sql<{ difference: bigint }>`
    select coalesce(sum(m.views - s.monthly_traffic), 0)::int8 as difference
      from (select t.website_id, sum(t.views) as views from website_traffic_day t
             where t.day > (${deps.clock()}::timestamptz at time zone 'UTC')::date - 30
             group by t.website_id having sum(t.views) > 0) m
      join website s on s.id = m.website_id
     where s.publisher_id = ${actor.userId} and s.status <> 'archived'
  `.execute(deps.db);
  return {
    total: tally.count(),
    active: tally.count({ status: 'active' }),
    totalTraffic: Number(tally.amount() + (rows[0]?.difference ?? 0n)),
  };
}

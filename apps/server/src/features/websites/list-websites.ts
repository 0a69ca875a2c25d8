import type { Website } from '@placard/contract/websites';
import type { WebsiteStatus } from '@placard/domain/website/status';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { allOf, withinDays } from '../day-range.ts';
import type { Actor, HasClock, HasDb } from '../feature.ts';
import { type ListQuery, pageOf, searchPattern, sortOf } from '../list-query.ts';
import { loadWebsites, measuredViews, toWebsite } from './website-record.ts';

const SORT_COLUMNS = {
  domain: 's.domain',
  status: 's.status',
  traffic: 'traffic',
  monthlyTraffic: 's.monthly_traffic',
  createdAt: 's.created_at',
};

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
): Promise<{ items: Website[]; total: number; stats: WebsiteStats }> {
  const where = allOf(conditionsOf(actor, query));
  const { column, direction } = sortOf(query.sort, SORT_COLUMNS, {
    column: SORT_COLUMNS.createdAt,
    direction: 'desc',
  });
  const { limit, offset } = pageOf(query);
  const way = direction === 'desc' ? sql`desc` : sql`asc`;
  const [page, total, stats] = await Promise.all([
    sql<{ id: number }>`
      select s.id, ${trafficOf(deps)} as traffic from website s where ${where}
       order by ${sql.ref(column)} ${way}, s.id desc limit ${limit} offset ${offset}
    `.execute(deps.db),
    sql<{ total: number }>`select count(*)::int as total from website s where ${where}`.execute(deps.db),
    readStats(deps, actor),
  ]);
  const records = await loadWebsites(
    deps,
    actor,
    page.rows.map((row) => row.id),
  );
  return { items: records.map(toWebsite), total: total.rows[0]?.total ?? 0, stats };
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

async function readStats(deps: HasDb & HasClock, actor: Actor): Promise<WebsiteStats> {
  const { rows } = await sql<{ total: number; active: number; traffic: bigint }>`
    select count(*)::int as total,
           count(*) filter (where status = 'active')::int as active,
           coalesce(sum(${trafficOf(deps)}), 0)::int8 as traffic
      from website s where publisher_id = ${actor.userId} and status <> 'archived'
  `.execute(deps.db);
  const [row] = rows;
  return { total: row?.total ?? 0, active: row?.active ?? 0, totalTraffic: Number(row?.traffic ?? 0n) };
}

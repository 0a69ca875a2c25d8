import type { CreativeRow } from '@placard/contract/creatives';
import type { CreativeType } from '@placard/db/schema';
import type { CreativeStatus } from '@placard/domain/creative/status';
import { type SqlBool, sql } from 'kysely';
import { allOf } from '../day-range.ts';
import type { Actor, HasDb, HasUrls } from '../feature.ts';
import { type ListQuery, pageOf, searchPattern, sortOf } from '../list-query.ts';
import { loadCreatives, toCreativeRow } from './creative-record.ts';

const SORT_COLUMNS = {
  name: sql`k.name`,
  type: sql`k.type`,
  // By area: 160x600 lies between 728x90 and 300x400, which no order of its sides says.
  size: sql`k.width_px * k.height_px`,
  status: sql`k.status`,
  createdAt: sql`k.created_at`,
};

export type CreativeListQuery = ListQuery & {
  readonly status?: CreativeStatus | undefined;
  readonly type?: CreativeType | undefined;
  readonly adSetId?: number | undefined;
};

export type CreativeStats = {
  readonly total: number;
  readonly active: number;
  readonly image: number;
  readonly thirdParty: number;
};

/** The actor's creatives, newest first unless sorted otherwise. Archived ones appear only when asked for by status. */
export async function listCreatives(
  deps: HasDb & HasUrls,
  actor: Actor,
  query: CreativeListQuery,
): Promise<{ items: CreativeRow[]; total: number; stats: CreativeStats }> {
  const where = allOf(conditionsOf(actor, query));
  const { column, direction } = sortOf(query.sort, SORT_COLUMNS, {
    column: SORT_COLUMNS.createdAt,
    direction: 'desc',
  });
  const { limit, offset } = pageOf(query);
  const way = direction === 'desc' ? sql`desc` : sql`asc`;
  const [page, total, stats] = await Promise.all([
    sql<{ id: number }>`
      select k.id from creative k where ${where} order by ${column} ${way}, k.id desc limit ${limit} offset ${offset}
    `.execute(deps.db),
    sql<{ total: number }>`select count(*)::int as total from creative k where ${where}`.execute(deps.db),
    readStats(deps, actor),
  ]);
  const records = await loadCreatives(
    deps.db,
    actor,
    page.rows.map((row) => row.id),
  );
  return {
    items: records.map((record) => toCreativeRow(record, deps.deliveryUrl)),
    total: total.rows[0]?.total ?? 0,
    stats,
  };
}

function conditionsOf(actor: Actor, query: CreativeListQuery) {
  const conditions = [sql<SqlBool>`k.advertiser_id = ${actor.userId}`];
  conditions.push(
    query.status === undefined
      ? sql<SqlBool>`k.status <> 'archived'`
      : sql<SqlBool>`k.status = ${query.status}`,
  );
  const pattern = searchPattern(query.search);
  if (pattern !== null) {
    conditions.push(
      sql<SqlBool>`(k.name ilike ${pattern} or k.width_px || 'x' || k.height_px = ${query.search ?? ''})`,
    );
  }
  if (query.type !== undefined) conditions.push(sql<SqlBool>`k.type = ${query.type}`);
  if (query.adSetId !== undefined) {
    conditions.push(
      sql<SqlBool>`exists (select 1 from creative_ad_set ca where ca.creative_id = k.id and ca.ad_set_id = ${query.adSetId})`,
    );
  }
  return conditions;
}

async function readStats(deps: HasDb, actor: Actor): Promise<CreativeStats> {
  const { rows } = await sql<CreativeStats>`
    select count(*)::int as total,
           count(*) filter (where status = 'active')::int as active,
           count(*) filter (where type = 'image')::int as image,
           count(*) filter (where type = 'third_party')::int as "thirdParty"
      from creative where advertiser_id = ${actor.userId} and status <> 'archived'
  `.execute(deps.db);
  return rows[0] ?? { total: 0, active: 0, image: 0, thirdParty: 0 };
}

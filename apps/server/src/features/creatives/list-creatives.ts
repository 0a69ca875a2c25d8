import type { CreativeRow } from '@placard/contract/creatives';
import type { CreativeType } from '@placard/db/schema/advertising';
import type { CreativeStatus } from '@placard/domain/creative/status';
import { type SqlBool, sql } from 'kysely';
import { allOf } from '../day-range.ts';
import type { Actor, HasDb, HasUrls } from '../feature.ts';
import { readPage, readTally } from '../list-count.ts';
import { type ListQuery, pageOf, searchPattern, sortOf } from '../list-query.ts';
import { loadCreatives, toCreativeRow } from './creative-record.ts';

// Each order has its index.
const SORT_COLUMNS = {
  name: [sql`k.name`],
  type: [sql`k.type`, sql`k.created_at`],
  // By area: 160x600 lies between 728x90 and 300x400, which no order of its sides says.
  size: [sql`(k.width_px * k.height_px)`],
  status: [sql`k.status`, sql`k.created_at`],
  createdAt: [sql`k.created_at`],
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
): Promise<{ items: CreativeRow[]; total: number; more: boolean; stats: CreativeStats }> {
  const from = sql`from creative k where ${allOf(conditionsOf(actor, query))}`;
  const { column: columns, direction } = sortOf(query.sort, SORT_COLUMNS, {
    column: SORT_COLUMNS.createdAt,
    direction: 'desc',
  });
  const tally = await readTally(deps.db, 'creative', [actor.userId]);
  const narrowed = searchPattern(query.search) !== null || query.adSetId !== undefined;
  const { ids, total } = await readPage(deps.db, {
    from,
    columns,
    id: sql`k.id`,
    page: pageOf(query),
    direction,
    tallied: narrowed ? null : tally.count(query),
  });
  const records = await loadCreatives(deps.db, actor, ids);
  return {
    items: records.map((record) => toCreativeRow(record, deps.deliveryUrl)),
    ...total,
    stats: {
      total: tally.count(),
      active: tally.count({ status: 'active' }),
      image: tally.count({ type: 'image' }),
      thirdParty: tally.count({ type: 'third_party' }),
    },
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
  const size = /^(\d{1,4})x(\d{1,4})$/.exec(query.search ?? '');
  if (size !== null) {
    const [, width, height] = size.map(Number);
    conditions.push(
      sql<SqlBool>`(k.name ilike ${pattern} or (k.width_px * k.height_px = ${Number(width) * Number(height)} and k.width_px = ${width}))`,
    );
  } else if (pattern !== null) conditions.push(sql<SqlBool>`k.name ilike ${pattern}`);
  if (query.type !== undefined) conditions.push(sql<SqlBool>`k.type = ${query.type}`);
  if (query.adSetId !== undefined) {
    conditions.push(
      sql<SqlBool>`exists (select 1 from creative_ad_set ca where ca.creative_id = k.id and ca.ad_set_id = ${query.adSetId})`,
    );
  }
  return conditions;
}

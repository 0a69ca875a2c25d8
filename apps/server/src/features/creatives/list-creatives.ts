import type { CREATIVE_SORTS, CreativeRow } from '@placard/contract/creatives';
import type { CreativeType } from '@placard/domain/creative/rules';
import type { CreativeStatus } from '@placard/domain/creative/status';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Actor, HasDb, HasUrls } from '../../deps.ts';
import { readTally } from '../list-count.ts';
import { type ListOrder, readPage } from '../list-page.ts';
import { type ListQuery, pageOf, searchPattern, sortOrNewest } from '../list-query.ts';
import { loadCreatives, toCreativeRow } from './creative-record.ts';

// Each order has its index.
const ORDERS = {
  name: { columns: [sql`k.name`] },
  type: { columns: [sql`k.type`, sql`k.created_at`], parts: 'type' },
  // By area: 160x600 lies between 728x90 and 300x400, which no order of its sides says.
  size: { columns: [sql`(k.width_px * k.height_px)`] },
  status: { columns: [sql`k.status`, sql`k.created_at`], parts: 'status' },
  createdAt: { columns: [sql`k.created_at`] },
} satisfies Record<(typeof CREATIVE_SORTS)[number], ListOrder>;

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
  const { column: order, direction } = sortOrNewest<ListOrder>(query.sort, ORDERS);
  const tally = await readTally(deps.db, 'creative', actor.accountId);
  const anyOf = searched(query.search);
  const { ids, total } = await readPage(deps.db, {
    table: sql`creative k`,
    id: sql`k.id`,
    conditions: conditionsOf(actor, query),
    anyOf,
    order,
    page: pageOf(query),
    direction,
    tallied: anyOf.length > 0 || query.adSetId !== undefined ? null : { tally, of: query },
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
  const conditions = [sql<SqlBool>`k.advertiser_id = ${actor.accountId}`];
  conditions.push(
    query.status === undefined
      ? sql<SqlBool>`k.status <> 'archived'`
      : sql<SqlBool>`k.status = ${query.status}`,
  );
  if (query.type !== undefined) conditions.push(sql<SqlBool>`k.type = ${query.type}`);
  if (query.adSetId !== undefined) {
    conditions.push(
      sql<SqlBool>`exists (select from creative_ad_set ca where ca.creative_id = k.id and ca.ad_set_id = ${query.adSetId})`,
    );
  }
  return conditions;
}

/** A part of the name, or a size: `728x90`. */
function searched(search: string | undefined): RawBuilder<SqlBool>[] {
  const pattern = searchPattern(search);
  if (pattern === null) return [];
  const name = sql<SqlBool>`k.name ilike ${pattern}`;
  const size = /^(\d{1,4})x(\d{1,4})$/.exec(search ?? '');
  if (size === null) return [name];
  const [, width, height] = size.map(Number);
  return [name, sql<SqlBool>`(k.width_px = ${width} and k.height_px = ${height})`];
}

import type { Widget } from '@placard/contract/widgets';
import type { WidgetType } from '@placard/domain/widget/rules';
import type { WidgetStatus } from '@placard/domain/widget/status';
import { type SqlBool, sql } from 'kysely';
import { AppError } from '../../http/app-error.ts';
import { allOf, withinDays } from '../day-range.ts';
import type { Actor, HasDb, HasUrls } from '../feature.ts';
import { readPage, readTally } from '../list-count.ts';
import { type ListQuery, pageOf, searchPattern, sortOf } from '../list-query.ts';
import { loadWidgets, toWidget } from './widget-record.ts';

// Within a website each order has its index.
const SORT_COLUMNS = {
  name: [sql`w.name`],
  type: [sql`w.type`, sql`w.created_at`],
  status: [sql`w.status`, sql`w.created_at`],
  createdAt: [sql`w.created_at`],
};

export type WidgetListQuery = ListQuery & {
  /** Only of this website; without it of all websites that are not deleted. */
  readonly websiteId?: number | undefined;
  readonly status?: WidgetStatus | undefined;
  readonly type?: WidgetType | undefined;
  readonly createdFrom?: string | undefined;
  readonly createdTo?: string | undefined;
};

export type WidgetStats = { readonly total: number; readonly active: number };

/**
 * The actor's widgets, newest first unless sorted otherwise. Archived ones appear only when asked for by status.
 * @throws AppError `website_not_found`, also for someone else's.
 */
export async function listWidgets(
  deps: HasDb & HasUrls,
  actor: Actor,
  query: WidgetListQuery,
): Promise<{ items: Widget[]; total: number; more: boolean; stats: WidgetStats }> {
  const websiteIds = await websitesOf(deps, actor, query.websiteId);
  const from = sql`from widget w where ${allOf(conditionsOf(websiteIds, actor, query))}`;
  const { column: columns, direction } = sortOf(query.sort, SORT_COLUMNS, {
    column: SORT_COLUMNS.createdAt,
    direction: 'desc',
  });
  const tally = await readTally(deps.db, 'widget', websiteIds);
  const narrowed =
    searchPattern(query.search) !== null || query.createdFrom !== undefined || query.createdTo !== undefined;
  const { ids, total } = await readPage(deps.db, {
    from,
    columns,
    id: sql`w.id`,
    page: pageOf(query),
    direction,
    tallied: narrowed ? null : tally.count(query),
  });
  const records = await loadWidgets(deps.db, actor, ids);
  return {
    items: records.map((record) => toWidget(record, deps.deliveryUrl)),
    ...total,
    stats: { total: tally.count(), active: tally.count({ status: 'active' }) },
  };
}

/** The website asked for, or all of the actor's that are not deleted. */
async function websitesOf(deps: HasDb, actor: Actor, websiteId: number | undefined): Promise<number[]> {
  const websites = deps.db.selectFrom('website').select('id').where('publisher_id', '=', actor.userId);
  if (websiteId === undefined) {
    const rows = await websites.where('status', '<>', 'archived').execute();
    return rows.map((row) => row.id);
  }
  if ((await websites.where('id', '=', websiteId).executeTakeFirst()) === undefined) {
    throw new AppError('website_not_found');
  }
  return [websiteId];
}

function conditionsOf(websiteIds: readonly number[], actor: Actor, query: WidgetListQuery) {
  const [first] = websiteIds;
  const conditions = [
    websiteIds.length === 1
      ? sql<SqlBool>`w.website_id = ${first}`
      : sql<SqlBool>`w.website_id = any(${websiteIds}::int[])`,
    query.status === undefined
      ? sql<SqlBool>`w.status <> 'archived'`
      : sql<SqlBool>`w.status = ${query.status}`,
  ];
  const pattern = searchPattern(query.search);
  if (pattern !== null)
    conditions.push(sql<SqlBool>`(w.name ilike ${pattern}
      or w.website_id in (select s.id from website s where s.publisher_id = ${actor.userId} and s.domain ilike ${pattern}))`);
  if (query.type !== undefined) conditions.push(sql<SqlBool>`w.type = ${query.type}`);
  conditions.push(...withinDays('w.created_at', actor.timeZone, query.createdFrom, query.createdTo));
  return conditions;
}

import type { Widget } from '@placard/contract/widgets';
import type { WidgetType } from '@placard/domain/widget/rules';
import type { WidgetStatus } from '@placard/domain/widget/status';
import { type SqlBool, sql } from 'kysely';
import { AppError } from '../../http/app-error.ts';
import { allOf, withinDays } from '../day-range.ts';
import type { Actor, HasDb, HasUrls } from '../feature.ts';
import { type ListQuery, pageOf, searchPattern, sortOf } from '../list-query.ts';
import { loadWidgets, toWidget } from './widget-record.ts';

const SORT_COLUMNS = { name: 'w.name', type: 'w.type', status: 'w.status', createdAt: 'w.created_at' };

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
): Promise<{ items: Widget[]; total: number; stats: WidgetStats }> {
  const scope = await scopeOf(deps, actor, query.websiteId);
  const where = allOf([scope, ...conditionsOf(actor, query)]);
  const { column, direction } = sortOf(query.sort, SORT_COLUMNS, {
    column: SORT_COLUMNS.createdAt,
    direction: 'desc',
  });
  const { limit, offset } = pageOf(query);
  const way = direction === 'desc' ? sql`desc` : sql`asc`;
  const from = sql`from widget w join website s on s.id = w.website_id`;
  const [page, total, stats] = await Promise.all([
    sql<{ id: number }>`
      select w.id ${from} where ${where} order by ${sql.ref(column)} ${way}, w.id desc limit ${limit} offset ${offset}
    `.execute(deps.db),
    sql<{ total: number }>`select count(*)::int as total ${from} where ${where}`.execute(deps.db),
    sql<WidgetStats>`
      select count(*)::int as total, count(*) filter (where w.status = 'active')::int as active
        ${from} where ${scope} and w.status <> 'archived'
    `.execute(deps.db),
  ]);
  const records = await loadWidgets(
    deps.db,
    actor,
    page.rows.map((row) => row.id),
  );
  return {
    items: records.map((record) => toWidget(record, deps.deliveryUrl)),
    total: total.rows[0]?.total ?? 0,
    stats: stats.rows[0] ?? { total: 0, active: 0 },
  };
}

async function scopeOf(deps: HasDb, actor: Actor, websiteId: number | undefined) {
  const mine = sql<SqlBool>`s.publisher_id = ${actor.userId}`;
  if (websiteId === undefined) return sql<SqlBool>`(${mine} and s.status <> 'archived')`;
  const website = await deps.db
    .selectFrom('website')
    .select('id')
    .where('id', '=', websiteId)
    .where('publisher_id', '=', actor.userId)
    .executeTakeFirst();
  if (website === undefined) throw new AppError('website_not_found');
  return sql<SqlBool>`(${mine} and s.id = ${websiteId})`;
}

function conditionsOf(actor: Actor, query: WidgetListQuery) {
  const conditions = [
    query.status === undefined
      ? sql<SqlBool>`w.status <> 'archived'`
      : sql<SqlBool>`w.status = ${query.status}`,
  ];
  const pattern = searchPattern(query.search);
  if (pattern !== null) conditions.push(sql<SqlBool>`(w.name ilike ${pattern} or s.domain ilike ${pattern})`);
  if (query.type !== undefined) conditions.push(sql<SqlBool>`w.type = ${query.type}`);
  conditions.push(...withinDays('w.created_at', actor.timeZone, query.createdFrom, query.createdTo));
  return conditions;
}

import type { WIDGET_SORTS, Widget } from '@placard/contract/widgets';
import type { WidgetType } from '@placard/domain/widget/rules';
import type { WidgetStatus } from '@placard/domain/widget/status';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasDb, HasUrls } from '../../deps.ts';
import { withinDays } from '../day-range.ts';
import { domainMatches } from '../domain-search.ts';
import { COUNTED_ROWS, readTally } from '../list-count.ts';
import { type ListOrder, readPage } from '../list-page.ts';
import { type ListQuery, pageOf, searchPattern, sortOrNewest } from '../list-query.ts';
import { loadWidgets, toWidget } from './widget-record.ts';

// Each order has its index, within a website and over all.
const ORDERS = {
  name: { columns: [sql`w.name`] },
  type: { columns: [sql`w.type`, sql`w.created_at`], parts: 'type' },
  status: { columns: [sql`w.status`, sql`w.created_at`], parts: 'status' },
  createdAt: { columns: [sql`w.created_at`] },
} satisfies Record<(typeof WIDGET_SORTS)[number], ListOrder>;

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
  const { list, ownerId, anyOf, owned } = await scopeOf(deps, actor, query);
  const { column: order, direction } = sortOrNewest<ListOrder>(query.sort, ORDERS);
  const tally = await readTally(deps.db, list, ownerId);
  const narrowed = anyOf.length > 0 || query.createdFrom !== undefined || query.createdTo !== undefined;
  const { ids, total } = await readPage(deps.db, {
    table: sql`widget w`,
    id: sql`w.id`,
    conditions: [owned, ...conditionsOf(actor, query)],
    anyOf,
    order,
    page: pageOf(query),
    direction,
    tallied: narrowed ? null : { tally, of: query },
  });
  const records = await loadWidgets(deps.db, actor, ids);
  return {
    items: records.map((record) => toWidget(record, deps.deliveryUrl)),
    ...total,
    stats: {
      total: tally.count(),
      active: tally.count({ status: 'active' }) - (await heldBack(deps.db, actor, query.websiteId)),
    },
  };
}

/**
 * Active widgets that show nothing because their website is not active. Of all websites, deleted ones are left out, as
 * the tally of the publisher's widgets leaves them out.
 */
async function heldBack(db: HasDb['db'], actor: Actor, websiteId: number | undefined): Promise<number> {
  const of =
    websiteId === undefined
      ? sql<SqlBool>`s.status not in ('active', 'archived')`
      : sql<SqlBool>`s.id = ${websiteId} and s.status <> 'active'`;
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(t.row_count), 0)::int as count
      from website s join row_tally t on t.list = 'widget' and t.owner_id = s.id and t.status = 'active'
     where s.publisher_id = ${actor.accountId} and ${of}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

type Scope = {
  /** Whose tally counts them. */
  readonly list: 'widget' | 'publisher_widget';
  readonly ownerId: number;
  readonly owned: RawBuilder<SqlBool>;
  readonly anyOf: readonly RawBuilder<SqlBool>[];
};

/** Widgets of the website asked for, or of all the actor's that are not deleted; a search finds them by the domain, too. */
async function scopeOf(deps: HasDb, actor: Actor, { websiteId, search }: WidgetListQuery): Promise<Scope> {
  const pattern = searchPattern(search);
  const byName = sql<SqlBool>`w.name ilike ${pattern}`;
  if (websiteId === undefined) {
    return {
      list: 'publisher_widget',
      ownerId: actor.accountId,
      owned: sql<SqlBool>`w.publisher_id = ${actor.accountId}`,
      anyOf: pattern === null ? [] : [byName, ...(await byDomain(deps, actor, search))],
    };
  }
  const own = sql<SqlBool>`s.publisher_id = ${actor.accountId} and s.id = ${websiteId}`;
  const [found = sql<SqlBool>`true`] = await domainMatches(deps, search, own);
  const { rows } = await sql<{
    found: boolean;
  }>`select ${found} as found from website s where ${own}`.execute(deps.db);
  const [website] = rows;
  if (website === undefined) throw new AppError('website_not_found');
  return {
    list: 'widget',
    ownerId: websiteId,
    owned: sql<SqlBool>`w.website_id = ${websiteId}`,
    anyOf: website.found ? [] : [byName],
  };
}

/** The websites are looked up first: then their widgets have an index. Where they are many, any widget is soon one of theirs. */
async function byDomain(
  deps: HasDb,
  actor: Actor,
  search: string | undefined,
): Promise<RawBuilder<SqlBool>[]> {
  const own = sql<SqlBool>`s.publisher_id = ${actor.accountId}`;
  const [found] = await domainMatches(deps, search, own);
  if (found === undefined) return [];
  const { rows } = await sql<{ id: number }>`
    select s.id from website s where ${own} and ${found} limit ${COUNTED_ROWS + 1}
  `.execute(deps.db);
  if (rows.length === 0) return [];
  return [
    rows.length > COUNTED_ROWS
      ? sql<SqlBool>`exists (select from website s where s.id = w.website_id and ${found})`
      : sql<SqlBool>`w.website_id = any(${rows.map(({ id }) => id)}::int[])`,
  ];
}

function conditionsOf(actor: Actor, query: WidgetListQuery): RawBuilder<SqlBool>[] {
  const conditions = [
    query.status === undefined
      ? sql<SqlBool>`w.status <> 'archived'`
      : sql<SqlBool>`w.status = ${query.status}`,
  ];
  if (query.type !== undefined) conditions.push(sql<SqlBool>`w.type = ${query.type}`);
  conditions.push(...withinDays('w.created_at', actor.timeZone, query.createdFrom, query.createdTo));
  return conditions;
}

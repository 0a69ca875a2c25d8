import type { WEBSITE_SORTS, Website } from '@placard/contract/websites';
import type { WebsiteStatus } from '@placard/domain/website/status';
import { type SqlBool, sql } from 'kysely';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { readAppealStates } from '../appeals/own-appeals.ts';
import { allOf, withinDays } from '../day-range.ts';
import { domainMatches } from '../domain-search.ts';
import { readTally, type Tally } from '../list-count.ts';
import { type ListOrder, readPage } from '../list-page.ts';
import { type ListQuery, pageOf, sortOrNewest } from '../list-query.ts';
import { measuredDays, readTrafficPage } from './traffic-order.ts';
import { judgedOf, loadWebsites, toWebsite } from './website-record.ts';

/** Each order has its index. The one by traffic begins with the declared figure's: see `readTrafficPage`. */
const ORDERS = {
  domain: { columns: [sql`s.domain`] },
  status: { columns: [sql`s.status`, sql`s.created_at`], parts: 'status' },
  traffic: { columns: [sql`s.monthly_traffic`] },
  monthlyTraffic: { columns: [sql`s.monthly_traffic`] },
  createdAt: { columns: [sql`s.created_at`] },
} satisfies Record<(typeof WEBSITE_SORTS)[number], ListOrder>;

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
  const { column: order, direction } = sortOrNewest<ListOrder>(query.sort, ORDERS);
  const tally = await readTally(deps.db, 'website', actor.accountId);
  const conditions = conditionsOf(actor, query);
  const anyOf = await domainMatches(deps, query.search, ownedBy(actor));
  const narrowed = anyOf.length > 0 || query.createdFrom !== undefined || query.createdTo !== undefined;
  const page = pageOf(query);
  const { ids, total } =
    order === ORDERS.traffic
      ? await readTrafficPage(deps, {
          where: allOf([...conditions, ...anyOf]),
          page,
          direction,
          tallied: narrowed ? null : tally.count({ status: query.status }),
        })
      : await readPage(deps.db, {
          table: sql`website s`,
          id: sql`s.id`,
          conditions,
          anyOf,
          order,
          page,
          direction,
          tallied: narrowed ? null : { tally, of: { status: query.status } },
        });
  const [records, stats] = await Promise.all([loadWebsites(deps, actor, ids), readStats(deps, actor, tally)]);
  const appeals = await readAppealStates(deps.db, records.map(judgedOf));
  return { items: records.map((record) => toWebsite(record, appeals(record.id))), ...total, stats };
}

const ownedBy = (actor: Actor) => sql<SqlBool>`s.publisher_id = ${actor.accountId}`;

function conditionsOf(actor: Actor, query: WebsiteListQuery) {
  const conditions = [ownedBy(actor)];
  conditions.push(
    query.status === undefined
      ? sql<SqlBool>`s.status <> 'archived'`
      : sql<SqlBool>`s.status = ${query.status}`,
  );
  conditions.push(...withinDays('s.created_at', actor.timeZone, query.createdFrom, query.createdTo));
  return conditions;
}

/** Declared traffic is tallied; where a website was measured, the measured figure takes its place. */
async function readStats(deps: HasDb & HasClock, actor: Actor, tally: Tally): Promise<WebsiteStats> {
  const { rows } = await sql<{ difference: bigint }>`
    select coalesce(sum(m.views - m.monthly_traffic), 0)::int8 as difference
      from (select s.monthly_traffic, sum(t.views) as views
              from website s join website_traffic_day t on t.website_id = s.id
             where s.publisher_id = ${actor.accountId} and s.status <> 'archived' and ${measuredDays(deps.clock())}
             group by s.id having sum(t.views) > 0) m
  `.execute(deps.db);
  return {
    total: tally.count(),
    active: tally.count({ status: 'active' }),
    totalTraffic: Number(tally.amount() + (rows[0]?.difference ?? 0n)),
  };
}

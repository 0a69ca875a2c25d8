import type { CampaignRow, campaignListQuery } from '@placard/contract/campaigns';
import { dollarsFromMicros } from '@placard/domain/micros';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import { allOf, withinDays } from '../day-range.ts';
import type { Actor, HasClock, HasDb } from '../feature.ts';
import { readPage, readTally } from '../list-count.ts';
import { idSearched, pageOf, searchPattern, sortOf } from '../list-query.ts';
import { loadCampaigns, toCampaignRow, todayOf, walletBalance } from './campaign-record.ts';

// Each order has its index. Without an end date comes after every date.
const SORT_COLUMNS = {
  name: [sql`c.name`],
  status: [sql`c.status`, sql`c.created_at`],
  totalBudget: [sql`c.total_budget_micros`],
  createdAt: [sql`c.created_at`],
  startDate: [sql`c.start_date`],
  endDate: [sql`c.end_date`],
};

type Query = z.output<typeof campaignListQuery>;

export type CampaignList = {
  readonly items: CampaignRow[];
  readonly total: number;
  readonly more: boolean;
  /** Of all the account's campaigns but the archived, whatever the filters. */
  readonly stats: { readonly total: number; readonly active: number; readonly totalBudget: number };
};

/** The actor's campaigns, newest first unless sorted otherwise. Archived ones appear only when asked for by status. */
export async function listCampaigns(
  deps: HasDb & HasClock,
  actor: Actor,
  query: Query,
): Promise<CampaignList> {
  const today = todayOf(deps, actor);
  const from = sql`from campaign c where ${allOf(conditionsOf(actor, query))}`;
  const { column: columns, direction } = sortOf(query.sort, SORT_COLUMNS, {
    column: SORT_COLUMNS.createdAt,
    direction: 'desc',
  });
  const [tally, walletMicros] = await Promise.all([
    readTally(deps.db, 'campaign', [actor.userId]),
    walletBalance(deps.db, actor.userId),
  ]);
  const { ids, total } = await readPage(deps.db, {
    from,
    columns,
    id: sql`c.id`,
    page: pageOf(query),
    direction,
    tallied: narrowed(query) ? null : tally.count({ status: query.status }),
  });
  const records = await loadCampaigns(deps.db, actor, ids, today);
  return {
    items: records.map((record) => toCampaignRow(record, today, walletMicros)),
    ...total,
    stats: {
      total: tally.count(),
      active: tally.count({ status: 'active' }),
      totalBudget: dollarsFromMicros(tally.amount()),
    },
  };
}

/** By more than the status, which is counted. */
function narrowed({ search, startFrom, startTo, createdFrom, createdTo }: Query): boolean {
  return (
    searchPattern(search) !== null ||
    [startFrom, startTo, createdFrom, createdTo].some((value) => value !== undefined)
  );
}

function conditionsOf(actor: Actor, query: Query): RawBuilder<SqlBool>[] {
  const conditions = [sql<SqlBool>`c.advertiser_id = ${actor.userId}`];
  conditions.push(
    query.status === undefined
      ? sql<SqlBool>`c.status <> 'archived'`
      : sql<SqlBool>`c.status = ${query.status}`,
  );
  const pattern = searchPattern(query.search);
  const id = idSearched(query.search);
  if (pattern !== null) {
    conditions.push(
      id === null
        ? sql<SqlBool>`c.name ilike ${pattern}`
        : sql<SqlBool>`(c.name ilike ${pattern} or c.id = ${id})`,
    );
  }
  if (query.startFrom !== undefined) conditions.push(sql<SqlBool>`c.start_date >= ${query.startFrom}::date`);
  if (query.startTo !== undefined) conditions.push(sql<SqlBool>`c.start_date <= ${query.startTo}::date`);
  conditions.push(...withinDays('c.created_at', actor.timeZone, query.createdFrom, query.createdTo));
  return conditions;
}

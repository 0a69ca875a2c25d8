import type { CAMPAIGN_SORTS, CampaignRow, campaignListQuery } from '@placard/contract/campaigns';
import { dollarsFromMicros } from '@placard/domain/micros';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { withinDays } from '../day-range.ts';
import { readTally } from '../list-count.ts';
import { type ListOrder, readPage } from '../list-page.ts';
import { idSearched, pageOf, searchPattern, sortOrNewest } from '../list-query.ts';
import { loadCampaigns, toCampaignRow, todayOf, walletBalance } from './campaign-record.ts';

// Each order has its index. Without an end date comes after every date.
const ORDERS = {
  name: { columns: [sql`c.name`] },
  status: { columns: [sql`c.status`, sql`c.created_at`], parts: 'status' },
  totalBudget: { columns: [sql`c.total_budget_micros`] },
  createdAt: { columns: [sql`c.created_at`] },
  startDate: { columns: [sql`c.start_date`] },
  endDate: { columns: [sql`c.end_date`] },
} satisfies Record<(typeof CAMPAIGN_SORTS)[number], ListOrder>;

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
  const { column: order, direction } = sortOrNewest<ListOrder>(query.sort, ORDERS);
  const [tally, walletMicros] = await Promise.all([
    readTally(deps.db, 'campaign', actor.accountId),
    walletBalance(deps.db, actor.accountId),
  ]);
  const { ids, total } = await readPage(deps.db, {
    table: sql`campaign c`,
    id: sql`c.id`,
    conditions: conditionsOf(actor, query),
    anyOf: searched(query.search),
    order,
    page: pageOf(query),
    direction,
    tallied: narrowed(query) ? null : { tally, of: { status: query.status } },
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
  const conditions = [sql<SqlBool>`c.advertiser_id = ${actor.accountId}`];
  conditions.push(
    query.status === undefined
      ? sql<SqlBool>`c.status <> 'archived'`
      : sql<SqlBool>`c.status = ${query.status}`,
  );
  if (query.startFrom !== undefined) conditions.push(sql<SqlBool>`c.start_date >= ${query.startFrom}::date`);
  if (query.startTo !== undefined) conditions.push(sql<SqlBool>`c.start_date <= ${query.startTo}::date`);
  conditions.push(...withinDays('c.created_at', actor.timeZone, query.createdFrom, query.createdTo));
  return conditions;
}

function searched(search: string | undefined): RawBuilder<SqlBool>[] {
  const pattern = searchPattern(search);
  if (pattern === null) return [];
  const id = idSearched(search);
  return [sql<SqlBool>`c.name ilike ${pattern}`, ...(id === null ? [] : [sql<SqlBool>`c.id = ${id}`])];
}

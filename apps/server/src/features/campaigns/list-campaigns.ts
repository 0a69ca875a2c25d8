import type { CampaignRow, campaignListQuery } from '@placard/contract/campaigns';
import { dollarsFromMicros, type Micros } from '@placard/domain/micros';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import { allOf, withinDays } from '../day-range.ts';
import type { Actor, HasClock, HasDb } from '../feature.ts';
import { pageOf, searchPattern, sortOf } from '../list-query.ts';
import { loadCampaigns, toCampaignRow, todayOf, walletBalance } from './campaign-record.ts';

const SORT_COLUMNS = {
  name: 'c.name',
  status: 'c.status',
  totalBudget: 'c.total_budget_micros',
  createdAt: 'c.created_at',
  startDate: 'c.start_date',
  endDate: 'c.end_date',
};

export type CampaignList = {
  readonly items: CampaignRow[];
  readonly total: number;
  /** Of all the account's campaigns but the archived, whatever the filters. */
  readonly stats: { readonly total: number; readonly active: number; readonly totalBudget: number };
};

/** The actor's campaigns, newest first unless sorted otherwise. Archived ones appear only when asked for by status. */
export async function listCampaigns(
  deps: HasDb & HasClock,
  actor: Actor,
  query: z.output<typeof campaignListQuery>,
): Promise<CampaignList> {
  const today = todayOf(deps, actor);
  const where = allOf(conditionsOf(actor, query));
  const { column, direction } = sortOf(query.sort, SORT_COLUMNS, {
    column: 'c.created_at',
    direction: 'desc',
  });
  const { limit, offset } = pageOf(query);
  const way = direction === 'desc' ? sql`desc nulls last` : sql`asc nulls last`;
  const [page, total, stats, walletMicros] = await Promise.all([
    sql<{ id: number }>`
      select c.id from campaign c where ${where}
       order by ${sql.ref(column)} ${way}, c.id desc limit ${limit} offset ${offset}
    `.execute(deps.db),
    sql<{ total: number }>`select count(*)::int as total from campaign c where ${where}`.execute(deps.db),
    readStats(deps, actor),
    walletBalance(deps.db, actor.userId),
  ]);
  const records = await loadCampaigns(
    deps.db,
    actor,
    page.rows.map((row) => row.id),
    today,
  );
  return {
    items: records.map((record) => toCampaignRow(record, today, walletMicros)),
    total: total.rows[0]?.total ?? 0,
    stats,
  };
}

function conditionsOf(actor: Actor, query: z.output<typeof campaignListQuery>): RawBuilder<SqlBool>[] {
  const conditions = [sql<SqlBool>`c.advertiser_id = ${actor.userId}`];
  conditions.push(
    query.status === undefined
      ? sql<SqlBool>`c.status <> 'archived'`
      : sql<SqlBool>`c.status = ${query.status}`,
  );
  const pattern = searchPattern(query.search);
  if (pattern !== null) {
    conditions.push(sql<SqlBool>`(c.name ilike ${pattern} or c.id::text = ${query.search ?? ''})`);
  }
  if (query.startFrom !== undefined) conditions.push(sql<SqlBool>`c.start_date >= ${query.startFrom}::date`);
  if (query.startTo !== undefined) conditions.push(sql<SqlBool>`c.start_date <= ${query.startTo}::date`);
  conditions.push(...withinDays('c.created_at', actor.timeZone, query.createdFrom, query.createdTo));
  return conditions;
}

async function readStats(deps: HasDb, actor: Actor): Promise<CampaignList['stats']> {
  const { rows } = await sql<{ total: number; active: number; budget: Micros }>`
    select count(*)::int as total,
           count(*) filter (where status = 'active')::int as active,
           coalesce(sum(total_budget_micros), 0)::int8 as budget
      from campaign where advertiser_id = ${actor.userId} and status <> 'archived'
  `.execute(deps.db);
  const [row] = rows;
  return {
    total: row?.total ?? 0,
    active: row?.active ?? 0,
    totalBudget: dollarsFromMicros(row?.budget ?? 0n),
  };
}

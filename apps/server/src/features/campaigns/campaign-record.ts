import { CAMPAIGN_USER_ACTIONS, type CampaignRow } from '@placard/contract/campaigns';
import type { Database } from '@placard/db/schema';
import type { CampaignTable } from '@placard/db/schema/advertising';
import { campaignNote } from '@placard/domain/campaign/note';
import { CAMPAIGN_TRANSITIONS, type CampaignGuard, campaignFacts } from '@placard/domain/campaign/status';
import { dollarsFromMicros, type Micros } from '@placard/domain/micros';
import { allowedActions } from '@placard/domain/status-table';
import { localDayAt } from '@placard/domain/time-zone';
import { type Kysely, type Selectable, sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock } from '../../deps.ts';
import { dollarsOrNull } from '../dollars.ts';
import { rejectionOf } from '../rejection.ts';

/** A campaign with everything that its row on the screen is made of. */
export type CampaignRecord = Selectable<CampaignTable> & {
  readonly spent_micros: Micros;
  readonly spent_today_micros: Micros;
  readonly ad_set_count: number;
  readonly unspent_ad_set_count: number;
  readonly open_today_ad_set_count: number;
  readonly creative_count: number;
  readonly active_creative_count: number;
};

/** The calendar day it is for this account. */
export function todayOf(deps: HasClock, actor: Actor): string {
  return localDayAt(actor.timeZone, deps.clock().getTime());
}

/** The actor's campaigns of these ids, in their order; someone else's are left out. The operator sees everybody's. */
export async function loadCampaigns(
  db: Kysely<Database>,
  whose: Pick<Actor, 'accountId'> | 'everybody',
  ids: readonly number[],
  today: string,
): Promise<CampaignRecord[]> {
  if (ids.length === 0) return [];
  const owned = whose === 'everybody' ? sql`true` : sql`c.advertiser_id = ${whose.accountId}`;
  const { rows } = await sql<CampaignRecord>`
    select c.*, coalesce(s.spent_micros, 0) as spent_micros, a.*, k.*
      from campaign c
      left join campaign_spend s on s.campaign_id = c.id
      cross join lateral (
        select count(*) filter (where present)::int as ad_set_count,
               coalesce(sum(spent_today), 0)::int8 as spent_today_micros,
               count(*) filter (where present and unspent)::int as unspent_ad_set_count,
               count(*) filter (where present and unspent and open_today)::int as open_today_ad_set_count
          from (select a.archived_at is null as present, d.spent_micros as spent_today,
                       coalesce(t.spent_micros, 0) < a.total_budget_micros as unspent,
                       a.daily_budget_micros is null or coalesce(d.spent_micros, 0) < a.daily_budget_micros as open_today
                  from ad_set a
                  left join ad_set_spend t on t.ad_set_id = a.id
                  left join ad_set_day_spend d on d.ad_set_id = a.id and d.day = ${today}
                 where a.campaign_id = c.id) of_campaign
      ) a
      cross join lateral (
        select count(distinct k.id)::int as creative_count,
               count(distinct k.id) filter (where k.status = 'active')::int as active_creative_count
          from ad_set a
          join creative_ad_set ca on ca.ad_set_id = a.id
          join creative k on k.id = ca.creative_id and k.status <> 'archived'
         where a.campaign_id = c.id and a.archived_at is null
      ) k
     where c.id = any(${ids}::int[]) and ${owned}
     order by array_position(${ids}::int[], c.id)
  `.execute(db);
  return rows;
}

/** @throws AppError `campaign_not_found`, also for someone else's. */
export async function loadCampaign(
  db: Kysely<Database>,
  actor: Actor,
  id: number,
  today: string,
): Promise<CampaignRecord> {
  const [record] = await loadCampaigns(db, actor, [id], today);
  if (record === undefined) throw new AppError('campaign_not_found');
  return record;
}

/** What is left in the advertiser's wallet; 0 before the first deposit. */
export async function walletBalance(db: Kysely<Database>, advertiserId: number): Promise<Micros> {
  const account = await db
    .selectFrom('ledger_account')
    .select('balance_micros')
    .where('kind', '=', 'advertiser_wallet')
    .where('owner_id', '=', advertiserId)
    .executeTakeFirst();
  return account?.balance_micros ?? 0n;
}

export function factsOf(record: CampaignRecord, today: string): Record<CampaignGuard, boolean> {
  return campaignFacts({
    approved: record.approved_at !== null,
    adSetCount: record.ad_set_count,
    ended: record.end_date !== null && record.end_date < today,
    budgetSpent: record.spent_micros >= record.total_budget_micros,
  });
}

export function toCampaignRow(record: CampaignRecord, today: string, walletMicros: Micros): CampaignRow {
  const { note, reason } = campaignNote({
    status: record.status,
    startDate: record.start_date,
    today,
    walletMicros,
    totalBudgetMicros: record.total_budget_micros,
    spentMicros: record.spent_micros,
    dailyBudgetMicros: record.daily_budget_micros,
    spentTodayMicros: record.spent_today_micros,
    adSetCount: record.ad_set_count,
    unspentAdSetCount: record.unspent_ad_set_count,
    openTodayAdSetCount: record.open_today_ad_set_count,
    activeCreativeCount: record.active_creative_count,
  });
  const allowed = allowedActions(CAMPAIGN_TRANSITIONS, 'advertiser', record.status, factsOf(record, today));
  return {
    id: record.id,
    name: record.name,
    objective: record.objective,
    status: record.status,
    note,
    noteReason: reason,
    totalBudget: dollarsFromMicros(record.total_budget_micros),
    dailyBudget: dollarsOrNull(record.daily_budget_micros),
    spent: dollarsFromMicros(record.spent_micros),
    startDate: record.start_date,
    endDate: record.end_date,
    createdAt: record.created_at.toISOString(),
    submitted: record.submitted_at !== null,
    approved: record.approved_at !== null,
    rejection: rejectionOf(record),
    adSetCount: record.ad_set_count,
    creativeCount: record.creative_count,
    actions: CAMPAIGN_USER_ACTIONS.filter((action) => allowed.includes(action)),
    version: record.version,
  };
}

import type { CampaignFigures } from '@placard/contract/campaign-insight';
import { dollarsFromMicros, type Micros } from '@placard/domain/micros';
import type { PacedAdSet } from '@placard/domain/pacing/plan';
import { plansToday } from '@placard/domain/pacing/plan-today';
import { localDayNumberAt, startOfLocalDayMs } from '@placard/domain/time-zone';
import { sql } from 'kysely';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { scheduleOfRow } from '../../pacing/schedule-of-row.ts';
import { todayOf } from './campaign-record.ts';

type Row = {
  id: number;
  campaign_id: number;
  approved_at: Date | null;
  start_date: string;
  end_date: string | null;
  start_minute: number;
  end_minute: number;
  days_of_week: number[];
  spent_today: Micros;
  total_left: Micros;
  daily: Micros | null;
  campaign_left: Micros;
  campaign_daily: Micros | null;
};

/** Micros of today: charged, and what the plan meant. */
export type PacedToday = {
  readonly spentMicros: Micros;
  readonly plannedSoFarMicros: Micros;
  readonly plannedTodayMicros: Micros;
};

/** `pacingToday` as the API has it, in dollars. */
export async function readPacingToday(
  deps: HasDb & HasClock,
  actor: Actor,
  ids: readonly number[],
): Promise<ReadonlyMap<number, NonNullable<CampaignFigures['pacing']>>> {
  return new Map(
    [...(await pacingToday(deps, actor, ids))].map(([id, paced]) => [
      id,
      {
        spentToday: dollarsFromMicros(paced.spentMicros),
        plannedSoFar: dollarsFromMicros(paced.plannedSoFarMicros),
        plannedToday: dollarsFromMicros(paced.plannedTodayMicros),
      },
    ]),
  );
}

/**
 * Of the actor's active campaigns that may run today: what is charged today and what the plan meant to have spent by
 * now. The plan is the one of the day's start, or of the approval where that came later.
 */
export async function pacingToday(
  deps: HasDb & HasClock,
  actor: Actor,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PacedToday>> {
  const today = todayOf(deps, actor);
  const { rows } = await sql<Row>`
    select a.id, a.campaign_id, c.approved_at, to_char(c.start_date, 'YYYY-MM-DD') as start_date,
           to_char(c.end_date, 'YYYY-MM-DD') as end_date, a.start_minute, a.end_minute, a.days_of_week,
           coalesce(d.spent_micros, 0) as spent_today,
           a.total_budget_micros - coalesce(s.spent_micros, 0) + coalesce(d.spent_micros, 0) as total_left,
           a.daily_budget_micros as daily,
           c.total_budget_micros - coalesce(cs.spent_micros, 0) as campaign_left,
           c.daily_budget_micros as campaign_daily
      from campaign c
      join ad_set a on a.campaign_id = c.id and a.archived_at is null
      left join ad_set_spend s on s.ad_set_id = a.id
      left join ad_set_day_spend d on d.ad_set_id = a.id and d.day = ${today}
      left join campaign_spend cs on cs.campaign_id = c.id
     where c.id = any(${ids}::int[]) and c.advertiser_id = ${actor.accountId} and c.status = 'active'
       and c.start_date <= ${today}::date and (c.end_date is null or c.end_date >= ${today}::date)
     order by a.id
  `.execute(deps.db);
  const nowMs = deps.clock().getTime();
  const dayStartMs = startOfLocalDayMs(actor.timeZone, localDayNumberAt(actor.timeZone, nowMs));
  const byCampaign = Map.groupBy(rows, (row) => row.campaign_id);
  const plans = plansToday(
    [...byCampaign.values()].flatMap((members) => pacedOf(members, actor)),
    (campaignId) =>
      Math.min(nowMs, Math.max(dayStartMs, byCampaign.get(campaignId)?.[0]?.approved_at?.getTime() ?? 0)),
    nowMs,
  );
  return new Map(
    [...plans].map(([campaignId, plan]) => [
      campaignId,
      {
        spentMicros: spentToday(byCampaign.get(campaignId) ?? []),
        plannedSoFarMicros: plan.soFarMicros,
        plannedTodayMicros: plan.wholeDayMicros,
      },
    ]),
  );
}

function spentToday(rows: readonly Row[]): Micros {
  return rows.reduce((sum, row) => sum + row.spent_today, 0n);
}

/** With what every limit left before today's first charge. The wallet is left out: it bounds spending, not its pace. */
function pacedOf(rows: readonly Row[], actor: Actor): PacedAdSet[] {
  const today = spentToday(rows);
  return rows.map((row) => ({
    adSetId: row.id,
    campaignId: row.campaign_id,
    advertiserId: actor.accountId,
    timeZone: actor.timeZone,
    schedule: scheduleOfRow(row, row),
    totalLeftMicros: row.total_left,
    dayLeftMicros: row.daily,
    campaignLeftMicros: row.campaign_left + today,
    campaignDayLeftMicros: row.campaign_daily,
    walletMicros: row.total_left,
    inFlightMicros: 0n,
    decisionMicros: 1n,
  }));
}

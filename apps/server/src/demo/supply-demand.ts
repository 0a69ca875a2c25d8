import type { Database } from '@placard/db/schema';
import type { WidgetType } from '@placard/db/schema/publishing';
import type { Objective } from '@placard/domain/campaign/rules';
import { priceMicrosOf } from '@placard/domain/decision/price';
import type { Micros } from '@placard/domain/micros';
import type { Schedule } from '@placard/domain/targeting/schedule';
import { type Kysely, sql } from 'kysely';
import { scheduleOfRow } from '../pacing/schedule-of-row.ts';
import { WEBSITES, type WebsitePlan, type WidgetPlan } from './publishing-plan.ts';

/** A creative that may be shown for an ad set on a day. */
export type Candidate = {
  readonly campaignId: number;
  readonly adSetId: number;
  readonly creativeId: number;
  readonly sizeName: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly isCpc: boolean;
  readonly priceMicros: number;
  readonly locations: readonly string[];
  readonly devices: readonly string[];
  readonly timeZone: string;
  readonly schedule: Schedule;
  /** What the day may still bring for the ad set, shared by its creatives: micros left, counted down. */
  readonly budget: { leftMicros: number };
};

export type Place = {
  readonly widgetId: number;
  readonly type: WidgetType;
  readonly website: WebsitePlan;
  readonly widget: WidgetPlan;
  readonly sizeNames: ReadonlySet<string>;
};

type CandidateRow = {
  campaign_id: number;
  ad_set_id: number;
  creative_id: number;
  width_px: number;
  height_px: number;
  objective: Objective;
  bid_micros: Micros | null;
  cpm_micros: Micros;
  cpc_micros: Micros;
  locations: string[];
  devices: string[];
  time_zone: string;
  start_date: string;
  end_date: string | null;
  start_minute: number;
  end_minute: number;
  days_of_week: number[];
  left_micros: Micros;
};

/** What can be shown on a day as the database stands: active campaigns and creatives with money left. */
export async function readDemand(db: Kysely<Database>, day: string): Promise<Candidate[]> {
  const { rows } = await sql<CandidateRow>`
    select c.id as campaign_id, a.id as ad_set_id, k.id as creative_id, k.width_px, k.height_px, c.objective, a.bid_micros,
           n.cpm_micros, n.cpc_micros, a.locations, a.devices, u.time_zone, c.start_date, c.end_date,
           a.start_minute, a.end_minute, a.days_of_week,
           least(w.balance_micros, c.total_budget_micros - coalesce(cs.spent_micros, 0),
                 coalesce(a.daily_budget_micros, a.total_budget_micros)) as left_micros
      from campaign c
      join account u on u.id = c.advertiser_id
      join ledger_account w on w.owner_id = c.advertiser_id and w.kind = 'advertiser_wallet' and w.balance_micros > 0
      join ad_set a on a.campaign_id = c.id and a.archived_at is null
      join creative_ad_set ca on ca.ad_set_id = a.id
      join creative k on k.id = ca.creative_id and k.status = 'active'
      left join campaign_spend cs on cs.campaign_id = c.id
     cross join network_settings n
     where c.status = 'active' and c.start_date <= ${day}::date and (c.end_date is null or c.end_date >= ${day}::date)
     order by a.id, k.id
  `.execute(db);
  const budgets = new Map<number, { leftMicros: number }>();
  return rows.map((row) => {
    const budget = budgets.get(row.ad_set_id) ?? { leftMicros: Number(row.left_micros) };
    budgets.set(row.ad_set_id, budget);
    const rateCard = { cpmMicros: Number(row.cpm_micros), cpcMicros: Number(row.cpc_micros) };
    const bid = row.bid_micros === null ? null : Number(row.bid_micros);
    return {
      campaignId: row.campaign_id,
      adSetId: row.ad_set_id,
      creativeId: row.creative_id,
      sizeName: `${row.width_px}x${row.height_px}`,
      widthPx: row.width_px,
      heightPx: row.height_px,
      isCpc: row.objective === 'TRAFFIC',
      priceMicros: priceMicrosOf(row.objective, bid, rateCard),
      locations: row.locations,
      devices: row.devices,
      timeZone: row.time_zone,
      schedule: scheduleOfRow(row, row),
      budget,
    };
  });
}

/** Widgets that ask for ads, with the plan that says how often. */
export async function readSupply(db: Kysely<Database>): Promise<Place[]> {
  const rows = await db
    .selectFrom('widget')
    .innerJoin('website', 'website.id', 'widget.website_id')
    .select(['widget.id', 'widget.name', 'widget.type', 'website.domain'])
    .where('widget.status', '=', 'active')
    .where('website.status', '=', 'active')
    .orderBy('widget.id')
    .execute();
  return rows.flatMap((row) => {
    const website = WEBSITES.find((plan) => plan.domain === row.domain);
    const widget = website?.widgets.find((plan) => plan.name === row.name);
    if (website === undefined || widget === undefined) return [];
    const sizeNames = new Set(widget.sizes.map((one) => `${one.widthPx}x${one.heightPx}`));
    return [{ widgetId: row.id, type: row.type, website, widget, sizeNames }];
  });
}

import { eachPacingEntry } from '@placard/contract/wire/pacing-plan';
import type { Candidate } from '@placard/domain/decision/gates';
import { effectiveCpmMicros, priceMicrosOf } from '@placard/domain/decision/price';
import type { AdSetState } from '@placard/domain/diagnosis/state-findings';
import type { Micros } from '@placard/domain/micros';
import { type LocalTime, localTimeAt } from '@placard/domain/targeting/local-time';
import { DEVICES } from '@placard/domain/targeting/places';
import type { Schedule } from '@placard/domain/targeting/schedule';
import { sql } from 'kysely';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { scheduleOfRow } from '../../pacing/schedule-of-row.ts';
import { type AdSetRecord, loadAdSets } from '../campaigns/ad-set-record.ts';
import { type CampaignRecord, loadCampaign, todayOf, walletBalance } from '../campaigns/campaign-record.ts';
import {
  type AssignedCreative,
  type BlockLists,
  loadAssigned,
  loadBlocks,
  loadServing,
  type Reach,
} from './load-reach.ts';

type LoadedAdSet = {
  readonly record: AdSetRecord;
  readonly schedule: Schedule;
  readonly priceMicros: number;
  readonly ecpmMicros: number;
  /** Of all delivery processes together; `null` while it is in no plan. */
  readonly plan: { readonly decisionsPerMinute: number } | null;
};

/** All that decides about a campaign besides the views themselves. */
export type LoadedCampaign = {
  readonly record: CampaignRecord;
  readonly accountActive: boolean;
  readonly walletMicros: Micros;
  readonly local: LocalTime;
  /** Those that are not archived. */
  readonly adSets: readonly LoadedAdSet[];
  readonly assigned: readonly AssignedCreative[];
  readonly blocks: BlockLists;
  readonly serving: Awaited<ReturnType<typeof loadServing>>;
};

/** @throws AppError `campaign_not_found`, also for someone else's. */
export async function loadCampaignState(
  deps: HasDb & HasClock,
  actor: Actor,
  id: number,
): Promise<LoadedCampaign> {
  const { db } = deps;
  const today = todayOf(deps, actor);
  const record = await loadCampaign(db, actor, id, today);
  const records = (await loadAdSets(db, actor, { campaignId: id }, today)).filter(
    ({ archived_at }) => archived_at === null,
  );
  const assigned = await loadAssigned(
    db,
    records.map((adSet) => adSet.id),
  );
  const account = await db
    .selectFrom('account')
    .select('status')
    .where('id', '=', actor.accountId)
    .executeTakeFirstOrThrow();
  const blocks = await loadBlocks(db, assigned, record.category);
  return {
    record,
    accountActive: account.status === 'active',
    walletMicros: await walletBalance(db, actor.accountId),
    local: localTimeAt(actor.timeZone, deps.clock().getTime()),
    adSets: await withPrices(deps, record, records),
    assigned,
    blocks,
    serving: await loadServing(db, assigned, blocks),
  };
}

async function withPrices(
  { db }: HasDb,
  campaign: CampaignRecord,
  records: readonly AdSetRecord[],
): Promise<LoadedAdSet[]> {
  const ids = records.map(({ id }) => id);
  const { rows } = await sql<{ id: number; impressions: number; clicks: number }>`
    select ad_set_id as id, impression_count::float8 as impressions, click_count::float8 as clicks
      from ad_set_spend where ad_set_id = any(${ids}::int[])
  `.execute(db);
  const counts = new Map(rows.map((row) => [row.id, row]));
  const settings = await db
    .selectFrom('network_settings')
    .select(['cpm_micros', 'cpc_micros'])
    .executeTakeFirstOrThrow();
  const rateCard = { cpmMicros: Number(settings.cpm_micros), cpcMicros: Number(settings.cpc_micros) };
  const plans = await readPlans({ db }, new Set(ids));
  return records.map((record) => {
    const bid = record.bid_micros === null ? null : Number(record.bid_micros);
    const priceMicros = priceMicrosOf(campaign.objective, bid, rateCard);
    return {
      record,
      schedule: scheduleOfRow(campaign, record),
      priceMicros,
      ecpmMicros: effectiveCpmMicros(campaign.objective, priceMicros, counts.get(record.id) ?? null),
      plan: plans.get(record.id) ?? null,
    };
  });
}

async function readPlans(
  { db }: HasDb,
  adSetIds: ReadonlySet<number>,
): Promise<ReadonlyMap<number, { readonly decisionsPerMinute: number }>> {
  const plan = await db.selectFrom('pacing_plan').select('body').executeTakeFirstOrThrow();
  const plans = new Map<number, { decisionsPerMinute: number }>();
  eachPacingEntry(plan.body, (entry) => {
    if (!adSetIds.has(entry.adSetId)) return;
    const perDecisionMicros = Math.max(entry.expectedPerThousandMicros, 1) / 1_000;
    plans.set(entry.adSetId, { decisionsPerMinute: entry.ratePerMinuteMicros / perDecisionMicros });
  });
  return plans;
}

function limitsOf(campaign: CampaignRecord, adSet: AdSetRecord) {
  return {
    campaignLeftMicros: campaign.total_budget_micros - campaign.spent_micros,
    campaignDayLeftMicros: leftOrNull(campaign.daily_budget_micros, campaign.spent_today_micros),
    adSetLeftMicros: adSet.total_budget_micros - adSet.spent_micros,
    adSetDayLeftMicros: leftOrNull(adSet.daily_budget_micros, adSet.spent_today_micros),
  };
}

function leftOrNull(limit: Micros | null, spent: Micros): Micros | null {
  return limit === null ? null : limit - spent;
}

export function stateOf(
  campaign: LoadedCampaign,
  adSet: LoadedAdSet,
  reach: Reach & Pick<AdSetState, 'creativeStatuses'>,
): AdSetState {
  const { record } = campaign;
  return {
    accountActive: campaign.accountActive,
    status: record.status,
    submitted: record.submitted_at !== null,
    approved: record.approved_at !== null,
    startDate: record.start_date,
    endDate: record.end_date,
    schedule: adSet.schedule,
    local: campaign.local,
    walletMicros: campaign.walletMicros,
    ...limitsOf(record, adSet.record),
    ...reach,
  };
}

/** The ad set with each of its creatives, as the ad server would ask about them now; alike ones once. */
export function candidatesOf(
  campaign: LoadedCampaign,
  adSet: LoadedAdSet,
  assigned: readonly AssignedCreative[],
): Candidate[] {
  const { record } = adSet;
  const limits = Object.values(limitsOf(campaign.record, record));
  const common = {
    adSetId: record.id,
    advertiserActive: campaign.accountActive,
    campaignActive: campaign.record.status === 'active',
    adSetArchived: false,
    walletPositive: campaign.walletMicros > 0n,
    locations: record.locations,
    devices: DEVICES.filter((device) => record.devices.includes(device)),
    languages: record.languages,
    schedule: adSet.schedule,
    ecpmMicros: adSet.ecpmMicros,
    objective: campaign.record.objective,
    priceMicros: adSet.priceMicros,
    budgetLeft: limits.every((left) => left === null || left > 0n),
    // Pace changes by the second: what it holds back is reckoned from the plan afterwards.
    paceAllows: true,
    category: campaign.record.category,
  };
  if (assigned.length === 0) {
    const size = { widthPx: 0, heightPx: 0 };
    return [{ ...common, creativeId: 0, creativeActive: false, size, advertiserHost: null }];
  }
  const named = new Set(
    [...campaign.blocks.websites.values(), ...campaign.blocks.widgets.values()].flatMap(
      ({ creativeIds }) => creativeIds,
    ),
  );
  const distinct = new Map<string, Candidate>();
  for (const { id, status, widthPx, heightPx, host } of assigned) {
    const creativeActive = status === 'active';
    const key = `${creativeActive} ${widthPx}x${heightPx} ${host} ${named.has(id) ? id : ''}`;
    const size = { widthPx, heightPx };
    distinct.set(key, { ...common, creativeId: id, creativeActive, size, advertiserHost: host });
  }
  return [...distinct.values()];
}

import type { AdSet } from '@placard/contract/campaigns';
import type { Database } from '@placard/db/schema';
import type { AdSetTable } from '@placard/db/schema/advertising';
import { dollarsFromMicros, type Micros } from '@placard/domain/micros';
import { DEVICES } from '@placard/domain/targeting/places';
import { type Kysely, type Selectable, sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { Actor } from '../../deps.ts';
import { describeAdSet } from './ad-set-values.ts';

export type AdSetRecord = Selectable<AdSetTable> & {
  readonly spent_micros: Micros;
  readonly spent_today_micros: Micros;
  readonly creative_count: number;
};

/** Ad sets of the actor's campaign, oldest first; archived ones last. */
export async function loadAdSets(
  db: Kysely<Database>,
  actor: Actor,
  which: { readonly campaignId: number } | { readonly id: number },
  today: string,
): Promise<AdSetRecord[]> {
  const condition = 'id' in which ? sql`a.id = ${which.id}` : sql`a.campaign_id = ${which.campaignId}`;
  const { rows } = await sql<AdSetRecord>`
    select a.*, coalesce(t.spent_micros, 0) as spent_micros, coalesce(d.spent_micros, 0) as spent_today_micros,
           (select count(*)::int from creative_ad_set ca
              join creative k on k.id = ca.creative_id and k.status <> 'archived'
             where ca.ad_set_id = a.id) as creative_count
      from ad_set a
      join campaign c on c.id = a.campaign_id and c.advertiser_id = ${actor.accountId}
      left join ad_set_spend t on t.ad_set_id = a.id
      left join ad_set_day_spend d on d.ad_set_id = a.id and d.day = ${today}
     where ${condition}
     order by a.archived_at is not null, a.id
  `.execute(db);
  return rows;
}

/** @throws AppError `ad_set_not_found`, also for someone else's. */
export async function loadAdSet(
  db: Kysely<Database>,
  actor: Actor,
  id: number,
  today: string,
): Promise<AdSetRecord> {
  const [record] = await loadAdSets(db, actor, { id }, today);
  if (record === undefined) throw new AppError('ad_set_not_found');
  return record;
}

/** The campaign of the actor's ad set. @throws AppError `ad_set_not_found`, also for someone else's. */
export async function campaignOfAdSet(db: Kysely<Database>, actor: Actor, adSetId: number): Promise<number> {
  const owned = await db
    .selectFrom('ad_set')
    .innerJoin('campaign', 'campaign.id', 'ad_set.campaign_id')
    .select('ad_set.campaign_id')
    .where('ad_set.id', '=', adSetId)
    .where('campaign.advertiser_id', '=', actor.accountId)
    .executeTakeFirstOrThrow(() => new AppError('ad_set_not_found'));
  return owned.campaign_id;
}

/** What its owner chose. */
export function toAdSetFields(record: Selectable<AdSetTable>) {
  return {
    ...describeAdSet(record),
    devices: DEVICES.filter((device) => record.devices.includes(device)),
  };
}

export function toAdSet(record: AdSetRecord): AdSet {
  return {
    ...toAdSetFields(record),
    id: record.id,
    campaignId: record.campaign_id,
    spent: dollarsFromMicros(record.spent_micros),
    spentToday: dollarsFromMicros(record.spent_today_micros),
    creativeCount: record.creative_count,
    archived: record.archived_at !== null,
    createdAt: record.created_at.toISOString(),
    version: record.version,
  };
}

import type { Database } from '@placard/db/schema';
import type { CampaignStatus } from '@placard/domain/campaign/status';
import { MAX_AD_SETS_OF_A_CREATIVE } from '@placard/domain/creative/rules';
import type { Kysely } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { Actor } from '../../deps.ts';

const ENDED: readonly CampaignStatus[] = ['cancelled', 'completed', 'archived'];

/**
 * Refuses ad sets that a creative cannot be assigned to: unknown, someone else's, archived, or of an ended campaign.
 * @throws AppError `ad_set_not_found`, `conflict_status`.
 */
export async function refuseUnassignable(
  db: Kysely<Database>,
  actor: Actor,
  adSetIds: readonly number[],
): Promise<void> {
  if (adSetIds.length === 0) return;
  const found = await db
    .selectFrom('ad_set')
    .innerJoin('campaign', 'campaign.id', 'ad_set.campaign_id')
    .select(['ad_set.id', 'ad_set.name', 'ad_set.archived_at', 'campaign.status'])
    .where('ad_set.id', 'in', adSetIds)
    .where('campaign.advertiser_id', '=', actor.accountId)
    .execute();
  if (found.length !== adSetIds.length) throw new AppError('ad_set_not_found');
  for (const adSet of found) {
    if (adSet.archived_at !== null) {
      throw new AppError('conflict_status', {
        reason: 'assigned_ad_set_archived',
        value: adSet.name,
      });
    }
    if (ENDED.includes(adSet.status)) {
      throw new AppError('conflict_status', {
        reason: 'assigned_campaign_ended',
        values: { adSet: adSet.name, campaignStatus: adSet.status },
      });
    }
  }
}

export async function assignedAdSetIds(db: Kysely<Database>, creativeId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('creative_ad_set')
    .innerJoin('ad_set', 'ad_set.id', 'creative_ad_set.ad_set_id')
    .select('ad_set_id')
    .where('creative_id', '=', creativeId)
    .where('ad_set.archived_at', 'is', null)
    .orderBy('ad_set_id')
    .execute();
  return rows.map((row) => row.ad_set_id);
}

/** @throws AppError `conflict_status` where that is more ad sets than a creative may serve; what is under way is undone. */
export async function insertAssignments(
  db: Kysely<Database>,
  creativeId: number,
  adSetIds: readonly number[],
  now: Date,
): Promise<void> {
  if (adSetIds.length === 0) return;
  await db
    .insertInto('creative_ad_set')
    .values(adSetIds.map((adSetId) => ({ creative_id: creativeId, ad_set_id: adSetId, assigned_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await refuseTooManyAdSets(db, [creativeId]);
}

/** Counts what was written already, of creatives whose rows are locked. @throws AppError `conflict_status`. */
export async function refuseTooManyAdSets(
  db: Kysely<Database>,
  creativeIds: readonly number[],
): Promise<void> {
  if (creativeIds.length === 0) return;
  const beyond = await db
    .selectFrom('creative_ad_set')
    .innerJoin('ad_set', 'ad_set.id', 'creative_ad_set.ad_set_id')
    .innerJoin('creative', 'creative.id', 'creative_ad_set.creative_id')
    .select('creative.name')
    .where('creative.id', 'in', creativeIds)
    .where('ad_set.archived_at', 'is', null)
    .groupBy('creative.id')
    .having((having) => having.fn.countAll(), '>', MAX_AD_SETS_OF_A_CREATIVE)
    .orderBy('creative.id')
    .limit(1)
    .executeTakeFirst();
  if (beyond === undefined) return;
  throw new AppError('conflict_status', {
    reason: 'creative_ad_sets_full',
    value: beyond.name,
  });
}

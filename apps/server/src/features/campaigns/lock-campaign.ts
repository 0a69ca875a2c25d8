import type { CannotOf } from '@placard/contract/status-refusals';
import type { Database } from '@placard/db/schema';
import type { CampaignTable } from '@placard/db/schema/advertising';
import {
  CAMPAIGN_TRANSITIONS,
  type CampaignAction,
  type CampaignGuard,
  type CampaignStatus,
} from '@placard/domain/campaign/status';
import { judgeTransition } from '@placard/domain/status-table';
import type { Kysely, Selectable } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { Actor } from '../../deps.ts';
import { statusConflict } from '../status-conflict.ts';
import { writeLocked } from '../write-locked.ts';

export type LockedCampaign = Selectable<CampaignTable>;

/** The actor's campaign, locked until the transaction ends. @throws AppError `campaign_not_found`. */
export async function lockCampaign(db: Kysely<Database>, actor: Actor, id: number): Promise<LockedCampaign> {
  return await db
    .selectFrom('campaign')
    .selectAll()
    .where('id', '=', id)
    .where('advertiser_id', '=', actor.accountId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new AppError('campaign_not_found'));
}

/** Where an edit leads from the present status. @throws AppError `conflict_status` where none is allowed. */
export function statusAfterEdit(
  campaign: LockedCampaign,
  cannot: CannotOf<'campaign'> = 'edited',
): CampaignStatus {
  const result = judgeTransition<CampaignStatus, CampaignAction, CampaignGuard>(CAMPAIGN_TRANSITIONS, {
    from: campaign.status,
    action: 'edit',
    actor: 'advertiser',
    facts: {},
  });
  if (!result.ok) throw statusConflict('campaign', campaign.status, cannot);
  return result.to;
}

/** Anything but what is archived may be copied. @throws AppError `conflict_status`. */
export function refuseUncopyable(campaign: LockedCampaign): void {
  const result = judgeTransition<CampaignStatus, CampaignAction, CampaignGuard>(CAMPAIGN_TRANSITIONS, {
    from: campaign.status,
    action: 'duplicate',
    actor: 'advertiser',
    facts: {},
  });
  if (!result.ok) throw statusConflict('campaign', campaign.status, 'duplicated');
}

/** An edit's consequence for the campaign itself: paused, its approval cleared. */
export async function markEdited(db: Kysely<Database>, campaign: LockedCampaign, now: Date): Promise<void> {
  const status = statusAfterEdit(campaign);
  await writeLocked(db, 'campaign', campaign, { status, approved_at: null }, now);
}

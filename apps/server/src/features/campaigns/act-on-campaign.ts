import type { Campaign } from '@placard/contract/campaigns';
import type { CannotOf } from '@placard/contract/status-refusals';
import type { CampaignTable } from '@placard/db/schema/advertising';
import { CAMPAIGN_TRANSITIONS } from '@placard/domain/campaign/status';
import { judgeTransition } from '@placard/domain/status-table';
import type { Updateable } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { statusConflict } from '../status-conflict.ts';
import { type CampaignRecord, factsOf, loadCampaign, todayOf } from './campaign-record.ts';
import { getCampaign } from './get-campaign.ts';

export type CampaignAct = 'publish' | 'activate' | 'pause' | 'cancel' | 'archive';

const PAST_PARTICIPLE: Record<CampaignAct, CannotOf<'campaign'>> = {
  publish: 'published',
  activate: 'activated',
  pause: 'paused',
  cancel: 'cancelled',
  archive: 'archived',
};

/**
 * One action of the status table by its advertiser.
 * @throws AppError `campaign_not_found`; `conflict_status` naming the present status, also where somebody else was
 * quicker; `conflict_version` where it was edited meanwhile.
 */
export async function actOnCampaign(
  deps: HasDb & HasClock,
  actor: Actor,
  input: { readonly id: number; readonly action: CampaignAct },
): Promise<Campaign> {
  const now = deps.clock();
  const today = todayOf(deps, actor);
  return await inTransaction(deps.db, async (db) => {
    const campaign = await loadCampaign(db, actor, input.id, today);
    const result = judgeTransition(CAMPAIGN_TRANSITIONS, {
      from: campaign.status,
      action: input.action,
      actor: 'advertiser',
      facts: factsOf(campaign, today),
    });
    if (!result.ok) throw refusal(campaign, input.action);
    const written = await db
      .updateTable('campaign')
      .set({
        status: result.to,
        ...valuesOf(input.action, now),
        updated_at: now,
        version: campaign.version + 1,
      })
      .where('id', '=', input.id)
      .where('advertiser_id', '=', actor.accountId)
      .where('status', '=', campaign.status)
      .where('version', '=', campaign.version)
      .executeTakeFirst();
    if (written.numUpdatedRows !== 1n) {
      const present = await loadCampaign(db, actor, input.id, today);
      // Edited meanwhile: what the action was for is not what is there.
      throw present.status === campaign.status
        ? new AppError('conflict_version')
        : refusal(present, input.action);
    }
    await writeAudit(db, {
      ...doneBy(actor, 'advertiser'),
      action: `campaign.${input.action}`,
      subjectKind: 'campaign',
      subjectId: input.id,
      detail: { status: { before: campaign.status, after: result.to } },
      at: now,
    });
    return await getCampaign({ ...deps, db }, actor, input);
  });
}

function valuesOf(action: CampaignAct, now: Date): Updateable<CampaignTable> {
  return action === 'publish' ? { submitted_at: now, rejection_code: null, rejection_text: null } : {};
}

function refusal(campaign: CampaignRecord, action: CampaignAct): AppError {
  const { status } = campaign;
  if (action === 'publish' && campaign.ad_set_count === 0 && (status === 'paused' || status === 'rejected')) {
    return new AppError('conflict_status', {
      reason: 'campaign_without_ad_set',
      values: { campaignStatus: status },
    });
  }
  if (action === 'publish' && status === 'paused') {
    return new AppError('conflict_status', {
      reason: 'campaign_approved',
    });
  }
  if (action === 'activate' && status === 'paused') {
    return new AppError('conflict_status', {
      reason: 'campaign_unapproved',
    });
  }
  return statusConflict('campaign', status, PAST_PARTICIPLE[action]);
}

import type { CampaignOfOperator } from '@placard/contract/moderated-campaigns';
import {
  CAMPAIGN_TRANSITIONS,
  type CampaignAction,
  type CampaignGuard,
  type CampaignStatus,
} from '@placard/domain/campaign/status';
import { judgeTransition, type StatusTable } from '@placard/domain/status-table';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb, HasUrls } from '../../deps.ts';
import { mailText } from '../../mail/mail-text.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { notify } from '../notices/notify.ts';
import { lockSubject } from '../reviews/review-subject.ts';
import { networkName } from '../settings/network-name.ts';
import { statusConflict } from '../status-conflict.ts';
import { readModeratedCampaign } from './list-campaigns.ts';

const TABLE: StatusTable<CampaignStatus, CampaignAction, CampaignGuard> = CAMPAIGN_TRANSITIONS;

/**
 * Pauses a running campaign, approval and all: its ads stop within seconds, its advertiser is told and may activate it
 * again. What must not run again as it is gets rejected.
 * @throws AppError `campaign_not_found`, `conflict_status`, `conflict_version`.
 */
export async function pauseCampaign(
  deps: HasDb & HasClock & HasUrls,
  actor: Actor,
  input: { readonly id: number; readonly version: number },
): Promise<CampaignOfOperator> {
  const now = deps.clock();
  const { id, version } = input;
  return await inTransaction(deps.db, async (db) => {
    const subject = await lockSubject(db, 'campaign', id);
    const from = subject.status as CampaignStatus;
    const result = judgeTransition(TABLE, { from, action: 'pause', actor: 'operator', facts: {} });
    if (!result.ok) throw statusConflict('campaign', from, 'paused');
    if (subject.version !== version) throw new AppError('conflict_version');
    const written = await db
      .updateTable('campaign')
      .set({ status: result.to, updated_at: now, version: version + 1 })
      .where('id', '=', id)
      .where('status', '=', from)
      .where('version', '=', version)
      .executeTakeFirst();
    if (written.numUpdatedRows !== 1n) throw new AppError('conflict_version');
    await writeAudit(db, {
      ...doneBy(actor, 'operator'),
      action: 'campaign.pause',
      subjectKind: 'campaign',
      subjectId: id,
      detail: { status: { before: from, after: result.to } },
      at: now,
    });
    await notify(db, {
      accountId: subject.owner_id,
      kind: 'campaign.pause',
      data: { subjectId: id, name: subject.title },
      mail: mailText('campaignPaused', {
        network: await networkName(db),
        name: subject.title,
        url: `${deps.publicUrl}/advertiser/campaigns/${id}`,
      }),
      at: now,
    });
    return await readModeratedCampaign({ ...deps, db }, id);
  });
}

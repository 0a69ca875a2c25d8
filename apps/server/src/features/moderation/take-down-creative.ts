import type { ModeratedCreative, takeDownInput } from '@placard/contract/moderation';
import {
  CREATIVE_TRANSITIONS,
  type CreativeAction,
  type CreativeStatus,
} from '@placard/domain/creative/status';
import { judgeTransition, type StatusTable } from '@placard/domain/status-table';
import type { z } from 'zod';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb, HasUrls } from '../../deps.ts';
import { mailText } from '../../mail/mail-text.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { notify } from '../notices/notify.ts';
import { closeQuestions } from '../reviews/close-questions.ts';
import { lockSubject, writeVerdict } from '../reviews/review-subject.ts';
import { networkName } from '../settings/network-name.ts';
import { statusConflict } from '../status-conflict.ts';
import { getModeratedCreative } from './list-moderated.ts';

const TABLE: StatusTable<CreativeStatus, CreativeAction, string> = CREATIVE_TRANSITIONS;

/**
 * Stops a creative wherever it stands but archived: it is shown nowhere any more, its tracking links lead nowhere, and its
 * advertiser is told why. Only an appeal that is granted brings it back.
 * @throws AppError `creative_not_found`, `conflict_status`, `conflict_version`.
 */
export async function takeDownCreative(
  deps: HasDb & HasClock & HasUrls,
  actor: Actor,
  input: z.output<typeof takeDownInput>,
): Promise<ModeratedCreative> {
  const now = deps.clock();
  const { id, code, text } = input;
  return await inTransaction(deps.db, async (db) => {
    const subject = await lockSubject(db, 'creative', id);
    const from = subject.status as CreativeStatus;
    const result = judgeTransition(TABLE, { from, action: 'takeDown', actor: 'operator', facts: {} });
    if (!result.ok) throw statusConflict('creative', from, 'taken down');
    if (subject.version !== input.version) throw new AppError('conflict_version');
    const verdict = { status: result.to, approvedAt: null, rejectionCode: code, rejectionText: text };
    await writeVerdict(db, 'creative', subject, verdict, now);
    await closeQuestions(db, { kind: 'creative', id }, now);
    await writeAudit(db, {
      ...doneBy(actor, 'operator'),
      action: 'creative.takeDown',
      subjectKind: 'creative',
      subjectId: id,
      detail: { code, text, status: { before: subject.status, after: result.to } },
      at: now,
    });
    await notify(db, {
      accountId: subject.owner_id,
      kind: 'creative.takeDown',
      data: { subjectId: id, name: subject.title, code, text },
      mail: mailText('takeDown', {
        network: await networkName(db),
        name: subject.title,
        text,
        url: `${deps.publicUrl}/advertiser/creatives/${id}`,
      }),
      at: now,
    });
    return await getModeratedCreative({ ...deps, db }, id);
  });
}

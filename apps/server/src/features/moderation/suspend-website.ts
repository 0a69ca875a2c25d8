import type { ModeratedWebsite, suspendWebsiteInput } from '@placard/contract/moderation';
import type { CannotOf } from '@placard/contract/status-refusals';
import type { Tx } from '@placard/db/database';
import { judgeTransition, type StatusTable } from '@placard/domain/status-table';
import {
  WEBSITE_TRANSITIONS,
  type WebsiteAction,
  type WebsiteGuard,
  type WebsiteStatus,
} from '@placard/domain/website/status';
import type { z } from 'zod';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb, HasUrls } from '../../deps.ts';
import { mailText } from '../../mail/mail-text.ts';
import { refuseOwnRecord } from '../accounts/own-record.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { notify } from '../notices/notify.ts';
import { nameOf } from '../reviews/review-mail.ts';
import { lockSubject, type ReviewSubject } from '../reviews/review-subject.ts';
import { networkName } from '../settings/network-name.ts';
import { statusConflict } from '../status-conflict.ts';
import { getModeratedWebsite } from './list-moderated.ts';

type Deps = HasDb & HasClock & HasUrls;
const TABLE: StatusTable<WebsiteStatus, WebsiteAction, WebsiteGuard> = WEBSITE_TRANSITIONS;

/**
 * Suspends a running website: its widgets stop within seconds, and its publisher cannot lift it.
 * @throws AppError `website_not_found`, `conflict_status`, `conflict_version`.
 */
export async function suspendWebsite(
  deps: Deps,
  actor: Actor,
  input: z.output<typeof suspendWebsiteInput>,
): Promise<ModeratedWebsite> {
  const { text } = input;
  return await inTransaction(deps.db, async (db) => {
    const subject = await moved(deps, db, actor, { ...input, action: 'suspend', cannot: 'suspended' });
    await notify(db, {
      accountId: subject.owner_id,
      kind: 'website.suspend',
      data: { subjectId: input.id, name: nameOf('website', subject), text },
      mail: mailText('suspension', { ...(await mailFacts(deps, db, subject)), text }),
      at: deps.clock(),
    });
    return await getModeratedWebsite({ db }, input.id);
  });
}

/**
 * Lifts a suspension, whoever made it.
 * @throws AppError `website_not_found`, `conflict_status`, `conflict_version`, `own_record`.
 */
export async function activateWebsite(
  deps: Deps,
  actor: Actor,
  input: { readonly id: number; readonly version: number },
): Promise<ModeratedWebsite> {
  return await inTransaction(deps.db, async (db) => {
    const move = { ...input, text: null, action: 'activate', cannot: 'activated' } as const;
    const subject = await moved(deps, db, actor, move);
    await notify(db, {
      accountId: subject.owner_id,
      kind: 'website.activate',
      data: { subjectId: input.id, name: nameOf('website', subject) },
      mail: mailText('activation', await mailFacts(deps, db, subject)),
      at: deps.clock(),
    });
    return await getModeratedWebsite({ db }, input.id);
  });
}

type Move = {
  readonly id: number;
  readonly version: number;
  readonly action: 'suspend' | 'activate';
  readonly text: string | null;
  readonly cannot: CannotOf<'website'>;
};

async function moved(deps: HasClock, db: Tx, actor: Actor, move: Move): Promise<ReviewSubject> {
  const now = deps.clock();
  const subject = await lockSubject(db, 'website', move.id);
  if (move.action === 'activate') await refuseOwnRecord(db, actor, subject.owner_id, now);
  const from = subject.status as WebsiteStatus;
  const facts = { suspendedByPublisherOrActorIsOperator: true };
  const result = judgeTransition(TABLE, { from, action: move.action, actor: 'operator', facts });
  if (!result.ok) throw statusConflict('website', from, move.cannot);
  if (subject.version !== move.version) throw new AppError('conflict_version');
  const written = await db
    .updateTable('website')
    .set({
      status: result.to,
      suspended_by: result.to === 'suspended' ? 'operator' : null,
      suspension_text: move.text,
      updated_at: now,
      version: subject.version + 1,
    })
    .where('id', '=', move.id)
    .where('status', '=', from)
    .where('version', '=', move.version)
    .executeTakeFirst();
  if (written.numUpdatedRows !== 1n) throw new AppError('conflict_version');
  await writeAudit(db, {
    ...doneBy(actor, 'operator'),
    action: `website.${move.action}`,
    subjectKind: 'website',
    subjectId: move.id,
    detail: {
      ...(move.text === null ? {} : { text: move.text }),
      status: { before: subject.status, after: result.to },
    },
    at: now,
  });
  return subject;
}

async function mailFacts(deps: HasUrls, db: Tx, subject: ReviewSubject) {
  return {
    network: await networkName(db),
    name: nameOf('website', subject),
    url: `${deps.publicUrl}/publisher/websites`,
  };
}

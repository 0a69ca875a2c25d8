import type { grantInput, upholdInput } from '@placard/contract/appeals';
import type { Tx } from '@placard/db/database';
import type { AppealedKind } from '@placard/domain/appeal';
import { judgeTransition } from '@placard/domain/status-table';
import { sql } from 'kysely';
import type { z } from 'zod';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb, HasSecrets, HasUrls } from '../../deps.ts';
import { refuseOwnDecision, refuseOwnRecord } from '../accounts/own-record.ts';
import { type OpenAppeal, readAppeal } from '../appeals/waiting-appeals.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { notify } from '../notices/notify.ts';
import { networkName } from '../settings/network-name.ts';
import { statusConflict } from '../status-conflict.ts';
import { closeQuestions } from './close-questions.ts';
import { readReviewContent } from './review-content.ts';
import { grantedMail, nameOf, ownersPage, upheldMail } from './review-mail.ts';
import { writeSnapshot } from './review-snapshot.ts';
import { lockSubject, REVIEW_TRANSITIONS, type ReviewSubject, writeVerdict } from './review-subject.ts';

type Deps = HasDb & HasClock & HasUrls & HasSecrets;
type Done = Record<never, never>;

/**
 * What was decided about runs again, exactly as it was seen: a creative that its advertiser had paused stays paused.
 * @throws AppError `appeal_not_found`, `appeal_ended`, `conflict_version`, `website_related`, `own_record`.
 */
export async function grantAppeal(
  deps: Deps,
  actor: Actor,
  input: z.output<typeof grantInput>,
): Promise<Done> {
  const now = deps.clock();
  return await inTransaction(deps.db, async (db) => {
    const { appeal, subject } = await lockAppeal(db, input);
    const { subject_kind: kind, subject_id: id } = appeal;
    await refuseOwnRecord(db, actor, subject.owner_id, now);
    const status = await statusAfterGrant(db, appeal, subject);
    const content = await readReviewContent({ ...deps, db }, kind, id);
    const related = (content?.related ?? []).map((one) => one.id);
    if (related.some((one) => !input.seenRelated.includes(one))) throw new AppError('website_related');
    // Before its subject changes, which would withdraw it.
    await answerAppeal(db, actor, appeal, { status: 'granted', answer: null }, now);
    await writeSnapshot(db, kind, id, content?.fields ?? [], now);
    const verdict = { status, approvedAt: now, rejectionCode: null, rejectionText: null };
    await writeVerdict(db, kind, subject, verdict, now);
    await closeQuestions(db, { kind, id }, now);
    await writeAudit(db, {
      ...doneBy(actor, 'operator'),
      action: `${kind}.grantAppeal`,
      subjectKind: kind,
      subjectId: id,
      detail: {
        ...(related.length === 0 ? {} : { related: related.join(', ') }),
        appeal: appeal.id,
        status: { before: subject.status, after: status },
      },
      at: now,
    });
    await notify(db, {
      accountId: subject.owner_id,
      kind: `${kind}.grantAppeal`,
      data: { subjectId: id, name: nameOf(kind, subject) },
      mail: grantedMail(await mailFacts(deps, db, kind, subject)),
      at: now,
    });
    return {};
  });
}

/**
 * The decision stays; its owner is told why, and cannot appeal against it again.
 * @throws AppError `appeal_not_found`, `appeal_ended`, `conflict_version`, `own_decision`.
 */
export async function upholdDecision(
  deps: Deps,
  actor: Actor,
  input: z.output<typeof upholdInput>,
): Promise<Done> {
  const now = deps.clock();
  const { text } = input;
  return await inTransaction(deps.db, async (db) => {
    const { appeal, subject } = await lockAppeal(db, input);
    const { subject_kind: kind, subject_id: id } = appeal;
    await refuseOwnDecision(db, actor, appeal.decided_by);
    await answerAppeal(db, actor, appeal, { status: 'upheld', answer: text }, now);
    await notify(db, {
      accountId: subject.owner_id,
      kind: `${kind}.upholdAppeal`,
      data: { subjectId: id, name: nameOf(kind, subject), text },
      mail: upheldMail({ ...(await mailFacts(deps, db, kind, subject)), text }),
      at: now,
    });
    return {};
  });
}

/** The appeal and what it is about, locked in that order of all who change either: the subject first. */
async function lockAppeal(
  db: Tx,
  { id, version }: { readonly id: number; readonly version: number },
): Promise<{ appeal: OpenAppeal; subject: ReviewSubject }> {
  const { subject_kind: kind, subject_id } = await readAppeal(db, id);
  const subject = await lockSubject(db, kind, subject_id);
  const appeal = await readAppeal(db, id);
  if (appeal.status !== 'open') throw new AppError('appeal_ended');
  if (subject.version !== version) throw new AppError('conflict_version');
  return { appeal, subject };
}

async function statusAfterGrant(db: Tx, appeal: OpenAppeal, subject: ReviewSubject): Promise<string> {
  const kind = appeal.subject_kind;
  const paused = appeal.decision === 'takeDown' && (await stoodBefore(db, appeal)) === 'paused';
  const result = judgeTransition(REVIEW_TRANSITIONS[kind], {
    from: subject.status,
    action: paused ? 'grantAppealPaused' : 'grantAppeal',
    actor: 'operator',
    facts: {},
  });
  if (!result.ok) throw statusConflict(kind, subject.status, 'reinstated');
  return result.to;
}

/** How its subject stood when it was decided about, as the log has it. */
async function stoodBefore(db: Tx, { decision_id: id }: OpenAppeal): Promise<string | null> {
  if (id === null) return null;
  const { rows } = await sql<{ before: string | null }>`
    select detail -> 'status' ->> 'before' as before from audit_log where id = ${id}`.execute(db);
  return rows[0]?.before ?? null;
}

async function answerAppeal(
  db: Tx,
  actor: Actor,
  appeal: OpenAppeal,
  { status, answer }: { readonly status: 'granted' | 'upheld'; readonly answer: string | null },
  now: Date,
): Promise<void> {
  const written = await db
    .updateTable('appeal')
    .set({ status, answer, answered_at: now, answered_by: actor.userId })
    .where('id', '=', appeal.id)
    .where('status', '=', 'open')
    .executeTakeFirst();
  if (written.numUpdatedRows !== 1n) throw new AppError('appeal_ended');
  await writeAudit(db, {
    ...doneBy(actor, 'operator'),
    action: status === 'granted' ? 'appeal.grant' : 'appeal.uphold',
    subjectKind: 'appeal',
    subjectId: appeal.id,
    detail: {
      [appeal.subject_kind]: appeal.subject_id,
      decision: appeal.decision,
      ...(answer === null ? {} : { text: answer }),
      status: { before: 'open', after: status },
    },
    at: now,
  });
}

async function mailFacts(deps: Deps, db: Tx, kind: AppealedKind, subject: ReviewSubject) {
  return {
    network: await networkName(db),
    kind,
    name: nameOf(kind, subject),
    url: `${deps.publicUrl}${ownersPage(kind, subject.id)}`,
  };
}

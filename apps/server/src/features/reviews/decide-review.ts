import type { rejectInput } from '@placard/contract/reviews';
import type { Tx } from '@placard/db/database';
import type { AuditDetail } from '@placard/domain/audit';
import type { ReviewKind } from '@placard/domain/review';
import { judgeTransition } from '@placard/domain/status-table';
import type { z } from 'zod';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb, HasSecrets, HasUrls } from '../../deps.ts';
import { refuseOwnRecord } from '../accounts/own-record.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { notify } from '../notices/notify.ts';
import { networkName } from '../settings/network-name.ts';
import { statusConflict } from '../status-conflict.ts';
import { closeQuestions } from './close-questions.ts';
import { readReviewContent } from './review-content.ts';
import { approvalMail, nameOf, ownersPage, type ReviewMailFacts, rejectionMail } from './review-mail.ts';
import { writeSnapshot } from './review-snapshot.ts';
import { lockSubject, REVIEW_TRANSITIONS, type ReviewSubject, writeVerdict } from './review-subject.ts';

type Deps = HasDb & HasClock & HasUrls & HasSecrets;
const APPROVE = { action: 'approve', cannot: 'approved' } as const;
const REJECT = { action: 'reject', cannot: 'rejected' } as const;

type Seen = { readonly kind: ReviewKind; readonly id: number; readonly version: number };

/**
 * Approves exactly what was seen: the version must be the one of the queue. A running creative in the queue was reported by
 * visitors: approving it keeps it. A website above or below another publisher's is approved only by who has seen that one.
 * @throws AppError `<kind>_not_found`, `conflict_status`, `conflict_version`, `website_related`, `own_record`.
 */
export async function approveReview(
  deps: Deps,
  actor: Actor,
  input: Seen & { readonly seenRelated?: readonly number[] | undefined },
): Promise<void> {
  const now = deps.clock();
  await inTransaction(deps.db, async (db) => {
    const { owner_id: ownerId } = await lockSubject(db, input.kind, input.id);
    await refuseOwnRecord(db, actor, ownerId, now);
    if (await keepRunning(db, actor, input, now)) return;
    await approve({ ...deps, db }, actor, input);
  });
}

/**
 * Approves within a transaction that is under way; without an actor the system does, for an account whose changes go live at once.
 * @throws AppError as `approveReview` does.
 */
export async function approve(
  deps: Deps & { readonly db: Tx },
  actor: Pick<Actor, 'userId'> | null,
  input: Seen & { readonly seenRelated?: readonly number[] | undefined },
): Promise<void> {
  const now = deps.clock();
  const { db } = deps;
  const { subject, status } = await judge(db, input, actor === null ? 'system' : 'operator', APPROVE);
  const content = await readReviewContent(deps, input.kind, input.id);
  const related = (content?.related ?? []).map(({ id }) => id);
  if (related.some((id) => !input.seenRelated?.includes(id))) throw new AppError('website_related');
  await writeSnapshot(db, input.kind, input.id, content?.fields ?? [], now);
  const verdict = { status, approvedAt: now, rejectionCode: null, rejectionText: null };
  await writeVerdict(db, input.kind, subject, verdict, now);
  // The system has looked at nothing: what was asked about the version before stays asked.
  if (actor !== null) await closeQuestions(db, input, now);
  const detail = {
    ...(related.length === 0 ? {} : { related: related.join(', ') }),
    ...(actor === null ? { trusted: 'yes' } : {}),
  };
  await audit(db, actor, input, subject, { action: 'approve', status, detail }, now);
  await notify(db, {
    accountId: subject.owner_id,
    kind: `${input.kind}.approve`,
    data: { subjectId: input.id, name: nameOf(input.kind, subject) },
    mail: approvalMail(await mailFacts(deps, db, input, subject)),
    at: now,
  });
}

/**
 * Rejects with a reason, which the owner is shown and mailed. What is active already may be rejected too and stops
 * at once.
 * @throws AppError `<kind>_not_found`, `conflict_status`, `conflict_version`.
 */
export async function rejectReview(
  deps: Deps,
  actor: Actor,
  input: z.output<typeof rejectInput>,
): Promise<void> {
  const now = deps.clock();
  await inTransaction(deps.db, async (db) => {
    const { subject, status } = await judge(db, input, 'operator', REJECT);
    const { code, text } = input;
    const verdict = { status, approvedAt: null, rejectionCode: code, rejectionText: text };
    await writeVerdict(db, input.kind, subject, verdict, now);
    await closeQuestions(db, input, now);
    await audit(db, actor, input, subject, { action: 'reject', status, detail: { code, text } }, now);
    await notify(db, {
      accountId: subject.owner_id,
      kind: `${input.kind}.reject`,
      data: { subjectId: input.id, name: nameOf(input.kind, subject), code, text },
      mail: rejectionMail({ ...(await mailFacts(deps, db, input, subject)), code, text }),
      at: now,
    });
  });
}

/** Something running that was reported or sampled stays as it is: the decision answers the question, and its owner hears nothing. */
async function keepRunning(db: Tx, actor: Actor, seen: Seen, now: Date): Promise<boolean> {
  const subject = await lockSubject(db, seen.kind, seen.id);
  if (subject.status !== 'active') return false;
  const { reports, samples } = await closeQuestions(db, seen, now);
  if (reports + samples === 0) return false;
  if (subject.version !== seen.version) throw new AppError('conflict_version');
  const detail = { reports: String(reports), ...(samples === 0 ? {} : { sampled: 'yes' }) };
  await audit(db, actor, seen, subject, { action: 'keep', status: subject.status, detail }, now);
  return true;
}

/** The subject, locked, and where the action leads. */
async function judge(
  db: Tx,
  seen: Seen,
  by: 'operator' | 'system',
  { action, cannot }: typeof APPROVE | typeof REJECT,
): Promise<{ subject: ReviewSubject; status: string }> {
  const subject = await lockSubject(db, seen.kind, seen.id);
  const result = judgeTransition(REVIEW_TRANSITIONS[seen.kind], {
    from: subject.status,
    action,
    actor: by,
    facts: {},
  });
  if (!result.ok) throw statusConflict(seen.kind, subject.status, cannot);
  if (subject.version !== seen.version) throw new AppError('conflict_version');
  return { subject, status: result.to };
}

async function mailFacts(deps: Deps, db: Tx, seen: Seen, subject: ReviewSubject): Promise<ReviewMailFacts> {
  const network = await networkName(db);
  return {
    network,
    kind: seen.kind,
    name: nameOf(seen.kind, subject),
    url: `${deps.publicUrl}${ownersPage(seen.kind, seen.id)}`,
  };
}

async function audit(
  db: Tx,
  actor: Pick<Actor, 'userId'> | null,
  seen: Seen,
  subject: ReviewSubject,
  what: { readonly action: string; readonly status: string; readonly detail: AuditDetail },
  now: Date,
): Promise<void> {
  await writeAudit(db, {
    ...doneBy(actor, actor === null ? 'system' : 'operator'),
    action: `${seen.kind}.${what.action}`,
    subjectKind: seen.kind,
    subjectId: seen.id,
    detail: { ...what.detail, version: seen.version, status: { before: subject.status, after: what.status } },
    at: now,
  });
}

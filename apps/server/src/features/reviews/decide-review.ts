import type { rejectInput } from '@placard/contract/operator';
import type { Database } from '@placard/db/schema';
import type { ReviewKind } from '@placard/domain/review';
import { judgeTransition } from '@placard/domain/status-table';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { AppError } from '../../http/app-error.ts';
import { queueMail } from '../../mail/outbox.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { Actor, HasClock, HasDb, HasUrls } from '../feature.ts';
import { inTransaction } from '../in-transaction.ts';
import { networkName } from '../settings/network-name.ts';
import { statusConflict } from '../status-conflict.ts';
import { rejectionMail } from './rejection-mail.ts';
import { readReviewContent } from './review-content.ts';
import { writeSnapshot } from './review-snapshot.ts';
import { lockSubject, REVIEW_TRANSITIONS, type ReviewSubject, writeVerdict } from './review-subject.ts';

type Deps = HasDb & HasClock & HasUrls;
type Seen = { readonly kind: ReviewKind; readonly id: number; readonly version: number };

/**
 * Approves exactly what was seen: the version must be the one of the queue.
 * @throws AppError `<kind>_not_found`, `conflict_status`, `conflict_version`.
 */
export async function approveReview(deps: Deps, actor: Actor, input: Seen): Promise<void> {
  const now = deps.clock();
  await inTransaction(deps.db, async (db) => {
    const { subject, status } = await judge(db, input, 'approve', 'approved');
    const content = await readReviewContent({ ...deps, db }, input.kind, input.id);
    await writeSnapshot(db, input.kind, input.id, content?.fields ?? [], now);
    const verdict = { status, approvedAt: now, rejectionCode: null, rejectionText: null };
    await writeVerdict(db, input.kind, subject, verdict, now);
    await tell(db, actor, input, subject, { action: 'approve', status, detail: {} }, now);
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
    const { subject, status } = await judge(db, input, 'reject', 'rejected');
    const { code, text } = input;
    const verdict = { status, approvedAt: null, rejectionCode: code, rejectionText: text };
    await writeVerdict(db, input.kind, subject, verdict, now);
    await tell(db, actor, input, subject, { action: 'reject', status, detail: { code, text } }, now);
    const mail = rejectionMail({
      network: await networkName(db),
      kind: input.kind,
      name: subject.title,
      code,
      text,
      url: `${deps.publicUrl}${PAGES[input.kind](input.id)}`,
    });
    await queueMail(db, { to: subject.owner_email, ...mail, at: now });
  });
}

const PAGES: Record<ReviewKind, (id: number) => string> = {
  campaign: (id) => `/advertiser/campaigns/${id}`,
  creative: (id) => `/advertiser/creatives/${id}`,
  website: (id) => `/publisher/websites/${id}/edit`,
};

/** The subject, locked, and where the action leads. */
async function judge(
  db: Kysely<Database>,
  seen: Seen,
  action: 'approve' | 'reject',
  cannot: string,
): Promise<{ subject: ReviewSubject; status: string }> {
  const subject = await lockSubject(db, seen.kind, seen.id);
  const result = judgeTransition(REVIEW_TRANSITIONS[seen.kind], {
    from: subject.status,
    action,
    actor: 'operator',
    facts: {},
  });
  if (!result.ok) throw statusConflict(seen.kind, subject.status, cannot);
  if (subject.version !== seen.version) throw new AppError('conflict_version');
  return { subject, status: result.to };
}

async function tell(
  db: Kysely<Database>,
  actor: Actor,
  seen: Seen,
  subject: ReviewSubject,
  what: { readonly action: string; readonly status: string; readonly detail: Record<string, string> },
  now: Date,
): Promise<void> {
  await db
    .insertInto('notification')
    .values({
      user_id: subject.owner_id,
      kind: `${seen.kind}.${what.action}`,
      detail: JSON.stringify({ subjectId: seen.id, name: subject.title, ...what.detail }),
      created_at: now,
    })
    .execute();
  await writeAudit(db, {
    actorUserId: actor.userId,
    actorKind: 'operator',
    action: `${seen.kind}.${what.action}`,
    subjectKind: seen.kind,
    subjectId: seen.id,
    detail: { ...what.detail, version: seen.version, status: { before: subject.status, after: what.status } },
    at: now,
  });
}

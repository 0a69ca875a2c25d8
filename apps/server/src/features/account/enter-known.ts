import type { User } from '@placard/contract/auth';
import type { Tx } from '@placard/db/database';
import type { AuditDetail } from '@placard/domain/audit';
import { sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { RequestFacts } from '../../api/call-context.ts';
import type { Actor, HasDb } from '../../deps.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { auditKindOf } from './acting-as.ts';
import { type EnterDeps, enterFrom } from './enter-from.ts';
import { noteSignIn } from './note-sign-in.ts';
import { type UserRecord, userView } from './user-view.ts';

type Known = {
  readonly user: UserRecord;
  readonly request: Pick<RequestFacts, 'ip' | 'userAgent'>;
  /** The session that the call came with, which ends. */
  readonly before: Actor | null;
  readonly now: Date;
  /** When they showed who they are, where it was not just now; null: not known. */
  readonly provedAt?: Date | null;
  /** What they showed, for the log. */
  readonly detail: AuditDetail;
  /** As `noteSignIn` takes it. */
  readonly newHash?: string | null;
  /** Uses up what was shown, or throws, in the transaction. */
  readonly first: (trx: Tx) => Promise<unknown>;
  /** Where they changed meanwhile. */
  readonly refused: () => Error;
};

/** What signing in by any means ends with. @throws what `first` and `refused` say */
export async function enterKnown(
  deps: HasDb & EnterDeps,
  known: Known,
): Promise<{ user: User; token: string }> {
  const { user, request, before, now, provedAt, detail, newHash = null } = known;
  const token = await inTransaction(deps.db, async (trx) => {
    await known.first(trx);
    if (!(await noteSignIn(trx, user, { now, newHash }))) throw known.refused();
    await writeAudit(trx, {
      actorUserId: user.id,
      actorKind: auditKindOf(user),
      action: 'user.login',
      subjectKind: 'user',
      subjectId: user.id,
      detail,
      at: now,
    });
    if (before !== null) await trx.deleteFrom('session').where('id', '=', before.sessionId).execute();
    return await enterFrom(trx, deps, { userId: user.id, request, now, provedAt });
  });
  return { user: userView({ ...user, last_login_at: now }), token };
}

type Means = {
  readonly by: 'passkey' | 'single sign-on';
  /** What somebody is told who isn't let in by these means. */
  readonly refused: () => AppError;
};

/** The same answers as by password. @throws AppError */
export async function mayEnter(
  deps: HasDb,
  user: Pick<UserRecord, 'id' | 'status'>,
  { by, refused }: Means,
  now: Date,
): Promise<void> {
  if (user.status === 'active') return;
  await noteRefusal(deps, { userId: user.id, because: user.status, by, at: now });
  if (user.status === 'inactive') throw refused();
  throw new AppError((await wasClosed(deps, user.id)) ? 'sign_in_closed' : 'account_suspended');
}

/** Whether closing an account ended this person's sign-in, rather than somebody who runs the network. */
export async function wasClosed({ db }: HasDb, userId: number): Promise<boolean> {
  const closing = await db
    .selectFrom('account_closing')
    .select('account_id')
    .where('erased_at', 'is', null)
    .where(sql<boolean>`persons @> ${JSON.stringify([{ id: userId }])}::jsonb`)
    .executeTakeFirst();
  return closing !== undefined;
}

/** Why nobody was signed in by something else than a password. */
export async function noteRefusal(
  { db }: HasDb,
  refusal: {
    readonly userId: number | null;
    readonly because: string;
    readonly by: Means['by'];
    readonly at: Date;
  },
): Promise<void> {
  const { userId, because, by, at } = refusal;
  await writeAudit(db, {
    ...doneBy(null, 'visitor'),
    action: 'user.login_refused',
    subjectKind: 'user',
    subjectId: userId,
    detail: { because, by },
    at,
  });
}

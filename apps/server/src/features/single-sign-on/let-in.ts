import type { User } from '@placard/contract/auth';
import type { RequestFacts } from '../../api/call-context.ts';
import type { Actor, HasDb } from '../../deps.ts';
import { auditKindOf } from '../account/acting-as.ts';
import { type EnterDeps, enterFrom } from '../account/enter-from.ts';
import { noteSignIn } from '../account/note-sign-in.ts';
import { type selectUsers, userView } from '../account/user-view.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { refused, takeOnce } from './tickets.ts';

type UserRow = Awaited<ReturnType<ReturnType<typeof selectUsers>['executeTakeFirstOrThrow']>>;

export type Entering = {
  readonly user: UserRow;
  readonly linkId: number;
  /** The session that the call came with, which ends. */
  readonly before: Actor | null;
  readonly now: Date;
  /** Null: not known. */
  readonly provedAt: Date | null;
  readonly detail: Readonly<Record<string, string>>;
  /** Used up with it, where something was asked after the provider. */
  readonly state?: string;
};

/** @throws AppError `single_sign_on_refused` where the link was ended or the account changed meanwhile, or the answer was used before */
export async function letIn(
  deps: HasDb & EnterDeps,
  request: Pick<RequestFacts, 'ip' | 'userAgent'>,
  { user, linkId, before, now, provedAt, detail, state }: Entering,
): Promise<{ user: User; token: string }> {
  const token = await inTransaction(deps.db, async (trx) => {
    if (state !== undefined) await takeOnce(trx, state, now);
    const link = await trx
      .updateTable('sign_in_link')
      .set({ last_used_at: now })
      .where('id', '=', linkId)
      .where('user_id', '=', user.id)
      .returning('id')
      .executeTakeFirst();
    if (link === undefined) throw refused();
    if (!(await noteSignIn(trx, user, { now }))) throw refused();
    await writeAudit(trx, {
      actorUserId: user.id,
      actorKind: auditKindOf(user),
      action: 'user.login',
      subjectKind: 'user',
      subjectId: user.id,
      detail: { singleSignOn: linkId, ...detail },
      at: now,
    });
    if (before !== null) await trx.deleteFrom('session').where('id', '=', before.sessionId).execute();
    return await enterFrom(trx, deps, { userId: user.id, request, now, provedAt });
  });
  return { user: userView({ ...user, last_login_at: now }), token };
}

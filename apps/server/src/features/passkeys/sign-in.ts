import type { User } from '@placard/contract/auth';
import { AppError } from '../../api/app-error.ts';
import type { RequestFacts } from '../../api/call-context.ts';
import type { Actor } from '../../deps.ts';
import { auditKindOf } from '../account/acting-as.ts';
import { enterFrom } from '../account/enter-from.ts';
import { wasClosed } from '../account/login.ts';
import { noteSignIn } from '../account/note-sign-in.ts';
import { noteProof } from '../account/step-up.ts';
import { selectUsers, userView } from '../account/user-view.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { type PasskeyDeps, refused } from './ceremony.ts';
import { type Answered, type Asked, askForPasskey, checkPasskey, countPasskey } from './use-passkey.ts';

const SIGN_IN = { for: 'sign-in' } as const;

export async function beginSignIn(deps: PasskeyDeps): Promise<Asked> {
  return await askForPasskey(deps, SIGN_IN, []);
}

/**
 * Signs in by a passkey, which is two factors: the device, and what it asks of whoever holds it. The session that the call
 * came with ends with the new one.
 * @throws AppError `passkey_refused`, `account_suspended`, `sign_in_closed`
 */
export async function signInByPasskey(
  deps: PasskeyDeps,
  request: Pick<RequestFacts, 'ip' | 'userAgent'>,
  input: Answered,
  before: Actor | null,
): Promise<{ user: User; token: string }> {
  const now = deps.clock();
  const shown = await checkPasskey(deps, SIGN_IN, input);
  if (shown === null) throw refused();
  const user = await selectUsers(deps.db).where('app_user.id', '=', shown.userId).executeTakeFirstOrThrow();
  if (user.status !== 'active') {
    await noteRefusal(deps, user.id, user.status, now);
    if (user.status === 'inactive') throw refused();
    throw new AppError((await wasClosed(deps, user.id)) ? 'sign_in_closed' : 'account_suspended');
  }
  const token = await inTransaction(deps.db, async (trx) => {
    if (!(await countPasskey(trx, shown, now))) throw refused();
    if (!(await noteSignIn(trx, user, { now }))) throw refused();
    await writeAudit(trx, {
      actorUserId: user.id,
      actorKind: auditKindOf(user),
      action: 'user.login',
      subjectKind: 'user',
      subjectId: user.id,
      detail: { passkey: shown.passkeyId },
      at: now,
    });
    if (before !== null) await trx.deleteFrom('session').where('id', '=', before.sessionId).execute();
    return await enterFrom(trx, deps, { userId: user.id, request, now });
  });
  return { user: userView({ ...user, last_login_at: now }), token };
}

async function noteRefusal(deps: PasskeyDeps, userId: number, because: string, at: Date): Promise<void> {
  await writeAudit(deps.db, {
    actorUserId: null,
    actorKind: 'visitor',
    action: 'user.login_refused',
    subjectKind: 'user',
    subjectId: userId,
    detail: { because, by: 'passkey' },
    at,
  });
}

/** @throws AppError `conflict_status` where somebody has none */
export async function beginStepUp(deps: PasskeyDeps, actor: Actor): Promise<Asked> {
  const own = await deps.db
    .selectFrom('passkey')
    .select('credential_id')
    .where('user_id', '=', actor.userId)
    .execute();
  if (own.length === 0) throw new AppError('conflict_status', { reason: 'passkey_none' });
  const ids = own.map((row) => row.credential_id);
  return await askForPasskey(deps, { for: 'step-up', sessionId: actor.sessionId }, ids);
}

/** As `stepUp` does by password or code. @throws AppError `passkey_refused` */
export async function stepUpByPasskey(deps: PasskeyDeps, actor: Actor, input: Answered): Promise<void> {
  const at = deps.clock();
  const shown = await checkPasskey(deps, { for: 'step-up', sessionId: actor.sessionId }, input);
  if (shown === null || shown.userId !== actor.userId) throw refused();
  await inTransaction(deps.db, async (trx) => {
    if (!(await countPasskey(trx, shown, at))) throw refused();
    await noteProof(trx, actor, 'passkey', at);
  });
}

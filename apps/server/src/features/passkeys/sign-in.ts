import type { User } from '@placard/contract/auth';
import { AppError } from '../../api/app-error.ts';
import type { RequestFacts } from '../../api/call-context.ts';
import type { Actor } from '../../deps.ts';
import { enterKnown, mayEnter } from '../account/enter-known.ts';
import { noteProof } from '../account/step-up.ts';
import { selectUsers } from '../account/user-view.ts';
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
  await mayEnter(deps, user, { by: 'passkey', refused }, now);
  return await enterKnown(deps, {
    ...{ user, request, before, now, refused },
    detail: { passkey: shown.passkeyId },
    first: async (trx) => {
      if (!(await countPasskey(trx, shown, now))) throw refused();
    },
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

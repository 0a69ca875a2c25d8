import type { ApiKey } from '@placard/contract/api-keys';
import type { Tx } from '@placard/db/database';
import {
  KEY_HINT_LENGTH,
  KEY_PREFIX,
  type KeyLifetime,
  type KeyScope,
  keyExpiry,
  MAX_LIVE_KEYS,
  scopesOf,
} from '@placard/domain/account/api-key';
import { AppError, invalidInput, issueAt, refuseFull } from '../../api/app-error.ts';
import { issueToken } from '../../auth/token.ts';
import type { Actor } from '../../deps.ts';
import { auditKindOf } from '../account/acting-as.ts';
import { type ConfirmPasswordDeps, confirmPassword } from '../account/confirm-password.ts';
import { requireCodeBesidePassword } from '../account/step-up.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { lockActiveAccount } from '../lock-account.ts';
import { readKeys } from './key-view.ts';

export type NewKey = {
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  readonly lifetime: KeyLifetime;
  readonly currentPassword: string;
};

/**
 * Makes a key, which outlives the session that made it: the password is asked for, as a stolen session must not.
 * @returns the key itself, which is stored nowhere.
 * @throws AppError `invalid_input` for a scope beyond the role, `step_up_required` for one that changes, what confirmPassword throws, `conflict_status` beyond 20.
 */
export async function createKey(
  deps: ConfirmPasswordDeps,
  actor: Actor,
  input: NewKey,
): Promise<{ key: string; apiKey: ApiKey }> {
  const allowed = scopesOf(actor.member);
  if (!input.scopes.every((scope) => allowed.includes(scope))) {
    throw invalidInput(issueAt('scopes', 'scope_beyond_role'));
  }
  // Before the password: a refusal that is answered by a code costs nobody a second attempt.
  if (input.scopes.some((scope) => scope !== 'read')) await requireCodeBesidePassword(deps, actor);
  await confirmPassword(deps, actor, input.currentPassword, 'Your current password is not correct.');
  const now = deps.clock();
  const { token, sha256 } = issueToken(KEY_PREFIX);
  const expiresAt = keyExpiry(input.lifetime, now);
  return await inTransaction(deps.db, async (trx) => {
    await lockActiveAccount(trx, actor.accountId);
    await refuseTooMany(trx, actor, now);
    const { id } = await trx
      .insertInto('api_key')
      .values({
        account_id: actor.accountId,
        user_id: actor.userId,
        name: input.name,
        hint: token.slice(0, KEY_HINT_LENGTH),
        token_sha256: sha256,
        scopes: [...input.scopes],
        created_at: now,
        expires_at: expiresAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeAudit(trx, {
      ...doneBy(actor, auditKindOf(actor)),
      action: 'api_key.create',
      subjectKind: 'api_key',
      subjectId: id,
      detail: { name: input.name, scopes: input.scopes, expiresAt: expiresAt?.toISOString() ?? null },
      at: now,
    });
    const [apiKey] = await readKeys(trx, actor, now, id);
    if (apiKey === undefined) throw new Error('a key that was just made is not there');
    return { key: token, apiKey };
  });
}

/** Counted under the membership's lock: of two made at once the second sees the first. */
async function refuseTooMany(trx: Tx, actor: Actor, now: Date): Promise<void> {
  await trx
    .selectFrom('account_member')
    .select('role')
    .where('account_id', '=', actor.accountId)
    .where('user_id', '=', actor.userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new AppError('not_a_member'));
  const { count } = await trx
    .selectFrom('api_key')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('account_id', '=', actor.accountId)
    .where('user_id', '=', actor.userId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirstOrThrow();
  refuseFull(count, MAX_LIVE_KEYS, 'api_keys_full');
}

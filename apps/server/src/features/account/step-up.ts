import type { Database } from '@placard/db/schema';
import { isProofRecent, needsStepUp } from '@placard/domain/account/step-up';
import type { Kysely } from 'kysely';
import { AppError, invalidInput, issueAt } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb, HasSecrets } from '../../deps.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { auditKindOf } from './acting-as.ts';
import { confirmCode } from './confirm-code.ts';
import { type ConfirmPasswordDeps, confirmPassword } from './confirm-password.ts';

export type StepUpInput = {
  readonly currentPassword?: string | undefined;
  readonly code?: string | undefined;
};

const REFUSED = 'Your current password is not correct.';

/**
 * Shows again who one is: by a code where two-factor sign-in is set up, for a password alone may be known to others, else
 * by the password. Holds for this session only.
 * @throws AppError `invalid_input`, `rate_limited`, `current_password_wrong`.
 */
export async function stepUp(
  deps: ConfirmPasswordDeps & HasSecrets,
  actor: Actor,
  input: StepUpInput,
): Promise<void> {
  const user = await deps.db
    .selectFrom('app_user')
    .select('totp_secret_sealed')
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  const { totp_secret_sealed: sealedSecret } = user;
  if (sealedSecret === null) await confirmPassword(deps, actor, input.currentPassword, REFUSED);
  else if (input.code === undefined) throw invalidInput(issueAt('code', 'totp_invalid'));
  else await confirmCode(deps, actor, sealedSecret, input.code);
  const at = deps.clock();
  await inTransaction(deps.db, async (trx) => {
    await noteProof(trx, actor, sealedSecret === null ? 'password' : 'code', at);
  });
}

/** The session has shown who it is, and how stands in the audit log. */
export async function noteProof(
  trx: Kysely<Database>,
  actor: Actor,
  by: 'password' | 'code' | 'passkey',
  at: Date,
): Promise<void> {
  await trx
    .updateTable('session')
    .set({ proved_at: at })
    .where('id', '=', actor.sessionId)
    .where('user_id', '=', actor.userId)
    .execute();
  await writeAudit(trx, {
    ...doneBy(actor, auditKindOf(actor)),
    action: 'user.step_up',
    subjectKind: 'user',
    subjectId: actor.userId,
    detail: { by },
    at,
  });
}

/**
 * For what asks for the password by itself and only sometimes reaches money: nothing more is wanted of whoever has no
 * second factor. @throws AppError `step_up_required`.
 */
export async function requireCodeBesidePassword(deps: HasDb & HasClock, actor: Actor): Promise<void> {
  const row = await deps.db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .innerJoin('network_settings', 'only_row', 'only_row')
    .select(['session.proved_at', 'app_user.totp_secret_sealed', 'network_settings.step_up'])
    .where('session.id', '=', actor.sessionId)
    .executeTakeFirstOrThrow(() => new AppError('unauthenticated'));
  if (row.totp_secret_sealed === null || !needsStepUp(row.step_up, actor.roles)) return;
  if (!isProofRecent(row.proved_at?.getTime() ?? null, deps.clock().getTime())) {
    throw new AppError('step_up_required');
  }
}

import type { User } from '@placard/contract/auth';
import type { Tx } from '@placard/db/database';
import { needsTotp } from '@placard/domain/account/two-factor';
import { AppError, invalidInput, issueAt } from '../../api/app-error.ts';
import { endRecoveryCodes, issueRecoveryCodes } from '../../auth/recovery-codes.ts';
import { endSessions } from '../../auth/sessions.ts';
import { newTotpSecret, totpContext, totpStep } from '../../auth/totp.ts';
import type { Actor, HasSecrets } from '../../deps.ts';
import { mailText } from '../../mail/mail-text.ts';
import { writeMail } from '../../mail/write-mail.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { networkName } from '../settings/network-name.ts';
import { auditKindOf } from './acting-as.ts';
import { confirmCode } from './confirm-code.ts';
import { type ConfirmPasswordDeps, confirmPassword } from './confirm-password.ts';
import { selectUsers, userView } from './user-view.ts';

export type TwoFactorDeps = ConfirmPasswordDeps & HasSecrets;

const REFUSED = 'Failed to change two-factor sign-in. Please check your current password.';

async function readUser(deps: Pick<TwoFactorDeps, 'db'>, actor: Actor) {
  return await selectUsers(deps.db, actor.accountId)
    .where('app_user.id', '=', actor.userId)
    .executeTakeFirstOrThrow();
}

/**
 * Starts to set up an authenticator: until its first code is confirmed, sign-in does not ask for one.
 * @returns the secret, shown this once
 * @throws AppError `conflict_status` where one is set up already; as `confirmPassword` does.
 */
export async function beginTotp(
  deps: TwoFactorDeps,
  actor: Actor,
  input: { readonly currentPassword: string },
): Promise<{ secret: string; uri: string }> {
  const user = await readUser(deps, actor);
  if (user.totp_secret_sealed !== null) {
    throw new AppError('conflict_status', { reason: 'totp_on' });
  }
  await confirmPassword(deps, actor, input.currentPassword, REFUSED);
  const made = await newTotpSecret(await networkName(deps.db), user.email);
  await deps.db
    .updateTable('app_user')
    .set({ totp_pending_sealed: deps.secrets.seal(made.secret, totpContext(actor.userId)) })
    .where('id', '=', actor.userId)
    // Confirmed meanwhile in another tab: what is begun beside it would take its place.
    .where('totp_secret_sealed', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow(() => new AppError('conflict_status', { reason: 'totp_on' }));
  return made;
}

/**
 * Confirms an authenticator by its first code: from now on sign-in asks for one. Other sessions, which came by the
 * password alone, end. @returns recovery codes, shown this once
 */
export async function confirmTotp(
  deps: TwoFactorDeps,
  actor: Actor,
  input: { readonly code: string },
): Promise<{ user: User; recoveryCodes: string[] }> {
  const now = deps.clock();
  const { email, totp_pending_sealed: pending } = await deps.db
    .selectFrom('app_user')
    .select(['email', 'totp_pending_sealed'])
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  if (pending === null) {
    throw new AppError('conflict_status', { reason: 'totp_not_begun' });
  }
  const step = await totpStep(deps, { userId: actor.userId, sealedSecret: pending }, input.code, now);
  if (step === null) throw invalidInput(issueAt('code', 'totp_wrong'));
  const recoveryCodes = await inTransaction(deps.db, async (trx) => {
    await trx
      .updateTable('app_user')
      .set({ totp_secret_sealed: pending, totp_pending_sealed: null, totp_last_step: step })
      .where('id', '=', actor.userId)
      .where('totp_pending_sealed', '=', pending)
      .returning('id')
      .executeTakeFirstOrThrow(() => new AppError('conflict_status'));
    await endSessions(trx, actor.userId, actor.sessionId);
    await tell(trx, actor, { email, change: 'on', now });
    return await issueRecoveryCodes(trx, actor.userId, now);
  });
  return { user: userView(await readUser(deps, actor)), recoveryCodes };
}

/** New recovery codes; those of before stop working, and other sessions end. @throws AppError `conflict_status`; as `confirmPassword` does. */
export async function renewRecoveryCodes(
  deps: TwoFactorDeps,
  actor: Actor,
  input: { readonly currentPassword: string },
): Promise<{ recoveryCodes: string[] }> {
  const user = await readUser(deps, actor);
  if (user.totp_secret_sealed === null) throw isOff();
  await confirmPassword(deps, actor, input.currentPassword, REFUSED);
  const now = deps.clock();
  const recoveryCodes = await inTransaction(deps.db, async (trx) => {
    await endSessions(trx, actor.userId, actor.sessionId);
    await tell(trx, actor, { email: user.email, change: 'codes', now });
    return await issueRecoveryCodes(trx, actor.userId, now);
  });
  return { recoveryCodes };
}

/**
 * Switches it off, with the password and a last code of either kind; other sessions end.
 * @throws AppError `conflict_status` where the network requires it; as `confirmPassword` does.
 */
export async function endTotp(
  deps: TwoFactorDeps,
  actor: Actor,
  input: { readonly currentPassword: string; readonly code: string },
): Promise<User> {
  const now = deps.clock();
  const user = await readUser(deps, actor);
  if (user.totp_secret_sealed === null) throw isOff();
  const settings = await deps.db
    .selectFrom('network_settings')
    .select('totp_required')
    .executeTakeFirstOrThrow();
  if (needsTotp(settings.totp_required, actor.roles)) {
    throw new AppError('conflict_status', { reason: 'totp_stays' });
  }
  await confirmPassword(deps, actor, input.currentPassword, REFUSED);
  await confirmCode(deps, actor, user.totp_secret_sealed, input.code);
  await inTransaction(deps.db, async (trx) => {
    await clearTotp(trx, actor.userId);
    await endSessions(trx, actor.userId, actor.sessionId);
    await tell(trx, actor, { email: user.email, change: 'off', now });
  });
  return userView(await readUser(deps, actor));
}

/** Takes an account's authenticator and codes away. The last used step stays: no code works twice, set up anew or not. */
export async function clearTotp(trx: Tx, userId: number): Promise<void> {
  await trx
    .updateTable('app_user')
    .set({ totp_secret_sealed: null, totp_pending_sealed: null })
    .where('id', '=', userId)
    .execute();
  await endRecoveryCodes(trx, userId);
}

const isOff = () => new AppError('conflict_status', { reason: 'totp_off' });

type Told = { readonly email: string; readonly change: 'on' | 'off' | 'codes'; readonly now: Date };

async function tell(trx: Tx, actor: Actor, { email, change, now }: Told): Promise<void> {
  await writeAudit(trx, {
    ...doneBy(actor, auditKindOf(actor)),
    action: `user.totp_${change}`,
    subjectKind: 'user',
    subjectId: actor.userId,
    at: now,
  });
  const text = mailText('secondFactor', { network: await networkName(trx), change });
  await writeMail(trx, { to: email, text, at: now });
}

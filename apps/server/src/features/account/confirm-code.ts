import { invalidInput, issueAt, tooOften } from '../../api/app-error.ts';
import { useSecondFactor } from '../../auth/second-factor.ts';
import type { Actor, HasSecrets } from '../../deps.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { auditKindOf } from './acting-as.ts';
import type { ConfirmPasswordDeps } from './confirm-password.ts';

/**
 * Uses up a code of one's own, as `confirmPassword` takes a password: guesses count like those of a password and
 * stand in the audit log. @throws AppError `rate_limited`, `invalid_input` for a wrong one.
 */
export async function confirmCode(
  deps: ConfirmPasswordDeps & HasSecrets,
  actor: Actor,
  sealedSecret: Buffer,
  code: string,
): Promise<void> {
  const now = deps.clock();
  const { userId, sessionId } = actor;
  const attempt = { userId, sessionId, nowMs: now.getTime() };
  const counted = deps.signInLimits.tryConfirm(attempt);
  if (counted === null) throw tooOften(deps.signInLimits.confirmWaitMs(attempt));
  const account = { userId, sealedSecret };
  if ((await useSecondFactor(deps.db, deps, account, { code, now })) !== null) {
    counted.succeeded();
    return;
  }
  await writeAudit(deps.db, {
    ...doneBy(actor, auditKindOf(actor)),
    action: 'user.code_refused',
    subjectKind: 'user',
    subjectId: actor.userId,
    at: now,
  });
  throw invalidInput(issueAt('code', 'totp_wrong'));
}

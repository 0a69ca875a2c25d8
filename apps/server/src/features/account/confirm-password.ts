import { ERROR_CATALOGUE } from '@placard/contract/error-catalogue';
import type { IssueCode } from '@placard/contract/issue-messages';
import { AppError, invalidInput, issueAt, tooOften } from '../../api/app-error.ts';
import type { HasPasswords } from '../../auth/passwords.ts';
import type { HasSignInLimits } from '../../auth/sign-in-limits.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { auditKindOf } from './acting-as.ts';

export type ConfirmPasswordDeps = HasDb & HasClock & HasPasswords & HasSignInLimits;

/**
 * Asks for the password again before something that a stolen session must not do. Guesses are counted by session, apart
 * from those at sign-in, which a stranger can use up; a wrong one stands in the audit log.
 * @param refusal what is said of a wrong one, and where it is missing
 * @throws AppError `invalid_input` without one, `rate_limited`, `current_password_wrong`.
 */
export async function confirmPassword(
  deps: ConfirmPasswordDeps,
  actor: Actor,
  currentPassword: string | undefined,
  refusal: string | { readonly message: string; readonly missing: IssueCode },
): Promise<void> {
  const { message, missing } =
    typeof refusal === 'string'
      ? { message: refusal, missing: 'current_password_required' as const }
      : refusal;
  if (currentPassword === undefined || currentPassword === '') {
    throw invalidInput(issueAt('currentPassword', missing));
  }
  const now = deps.clock();
  const user = await deps.db
    .selectFrom('app_user')
    .select('password_hash')
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  const { userId, sessionId } = actor;
  const attempt = { userId, sessionId, nowMs: now.getTime() };
  const counted = deps.signInLimits.tryConfirm(attempt);
  if (counted === null) throw tooOften(deps.signInLimits.confirmWaitMs(attempt));
  if (await deps.passwords.verify(user.password_hash, currentPassword)) {
    counted.succeeded();
    return;
  }
  await writeAudit(deps.db, {
    ...doneBy(actor, auditKindOf(actor)),
    action: 'user.password_refused',
    subjectKind: 'user',
    subjectId: actor.userId,
    at: now,
  });
  const issues = [issueAt('currentPassword', 'current_password_wrong')];
  // The code's own words are those of a password that is changed.
  const exactly =
    message === ERROR_CATALOGUE.current_password_wrong.message
      ? { issues }
      : { reason: 'current_password_refused' as const, message, issues };
  throw new AppError('current_password_wrong', exactly);
}

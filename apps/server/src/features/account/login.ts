import type { loginInput, User } from '@placard/contract/auth';
import type { Tx } from '@placard/db/database';
import type { AuditDetail } from '@placard/domain/audit';
import type { z } from 'zod';
import type { HasAfterAnswer } from '../../api/after-answer.ts';
import { AppError, tooOften } from '../../api/app-error.ts';
import type { RequestFacts } from '../../api/call-context.ts';
import type { HasPasswords } from '../../auth/passwords.ts';
import { useSecondFactor } from '../../auth/second-factor.ts';
import type { HasSignInLimits } from '../../auth/sign-in-limits.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import type { EnterDeps } from './enter-from.ts';
import { enterKnown, wasClosed } from './enter-known.ts';
import { knownPlace } from './known-place.ts';
import { selectUsers } from './user-view.ts';

export type LoginDeps = HasDb & HasClock & EnterDeps & HasPasswords & HasSignInLimits & HasAfterAnswer;

/** What becomes of signing in besides, in its transaction. */
export type Alongside = {
  readonly detail: AuditDetail;
  readonly write: (trx: Tx, userId: number, now: Date) => Promise<void>;
};

/**
 * Signs in. A wrong password, an unknown address and an account that is not verified all say "Login failed", after
 * the same time. Where an account is guessed from everywhere, only a place that is known of it still lets in. That an account is suspended or wants a code is told only to whoever knows its password. The session
 * that the call came with ends with the new one.
 */
export async function login(
  deps: LoginDeps,
  request: Pick<RequestFacts, 'ip' | 'userAgent'>,
  input: z.output<typeof loginInput>,
  before: Actor | null,
  also?: Alongside,
): Promise<{ user: User; token: string }> {
  const now = deps.clock();
  const attempt = { ip: request.ip, email: input.email, nowMs: now.getTime() };
  const locked = () => {
    if (deps.signInLimits.noteLocked(attempt)) noteRefusal(deps, input.email, 'locked', now);
    return tooOften(deps.signInLimits.signInWaitMs(attempt));
  };
  const counted = deps.signInLimits.trySignIn(attempt);
  if (counted === null) throw locked();
  const user = await selectUsers(deps.db).where('email', '=', input.email).executeTakeFirst();
  const place = counted.crowded ? await knownPlace(deps, user?.id, request) : null;
  const mayEnter = !counted.crowded || (place !== null && counted.takeOfPlace(place));
  const matches = await deps.passwords.verify(user?.password_hash ?? null, input.password);
  // The same answer after the same time, lest it tell which places are known, and that there is an account.
  if (!mayEnter || (counted.crowded && !matches)) throw locked();
  if (user === undefined) {
    if (deps.signInLimits.noteUnknown(attempt)) noteRefusal(deps, input.email, 'unknown', now);
    throw new AppError('login_failed');
  }
  const refuse = (because: Refusal, code: 'login_failed' | 'account_suspended' | 'sign_in_closed') => {
    noteRefusal(deps, input.email, because, now);
    return new AppError(code);
  };
  if (!matches) throw refuse('password', 'login_failed');
  if (user.status === 'inactive') throw refuse('inactive', 'login_failed');
  if (user.status === 'suspended') {
    throw refuse('suspended', (await wasClosed(deps, user.id)) ? 'sign_in_closed' : 'account_suspended');
  }
  let secondFactor: 'recovery' | null = null;
  if (user.totp_secret_sealed !== null) {
    if (input.totp === undefined) {
      counted.succeeded();
      throw new AppError('totp_required');
    }
    const account = { userId: user.id, sealedSecret: user.totp_secret_sealed };
    const used = await useSecondFactor(deps.db, deps, account, { code: input.totp, now });
    if (used === null) throw refuse('code', 'login_failed');
    if (used === 'recovery') secondFactor = used;
  }
  counted.succeeded();
  const newHash = await dearerHash(deps, user.password_hash, input.password);
  return await enterKnown(deps, {
    ...{ user, request, before, now, newHash },
    detail: { ...(secondFactor === null ? {} : { secondFactor }), ...also?.detail },
    first: async (trx) => await also?.write(trx, user.id, now),
    refused: () => refuse('changed', 'login_failed'),
  });
}

/** A hash as they are made today, where the one that is kept cost less. */
async function dearerHash(deps: HasPasswords, had: string | null, password: string): Promise<string | null> {
  return had !== null && deps.passwords.isCheaper(had) ? await deps.passwords.hash(password) : null;
}

type Refusal = 'password' | 'code' | 'locked' | 'suspended' | 'inactive' | 'unknown' | 'changed';

/**
 * Writes why nobody was signed in, after the answer: the time tells nobody whose address it was. What was typed where
 * there is no such account is not kept: it may be a password.
 */
function noteRefusal(deps: HasDb & HasAfterAnswer, email: string, because: Refusal, at: Date): void {
  deps.afterAnswer.take(async () => {
    const user = await deps.db
      .selectFrom('app_user')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirst();
    await writeAudit(deps.db, {
      ...doneBy(null, 'visitor'),
      action: 'user.login_refused',
      subjectKind: 'user',
      subjectId: user?.id ?? null,
      detail: { because },
      at,
    });
  });
}

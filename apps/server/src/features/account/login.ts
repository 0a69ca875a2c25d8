import type { loginInput, User } from '@placard/contract/auth';
import type { z } from 'zod';
import { startSession } from '../../auth/sessions.ts';
import { isTotpValid } from '../../auth/totp.ts';
import { AppError } from '../../http/app-error.ts';
import type { RequestFacts } from '../../http/call-context.ts';
import type { HasClock, HasDb, HasPasswords, HasSecrets, HasSignInLimits } from '../feature.ts';
import { inTransaction } from '../in-transaction.ts';
import { selectUsers, userView } from './user-view.ts';

export type LoginDeps = HasDb & HasClock & HasSecrets & HasPasswords & HasSignInLimits;

/**
 * Signs in. A wrong password, an unknown address and an account that is not verified all say "Login failed", after
 * the same time. That an account is suspended or wants a code is told only to whoever knows its password.
 */
export async function login(
  deps: LoginDeps,
  request: Pick<RequestFacts, 'ip' | 'userAgent'>,
  input: z.output<typeof loginInput>,
): Promise<{ user: User; token: string }> {
  const now = deps.clock();
  const attempt = { ip: request.ip, email: input.email, nowMs: now.getTime() };
  if (!deps.signInLimits.mayTry(attempt)) throw new AppError('rate_limited');
  const user = await selectUsers(deps.db).where('email', '=', input.email).executeTakeFirst();
  const matches = await deps.passwords.verify(user?.password_hash ?? null, input.password);
  if (user === undefined || !matches || user.status === 'inactive') throw new AppError('login_failed');
  if (user.status === 'suspended') throw new AppError('account_suspended');
  if (user.totp_secret_sealed !== null) {
    if (input.totp === undefined) {
      deps.signInLimits.succeeded(attempt);
      throw new AppError('totp_required');
    }
    const account = { userId: user.id, sealedSecret: user.totp_secret_sealed };
    if (!(await isTotpValid(deps, account, input.totp, now))) throw new AppError('login_failed');
  }
  deps.signInLimits.succeeded(attempt);
  const token = await inTransaction(deps.db, async (trx) => {
    await trx.updateTable('app_user').set({ last_login_at: now }).where('id', '=', user.id).execute();
    return await startSession(trx, { userId: user.id, userAgent: request.userAgent, now });
  });
  return { user: userView({ ...user, last_login_at: now }), token };
}

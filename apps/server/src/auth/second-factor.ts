import type { Db } from '@placard/db/database';
import { SIX_DIGITS } from '@placard/domain/account/two-factor';
import type { HasSecrets } from '../deps.ts';
import { useRecoveryCode } from './recovery-codes.ts';
import { type TotpAccount, useTotp } from './totp.ts';

/** Uses up what was typed as second factor: six digits of the app, or a recovery code. */
export async function useSecondFactor(
  db: Db,
  deps: HasSecrets,
  account: TotpAccount,
  attempt: { readonly code: string; readonly now: Date },
): Promise<'totp' | 'recovery' | null> {
  const { code, now } = attempt;
  if (SIX_DIGITS.test(code)) {
    return (await useTotp(db, deps, account, { digits: code, now })) ? 'totp' : null;
  }
  return (await useRecoveryCode(db, account.userId, code, now)) ? 'recovery' : null;
}

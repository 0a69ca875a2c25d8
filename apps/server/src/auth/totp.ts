import type { Db } from '@placard/db/database';
import type { HasSecrets } from '../deps.ts';

/** Seconds that one code lives, as every authenticator app has it. */
const STEP_MS = 30_000;
/** Clocks go wrong: the code of half a minute before or after is taken too. */
const WINDOW = 1;

/** What a sealed authenticator secret belongs to. */
export function totpContext(userId: number): string {
  return `totp:${userId}`;
}

export type TotpAccount = { readonly userId: number; readonly sealedSecret: Buffer };

/** A new secret, and the address that an authenticator app reads from the QR code. */
export async function newTotpSecret(issuer: string, label: string): Promise<{ secret: string; uri: string }> {
  const { Secret, TOTP } = await import('otpauth');
  const secret = new Secret({ size: 20 });
  return { secret: secret.base32, uri: new TOTP({ issuer, label, secret }).toString() };
}

/** The step that six digits belong to; null where they are not those of now. */
export async function totpStep(
  deps: HasSecrets,
  account: TotpAccount,
  digits: string,
  now: Date,
): Promise<bigint | null> {
  // Loaded when somebody uses it: most sign-ins do without.
  const { Secret, TOTP } = await import('otpauth');
  const secret = Secret.fromBase32(deps.secrets.open(account.sealedSecret, totpContext(account.userId)));
  const delta = new TOTP({ secret }).validate({ token: digits, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : BigInt(Math.floor(now.getTime() / STEP_MS) + delta);
}

/**
 * Whether the six digits let somebody in: right, and of a later step than the last ones that did. Of two who send the
 * same digits at once, one gets in.
 */
export async function useTotp(
  db: Db,
  deps: HasSecrets,
  account: TotpAccount,
  attempt: { readonly digits: string; readonly now: Date },
): Promise<boolean> {
  const step = await totpStep(deps, account, attempt.digits, attempt.now);
  if (step === null) return false;
  const used = await db
    .updateTable('app_user')
    .set({ totp_last_step: step })
    .where('id', '=', account.userId)
    .where((eb) => eb.or([eb('totp_last_step', 'is', null), eb('totp_last_step', '<', step)]))
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

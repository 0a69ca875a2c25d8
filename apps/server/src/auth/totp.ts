import type { HasSecrets } from '../features/feature.ts';

/** What a sealed authenticator secret belongs to. */
export function totpContext(userId: number): string {
  return `totp:${userId}`;
}

/** Whether the six digits are those of now, or of half a minute before or after for clocks that go wrong. */
export async function isTotpValid(
  deps: HasSecrets,
  account: { readonly userId: number; readonly sealedSecret: Buffer },
  digits: string,
  now: Date,
): Promise<boolean> {
  // Loaded when somebody uses it: most sign-ins do without.
  const { Secret, TOTP } = await import('otpauth');
  const secret = Secret.fromBase32(deps.secrets.open(account.sealedSecret, totpContext(account.userId)));
  return new TOTP({ secret }).validate({ token: digits, timestamp: now.getTime(), window: 1 }) !== null;
}

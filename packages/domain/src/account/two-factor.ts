import type { Role } from '../roles.ts';

/** Of whom the network requires a second factor. */
export const TOTP_REQUIREMENTS = ['nobody', 'operators', 'everybody'] as const;
export type TotpRequirement = (typeof TOTP_REQUIREMENTS)[number];

/** What an authenticator app shows. */
export const SIX_DIGITS = /^\d{6}$/;
/** A recovery code as people type it: 24 letters and digits, of older ones 16, with dashes and blanks anywhere between them. */
export const RECOVERY_CODE = /^[a-z2-7](?:[\s-]{0,2}[a-z2-7]){15}(?:(?:[\s-]{0,2}[a-z2-7]){8})?$/i;

/** Apps show the six figures in groups, and what is copied brings along what stands between and around them. */
export function typedSecondFactor(text: string): string {
  const figures = text.normalize('NFKC').replace(/[\s.\p{Pd}\p{Cf}]/gu, '');
  return SIX_DIGITS.test(figures) ? figures : text.trim();
}

export function isSecondFactor(text: string): boolean {
  return SIX_DIGITS.test(text) || RECOVERY_CODE.test(text);
}

/** Whether somebody with these roles has to have a second factor. */
export function needsTotp(requirement: TotpRequirement, roles: readonly Role[]): boolean {
  if (requirement === 'everybody') return true;
  return requirement === 'operators' && roles.includes('operator');
}

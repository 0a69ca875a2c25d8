import type { MemberRole } from '../roles.ts';
import { memberMay } from './member.ts';

/**
 * What a key may be used for. `read`: looking at whatever is the account's. `work` and `money`: the changes that members
 * with that right make. None includes another one.
 */
export const KEY_SCOPES = ['read', 'work', 'money'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

export const KEY_LIFETIMES = ['30_days', '90_days', '1_year', 'never'] as const;
export type KeyLifetime = (typeof KEY_LIFETIMES)[number];

const LIFETIME_DAYS: Readonly<Record<KeyLifetime, number | null>> = {
  '30_days': 30,
  '90_days': 90,
  '1_year': 365,
  never: null,
};
const DAY_MS = 86_400_000;

/** Of one member in one account, that have not run out. */
export const MAX_LIVE_KEYS = 20;
export const KEY_NAME_LIMIT = 100;

export const KEY_PREFIX = 'pk_';
/** So many letters of a key are kept, to tell it from others: its prefix and 36 of 256 bits. */
export const KEY_HINT_LENGTH = KEY_PREFIX.length + 6;
/** 256 bits as base64url are 43 letters: longer than a session's token by the prefix, so that neither is ever taken for the other. */
const KEY_SHAPE = /^pk_[A-Za-z0-9_-]{43}$/;

export function isApiKey(token: string): boolean {
  return KEY_SHAPE.test(token);
}

/** From when on a key is refused; null: never. */
export function keyExpiry(lifetime: KeyLifetime, now: Date): Date | null {
  const days = LIFETIME_DAYS[lifetime];
  return days === null ? null : new Date(now.getTime() + days * DAY_MS);
}

/** The scopes that somebody may give: no key does what its maker may not do. */
export function scopesOf(member: MemberRole): KeyScope[] {
  return KEY_SCOPES.filter((scope) => scope === 'read' || memberMay(member, scope));
}

/** Whether a key reaches what takes a scope: it has it, and its maker, as they are now, may do it. */
export function keyMay(scopes: readonly KeyScope[], member: MemberRole, needed: KeyScope): boolean {
  return scopes.includes(needed) && scopesOf(member).includes(needed);
}

import { siteOfAddress } from '@placard/domain/address/address-network';
import type { Actor } from '../deps.ts';
import { type TurnLimits, Turns } from '../fairness/turns.ts';
import { Arrivals } from './arrivals.ts';

/**
 * What one account may do at once. Writes go one after the other: two of them would wait for each other's rows with a
 * connection each in hand. A screen asks for up to ten things together, a person clicks through several of them.
 */
export const ACCOUNT_LIMITS = {
  write: { perKey: 1, atOnce: 1_000, waiting: 64, waitingInAll: 2_000, patienceMs: 20_000 },
  read: { perKey: 6, atOnce: 1_000, waiting: 200, waitingInAll: 4_000, patienceMs: 20_000 },
  /** A file is in memory before anything is known of it: at most 12 MB of one account. */
  upload: { perKey: 2, atOnce: 20, waiting: 10, waitingInAll: 200, patienceMs: 20_000 },
} as const satisfies Record<string, TurnLimits>;

export type AccountLimits = Readonly<Record<keyof typeof ACCOUNT_LIMITS, TurnLimits>>;
export type AccountTurns = Readonly<Record<keyof AccountLimits, Turns>> & {
  /** Before it is known whose call it is. */
  readonly arrivals: Arrivals;
};

export function createAccountTurns(limits: AccountLimits = ACCOUNT_LIMITS): AccountTurns {
  return {
    write: new Turns(limits.write),
    read: new Turns(limits.read),
    upload: new Turns(limits.upload),
    arrivals: new Arrivals(limits),
  };
}

/** Whose turn it is: the account's, or of those who are not signed in the address's. */
export function turnKey(actor: Actor | null, ip: string): string {
  return actor === null ? `address ${siteOfAddress(ip)}` : `account ${actor.accountId}`;
}

import { networkOfAddress } from '@placard/domain/address/address-network';
import { createRateLimiter, type RateLimiter } from '../api/rate-limiter.ts';

export type HasSignInLimits = { readonly signInLimits: SignInLimits };

const MINUTE_MS = 60_000;

export type SignInAttempt = { readonly ip: string; readonly email: string; readonly nowMs: number };

/** Slows down guessing. Counts live in this process's memory and end with it. */
export type SignInLimits = {
  /** False when there were too many attempts; otherwise this one is counted until `succeeded`. */
  mayTry(attempt: SignInAttempt): boolean;
  succeeded(attempt: SignInAttempt): void;
  /** Whether that sign-in is locked is worth another line in the audit log: one for each account, place and lock. */
  noteLocked(attempt: SignInAttempt): boolean;
  /** Whether another guess of an address without account is: the log can't be flooded by who knows none. */
  noteUnknown(attempt: SignInAttempt): boolean;
  /** Whether somebody's answer may be taken to the provider of single sign-on; counted until `answered`. */
  mayAnswer(attempt: Pick<SignInAttempt, 'ip' | 'nowMs'>): boolean;
  answered(attempt: Pick<SignInAttempt, 'ip'>): void;
  /** Whether another mail may be sent to this address, asked for from this IP. */
  mayMail(attempt: SignInAttempt): boolean;
};

/**
 * Three counts: an address of many guesses, one account guessed from one place, one account guessed from everywhere.
 * The last is wide, so that a stranger can't lock somebody out easily.
 */
export function createSignInLimits(): SignInLimits {
  const byIp = createRateLimiter({ limit: 50, windowMs: 10 * MINUTE_MS });
  const byAccountAndIp = createRateLimiter({ limit: 10, windowMs: 10 * MINUTE_MS });
  const byAccount = createRateLimiter({ limit: 100, windowMs: 60 * MINUTE_MS });
  const answersByIp = createRateLimiter({ limit: 50, windowMs: 10 * MINUTE_MS });
  const mailsByIp = createRateLimiter({ limit: 20, windowMs: 60 * MINUTE_MS });
  const mailsByAccount = createRateLimiter({ limit: 3, windowMs: 60 * MINUTE_MS });

  const notesOfLocks = createRateLimiter({ limit: 1, windowMs: 10 * MINUTE_MS });
  const notesOfUnknown = createRateLimiter({ limit: 600, windowMs: 60 * MINUTE_MS });

  const keys = ({ ip, email }: SignInAttempt): [RateLimiter, string][] => [
    [byIp, networkOfAddress(ip)],
    [byAccountAndIp, `${email} ${networkOfAddress(ip)}`],
    [byAccount, email],
  ];
  return {
    mayTry: (attempt) => keys(attempt).every(([limiter, key]) => limiter.take(key, attempt.nowMs) === 0),
    succeeded(attempt) {
      for (const [limiter, key] of keys(attempt)) limiter.giveBack(key);
    },
    noteLocked: ({ ip, email, nowMs }) =>
      notesOfUnknown.take('locked', nowMs) === 0 &&
      notesOfLocks.take(`${email} ${networkOfAddress(ip)}`, nowMs) === 0,
    noteUnknown: ({ nowMs }) => notesOfUnknown.take('unknown', nowMs) === 0,
    mayAnswer: ({ ip, nowMs }) => answersByIp.take(networkOfAddress(ip), nowMs) === 0,
    answered: ({ ip }) => answersByIp.giveBack(networkOfAddress(ip)),
    mayMail: ({ ip, email, nowMs }) =>
      mailsByIp.take(networkOfAddress(ip), nowMs) === 0 && mailsByAccount.take(email, nowMs) === 0,
  };
}

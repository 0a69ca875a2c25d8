import { networkOfAddress } from '@placard/domain/address/address-network';
import { networkAround, networkText } from '@placard/domain/address/network';
import { createRateLimiter, type RateLimiter } from '../api/rate-limiter.ts';

export type HasSignInLimits = { readonly signInLimits: SignInLimits };

const MINUTE_MS = 60_000;
/** What one customer may have of a provider: somebody with 65,536 connections of IPv6 is not so many strangers. */
const WIDE_BITS = { ipv4: 24, ipv6: 48 };

export type SignInAttempt = { readonly ip: string; readonly email: string; readonly nowMs: number };

/** A try that is counted until it turns out to be a good one. */
export type Counted = { succeeded(): void };
export type CountedSignIn = Counted & {
  /** The account is guessed from everywhere: only who comes from a place that is known of it may go on. */
  readonly crowded: boolean;
  /** @returns false when there were too many from this known place. */
  takeOfPlace(place: string): boolean;
};

type Confirmation = {
  readonly userId: number;
  readonly sessionId: number | null;
  readonly nowMs: number;
};

/** Slows down guessing. Counts live in this process's memory and end with it. */
export type SignInLimits = {
  /** Null when there were too many from there. */
  trySignIn(attempt: SignInAttempt): CountedSignIn | null;
  /** How long until the next try is counted, in ms. It tells nothing of places that are known of the account. */
  signInWaitMs(attempt: SignInAttempt): number;
  /**
   * The same for somebody who is signed in, or vouched for by a provider, and shows once more who they are: counted apart,
   * so that no stranger can use it up. @param sessionId null: none yet
   */
  tryConfirm(attempt: Confirmation): Counted | null;
  confirmWaitMs(attempt: Confirmation): number;
  /** Whether that sign-in is locked is worth another line in the audit log: one for each account, place and lock. */
  noteLocked(attempt: SignInAttempt): boolean;
  /** Whether another guess of an address without account is: the log can't be flooded by who knows none. */
  noteUnknown(attempt: SignInAttempt): boolean;
  /** Whether somebody's answer may be taken to the provider of single sign-on; counted until `answered`. */
  mayAnswer(attempt: Pick<SignInAttempt, 'ip' | 'nowMs'>): boolean;
  answerWaitMs(attempt: Pick<SignInAttempt, 'ip' | 'nowMs'>): number;
  answered(attempt: Pick<SignInAttempt, 'ip'>): void;
  /** Whether another mail to this address may be asked for from this IP. */
  mayAskForMail(attempt: SignInAttempt): boolean;
  mailWaitMs(attempt: SignInAttempt): number;
  /** Whether another of a kind may be sent there, whoever asks: of one kind strangers don't use up the other. */
  mayMail(kind: MailKind, attempt: Omit<SignInAttempt, 'ip'>): boolean;
  mailOfKindWaitMs(kind: MailKind, attempt: Omit<SignInAttempt, 'ip'>): number;
  /** Whether another may be besides, asked for from a place that is known of the account. */
  mayMailFromPlace(place: string, nowMs: number): boolean;
  /** Whether somebody who is signed in may have another mail sent to whoever they name: most have asked for none. */
  mayMailAnybody(sender: MailSender, attempt: Omit<SignInAttempt, 'ip'>): boolean;
  anybodyWaitMs(sender: MailSender, attempt: Omit<SignInAttempt, 'ip'>): number;
};

type MailKind = 'reset' | 'sign-up';

/** Who has such a mail sent: an account, whoever of its members it is, or a person. */
export type MailSender = { readonly kind: 'account' | 'user'; readonly id: number };

type Counts = readonly (readonly [RateLimiter, string])[];

/** @returns what takes them back; null when one of them is used up. */
function takeAll(counts: Counts, nowMs: number): (() => void) | null {
  if (!counts.every(([limiter, key]) => limiter.take(key, nowMs) === 0)) return null;
  return () => {
    for (const [limiter, key] of counts) limiter.giveBack(key);
  };
}

/** How long until none of them is used up. */
function waitOf(counts: Counts, nowMs: number): number {
  const waits = counts.map(([limiter, key]) => limiter.left(key, nowMs));
  return Math.max(0, ...waits.map(({ calls, resetMs }) => (calls > 0 ? 0 : resetMs)));
}

function wideNetworkOf(ip: string): string {
  const network = networkAround(ip, WIDE_BITS);
  return network === null ? ip : networkText(network);
}

const limiter = (limit: number, minutes: number) =>
  createRateLimiter({ limit, windowMs: minutes * MINUTE_MS });

function answerLimits(): Pick<SignInLimits, 'mayAnswer' | 'answerWaitMs' | 'answered'> {
  const byIp = limiter(50, 10);
  const byWideNetwork = limiter(200, 10);
  return {
    answerWaitMs: ({ ip, nowMs }) =>
      waitOf(
        [
          [byIp, networkOfAddress(ip)],
          [byWideNetwork, wideNetworkOf(ip)],
        ],
        nowMs,
      ),
    mayAnswer: ({ ip, nowMs }) =>
      byIp.take(networkOfAddress(ip), nowMs) === 0 && byWideNetwork.take(wideNetworkOf(ip), nowMs) === 0,
    answered: ({ ip }) => {
      byIp.giveBack(networkOfAddress(ip));
      byWideNetwork.giveBack(wideNetworkOf(ip));
    },
  };
}

function outgoingLimits(): Pick<
  SignInLimits,
  'mayMail' | 'mailOfKindWaitMs' | 'mayMailFromPlace' | 'mayMailAnybody' | 'anybodyWaitMs'
> {
  const byAddress = limiter(6, 60);
  const byPlace = limiter(3, 60);
  // More than an account has members, so that all can be invited on its first day.
  const bySender = limiter(60, 24 * 60);
  const bySenderAndAddress = limiter(3, 60);
  const ofSender = ({ kind, id }: MailSender, email: string): Counts => [
    [bySenderAndAddress, `${kind} ${id} ${email}`],
    [bySender, `${kind} ${id}`],
    [byAddress, `from somebody ${email}`],
  ];
  return {
    mayMail: (kind, { email, nowMs }) => byAddress.take(`${kind} ${email}`, nowMs) === 0,
    mailOfKindWaitMs: (kind, { email, nowMs }) => waitOf([[byAddress, `${kind} ${email}`]], nowMs),
    mayMailFromPlace: (place, nowMs) => byPlace.take(place, nowMs) === 0,
    mayMailAnybody: (sender, { email, nowMs }) => takeAll(ofSender(sender, email), nowMs) !== null,
    anybodyWaitMs: (sender, { email, nowMs }) => waitOf(ofSender(sender, email), nowMs),
  };
}

/**
 * Counts by network, of one account by network, and of one account from everywhere. The last is wide, and of it one
 * network gets a fifth; where strangers use it up all the same, places that are known of the account have their own.
 */
export function createSignInLimits(): SignInLimits {
  const byIp = limiter(50, 10);
  const byWideNetwork = limiter(200, 10);
  const byAccountAndIp = limiter(10, 10);
  const byAccountAndWideNetwork = limiter(20, 60);
  const byAccount = limiter(100, 60);
  const byPlace = limiter(100, 60);
  const confirmationsBySession = limiter(10, 10);
  const confirmationsByUser = limiter(100, 60);
  const mailsByIp = limiter(20, 60);
  const mailsByWideNetwork = limiter(60, 60);
  const mailsByAccountAndWideNetwork = limiter(3, 60);

  const notesOfLocks = limiter(1, 10);
  const notesOfUnknown = limiter(600, 60);

  const fromNetwork = ({ ip, email }: SignInAttempt): Counts => [
    [byIp, networkOfAddress(ip)],
    [byWideNetwork, wideNetworkOf(ip)],
    [byAccountAndIp, `${email} ${networkOfAddress(ip)}`],
    [byAccountAndWideNetwork, `${email} ${wideNetworkOf(ip)}`],
  ];
  const ofConfirmation = ({ userId, sessionId }: Confirmation): Counts => [
    [confirmationsBySession, `${userId} ${sessionId}`],
    [confirmationsByUser, String(userId)],
  ];
  const ofMail = ({ ip, email }: SignInAttempt): Counts => [
    [mailsByIp, networkOfAddress(ip)],
    [mailsByWideNetwork, wideNetworkOf(ip)],
    [mailsByAccountAndWideNetwork, `${email} ${wideNetworkOf(ip)}`],
  ];
  return {
    trySignIn(attempt) {
      const { email, nowMs } = attempt;
      const giveBackNetwork = takeAll(fromNetwork(attempt), nowMs);
      if (giveBackNetwork === null) return null;
      let giveBackAccount = takeAll([[byAccount, email]], nowMs);
      return {
        crowded: giveBackAccount === null,
        takeOfPlace(place) {
          giveBackAccount = takeAll([[byPlace, place]], nowMs);
          return giveBackAccount !== null;
        },
        succeeded() {
          giveBackNetwork();
          giveBackAccount?.();
        },
      };
    },
    signInWaitMs: (attempt) => waitOf([...fromNetwork(attempt), [byAccount, attempt.email]], attempt.nowMs),
    tryConfirm(attempt) {
      const giveBack = takeAll(ofConfirmation(attempt), attempt.nowMs);
      return giveBack === null ? null : { succeeded: giveBack };
    },
    noteLocked: ({ ip, email, nowMs }) =>
      notesOfUnknown.take('locked', nowMs) === 0 &&
      notesOfLocks.take(`${email} ${networkOfAddress(ip)}`, nowMs) === 0,
    noteUnknown: ({ nowMs }) => notesOfUnknown.take('unknown', nowMs) === 0,
    ...answerLimits(),
    confirmWaitMs: (attempt) => waitOf(ofConfirmation(attempt), attempt.nowMs),
    mayAskForMail: (attempt) => takeAll(ofMail(attempt), attempt.nowMs) !== null,
    mailWaitMs: (attempt) => waitOf(ofMail(attempt), attempt.nowMs),
    ...outgoingLimits(),
  };
}

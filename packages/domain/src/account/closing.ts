import type { Micros } from '../micros.ts';
import { DAY_MS } from '../time-zone.ts';

/** So long an operator may open a closed account again; then what is about persons is erased. */
export const CLOSED_KEPT_DAYS = 30;
/** Books and documents are kept so long after their year (§ 147 AO, § 257 HGB: the longest of the usual terms). */
export const BOOKS_KEPT_YEARS = 10;

/** What has to be settled before an account is closed, or erased: each is done elsewhere, by its owner or an operator. */
export const CLOSING_OBSTACLES = [
  'operator',
  'deposit_open',
  'refund_open',
  'payout_open',
  'correction_open',
  'earnings_due',
  'balance_due',
] as const;
export type ClosingObstacle = (typeof CLOSING_OBSTACLES)[number];

/** How an account stands with the network. */
export type ClosingFacts = {
  /** Its owner runs the network. */
  readonly operator: boolean;
  readonly openDeposits: number;
  readonly openRefunds: number;
  readonly openPayouts: number;
  readonly openCorrections: number;
  readonly walletMicros: Micros;
  readonly availableMicros: Micros;
  readonly pendingMicros: Micros;
  /** The network's least payout: earnings below it can't be paid. */
  readonly minPayoutMicros: Micros;
};

/** Earned, and not paid yet. */
export function unpaidMicros({ availableMicros, pendingMicros }: ClosingFacts): Micros {
  return availableMicros + pendingMicros;
}

/**
 * Earnings that can be paid have to be, whoever closes. What is in the wallet its owner may give up; an operator, whose
 * money it isn't, only as little as could not be paid out either.
 */
export function closingObstacles(facts: ClosingFacts, by: 'owner' | 'operator'): ClosingObstacle[] {
  const found: Record<ClosingObstacle, boolean> = {
    operator: facts.operator,
    deposit_open: facts.openDeposits > 0,
    refund_open: facts.openRefunds > 0,
    payout_open: facts.openPayouts > 0,
    correction_open: facts.openCorrections > 0,
    earnings_due: unpaidMicros(facts) >= facts.minPayoutMicros && unpaidMicros(facts) > 0n,
    balance_due: by === 'operator' && facts.walletMicros >= facts.minPayoutMicros && facts.walletMicros > 0n,
  };
  return CLOSING_OBSTACLES.filter((obstacle) => found[obstacle]);
}

/** When an account closed at this time is erased. */
export function erasedFrom(closedAt: Date): Date {
  return new Date(closedAt.getTime() + CLOSED_KEPT_DAYS * DAY_MS);
}

/** Whether it may be opened again: until it is due to be erased, whether that was done or not. */
export function mayReopen(closedAt: Date, now: Date): boolean {
  return now < erasedFrom(closedAt);
}

/** Further facts that only erasing waits for: bookings that are still to come. */
export type ErasingFacts = ClosingFacts & {
  /** What was given up in the wallet when it was closed. */
  readonly givenUpMicros: Micros;
  /** Charges that no invoice tells yet. */
  readonly uninvoiced: boolean;
};

/** Never takes more than was given up, nor before each month is closed and invoiced. */
export function mayErase(facts: ErasingFacts): boolean {
  return (
    closingObstacles(facts, 'owner').length === 0 &&
    facts.walletMicros <= facts.givenUpMicros &&
    facts.pendingMicros === 0n &&
    !facts.uninvoiced
  );
}

import type { DifferenceSubject, ReconciliationCheck } from '@placard/domain/ledger/reconciliation';
import type { GeneratedAlways } from 'kysely';
import type { Json } from './column-types.ts';
import type { LedgerAccountKind } from './ledger.ts';

/** Micros as text: JSON has no integers of that size. */
export type StoredDifference = {
  readonly subject: DifferenceSubject;
  readonly id: number;
  readonly label: string;
  readonly left: string;
  readonly right: string;
};

export type StoredCheck = {
  readonly check: ReconciliationCheck;
  readonly compared: number;
  readonly differing: number;
  readonly left: string;
  readonly right: string;
  readonly differences: readonly StoredDifference[];
};

/** A line of the trial balance. */
export type StoredBalance = {
  readonly kind: LedgerAccountKind;
  readonly accounts: number;
  readonly balance: string;
};

type StoredChecks = readonly StoredCheck[];
type StoredBalances = readonly StoredBalance[];

export type ReconciliationTable = {
  id: GeneratedAlways<number>;
  day: string;
  asked_by: number | null;
  asked_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  is_green: boolean | null;
  checks: Json<StoredChecks>;
  balances: Json<StoredBalances>;
};

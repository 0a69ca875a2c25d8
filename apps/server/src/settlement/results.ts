import type { LockedAccounts } from '../ledger/booking.ts';
import type { AdSetBook, WidgetRef, ZoneDays } from './books.ts';
import type { FactTable } from './fact-table.ts';

/** What a transaction found of money and counts, to be written. */
export type Results = {
  readonly facts: FactTable;
  readonly chargedMicros: number;
  readonly adSets: ReadonlyMap<number, AdSetBook>;
  readonly widgets: ReadonlyMap<number, WidgetRef>;
  /** Those of the advertisers, locked. */
  readonly wallets: LockedAccounts;
  readonly networkZone: ZoneDays;
  readonly now: Date;
};

import type { LockedAccounts } from '../ledger/booking.ts';
import type { AdSetBook, WidgetRef, ZoneDays } from './books.ts';
import type { Judge } from './judge.ts';

/** What a transaction found, to be written. */
export type Results = {
  readonly judge: Judge;
  readonly adSets: ReadonlyMap<number, AdSetBook>;
  readonly widgets: ReadonlyMap<number, WidgetRef>;
  readonly accounts: LockedAccounts;
  readonly viewerClicks: ReadonlyMap<string, readonly number[]>;
  readonly networkZone: ZoneDays;
  readonly now: Date;
};

import type { LedgerTransactionKind } from '@placard/db/schema/ledger';
import { type AccountRef, accountKey } from '@placard/domain/ledger/accounts';
import type { LedgerEntry } from '@placard/domain/ledger/postings';
import type { Micros } from '@placard/domain/micros';

export type LedgerAccount = { readonly id: number; readonly balanceMicros: Micros };
/** Accounts whose rows the transaction has locked, by `accountKey`. */
export type LockedAccounts = ReadonlyMap<string, LedgerAccount>;

export type LedgerTransactionInput = {
  readonly kind: LedgerTransactionKind;
  /** What the transaction stands for, for example `deposit:17`; it can be posted once. */
  readonly reference: string;
  readonly entries: readonly LedgerEntry[];
  readonly detail?: Readonly<Record<string, unknown>>;
  /** Booking time; now unless given. */
  readonly at?: Date;
};

/** @throws Error for an account that is not among them. */
export function lockedAccount(accounts: LockedAccounts, account: AccountRef): LedgerAccount {
  const locked = accounts.get(accountKey(account));
  if (locked === undefined) throw new Error(`ledger account ${accountKey(account)} was not locked`);
  return locked;
}

// One statement: the schema checks that what a statement adds to a transaction sums to 0.
const BOOKING = `
  with t as (
    insert into ledger_transaction (kind, reference, detail, at) values ($1, $2, $3::jsonb, coalesce($4, now()))
    on conflict (reference) do nothing returning id),
  e as (
    insert into ledger_entry (transaction_id, account_id, amount_micros, balance_after_micros, sequence)
    select t.id, e.account_id, e.amount, 0, 0
      from t, unnest($5::int[], $6::bigint[]) as e (account_id, amount) order by e.account_id)
  select id from t`;

/** Writes a transaction and its entries; gives its id, and no row where the reference exists. */
export function bookingStatement(input: LedgerTransactionInput, accounts: LockedAccounts) {
  const { kind, reference, detail = {}, at = null, entries } = input;
  const ids = entries.map(({ account }) => lockedAccount(accounts, account).id);
  const amounts = entries.map(({ amountMicros }) => amountMicros);
  return { text: BOOKING, values: [kind, reference, JSON.stringify(detail), at, ids, amounts] };
}

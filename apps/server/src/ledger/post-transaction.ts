import type { Database } from '@placard/db/schema';
import type { LedgerTransactionKind } from '@placard/db/schema/ledger';
import { type AccountRef, accountKey, mayBeNegative } from '@placard/domain/ledger/accounts';
import type { LedgerEntry } from '@placard/domain/ledger/postings';
import type { Micros } from '@placard/domain/micros';
import { sql, type Transaction } from 'kysely';
import { AlreadyPostedError, InsufficientFundsError } from './ledger-errors.ts';

export type LedgerAccount = { readonly id: number; readonly balanceMicros: Micros };

/** The account's row, made on first use. The balance is only a glance: it is not locked. */
export async function accountFor(trx: Transaction<Database>, account: AccountRef): Promise<LedgerAccount> {
  const find = async () =>
    await trx
      .selectFrom('ledger_account')
      .select(['id', 'balance_micros'])
      .where('kind', '=', account.kind)
      .where('owner_id', account.ownerId === null ? 'is' : '=', account.ownerId)
      .executeTakeFirst();
  let row = await find();
  if (row === undefined) {
    // Two transactions may open the same account at once; the loser waits here and then reads the winner's row.
    await trx
      .insertInto('ledger_account')
      .values({ kind: account.kind, owner_id: account.ownerId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    row = await find();
  }
  if (row === undefined) throw new Error(`ledger account ${accountKey(account)} could not be opened`);
  return { id: row.id, balanceMicros: row.balance_micros };
}

export type LedgerTransactionInput = {
  readonly kind: LedgerTransactionKind;
  /** What the transaction stands for, for example `deposit:17`; it can be posted once. */
  readonly reference: string;
  readonly entries: readonly LedgerEntry[];
  readonly detail?: Readonly<Record<string, unknown>>;
  /** Booking time; now unless given. */
  readonly at?: Date;
};

export type PostedTransaction = {
  readonly transactionId: bigint;
  /** Balances right after, by `accountKey`. */
  readonly balances: ReadonlyMap<string, Micros>;
};

/**
 * Books a balanced set of entries in the caller's transaction. Accounts are locked in the order of their ids, as
 * everything that locks several does, so two bookings never wait for each other in a circle.
 * @throws AlreadyPostedError when the reference exists; InsufficientFundsError when a user's account would go below
 * zero. Neither has written anything nor broken the transaction.
 */
export async function postTransaction(
  trx: Transaction<Database>,
  input: LedgerTransactionInput,
): Promise<PostedTransaction> {
  const accounts = new Map<string, number>();
  for (const entry of input.entries) {
    const { id } = await accountFor(trx, entry.account);
    accounts.set(accountKey(entry.account), id);
  }
  const locked = await lockAccounts(trx, [...accounts.values()]);
  const rows = input.entries.map((entry) => {
    const accountId = accounts.get(accountKey(entry.account));
    const balanceMicros = accountId === undefined ? undefined : locked.get(accountId);
    if (accountId === undefined || balanceMicros === undefined) {
      throw new Error(`ledger account ${accountKey(entry.account)} was not locked`);
    }
    const afterMicros = balanceMicros + entry.amountMicros;
    if (afterMicros < 0n && entry.amountMicros < 0n && !mayBeNegative(entry.account.kind)) {
      throw new InsufficientFundsError(entry.account, balanceMicros, -entry.amountMicros);
    }
    return { key: accountKey(entry.account), accountId, amountMicros: entry.amountMicros, afterMicros };
  });
  const transaction = await trx
    .insertInto('ledger_transaction')
    .values({
      kind: input.kind,
      reference: input.reference,
      detail: JSON.stringify(input.detail ?? {}),
      ...(input.at === undefined ? {} : { at: input.at }),
    })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (transaction === undefined) throw new AlreadyPostedError(input.reference);
  if (rows.length > 0) {
    // One statement: the schema checks that what a statement adds to a transaction sums to 0.
    await trx
      .insertInto('ledger_entry')
      .values(
        rows
          .sort((a, b) => a.accountId - b.accountId)
          .map((row) => ({
            transaction_id: transaction.id,
            account_id: row.accountId,
            amount_micros: row.amountMicros,
            balance_after_micros: 0n,
            sequence: 0n,
          })),
      )
      .execute();
  }
  return {
    transactionId: transaction.id,
    balances: new Map(rows.map((row) => [row.key, row.afterMicros])),
  };
}

async function lockAccounts(
  trx: Transaction<Database>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Micros>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; balance_micros: bigint }>`
    select id, balance_micros from ledger_account where id = any(${ids}::int[]) order by id for no key update
  `.execute(trx);
  return new Map(rows.map((row) => [row.id, row.balance_micros]));
}

import type { Database } from '@placard/db/schema';
import { type AccountRef, accountKey, mayBeNegative } from '@placard/domain/ledger/accounts';
import type { Micros } from '@placard/domain/micros';
import { CompiledQuery, sql, type Transaction } from 'kysely';
import {
  bookingStatement,
  type LedgerAccount,
  type LedgerTransactionInput,
  lockedAccount,
} from './booking.ts';
import { AlreadyPostedError, InsufficientFundsError } from './ledger-errors.ts';

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

export type PostedTransaction = {
  readonly transactionId: bigint;
  /** Balances right after, by `accountKey`. */
  readonly balances: ReadonlyMap<string, Micros>;
};

/**
 * Books a balanced set of entries in the caller's transaction. Accounts are opened in the order of their keys and
 * locked as everything that locks several does, wallets first and each in the order of their ids, so two bookings never
 * wait for each other in a circle.
 * @throws AlreadyPostedError when the reference exists; InsufficientFundsError when a user's account would go below
 * zero. Neither has written anything nor broken the transaction.
 */
export async function postTransaction(
  trx: Transaction<Database>,
  input: LedgerTransactionInput,
): Promise<PostedTransaction> {
  const locked = await lockAccounts(trx, await openAccounts(trx, input.entries));
  const balances = new Map<string, Micros>();
  for (const { account, amountMicros } of input.entries) {
    const { balanceMicros } = lockedAccount(locked, account);
    const afterMicros = balanceMicros + amountMicros;
    if (afterMicros < 0n && amountMicros < 0n && !mayBeNegative(account.kind)) {
      throw new InsufficientFundsError(account, balanceMicros, -amountMicros);
    }
    balances.set(accountKey(account), afterMicros);
  }
  const { text, values } = bookingStatement(input, locked);
  const { rows } = await trx.executeQuery<{ id: bigint }>(CompiledQuery.raw(text, values));
  const [transaction] = rows;
  if (transaction === undefined) throw new AlreadyPostedError(input.reference);
  return { transactionId: transaction.id, balances };
}

/**
 * Locks an account before what a booking of it depends on is looked at: what others book of it meanwhile waits, and what
 * they have booked is seen.
 */
export async function lockLedgerAccount(trx: Transaction<Database>, account: AccountRef): Promise<void> {
  const { id } = await accountFor(trx, account);
  await lockAccounts(trx, new Map([[id, accountKey(account)]]));
}

/** Accounts' keys by their rows' ids. Who opens one makes others who want it wait, so all open in the same order. */
async function openAccounts(
  trx: Transaction<Database>,
  entries: LedgerTransactionInput['entries'],
): Promise<ReadonlyMap<number, string>> {
  const accounts = new Map(entries.map(({ account }) => [accountKey(account), account]));
  const ids = new Map<number, string>();
  for (const [key, account] of [...accounts].sort(([one], [other]) => (one < other ? -1 : 1))) {
    ids.set((await accountFor(trx, account)).id, key);
  }
  return ids;
}

/** @param ids accounts' keys by their rows' ids */
async function lockAccounts(
  trx: Transaction<Database>,
  ids: ReadonlyMap<number, string>,
): Promise<ReadonlyMap<string, LedgerAccount>> {
  const { rows } = await sql<{ id: number; balance_micros: bigint }>`
    select id, balance_micros from ledger_account where id = any(${[...ids.keys()]}::int[])
     order by kind <> 'advertiser_wallet', id for no key update
  `.execute(trx);
  return new Map(
    rows.map((row) => [ids.get(row.id) ?? '', { id: row.id, balanceMicros: row.balance_micros }]),
  );
}

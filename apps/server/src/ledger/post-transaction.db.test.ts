import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { soon } from '@placard/db/testing/soon';
import { type AccountRef, accountKey, availableOf, walletOf } from '@placard/domain/ledger/accounts';
import {
  adjustmentEntries,
  depositEntries,
  type LedgerEntry,
  monthCloseEntries,
  payoutCompleteEntries,
  payoutRequestEntries,
  payoutReturnEntries,
  refundEntries,
  settlementEntries,
  spendRefundEntries,
} from '@placard/domain/ledger/postings';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../features/in-transaction.ts';
import { type LedgerTransactionInput, lockedAccount } from './booking.ts';
import { AlreadyPostedError, InsufficientFundsError } from './ledger-errors.ts';
import { lockLedgerAccount, type PostedTransaction, postTransaction } from './post-transaction.ts';

let database: TestDatabase;
const accounts: number[] = [];
let references = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  for (let index = 0; index < 6; index += 1) {
    const account = await database.db
      .insertInto('account')
      .values({ status: 'active' })
      .returning('id')
      .executeTakeFirstOrThrow();
    accounts.push(account.id);
  }
});
afterAll(async () => {
  await database.drop();
});

async function post(
  input: Omit<LedgerTransactionInput, 'reference'> & { reference?: string },
): Promise<PostedTransaction> {
  references += 1;
  const reference = input.reference ?? `test:${references}`;
  return await inTransaction(database.db, async (trx) => await postTransaction(trx, { ...input, reference }));
}

async function ledgerSums() {
  const { rows } = await database.pool.query<{ balances: string; entries: string; drifting: string }>(
    `select coalesce(sum(a.balance_micros), 0)::text as balances,
            (select coalesce(sum(amount_micros), 0) from ledger_entry)::text as entries,
            count(*) filter (where a.balance_micros <> coalesce(e.total, 0) or a.entry_count <> coalesce(e.entries, 0)
                                or a.balance_micros <> coalesce(e.last, 0))::text as drifting
       from ledger_account a
       left join (select account_id, sum(amount_micros) as total, count(*) as entries,
                         (array_agg(balance_after_micros order by sequence desc))[1] as last
                    from ledger_entry group by account_id) e on e.account_id = a.id`,
  );
  return rows[0];
}

describe('postTransaction', () => {
  const user = () => accounts[0] ?? 0;

  it('books once per reference and tells the balances', async () => {
    const entries = depositEntries({ advertiserId: user(), amountMicros: 5_000_000n });
    const posted = await post({ kind: 'deposit', reference: 'deposit:1', entries });
    expect(posted.balances.get(accountKey(walletOf(user())))).toBe(5_000_000n);
    await expect(post({ kind: 'deposit', reference: 'deposit:1', entries })).rejects.toThrow(
      AlreadyPostedError,
    );
  });

  it('refuses what an account does not hold, and the transaction goes on', async () => {
    const entries = refundEntries({ advertiserId: user(), amountMicros: 9_000_000n });
    await inTransaction(database.db, async (trx) => {
      await expect(postTransaction(trx, { kind: 'refund', reference: 'refund:1', entries })).rejects.toThrow(
        InsufficientFundsError,
      );
      await trx.selectFrom('ledger_account').select('id').execute();
    });
    await post({
      kind: 'refund',
      reference: 'refund:1',
      entries: refundEntries({ advertiserId: user(), amountMicros: 5_000_000n }),
    });
  });

  it('pays out once when a hundred ask for it at once', async () => {
    const publisherId = accounts[1] ?? 0;
    await post({
      kind: 'adjustment',
      entries: adjustmentEntries({ account: availableOf(publisherId), amountMicros: 60_000_000n }),
    });
    const entries = payoutRequestEntries({ publisherId, amountMicros: 50_000_000n });
    const answers = await Promise.allSettled(
      Array.from({ length: 100 }, async () => await post({ kind: 'payout_request', entries })),
    );
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1);
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason).toBeInstanceOf(InsufficientFundsError);
    }
  });

  it('opens accounts in one order, so that first bookings never wait for each other in a circle', async () => {
    const owners = await Promise.all(
      Array.from(
        { length: 8 },
        async () =>
          await database.db
            .insertInto('account')
            .values({ status: 'active' })
            .returning('id')
            .executeTakeFirstOrThrow(),
      ),
    );
    const entries: LedgerEntry[] = owners.flatMap(({ id }, index) => [
      { account: availableOf(id), amountMicros: BigInt(index + 1) },
      { account: walletOf(id), amountMicros: BigInt(-index - 1) },
    ]);
    // Every second account may not be taken from: the bookings are refused after all of them were opened.
    const book = async (asked: readonly LedgerEntry[]) =>
      await database.db
        .transaction()
        .execute(
          async (trx) =>
            await postTransaction(trx, { kind: 'adjustment', reference: 'never', entries: asked }),
        );
    const orders = [entries, entries.toReversed(), [...entries.slice(8), ...entries.slice(0, 8)]];
    const answers = await Promise.allSettled(Array.from({ length: 12 }, (_, n) => book(orders[n % 3] ?? [])));
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 'rejected', reason: expect.any(InsufficientFundsError) });
    }
  });

  it('names what was refused, and books nothing of an account that was not locked', async () => {
    const [account, entries] = [walletOf(user()), depositEntries({ advertiserId: user(), amountMicros: 1n })];
    await expect(post({ kind: 'deposit', reference: 'deposit:1', entries })).rejects.toMatchObject({
      ...{ name: 'AlreadyPostedError', reference: 'deposit:1' },
    });
    const refused = adjustmentEntries({ account, amountMicros: -(10n ** 15n) });
    await expect(post({ kind: 'adjustment', entries: refused })).rejects.toMatchObject({
      ...{ name: 'InsufficientFundsError', account, neededMicros: 10n ** 15n },
    });
    expect(() => lockedAccount(new Map(), account)).toThrow(/was not locked/);
  });

  it('waits for whoever has locked an account that it books of', async () => {
    const wanted = async () =>
      await database.pool.query(
        "select from ledger_account where kind = 'advertiser_wallet' and owner_id = $1 for no key update nowait",
        [user()],
      );
    await wanted();
    await inTransaction(database.db, async (trx) => {
      await lockLedgerAccount(trx, walletOf(user()));
      await expect(wanted()).rejects.toMatchObject({ code: '55P03' });
    });
    await wanted();
  });

  it('locks wallets first, and each in the order of their ids, wherever their rows lie', async () => {
    const [earlier, later] = [accounts[4] ?? 0, accounts[5] ?? 0];
    const fill = async (account: AccountRef) =>
      await post({ kind: 'adjustment', entries: adjustmentEntries({ account, amountMicros: 9n }) });
    // What earns has the lower id, and the first wallet's row was written last.
    for (const account of [availableOf(earlier), walletOf(earlier), walletOf(later), walletOf(earlier)])
      await fill(account);
    const entries = [availableOf(earlier), walletOf(later), walletOf(earlier)].flatMap((account) =>
      adjustmentEntries({ account, amountMicros: -1n }),
    );
    const lock = (account: AccountRef, how: string) =>
      sql`select from ledger_account where kind = ${account.kind} and owner_id = ${account.ownerId}
             for no key update ${sql.raw(how)}`;
    const booked = await inTransaction(database.db, async (trx) => {
      await lock(walletOf(earlier), '').execute(trx);
      const booking = inTransaction(database.db, async (other) => {
        // Else the rows would come in the order of an index.
        await sql`set local enable_indexscan = off`.execute(other);
        await sql`set local enable_bitmapscan = off`.execute(other);
        await postTransaction(other, { kind: 'adjustment', reference: 'in order', entries });
      });
      await soon(async () => {
        const waiting = await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db);
        expect(waiting.rows).toHaveLength(1);
      });
      for (const account of [walletOf(later), availableOf(earlier)])
        await lock(account, 'nowait').execute(database.db);
      return { booking };
    });
    await booked.booking;
  });

  it('is held to balance, and to what was written, by the database itself', async () => {
    const wallet = await database.db
      .selectFrom('ledger_account')
      .select('id')
      .where('kind', '=', 'adjustments')
      .executeTakeFirstOrThrow();
    const { transactionId } = await post({
      kind: 'adjustment',
      entries: adjustmentEntries({ account: walletOf(user()), amountMicros: 1n }),
    });
    await expect(
      database.db
        .insertInto('ledger_entry')
        .values({ transaction_id: transactionId, account_id: wallet.id, amount_micros: 5n })
        .execute(),
    ).rejects.toThrow(/does not balance|null value/);
    await expect(database.pool.query('update ledger_entry set amount_micros = 7')).rejects.toThrow(
      /append-only/,
    );
    await expect(database.pool.query('delete from ledger_transaction')).rejects.toThrow(/append-only/);
  });

  it('balances through any sequence of bookings, refused ones included, many at once', async () => {
    const amount = fc.bigInt({ min: 1n, max: 10_000_000n });
    const owner = fc.nat(5);
    const operation = fc.record({
      kind: fc.constantFrom(
        'deposit' as const,
        'settlement' as const,
        'month_close' as const,
        'payout_request' as const,
        'payout_complete' as const,
        'payout_return' as const,
        'refund' as const,
        'adjustment' as const,
        'spend_refund' as const,
      ),
      owner,
      other: owner,
      amount,
    });
    const entriesOf = (each: {
      kind: LedgerTransactionInput['kind'];
      owner: number;
      other: number;
      amount: bigint;
    }): LedgerEntry[] => {
      const advertiserId = accounts[each.owner] ?? 0;
      const publisherId = accounts[each.other] ?? 0;
      const amountMicros = each.amount;
      const networkMicros = amountMicros / 3n;
      const line = {
        advertiserId,
        publisherId,
        publisherMicros: amountMicros - networkMicros,
        networkMicros,
      };
      return {
        deposit: () => depositEntries({ advertiserId, amountMicros }),
        settlement: () => settlementEntries([line, { ...line, publisherId: accounts[0] ?? 0 }]),
        month_close: () => monthCloseEntries({ publisherId, amountMicros }),
        payout_request: () => payoutRequestEntries({ publisherId, amountMicros }),
        payout_complete: () =>
          payoutCompleteEntries({ publisherId, amountMicros, withheldMicros: amountMicros / 4n }),
        payout_return: () => payoutReturnEntries({ publisherId, amountMicros }),
        refund: () => refundEntries({ advertiserId, amountMicros }),
        adjustment: () => adjustmentEntries({ account: walletOf(advertiserId), amountMicros: -amountMicros }),
        spend_refund: () => {
          const uncoveredMicros = amountMicros - networkMicros * 2n;
          const share = { pendingMicros: networkMicros, availableMicros: 0n, uncoveredMicros };
          return spendRefundEntries({ advertiserId, networkMicros, givenBack: [{ publisherId, ...share }] });
        },
      }[each.kind]();
    };
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 20, maxLength: 60 }), async (operations) => {
        await Promise.all(
          operations.map(async (each) => {
            await post({ kind: each.kind, entries: entriesOf(each) }).catch((cause: unknown) => {
              if (!(cause instanceof InsufficientFundsError)) throw cause;
            });
          }),
        );
        expect(await ledgerSums()).toEqual({ balances: '0', entries: '0', drifting: '0' });
      }),
      { numRuns: 10 },
    );
  });
});

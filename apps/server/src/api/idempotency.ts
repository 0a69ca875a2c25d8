import { createHash } from 'node:crypto';
import { inTransaction } from '@placard/db/database';
import type { Database } from '@placard/db/schema';
import { type Kysely, sql, type Transaction } from 'kysely';
import { inTransactionTurn } from '../fairness/transaction-turns.ts';
import { AppError } from './app-error.ts';
import type { MoneyCall } from './call-context.ts';

/** JSON with sorted keys: the same input gives the same text whatever the order of its fields. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === 'bigint') return String(inner);
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
  });
}

export type IdempotentCall = {
  readonly userId: number;
  readonly accountId: number;
  /** The operation's route: `POST /advertiser/deposits`. */
  readonly operation: string;
  readonly key: string | null;
  readonly input: unknown;
  readonly now: Date;
};

/**
 * Runs an operation at most once for its key: in one transaction with what it does, its answer is
 * stored; the same key and input get that answer again. A call that fails stores nothing and may be repeated; after a
 * deadlock it is, as all that change something are: the work changes nothing but the database.
 * @throws AppError `idempotency_key_required`, `conflict_idempotency`.
 */
export async function runOnce(
  db: Kysely<Database>,
  call: IdempotentCall,
  work: (money: MoneyCall) => Promise<unknown>,
): Promise<unknown> {
  const { key } = call;
  if (key === null || key.length < 1 || key.length > 200) throw new AppError('idempotency_key_required');
  const inputSha256 = createHash('sha256')
    .update(canonicalJson(call.input ?? null))
    .digest();
  const once = async (trx: Transaction<Database>) => {
    // The second of two that arrive together waits here and then finds the first one's answer.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${call.userId} ${call.accountId} ${call.operation} ${key}`}, 0))`.execute(
      trx,
    );
    const stored = await storedAnswer(trx, call, key);
    if (stored !== undefined) {
      if (!stored.input_sha256.equals(inputSha256)) throw new AppError('conflict_idempotency');
      return stored.answer;
    }
    const money: MoneyCall = { trx, used: false };
    const answer = await work(money);
    if (!money.used)
      throw new Error(`${call.operation} is marked idempotent but does not use moneyDeps or onceDeps`);
    await trx
      .insertInto('idempotency_key')
      .values({
        user_id: call.userId,
        account_id: call.accountId,
        operation: call.operation,
        key,
        input_sha256: inputSha256,
        answer: JSON.stringify(answer),
        created_at: call.now,
      })
      .execute();
    return answer;
  };
  // A use case with a key of its own, called by an operation that has one too.
  if (db.isTransaction) return await once(db as Transaction<Database>);
  return await inTransactionTurn(db, async () => await inTransaction(db, once));
}

async function storedAnswer(trx: Transaction<Database>, call: IdempotentCall, key: string) {
  return await trx
    .selectFrom('idempotency_key')
    .select(['input_sha256', 'answer'])
    .where('user_id', '=', call.userId)
    .where('account_id', '=', call.accountId)
    .where('operation', '=', call.operation)
    .where('key', '=', key)
    .executeTakeFirst();
}

import type { Database } from '@placard/db/schema';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../api/app-error.ts';

/**
 * Locks an account until the transaction ends. Whoever counts what an account has before adding one more does so under
 * this lock: of two at once the second sees what the first has added.
 */
export async function lockAccount(trx: Kysely<Database>, accountId: number): Promise<void> {
  await sql`select id from account where id = ${accountId} for no key update`.execute(trx);
}

/**
 * The same for what its own members begin in it: of whoever asked while it was closed or suspended, nothing comes afterwards.
 * @throws AppError `account_suspended`.
 */
export async function lockActiveAccount(trx: Kysely<Database>, accountId: number): Promise<void> {
  if (!(await lockedActive(trx, accountId))) throw new AppError('account_suspended');
}

/** The same for what begins by itself. @returns whether it is active, and stays so until the transaction ends */
export async function lockedActive(trx: Kysely<Database>, accountId: number): Promise<boolean> {
  await lockAccount(trx, accountId);
  const { status } = await trx
    .selectFrom('account')
    .select('status')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return status === 'active';
}

/**
 * Locks a person and, before them, the accounts that they own: the order of whoever closes an account or takes a member
 * out of one. The other way round the two wait for each other, and PostgreSQL ends one of them. No `for update`: every row
 * of the audit log names somebody, so that would wait for whatever they do in an account meanwhile, and it for this.
 */
export async function lockPerson(trx: Kysely<Database>, userId: number): Promise<void> {
  await sql`
    select id from account
     where id in (select account_id from account_member where user_id = ${userId} and role = 'owner')
     order by id for no key update`.execute(trx);
  await sql`select id from app_user where id = ${userId} for no key update`.execute(trx);
}

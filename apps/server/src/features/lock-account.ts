import type { Database } from '@placard/db/schema';
import { type Kysely, sql } from 'kysely';

/**
 * Locks an account until the transaction ends. Whoever counts what an account has before adding one more does so under
 * this lock: of two at once the second sees what the first has added.
 */
export async function lockAccount(trx: Kysely<Database>, accountId: number): Promise<void> {
  await sql`select id from account where id = ${accountId} for no key update`.execute(trx);
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

import type { Database } from '@placard/db/schema';
import { type Kysely, sql } from 'kysely';

/**
 * Locks an account until the transaction ends. Whoever counts what an account has before adding one more does so under
 * this lock: of two at once the second sees what the first has added.
 */
export async function lockAccount(trx: Kysely<Database>, accountId: number): Promise<void> {
  await sql`select id from account where id = ${accountId} for no key update`.execute(trx);
}

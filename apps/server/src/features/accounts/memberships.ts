import type { Db } from '@placard/db/database';

/** The accounts that somebody acts for, in whatever role. */
export async function accountsOf(db: Db, userId: number): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('account_member')
    .select('account_id')
    .where('user_id', '=', userId)
    .execute();
  return new Set(rows.map((row) => row.account_id));
}

import type { Db } from '@placard/db/database';
import type { AccountTieTable } from '@placard/db/schema/accounts';

/** Writes down that somebody had the means to act as an account: once for each kind, the first time counts. */
export async function tieAccount(
  trx: Db,
  tie: {
    readonly userId: number;
    readonly byUserId: number;
    readonly kind: AccountTieTable['kind'];
    readonly at: Date;
  },
): Promise<void> {
  if (tie.userId === tie.byUserId) return;
  await trx
    .insertInto('account_tie')
    .values({ user_id: tie.userId, by_user_id: tie.byUserId, kind: tie.kind, at: tie.at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Which of the others are tied to an account, whoever of the two had the means. */
export async function tiedTo(db: Db, userId: number, others: readonly number[]): Promise<number[]> {
  if (others.length === 0) return [];
  const rows = await db
    .selectFrom('account_tie')
    .select(['user_id', 'by_user_id'])
    .where((eb) =>
      eb.or([
        eb.and([eb('user_id', '=', userId), eb('by_user_id', 'in', others)]),
        eb.and([eb('by_user_id', '=', userId), eb('user_id', 'in', others)]),
      ]),
    )
    .execute();
  return [...new Set(rows.map((row) => (row.user_id === userId ? row.by_user_id : row.user_id)))];
}

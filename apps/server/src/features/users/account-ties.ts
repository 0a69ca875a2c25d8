import type { Db } from '@placard/db/database';
import type { AccountTieTable } from '@placard/db/schema/accounts';
import { sql } from 'kysely';
import { membershipsAmong } from '../accounts/memberships.ts';

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

/**
 * Ties somebody who came new by a member's invitation: to whoever made it, who may have followed its link, and to
 * whoever had the means to be that member. An operator who invites stands for themselves, as when operators invite
 * each other; else one more account between would untie two.
 */
export async function tieNewMember(
  trx: Db,
  { userId, byUserId, at }: { readonly userId: number; readonly byUserId: number; readonly at: Date },
): Promise<void> {
  await tieAccount(trx, { userId, byUserId, kind: 'invite', at });
  await sql`
    insert into account_tie (user_id, by_user_id, kind, at)
    select distinct ${userId}::int, by_user_id, 'invite', ${at}::timestamptz
      from account_tie
     where user_id = ${byUserId}
       and not exists (select from user_role where user_id = ${byUserId} and role = 'operator')
        on conflict do nothing`.execute(trx);
}

/**
 * Of which of these accounts somebody gave a member, or who was one until lately, a link for a new password: they had the means
 * to act for it, and to leave it to somebody else.
 */
export async function gavePasswordTo(
  db: Db,
  userId: number,
  accountIds: readonly number[],
  at: Date,
): Promise<ReadonlySet<number>> {
  if (accountIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('account_tie')
    .select('user_id')
    .where('by_user_id', '=', userId)
    .where('kind', '=', 'reset')
    .execute();
  const userIds = rows.map((row) => row.user_id);
  const members = await membershipsAmong(db, { userIds, accountIds, at });
  return new Set(members.map(({ accountId }) => accountId));
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

import type { Tx } from '@placard/db/database';
import type { AccountRole } from '@placard/domain/roles';
import type { UserStatus } from '@placard/domain/user/status';
import { sql } from 'kysely';
import { replaceAccountRoles } from './account-roles.ts';

export type NewAccount = {
  readonly ownerId: number;
  readonly roles: readonly AccountRole[];
  readonly company?: string | null;
  readonly timeZone?: string;
  readonly status: UserStatus;
  readonly at: Date;
};

/** Makes an account with its owner, who acts for it unless they have chosen another. @returns its id */
export async function createAccount(trx: Tx, account: NewAccount): Promise<number> {
  const { id } = await trx
    .insertInto('account')
    .values({
      company: account.company ?? null,
      status: account.status,
      ...(account.timeZone === undefined ? {} : { time_zone: account.timeZone }),
      created_at: account.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('account_member')
    .values({ account_id: id, user_id: account.ownerId, role: 'owner', joined_at: account.at })
    .execute();
  await trx
    .updateTable('app_user')
    .set({ home_account_id: id })
    .where('id', '=', account.ownerId)
    .where('home_account_id', 'is', null)
    .execute();
  await replaceAccountRoles(trx, id, account.roles, account.at);
  return id;
}

/**
 * The account that somebody owns, an open one before one that is closed and none that was erased; everybody who is no mere
 * member of another's has one.
 */
export async function ownedAccountId(trx: Tx, userId: number): Promise<number | null> {
  const row = await trx
    .selectFrom('account_member as m')
    .leftJoin('account_closing as c', 'c.account_id', 'm.account_id')
    .select('m.account_id')
    .where('m.user_id', '=', userId)
    .where('m.role', '=', 'owner')
    .where('c.erased_at', 'is', null)
    .orderBy(sql`c.account_id is not null`)
    .orderBy('m.account_id')
    .executeTakeFirst();
  return row?.account_id ?? null;
}

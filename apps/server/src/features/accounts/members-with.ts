import type { Db } from '@placard/db/database';
import { type MemberRight, memberMay } from '@placard/domain/account/member';
import { MEMBER_ROLES } from '@placard/domain/roles';

/** The addresses of an account's members who have a right, the owner's first. */
export async function addressesOf(db: Db, accountId: number, right: MemberRight): Promise<string[]> {
  const rows = await db
    .selectFrom('account_member')
    .innerJoin('app_user', 'app_user.id', 'account_member.user_id')
    .select(['email', 'role'])
    .where('account_id', '=', accountId)
    .where(
      'role',
      'in',
      MEMBER_ROLES.filter((role) => memberMay(role, right)),
    )
    .orderBy((eb) => eb('role', '=', 'owner'), 'desc')
    .orderBy('user_id')
    .execute();
  return rows.map((row) => row.email);
}

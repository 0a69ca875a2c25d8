import type { Tx } from '@placard/db/database';
import type { AccountRole, Role } from '@placard/domain/roles';
import { replaceAccountRoles } from '../accounts/account-roles.ts';
import { createAccount, ownedAccountId } from '../accounts/new-account.ts';
import { endTopUp } from '../billing/auto-top-up/end-top-up.ts';
import { lockAccount } from '../lock-account.ts';
import { refuseRoleInUse } from './refuse-role-in-use.ts';

const ofAccount = (role: Role): role is AccountRole => role !== 'operator';

/**
 * Gives a user exactly these roles; those they have keep the time since when. To run the network is the person's own,
 * to advertise and to publish their account's: whoever is only a member of others' accounts gets one.
 * @throws AppError `role_in_use` where an account would lose a role that something runs or money is held in.
 */
export async function replaceRoles(
  trx: Tx,
  user: { readonly id: number; readonly status: 'active' | 'inactive' | 'suspended' },
  roles: readonly Role[],
  now: Date,
): Promise<void> {
  if (roles.includes('operator')) await makeOperator(trx, user.id, now);
  else await trx.deleteFrom('user_role').where('user_id', '=', user.id).execute();
  const owned = await ownedAccountId(trx, user.id);
  const accountRoles = roles.filter(ofAccount);
  if (owned !== null) {
    await loseOthers(trx, owned, accountRoles);
    await replaceAccountRoles(trx, owned, accountRoles, now);
  } else await createAccount(trx, { ownerId: user.id, roles: accountRoles, status: user.status, at: now });
}

async function loseOthers(trx: Tx, accountId: number, kept: readonly AccountRole[]): Promise<void> {
  await lockAccount(trx, accountId);
  const rows = await trx
    .selectFrom('account_role')
    .select('role')
    .where('account_id', '=', accountId)
    .execute();
  const lost = rows.map(({ role }) => role).filter((role) => !kept.includes(role));
  await refuseRoleInUse(trx, accountId, lost);
  // With an empty wallet it would ask for the next deposit at once.
  if (lost.includes('advertiser')) await endTopUp(trx, accountId);
}

/** The time since when stays that of the first time. */
export async function makeOperator(trx: Tx, userId: number, at: Date): Promise<void> {
  await trx
    .insertInto('user_role')
    .values({ user_id: userId, role: 'operator', granted_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

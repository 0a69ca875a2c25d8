import type { Tx } from '@placard/db/database';
import type { AccountRole } from '@placard/domain/roles';

/** Gives an account exactly these roles; those it has keep the time since when. */
export async function replaceAccountRoles(
  trx: Tx,
  accountId: number,
  roles: readonly AccountRole[],
  at: Date,
): Promise<void> {
  let gone = trx.deleteFrom('account_role').where('account_id', '=', accountId);
  if (roles.length > 0) gone = gone.where('role', 'not in', roles);
  await gone.execute();
  if (roles.length === 0) return;
  await trx
    .insertInto('account_role')
    .values(roles.map((role) => ({ account_id: accountId, role, granted_at: at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

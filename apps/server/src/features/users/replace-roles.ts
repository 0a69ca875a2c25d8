import type { Tx } from '@placard/db/database';
import type { Role } from '@placard/domain/roles';

/** Gives an account exactly these roles; those it has keep the time since when. */
export async function replaceRoles(
  trx: Tx,
  userId: number,
  roles: readonly Role[],
  now: Date,
): Promise<void> {
  await trx.deleteFrom('user_role').where('user_id', '=', userId).where('role', 'not in', roles).execute();
  await trx
    .insertInto('user_role')
    .values(roles.map((role) => ({ user_id: userId, role, granted_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

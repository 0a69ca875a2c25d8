import type { Tx } from '@placard/db/database';
import type { Role } from '@placard/domain/roles';

/** Gives an account exactly these roles. */
export async function replaceRoles(trx: Tx, userId: number, roles: readonly Role[]): Promise<void> {
  await trx.deleteFrom('user_role').where('user_id', '=', userId).where('role', 'not in', roles).execute();
  await trx
    .insertInto('user_role')
    .values(roles.map((role) => ({ user_id: userId, role })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

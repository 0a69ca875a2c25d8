import type { Role } from '@placard/domain/roles';
import { type RawBuilder, sql } from 'kysely';

/**
 * The roles somebody has while they act for an account: the account's, and `operator` of who runs the network.
 * @param userId how the statement calls the user's id
 * @param accountId how it calls the account's
 */
export function rolesOf(userId: string, accountId: string): RawBuilder<Role[]> {
  return sql<Role[]>`array(
    select role from account_role r where r.account_id = ${sql.ref(accountId)}
    union all
    select role from user_role r where r.user_id = ${sql.ref(userId)}
    order by role)`;
}

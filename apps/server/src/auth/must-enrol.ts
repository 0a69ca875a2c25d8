import { type RawBuilder, sql } from 'kysely';

/**
 * Whether the network requires a second factor of an account that has none (`needsTotp` of the domain, in SQL).
 * @param account how the statement calls the account
 */
export function mustEnrol(account: 'app_user' | 'u'): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${account}.${name}`);
  return sql<boolean>`(${column('totp_secret_sealed')} is null and (
    select n.totp_required = 'everybody' or (n.totp_required = 'operators' and exists (
             select from user_role o where o.user_id = ${column('id')} and o.role = 'operator'))
      from network_settings n))`;
}

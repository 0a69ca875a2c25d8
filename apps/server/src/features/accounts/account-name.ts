import { type RawBuilder, sql } from 'kysely';

/**
 * How an account is called: its company, its owner's name, or their address.
 * @param card how the statement calls `account_card`
 */
export function accountName(card = 'u'): RawBuilder<string> {
  const column = (name: string) => sql.ref(`${card}.${name}`);
  return sql<string>`coalesce(nullif(${column('company')}, ''),
    nullif(trim(${column('first_name')} || ' ' || ${column('last_name')}), ''), ${column('email')})`;
}

/** The account as lists name whose something is. */
export function ownerJson(): RawBuilder<{ id: number; name: string; email: string }> {
  return sql`jsonb_build_object('id', u.id, 'name', ${accountName()}, 'email', u.email)`;
}

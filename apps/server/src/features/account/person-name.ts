import { type RawBuilder, sql } from 'kysely';

/** What `displayName` says of a person, in SQL: their name, or their address while they have none. @param of the table's name there */
export function personName(of: string): RawBuilder<string> {
  const column = (name: string) => sql.ref(`${of}.${name}`);
  return sql`coalesce(nullif(trim(${column('first_name')} || ' ' || ${column('last_name')}), ''), ${column('email')})`;
}

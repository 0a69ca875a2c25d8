import { type RawBuilder, sql } from 'kysely';

/**
 * The account that somebody acts for: the one named; without a name the one they chose to start with, or another one of theirs
 * where that is suspended, so that a suspended client locks nobody out of the others. Null: they do not belong to the one named.
 * @param user how the statement calls the user
 */
export function actingAccount(user: 'u' | 'app_user', named: number | null): RawBuilder<number | null> {
  const column = (name: string) => sql.ref(`${user}.${name}`);
  return sql<number | null>`(
    select m.account_id
      from account_member m join account a on a.id = m.account_id
     where m.user_id = ${column('id')} and (${named}::integer is null or m.account_id = ${named}::integer)
     order by a.status = 'active' desc, m.account_id = ${column('home_account_id')} desc nulls last, m.joined_at, m.account_id
     limit 1)`;
}

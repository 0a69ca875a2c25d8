import type { Db, Tx } from '@placard/db/database';
import type { UserStatus } from '@placard/domain/user/status';
import { type RawBuilder, sql } from 'kysely';

export type Person = { readonly id: number; readonly email: string; readonly status: UserStatus };

/** Whether somebody runs the network, or acts for an account that is open besides this one: such a person never goes with it. */
function stays(userId: RawBuilder<unknown>, accountId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(
    exists (select from user_role r where r.user_id = ${userId})
    or exists (select from account_member n
                where n.user_id = ${userId} and n.account_id <> ${accountId}
                  and not exists (select from account_closing o where o.account_id = n.account_id)))`;
}

/**
 * Locks the persons of an account before it is looked for which other accounts they act for: of two accounts of one
 * person that are closed, opened or erased at once, or left meanwhile, the second sees what became of the first.
 */
export async function lockMembers(trx: Tx, accountId: number): Promise<void> {
  await sql`
    select id from app_user where id in (select user_id from account_member where account_id = ${accountId})
     order by id for no key update`.execute(trx);
}

/** The members who act for no other account that is open, and don't run the network: they go with it. */
export async function personsOf(db: Db, accountId: number): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select u.id, u.email, u.status
      from account_member m join app_user u on u.id = m.user_id
     where m.account_id = ${accountId} and not ${stays(sql.ref('u.id'), sql.ref('m.account_id'))}
     order by u.id`.execute(db);
  return rows;
}

/** Of those who went with a closed account, whoever acts for an open one by now, or runs the network. */
export async function stayingOf(db: Db, accountId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from account_closing c, jsonb_to_recordset(c.persons) as p(id int)
     where c.account_id = ${accountId} and ${stays(sql.ref('p.id'), sql.ref('c.account_id'))}
     order by p.id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Whether somebody is kept out, or was erased, with a closed account. One who acts for an open account as well is kept
 * out by nothing but a status that can be changed.
 */
export async function wentWithClosed(db: Db, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select from account_closing c
     where c.persons @> jsonb_build_array(jsonb_build_object('id', ${userId}::int))
       and (c.erased_at is not null or not ${stays(sql`${userId}::int`, sql.ref('c.account_id'))})
     limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Takes persons out of the closings that they went with and that are not erased yet; their status stays for the caller to
 * set. @returns how each of them stood before.
 */
export async function takeOutOfClosings(
  trx: Tx,
  userIds: readonly number[],
): Promise<Pick<Person, 'id' | 'status'>[]> {
  const ids = sql`any(${[...userIds]}::int[])`;
  const { rows } = await sql<Pick<Person, 'id' | 'status'>>`
    with went as (
      select c.account_id, c.closed_at, p.id, p.status
        from account_closing c, jsonb_to_recordset(c.persons) as p(id int, status text)
       where c.erased_at is null and p.id = ${ids} order by c.account_id for update of c)
    , rest as (
      update account_closing c
         set persons = (select coalesce(jsonb_agg(p), '[]') from jsonb_array_elements(c.persons) p
                         where not (p->>'id')::int = ${ids})
       where c.account_id in (select account_id from went))
    select distinct on (id) id, status from went order by id, closed_at`.execute(trx);
  return rows;
}

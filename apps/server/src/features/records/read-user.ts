import type { UserOfOperator } from '@placard/contract/records';
import { sql } from 'kysely';
import type { HasDb } from '../../deps.ts';
import { accountName } from '../accounts/account-name.ts';
import { readUserRow } from '../users/user-row.ts';

/** An agency's person acts for some tens of accounts. */
const MOST_ACCOUNTS = 200;

/** Somebody who signs in, with the accounts they act for. @throws AppError `not_found`. */
export async function readUserRecord({ db }: HasDb, userId: number): Promise<UserOfOperator> {
  const user = await readUserRow(db, userId);
  const { rows } = await sql<
    Omit<UserOfOperator['accounts'][number], 'joinedAt'> & { readonly joined_at: Date }
  >`
    select c.id, ${accountName('c')} as name, c.status, m.role as member, m.joined_at,
           array(select r.role from account_role r where r.account_id = c.id order by r.role) as roles
      from account_member m join account_card c on c.id = m.account_id
     where m.user_id = ${userId}
     order by c.id = ${user.accountId} desc, m.joined_at, c.id limit ${MOST_ACCOUNTS}
  `.execute(db);
  const accounts = rows.map(({ joined_at, ...account }) => ({
    ...account,
    joinedAt: joined_at.toISOString(),
  }));
  return { ...user, accounts };
}

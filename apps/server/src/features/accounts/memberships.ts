import type { Db } from '@placard/db/database';
import { PAST_MEMBER_DAYS } from '@placard/domain/account/member';
import { DAY_MS } from '@placard/domain/time-zone';
import { sql } from 'kysely';

type Membership = { readonly userId: number; readonly accountId: number };

/**
 * Who of these acts for which of these accounts, in whatever role, or did until lately: whoever left or was removed
 * counts for `PAST_MEMBER_DAYS` more, by what the log of the account says. One statement, so that nobody is found on
 * neither side who leaves meanwhile.
 */
export async function membershipsAmong(
  db: Db,
  among: { readonly userIds: readonly number[]; readonly accountIds: readonly number[]; readonly at: Date },
): Promise<Membership[]> {
  const { userIds, accountIds, at } = among;
  if (userIds.length === 0 || accountIds.length === 0) return [];
  const since = new Date(at.getTime() - PAST_MEMBER_DAYS * DAY_MS);
  const { rows } = await sql<Membership>`
    select user_id as "userId", account_id as "accountId" from account_member
     where user_id = any(${userIds}::int[]) and account_id = any(${accountIds}::int[])
    union
    select u.id, l.subject_id
      from audit_log l
      join unnest(${userIds}::int[]) as u (id)
        on (l.action = 'account.leave' and l.actor_user_id = u.id)
        or (l.action = 'account.remove_member' and l.detail ->> 'memberId' = u.id::text)
     where l.subject_kind = 'account' and l.subject_id = any(${accountIds}::int[]) and l.at > ${since}`.execute(
    db,
  );
  return rows;
}

/** Which of these accounts are somebody's own, as `membershipsAmong` says. */
export async function ownAmong(
  db: Db,
  userId: number,
  accountIds: readonly number[],
  at: Date,
): Promise<ReadonlySet<number>> {
  const rows = await membershipsAmong(db, { userIds: [userId], accountIds, at });
  return new Set(rows.map(({ accountId }) => accountId));
}

/** Nobody decides about money of their own, whoever else acts for that account. */
export async function isOwn(
  db: Db,
  { userId }: { readonly userId: number },
  accountId: number,
  at: Date,
): Promise<boolean> {
  return (await ownAmong(db, userId, [accountId], at)).size > 0;
}

/**
 * Which of the others act for an account that somebody acts for too; one of the two may have left it lately. An account
 * that both left is neither's.
 */
export async function sharingAccount(
  db: Db,
  userId: number,
  others: readonly number[],
  at: Date,
): Promise<number[]> {
  if (others.length === 0) return [];
  const userIds = [userId, ...others];
  const accounts = await db
    .selectFrom('account_member')
    .select('account_id')
    .where('user_id', 'in', userIds)
    .execute();
  const accountIds = accounts.map((row) => row.account_id);
  const among = await membershipsAmong(db, { userIds, accountIds, at });
  const own = new Set(among.filter((row) => row.userId === userId).map(({ accountId }) => accountId));
  const sharing = new Set(among.filter(({ accountId }) => own.has(accountId)).map((row) => row.userId));
  return others.filter((other) => sharing.has(other));
}

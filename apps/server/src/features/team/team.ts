import type { Invitation, Member } from '@placard/contract/accounts';
import type { Db } from '@placard/db/database';
import type { AccountInvitationTable } from '@placard/db/schema/accounts';
import type { Selectable } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { displayName } from '../account/user-view.ts';

export function selectMembers(db: Db, accountId: number) {
  return db
    .selectFrom('account_member as m')
    .innerJoin('app_user as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.email', 'u.first_name', 'u.last_name', 'u.last_login_at', 'm.role', 'm.joined_at'])
    .where('m.account_id', '=', accountId);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectMembers>['executeTakeFirstOrThrow']>>;

export const memberView = (row: Row): Member => ({
  userId: row.id,
  name: displayName(row),
  email: row.email,
  role: row.role,
  joinedAt: row.joined_at.toISOString(),
  lastLogin: row.last_login_at?.toISOString() ?? null,
});

export const invitationView = (row: Selectable<AccountInvitationTable>): Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  invitedAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
});

/** @throws AppError `not_found` for who is no member. */
export async function readMember(db: Db, accountId: number, userId: number): Promise<Member> {
  const row = await selectMembers(db, accountId)
    .where('m.user_id', '=', userId)
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  return memberView(row);
}

/** Who acts for an account, the owner first, and who is invited to. */
export async function readTeam(
  { db, clock }: HasDb & HasClock,
  actor: Actor,
): Promise<{ members: Member[]; invitations: Invitation[] }> {
  const members = await selectMembers(db, actor.accountId)
    .orderBy((eb) => eb('m.role', '=', 'owner'), 'desc')
    .orderBy('m.joined_at')
    .orderBy('u.id')
    .execute();
  const invitations = await db
    .selectFrom('account_invitation')
    .selectAll()
    .where('account_id', '=', actor.accountId)
    .where('expires_at', '>', clock())
    .orderBy('id')
    .execute();
  return { members: members.map(memberView), invitations: invitations.map(invitationView) };
}

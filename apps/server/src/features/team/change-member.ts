import type { Member } from '@placard/contract/accounts';
import type { Tx } from '@placard/db/database';
import type { GivenMemberRole } from '@placard/domain/account/member';
import type { AuditDetail } from '@placard/domain/audit';
import { sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { Actor } from '../../deps.ts';
import { mailText } from '../../mail/mail-text.ts';
import { writeMail } from '../../mail/write-mail.ts';
import { auditKindOf } from '../account/acting-as.ts';
import { type ConfirmPasswordDeps, confirmPassword } from '../account/confirm-password.ts';
import { createAccount } from '../accounts/new-account.ts';
import { changesOf, doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { lockActiveAccount } from '../lock-account.ts';
import { networkName } from '../settings/network-name.ts';
import { readAccountName } from './account-name.ts';
import { readMember } from './team.ts';

type Deps = Pick<ConfirmPasswordDeps, 'db' | 'clock'>;
type Done = Record<never, never>;

/** Somebody else of the account. @throws AppError `not_found`, `owner_stays`. */
async function otherMember(trx: Tx, actor: Actor, userId: number): Promise<Member> {
  const member = await readMember(trx, actor.accountId, userId);
  if (member.role === 'owner') throw new AppError('owner_stays');
  return member;
}

async function audit(trx: Tx, actor: Actor, action: string, detail: AuditDetail, at: Date): Promise<void> {
  await writeAudit(trx, {
    ...doneBy(actor, auditKindOf(actor)),
    action: `account.${action}`,
    subjectKind: 'account',
    subjectId: actor.accountId,
    detail,
    at,
  });
}

/** What they may do changes with their next call. @throws AppError `not_found`, `owner_stays`. */
export async function setMemberRole(
  deps: Deps,
  actor: Actor,
  input: { readonly userId: number; readonly role: GivenMemberRole },
): Promise<Member> {
  return await inTransaction(deps.db, async (trx) => {
    await lockActiveAccount(trx, actor.accountId);
    const member = await otherMember(trx, actor, input.userId);
    await trx
      .updateTable('account_member')
      .set({ role: input.role })
      .where('account_id', '=', actor.accountId)
      .where('user_id', '=', input.userId)
      .execute();
    const changes = changesOf({ role: member.role }, { role: input.role });
    await audit(trx, actor, 'set_member_role', { member: member.email, ...changes }, deps.clock());
    return { ...member, role: input.role };
  });
}

/** @throws AppError `not_found`, `owner_stays`. */
export async function removeMember(
  deps: Deps,
  actor: Actor,
  input: { readonly userId: number },
): Promise<Done> {
  return await inTransaction(deps.db, async (trx) => {
    await lockActiveAccount(trx, actor.accountId);
    const { email, role } = await otherMember(trx, actor, input.userId);
    await takeOut(trx, actor.accountId, input.userId, deps.clock());
    await audit(trx, actor, 'remove_member', { member: email, memberId: input.userId, role }, deps.clock());
    return {};
  });
}

/** @throws AppError `owner_stays`. */
export async function leaveAccount(deps: Deps, actor: Actor): Promise<Done> {
  return await inTransaction(deps.db, async (trx) => {
    await lockActiveAccount(trx, actor.accountId);
    const { email, role } = await otherMember(trx, actor, actor.userId);
    await takeOut(trx, actor.accountId, actor.userId, deps.clock());
    await audit(trx, actor, 'leave', { member: email, role }, deps.clock());
    return {};
  });
}

/** Nobody is left without an account to act for: who has no other that is open gets one of their own, without roles. */
async function takeOut(trx: Tx, accountId: number, userId: number, at: Date): Promise<void> {
  // Another account of theirs may be closed at this moment, which waits for this or is waited for.
  await sql`select id from app_user where id = ${userId} for no key update`.execute(trx);
  await trx
    .deleteFrom('account_member')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .execute();
  for (const table of ['campaign_draft', 'saved_view', 'notification'] as const) {
    await trx.deleteFrom(table).where('user_id', '=', userId).where('account_id', '=', accountId).execute();
  }
  const other = await trx
    .selectFrom('account_member as m')
    .leftJoin('account_closing as c', 'c.account_id', 'm.account_id')
    .select('m.account_id')
    .where('m.user_id', '=', userId)
    .where('c.account_id', 'is', null)
    .orderBy('m.joined_at')
    .orderBy('m.account_id')
    .executeTakeFirst();
  await trx
    .updateTable('app_user')
    .set({ home_account_id: other?.account_id ?? null })
    .where('id', '=', userId)
    .where('home_account_id', '=', accountId)
    .execute();
  if (other === undefined) await createAccount(trx, { ownerId: userId, roles: [], status: 'active', at });
}

/** Suspended they could not sign in, and an account whose owner they had become by then would have gone with them. */
async function refuseSuspended(trx: Tx, userId: number): Promise<void> {
  const { status } = await trx
    .selectFrom('app_user')
    .select('status')
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirstOrThrow();
  if (status !== 'active') throw new AppError('conflict_status', { reason: 'member_suspended' });
}

/**
 * Makes a member the owner; who was it becomes a manager. Both are told by mail.
 * @throws AppError `not_found`, `owner_stays` for oneself, `conflict_status` for who is suspended, and as `confirmPassword` does.
 */
export async function handOver(
  deps: ConfirmPasswordDeps,
  actor: Actor,
  input: { readonly userId: number; readonly currentPassword: string },
): Promise<Done> {
  await confirmPassword(deps, actor, input.currentPassword, 'Failed to hand over. Please try again.');
  const at = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    await lockActiveAccount(trx, actor.accountId);
    const from = await readMember(trx, actor.accountId, actor.userId);
    // Of two at once the second is no owner any more.
    if (from.role !== 'owner') throw new AppError('member_denied');
    const to = await otherMember(trx, actor, input.userId);
    await refuseSuspended(trx, to.userId);
    const setRole = async (userId: number, role: 'owner' | 'manager') =>
      await trx
        .updateTable('account_member')
        .set({ role })
        .where('account_id', '=', actor.accountId)
        .where('user_id', '=', userId)
        .execute();
    await setRole(from.userId, 'manager');
    await setRole(to.userId, 'owner');
    await audit(trx, actor, 'hand_over', changesOf({ owner: from.email }, { owner: to.email }), at);
    const account = await readAccountName(trx, actor.accountId);
    const text = mailText('accountHandedOver', {
      network: await networkName(trx),
      account,
      from: from.name,
      to: to.name,
    });
    for (const { email } of [from, to]) await writeMail(trx, { to: email, text, at });
    return {};
  });
}

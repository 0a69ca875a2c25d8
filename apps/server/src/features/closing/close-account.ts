import type { Tx } from '@placard/db/database';
import { closingObstacles, erasedFrom, unpaidMicros } from '@placard/domain/account/closing';
import { CAMPAIGN_STATUSES, CAMPAIGN_TRANSITIONS } from '@placard/domain/campaign/status';
import { localDayAt } from '@placard/domain/time-zone';
import type { UserStatus } from '@placard/domain/user/status';
import { sql } from 'kysely';
import { AppError, invalidInput, issueAt } from '../../api/app-error.ts';
import { endLinks } from '../../auth/links.ts';
import { endSessions } from '../../auth/sessions.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { mailText } from '../../mail/mail-text.ts';
import { writeMail } from '../../mail/write-mail.ts';
import { dayIn } from '../../texts/worded.ts';
import { auditKindOf } from '../account/acting-as.ts';
import { type ConfirmPasswordDeps, confirmPassword } from '../account/confirm-password.ts';
import { withdrawAppeals } from '../appeals/withdraw-appeals.ts';
import { writeAudit, writeAudits } from '../audit/write-audit.ts';
import { endTopUp } from '../billing/auto-top-up/end-top-up.ts';
import { inTransaction } from '../in-transaction.ts';
import { networkName } from '../settings/network-name.ts';
import { lockMembers, personsOf } from './closed-persons.ts';
import { readClosingFacts } from './closing-facts.ts';

type Done = Record<never, never>;

/** Of campaigns that end with their account. */
export const CANCELLABLE = CAMPAIGN_STATUSES.filter((status) => 'cancel' in CAMPAIGN_TRANSITIONS[status]);

type ClosedBy = {
  readonly accountId: number;
  readonly by: 'owner' | 'operator';
  readonly reason: string;
  /** That what is left was given up. */
  readonly giveUp: boolean;
  readonly now: Date;
};

/**
 * Closes one's own account, with the password: see `closeWithin`.
 * @throws AppError as `confirmPassword`, `closing_obstructed`; `invalid_input` where something is left and not given up.
 */
export async function closeOwnAccount(
  deps: ConfirmPasswordDeps,
  actor: Actor,
  input: { readonly currentPassword: string; readonly giveUp: boolean },
): Promise<Done> {
  await confirmPassword(deps, actor, input.currentPassword, 'Failed to close the account. Please try again.');
  const now = deps.clock();
  const { accountId } = actor;
  return await inTransaction(deps.db, async (trx) => {
    await closeWithin(trx, actor, { accountId, by: 'owner', reason: '', giveUp: input.giveUp, now });
    return {};
  });
}

/**
 * The same of anybody's account by an operator, with a reason that its members are mailed.
 * @throws AppError `not_found`, `account_closed`, `closing_obstructed`, `invalid_input`.
 */
export async function closeAccount(
  deps: HasDb & HasClock,
  actor: Actor,
  input: { readonly id: number; readonly reason: string; readonly giveUp: boolean },
): Promise<Done> {
  const { id: accountId, reason, giveUp } = input;
  const now = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    await closeWithin(trx, actor, { accountId, by: 'operator', reason, giveUp, now });
    return {};
  });
}

/**
 * Ends an account's campaigns, suspends it, and with it the sign-in of whoever acts for no other. Nothing is booked and
 * nothing erased yet: within thirty days it can be opened again as it was, but for its campaigns.
 */
async function closeWithin(trx: Tx, actor: Actor, closed: ClosedBy): Promise<void> {
  const { accountId, by, reason, now } = closed;
  const status = await lockOpen(trx, accountId);
  await lockMembers(trx, accountId);
  if (by === 'owner') await requireOwner(trx, accountId, actor.userId);
  const auditKind = by === 'operator' ? 'operator' : auditKindOf(actor);
  const act = { actorUserId: actor.userId, actorKind: auditKind, at: now } as const;
  await endWhatRuns(trx, accountId, act);
  const facts = await readClosingFacts(trx, accountId);
  const obstacles = closingObstacles(facts, by);
  if (obstacles.length > 0) throw new AppError('closing_obstructed');
  if (!closed.giveUp && (facts.walletMicros > 0n || unpaidMicros(facts) > 0n)) {
    throw invalidInput(issueAt('giveUp', 'give_up_required'));
  }
  const members = await membersOf(trx, accountId);
  const persons = await personsOf(trx, accountId);
  await trx
    .insertInto('account_closing')
    .values({
      account_id: accountId,
      closed_at: now,
      closed_by: by,
      closed_by_user_id: actor.userId,
      reason,
      given_up_micros: facts.walletMicros,
      status_before: status,
      persons: JSON.stringify(persons.map((person) => ({ id: person.id, status: person.status }))),
    })
    .execute();
  await setAccountStatus(trx, accountId, 'suspended');
  for (const person of persons) {
    await setUserStatus(trx, person.id, 'suspended');
    await endSessions(trx, person.id);
    await endLinks(trx, person.id);
    await writeAudit(trx, {
      ...act,
      action: 'user.close',
      subjectKind: 'user',
      subjectId: person.id,
      detail: { status: { before: person.status, after: 'suspended' } },
    });
  }
  await writeAudit(trx, {
    ...act,
    action: 'account.close',
    subjectKind: 'account',
    subjectId: accountId,
    detail: {
      status: { before: status, after: 'suspended' },
      by,
      ...(reason === '' ? {} : { reason }),
      givenUpMicros: { before: null, after: facts.walletMicros },
      unpaidMicros: unpaidMicros(facts),
    },
  });
  const text = mailText('accountClosed', {
    network: await networkName(trx),
    account: members[0]?.account ?? '',
    by,
    reason,
    day: dayIn(localDayAt('UTC', erasedFrom(now).getTime())),
  });
  for (const { email } of members) await writeMail(trx, { to: email, text, at: now });
}

/**
 * Ends what goes on in the account, and locks it wholly only then, so that nothing new comes to it that the facts would not
 * tell. Whoever changes a campaign holds it and then names the account in the audit log: to hold the account first would have
 * both wait for each other.
 */
async function endWhatRuns(trx: Tx, accountId: number, act: Act): Promise<void> {
  await cancelCampaigns(trx, accountId, act);
  await withdrawAppeals(trx, accountId, act);
  await endWaysIn(trx, accountId);
  await sql`select id from account where id = ${accountId} for update`.execute(trx);
}

/** @throws AppError `not_found`, `account_closed`. */
async function lockOpen(trx: Tx, accountId: number): Promise<UserStatus> {
  const account = await trx
    .selectFrom('account')
    .select('status')
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new AppError('not_found'));
  const closing = await trx
    .selectFrom('account_closing')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (closing !== undefined) throw new AppError('account_closed');
  return account.status;
}

/** They may have handed it over since they asked. @throws AppError `member_denied`. */
async function requireOwner(trx: Tx, accountId: number, userId: number): Promise<void> {
  const member = await trx
    .selectFrom('account_member')
    .select('role')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (member?.role !== 'owner') throw new AppError('member_denied');
}

/** Whom it concerns, the owner first, and what the account is called. */
export async function membersOf(
  trx: Tx,
  accountId: number,
): Promise<readonly { readonly email: string; readonly account: string }[]> {
  const { rows } = await sql<{ email: string; account: string }>`
    select u.email, coalesce(nullif(trim(a.company), ''), nullif(trim(c.first_name || ' ' || c.last_name), ''), c.email) as account
      from account_member m join app_user u on u.id = m.user_id
      join account a on a.id = m.account_id join account_card c on c.id = a.id
     where m.account_id = ${accountId} order by m.role = 'owner' desc, u.id`.execute(trx);
  return rows;
}

type Act = {
  readonly actorUserId: number;
  readonly actorKind: ReturnType<typeof auditKindOf>;
  readonly at: Date;
};

async function cancelCampaigns(trx: Tx, accountId: number, act: Act): Promise<void> {
  const { rows } = await sql<{ id: number; before: string }>`
    with open as (
      select id, status from campaign
       where advertiser_id = ${accountId} and status = any(${CANCELLABLE}::text[]) order by id for update)
    update campaign c set status = 'cancelled', updated_at = ${act.at}, version = c.version + 1
      from open where c.id = open.id returning c.id, open.status as before`.execute(trx);
  const entries = rows.map(({ id, before }) => ({
    ...act,
    action: 'campaign.cancel',
    subjectKind: 'campaign',
    subjectId: id,
    detail: { status: { before, after: 'cancelled' } },
  }));
  if (entries.length > 0) await writeAudits(trx, entries);
}

/** Keys, invitations and automatic payments do not come back with the account. */
async function endWaysIn(trx: Tx, accountId: number): Promise<void> {
  await trx.deleteFrom('api_key').where('account_id', '=', accountId).execute();
  await trx.deleteFrom('account_invitation').where('account_id', '=', accountId).execute();
  await endTopUp(trx, accountId);
}

export async function setAccountStatus(trx: Tx, id: number, status: UserStatus): Promise<void> {
  await trx
    .updateTable('account')
    .set((eb) => ({ status, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function setUserStatus(trx: Tx, id: number, status: UserStatus): Promise<void> {
  await trx
    .updateTable('app_user')
    .set((eb) => ({ status, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

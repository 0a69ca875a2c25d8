import type { OwnAccount } from '@placard/contract/accounts';
import type { User } from '@placard/contract/auth';
import type { Db, Tx } from '@placard/db/database';
import type { GivenMemberRole } from '@placard/domain/account/member';
import { AppError } from '../../api/app-error.ts';
import type { RequestFacts } from '../../api/call-context.ts';
import type { HasPasswords } from '../../auth/passwords.ts';
import { tokenSha256 } from '../../auth/token.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { mailPart, mailText } from '../../mail/mail-text.ts';
import { writeMail } from '../../mail/write-mail.ts';
import { type EnterDeps, enterFrom } from '../account/enter-from.ts';
import { hashChosen } from '../account/hash-chosen.ts';
import { selectUsers, userView } from '../account/user-view.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { isUniqueViolation } from '../database-errors.ts';
import { inTransaction } from '../in-transaction.ts';
import { networkName } from '../settings/network-name.ts';
import { tieNewMember } from '../users/account-ties.ts';
import { readAccountName } from './account-name.ts';
import { nameOfUser } from './invite-member.ts';
import { readOwnAccount } from './own-accounts.ts';

type Open = {
  readonly id: number;
  readonly accountId: number;
  readonly email: string;
  readonly role: GivenMemberRole;
  readonly invitedBy: number;
};

/** The invitation of a token that still works. @throws AppError `link_invalid`, also of a suspended account. */
async function readInvitation(db: Db, token: string, now: Date): Promise<Open> {
  return await db
    .selectFrom('account_invitation as i')
    .innerJoin('account as a', 'a.id', 'i.account_id')
    .select(['i.id', 'i.account_id as accountId', 'i.email', 'i.role', 'i.invited_by as invitedBy'])
    .where('i.token_sha256', '=', tokenSha256(token))
    .where('i.expires_at', '>', now)
    .where('a.status', '=', 'active')
    .executeTakeFirstOrThrow(() => new AppError('link_invalid'));
}

/** What an invitation is to, so that its page can greet. @throws AppError `link_invalid`. */
export async function describeInvitation(deps: HasDb & HasClock, token: string) {
  const { accountId, email, role } = await readInvitation(deps.db, token, deps.clock());
  const known = await deps.db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst();
  return { account: await readAccountName(deps.db, accountId), role, email, known: known !== undefined };
}

/**
 * Accepts an invitation to the address one signs in with.
 * @throws AppError `link_invalid`, `invitation_for_another`, `member_already`.
 */
export async function joinAccount(
  deps: HasDb & HasClock,
  actor: Actor,
  input: { readonly token: string },
): Promise<OwnAccount> {
  const at = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    const open = await readInvitation(trx, input.token, at);
    const { email } = await trx
      .selectFrom('app_user')
      .select('email')
      .where('id', '=', actor.userId)
      .executeTakeFirstOrThrow();
    if (email !== open.email) throw new AppError('invitation_for_another');
    await enter(trx, open, actor.userId, at);
    return await readOwnAccount(trx, actor.userId, open.accountId);
  });
}

type NewUserInput = {
  readonly token: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly password: string;
};

/**
 * The same for whoever has no password here yet. Whoever made the link may have followed it themselves, so the two are
 * tied; who signed in before has a password that no link tells.
 * @throws AppError `link_invalid`, `email_taken`.
 */
export async function joinAsNewUser(
  deps: HasDb & HasClock & HasPasswords & EnterDeps,
  request: Pick<RequestFacts, 'ip' | 'userAgent'>,
  input: NewUserInput,
): Promise<{ user: User; token: string }> {
  const at = deps.clock();
  await readInvitation(deps.db, input.token, at);
  const passwordHash = await hashChosen(deps, input.password);
  return await inTransaction(deps.db, async (trx) => {
    const open = await readInvitation(trx, input.token, at);
    const userId = await newUser(trx, {
      ...input,
      email: open.email,
      accountId: open.accountId,
      passwordHash,
      at,
    });
    await tieNewMember(trx, { userId, byUserId: open.invitedBy, at });
    await enter(trx, open, userId, at);
    const token = await enterFrom(trx, deps, { userId, request, now: at, isFirst: true });
    const user = await selectUsers(trx).where('app_user.id', '=', userId).executeTakeFirstOrThrow();
    return { user: userView(user), token };
  });
}

type NewUser = Omit<NewUserInput, 'token' | 'password'> & {
  readonly email: string;
  readonly accountId: number;
  readonly passwordHash: string;
  readonly at: Date;
};

async function newUser(trx: Tx, user: NewUser): Promise<number> {
  try {
    const { id } = await trx
      .insertInto('app_user')
      .values({
        email: user.email,
        first_name: user.firstName,
        last_name: user.lastName,
        password_hash: user.passwordHash,
        status: 'active',
        created_at: user.at,
        last_login_at: user.at,
        home_account_id: user.accountId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  } catch (error) {
    if (isUniqueViolation(error, 'app_user_email')) throw new AppError('email_taken');
    throw error;
  }
}

/** Uses the invitation up and makes a member; of two at once, one gets `link_invalid`. */
async function enter(trx: Tx, open: Open, userId: number, at: Date): Promise<void> {
  const { id, accountId, email, role } = open;
  await trx
    .deleteFrom('account_invitation')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirstOrThrow(() => new AppError('link_invalid'));
  await trx
    .insertInto('account_member')
    .values({ account_id: accountId, user_id: userId, role, joined_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirstOrThrow(() => new AppError('member_already'));
  await writeAudit(trx, {
    actorUserId: userId,
    actorKind: 'visitor',
    action: 'account.join',
    subjectKind: 'account',
    subjectId: accountId,
    detail: { email, role },
    at,
  });
  const owner = await trx
    .selectFrom('account_card')
    .select('email')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const text = mailText('memberJoined', {
    network: await networkName(trx),
    account: await readAccountName(trx, accountId),
    name: await nameOfUser(trx, userId),
    email,
    role: mailPart(`memberRole.${role}`),
  });
  await writeMail(trx, { to: owner.email, text, at });
}

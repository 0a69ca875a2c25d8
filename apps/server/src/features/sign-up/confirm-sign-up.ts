import type { User } from '@placard/contract/auth';
import type { Db, Tx } from '@placard/db/database';
import type { SignUpRequestTable } from '@placard/db/schema/accounts';
import { SIGN_UP_WAIT_DAYS, signUpOffered } from '@placard/domain/account/sign-up';
import type { Selectable } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { RequestFacts } from '../../api/call-context.ts';
import type { HasPasswords } from '../../auth/passwords.ts';
import { tokenSha256 } from '../../auth/token.ts';
import type { HasClock, HasDb, HasMailServer, HasUrls } from '../../deps.ts';
import { mailText } from '../../mail/mail-text.ts';
import { writeMail } from '../../mail/write-mail.ts';
import { type EnterDeps, enterFrom } from '../account/enter-from.ts';
import { hashChosen } from '../account/hash-chosen.ts';
import { selectUsers, userView } from '../account/user-view.ts';
import { createAccount } from '../accounts/new-account.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { isUniqueViolation } from '../database-errors.ts';
import { inTransaction } from '../in-transaction.ts';
import { networkName } from '../settings/network-name.ts';
import { activeOperators } from '../users/active-operators.ts';

export type ConfirmDeps = HasDb & HasClock & HasPasswords & HasMailServer & HasUrls & EnterDeps;
export type Waiting = Selectable<SignUpRequestTable>;

/** @throws AppError `link_invalid`. */
async function readUnconfirmed(db: Db, token: string, now: Date): Promise<Waiting> {
  return await db
    .selectFrom('sign_up_request')
    .selectAll()
    .where('token_sha256', '=', tokenSha256(token))
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow(() => new AppError('link_invalid'));
}

/** Whose address a link confirms. @throws AppError `link_invalid`. */
export async function describeSignUp(deps: HasDb & HasClock, token: string): Promise<{ email: string }> {
  const { email } = await readUnconfirmed(deps.db, token, deps.clock());
  return { email };
}

type Input = {
  readonly token: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly password: string;
};

/**
 * Confirms an address with name and password. Where accounts are open it is there at once and signed in; where the
 * operator approves them it waits, and every operator is told by mail.
 * @throws AppError `link_invalid`, `sign_up_closed` where that was decided meanwhile, `email_taken`.
 */
export async function confirmSignUp(
  deps: ConfirmDeps,
  request: Pick<RequestFacts, 'ip' | 'userAgent'>,
  input: Input,
): Promise<{ session: { user: User; token: string } | null }> {
  const now = deps.clock();
  await readUnconfirmed(deps.db, input.token, now);
  const passwordHash = await hashChosen(deps, input.password);
  return await inTransaction(deps.db, async (trx) => {
    const { sign_up } = await trx.selectFrom('network_settings').select('sign_up').executeTakeFirstOrThrow();
    const mode = signUpOffered(sign_up, deps.mailServer);
    if (mode === 'closed') throw new AppError('sign_up_closed');
    const waiting = await confirmed(trx, input, passwordHash, now);
    if (mode === 'approval') {
      await tellOperators(trx, deps, waiting, now);
      return { session: null };
    }
    const userId = await openAccount(trx, waiting, now);
    await trx.updateTable('app_user').set({ last_login_at: now }).where('id', '=', userId).execute();
    const token = await enterFrom(trx, deps, { userId, request, now, isFirst: true });
    const user = await selectUsers(trx).where('app_user.id', '=', userId).executeTakeFirstOrThrow();
    return { session: { user: userView(user), token } };
  });
}

/** Uses the link up; of two at once, one gets `link_invalid`. */
async function confirmed(trx: Tx, input: Input, passwordHash: string, now: Date): Promise<Waiting> {
  return await trx
    .updateTable('sign_up_request')
    .set({
      token_sha256: null,
      confirmed_at: now,
      expires_at: new Date(now.getTime() + SIGN_UP_WAIT_DAYS * 86_400_000),
      first_name: input.firstName,
      last_name: input.lastName,
      password_hash: passwordHash,
    })
    .where('token_sha256', '=', tokenSha256(input.token))
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirstOrThrow(() => new AppError('link_invalid'));
}

async function tellOperators(trx: Tx, deps: HasUrls, waiting: Waiting, at: Date): Promise<void> {
  const text = mailText('signUpWaits', {
    network: await networkName(trx),
    email: waiting.email,
    url: `${deps.publicUrl}/operator/users`,
  });
  for (const { email } of await activeOperators(trx)) await writeMail(trx, { to: email, text, at });
}

/** Makes the user and their account out of what waits. @returns the user's id @throws AppError `email_taken`. */
export async function openAccount(trx: Tx, waiting: Waiting, at: Date): Promise<number> {
  await trx.deleteFrom('sign_up_request').where('id', '=', waiting.id).execute();
  const id = await newUser(trx, waiting, at);
  const { roles, company } = waiting;
  await createAccount(trx, { ownerId: id, roles, company, status: 'active', at });
  await writeAudit(trx, {
    actorUserId: id,
    actorKind: 'visitor',
    action: 'user.confirm_sign_up',
    subjectKind: 'user',
    subjectId: id,
    detail: { email: waiting.email, roles },
    at,
  });
  return id;
}

async function newUser(trx: Tx, waiting: Waiting, at: Date): Promise<number> {
  try {
    const { id } = await trx
      .insertInto('app_user')
      .values({
        email: waiting.email,
        first_name: waiting.first_name ?? '',
        last_name: waiting.last_name ?? '',
        password_hash: waiting.password_hash,
        status: 'active',
        created_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  } catch (error) {
    if (isUniqueViolation(error, 'app_user_email')) throw new AppError('email_taken');
    throw error;
  }
}

import type { UserRow } from '@placard/contract/users';
import type { Tx } from '@placard/db/database';
import type { Role } from '@placard/domain/roles';
import { AppError } from '../../api/app-error.ts';
import { issueLink } from '../../auth/links.ts';
import type { Actor, HasMailServer, HasSecrets, HasUrls } from '../../deps.ts';
import { linkUrl } from '../../mail/link-addresses.ts';
import { mailText } from '../../mail/mail-text.ts';
import { writeSecretMail } from '../../mail/write-mail.ts';
import { type ConfirmPasswordDeps, confirmPassword } from '../account/confirm-password.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { lockPerson } from '../lock-account.ts';
import { networkName } from '../settings/network-name.ts';
import { tieAccount } from './account-ties.ts';
import { lockAsOperator } from './first-operator.ts';
import { replaceRoles } from './replace-roles.ts';
import { tellOperators } from './tell-operators.ts';
import { readUserRow } from './user-row.ts';

export type InviteInput = {
  readonly email: string;
  readonly roles: readonly Role[];
  /** Needed to invite an operator. */
  readonly currentPassword?: string | undefined;
};
export type InviteDeps = ConfirmPasswordDeps & HasUrls & HasSecrets & HasMailServer;

/**
 * Invites somebody by mail; without a mail server the link is returned, this once. Inviting somebody again who has not
 * accepted yet makes a new link and sets the roles anew. An operator is invited with one's password, and all operators
 * are told. @throws AppError `email_taken`, and as `replaceRoles` and `confirmPassword` do.
 */
export async function inviteUser(
  deps: InviteDeps,
  actor: Actor,
  input: InviteInput,
): Promise<{ user: UserRow; inviteUrl: string | null }> {
  const now = deps.clock();
  const isOperator = input.roles.includes('operator');
  if (isOperator) {
    await confirmPassword(deps, actor, input.currentPassword, 'Failed to invite. Please try again.');
  }
  return await inTransaction(deps.db, async (trx) => {
    if (isOperator) await lockAsOperator(trx, actor);
    const userId = await invitedUser(trx, input.email, now);
    await replaceRoles(trx, { id: userId, status: 'inactive' }, input.roles, now);
    await tieAccount(trx, { userId, byUserId: actor.userId, kind: 'invite', at: now });
    const token = await issueLink(trx, { kind: 'invite', userId, now });
    const inviteUrl = linkUrl(deps.publicUrl, 'invite', token);
    await writeAudit(trx, {
      ...doneBy(actor, 'operator'),
      action: 'user.invite',
      subjectKind: 'user',
      subjectId: userId,
      detail: { email: input.email, roles: input.roles },
      at: now,
    });
    const text = mailText('invite', { network: await networkName(trx), url: inviteUrl });
    await writeSecretMail(trx, deps.secrets, { to: input.email, text, at: now });
    if (isOperator)
      await tellOperators(trx, actor, {
        change: 'invite',
        about: input.email,
        record: { kind: 'user', id: userId },
        at: now,
      });
    return { user: await readUserRow(trx, userId), inviteUrl: deps.mailServer ? null : inviteUrl };
  });
}

async function invitedUser(trx: Tx, email: string, now: Date): Promise<number> {
  const inserted = await trx
    .insertInto('app_user')
    .values({ email, created_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted !== undefined) return inserted.id;
  const waiting = async () =>
    await trx
      .selectFrom('app_user')
      .select('id')
      .where('email', '=', email)
      .where('status', '=', 'inactive')
      .where('password_hash', 'is', null)
      .executeTakeFirst();
  const found = await waiting();
  if (found !== undefined) await lockPerson(trx, found.id);
  // They may have accepted meanwhile.
  const still = await waiting();
  if (still === undefined) throw new AppError('email_taken');
  return still.id;
}

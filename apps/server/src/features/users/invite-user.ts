import type { UserRow } from '@placard/contract/operator';
import type { Tx } from '@placard/db/database';
import type { Role } from '@placard/domain/roles';
import { issueLink } from '../../auth/links.ts';
import { AppError } from '../../http/app-error.ts';
import { queueMail } from '../../mail/outbox.ts';
import { inviteMail } from '../../mail/texts.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { Actor, HasClock, HasDb, HasUrls } from '../feature.ts';
import { inTransaction } from '../in-transaction.ts';
import { networkName } from '../settings/network-name.ts';
import { replaceRoles } from './replace-roles.ts';
import { readUserRow } from './user-row.ts';

export type InviteInput = { readonly email: string; readonly roles: readonly Role[] };

/**
 * Invites somebody by mail; the link is also returned, once, for an installation without mail. Inviting somebody
 * again who has not accepted yet makes a new link and sets the roles anew. @throws AppError `email_taken`.
 */
export async function inviteUser(
  deps: HasDb & HasClock & HasUrls,
  actor: Actor,
  input: InviteInput,
): Promise<{ user: UserRow; inviteUrl: string }> {
  const now = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    const userId = await invitedUser(trx, input.email, now);
    await replaceRoles(trx, userId, input.roles);
    const token = await issueLink(trx, { kind: 'invite', userId, now });
    const inviteUrl = `${deps.publicUrl}/invite?token=${token}`;
    await writeAudit(trx, {
      actorUserId: actor.userId,
      actorKind: 'operator',
      action: 'user.invite',
      subjectKind: 'user',
      subjectId: userId,
      detail: { email: input.email, roles: input.roles },
      at: now,
    });
    const text = inviteMail({ network: await networkName(trx), url: inviteUrl });
    await queueMail(trx, { to: input.email, ...text, at: now });
    return { user: await readUserRow(trx, userId), inviteUrl };
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
  const waiting = await trx
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', email)
    .where('status', '=', 'inactive')
    .where('password_hash', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (waiting === undefined) throw new AppError('email_taken');
  return waiting.id;
}

import type { acceptLinkInput, User } from '@placard/contract/auth';
import type { Tx } from '@placard/db/database';
import type { z } from 'zod';
import { AppError, invalidInput, issueAt } from '../../api/app-error.ts';
import type { RequestFacts } from '../../api/call-context.ts';
import { type Link, readLink, useLink } from '../../auth/links.ts';
import type { HasPasswords } from '../../auth/passwords.ts';
import type { HasClock, HasDb } from '../../deps.ts';
import { ownedAccountId } from '../accounts/new-account.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { lockPerson } from '../lock-account.ts';
import { createOperator, lockOperators } from '../users/first-operator.ts';
import { type EnterDeps, enterFrom } from './enter-from.ts';
import { hashChosen } from './hash-chosen.ts';
import { selectUsers, userView } from './user-view.ts';

export type AcceptLinkDeps = HasDb & HasClock & HasPasswords & EnterDeps;
type Input = z.output<typeof acceptLinkInput>;

/**
 * Accepts an invitation, or makes the first operator of an empty installation, and signs in.
 * @throws AppError `link_invalid`, also when the account was suspended or somebody else was first.
 */
export async function acceptLink(
  deps: AcceptLinkDeps,
  request: Pick<RequestFacts, 'ip' | 'userAgent'>,
  input: Input,
): Promise<{ user: User; token: string }> {
  const now = deps.clock();
  const link = await readLink(deps.db, input.token, now);
  if (link.kind !== 'invite' && link.kind !== 'bootstrap') throw new AppError('link_invalid');
  const passwordHash = await hashChosen(deps, input.password);
  return await inTransaction(deps.db, async (trx) => {
    if (link.userId !== null) await lockPerson(trx, link.userId);
    await useLink(trx, link, now);
    const userId =
      link.kind === 'invite'
        ? await activateInvited(trx, link, { ...input, passwordHash })
        : await bootstrapOperator(trx, { ...input, passwordHash, now });
    // From now on, not from the invitation on, somebody is there who has these roles.
    const accountId = await ownedAccountId(trx, userId);
    await trx.updateTable('user_role').set({ granted_at: now }).where('user_id', '=', userId).execute();
    await trx
      .updateTable('account_role')
      .set({ granted_at: now })
      .where('account_id', '=', accountId)
      .execute();
    await trx.updateTable('account').set({ status: 'active' }).where('id', '=', accountId).execute();
    await trx.updateTable('app_user').set({ last_login_at: now }).where('id', '=', userId).execute();
    const user = await selectUsers(trx).where('app_user.id', '=', userId).executeTakeFirstOrThrow();
    await writeAudit(trx, {
      actorUserId: userId,
      actorKind: user.roles[0] ?? 'visitor',
      action: link.kind === 'invite' ? 'user.accept_invite' : 'user.bootstrap',
      subjectKind: 'user',
      subjectId: userId,
      at: now,
    });
    const token = await enterFrom(trx, deps, { userId, request, now, isFirst: true });
    return { user: userView(user), token };
  });
}

type Accepted = Pick<Input, 'firstName' | 'lastName' | 'email'> & { readonly passwordHash: string };

async function activateInvited(trx: Tx, link: Link, accepted: Accepted): Promise<number> {
  const user = await trx
    .updateTable('app_user')
    .set((eb) => ({
      first_name: accepted.firstName,
      last_name: accepted.lastName,
      password_hash: accepted.passwordHash,
      status: 'active' as const,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', link.userId)
    .where('status', '=', 'inactive')
    .returning('id')
    .executeTakeFirstOrThrow(() => new AppError('link_invalid'));
  return user.id;
}

async function bootstrapOperator(trx: Tx, accepted: Accepted & { readonly now: Date }): Promise<number> {
  if (accepted.email === undefined) throw invalidInput(issueAt('email', 'email_required'));
  if (await lockOperators(trx)) throw new AppError('link_invalid');
  return await createOperator(trx, { ...accepted, email: accepted.email });
}

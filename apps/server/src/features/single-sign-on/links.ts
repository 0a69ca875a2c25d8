import type { SignInLink } from '@placard/contract/single-sign-on';
import type { Tx } from '@placard/db/database';
import { mayLinkSignIn, SIGN_IN_LINKS_MOST } from '@placard/domain/account/single-sign-on';
import { sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasDb } from '../../deps.ts';
import type { HasProvider } from '../../gateways/sign-in-provider.ts';
import { mailText } from '../../mail/mail-text.ts';
import { writeMail } from '../../mail/write-mail.ts';
import { auditKindOf } from '../account/acting-as.ts';
import { type ConfirmPasswordDeps, confirmPassword } from '../account/confirm-password.ts';
import { selectUsers } from '../account/user-view.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { networkName } from '../settings/network-name.ts';

const REFUSED = 'Failed to end the link. Please check your current password.';

export async function listLinks(
  deps: HasDb & HasProvider,
  actor: Actor,
): Promise<{ items: SignInLink[]; singleSignOn: string | null }> {
  const rows = await deps.db
    .selectFrom('sign_in_link')
    .select(['id', 'issuer', 'created_at', 'last_used_at'])
    .where('user_id', '=', actor.userId)
    .orderBy('id')
    .execute();
  const items = rows.map((row) => ({
    id: row.id,
    issuer: row.issuer,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }));
  return { items, singleSignOn: deps.provider?.label ?? null };
}

export type NewLink = {
  readonly userId: number;
  readonly email: string;
  readonly issuer: string;
  readonly subject: string;
  readonly now: Date;
};

/** @throws AppError `conflict_status` where this account, or this person at the provider, is linked already */
export async function addLink(trx: Tx, { userId, email, issuer, subject, now }: NewLink): Promise<void> {
  // One after another, or two at once would be one too many.
  await sql`select 1 from app_user where id = ${userId} for no key update`.execute(trx);
  const { count } = await trx
    .selectFrom('sign_in_link')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (!mayLinkSignIn(Number(count)))
    throw new AppError('conflict_status', {
      reason: 'sign_in_links_full',
      value: String(SIGN_IN_LINKS_MOST),
    });
  const link = await trx
    .insertInto('sign_in_link')
    .values({ user_id: userId, issuer, subject, created_at: now, last_used_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (link === undefined)
    throw new AppError('conflict_status', {
      reason: 'sign_in_linked_elsewhere',
    });
  await tell(trx, { userId, email, link: link.id, issuer, change: 'linked', now });
}

/** @throws AppError `not_found`; as `confirmPassword` does */
export async function endLink(
  deps: ConfirmPasswordDeps,
  actor: Actor,
  input: { readonly id: number; readonly currentPassword: string },
): Promise<void> {
  await confirmPassword(deps, actor, input.currentPassword, REFUSED);
  const now = deps.clock();
  await inTransaction(deps.db, async (trx) => {
    const gone = await trx
      .deleteFrom('sign_in_link')
      .where('id', '=', input.id)
      .where('user_id', '=', actor.userId)
      .returning('issuer')
      .executeTakeFirstOrThrow(() => new AppError('not_found'));
    const { email } = await trx
      .selectFrom('app_user')
      .select('email')
      .where('id', '=', actor.userId)
      .executeTakeFirstOrThrow();
    const { userId } = actor;
    await tell(trx, { userId, email, link: input.id, issuer: gone.issuer, change: 'unlinked', now });
  });
}

type Told = {
  readonly userId: number;
  readonly email: string;
  readonly link: number;
  readonly issuer: string;
  readonly change: 'linked' | 'unlinked';
  readonly now: Date;
};

async function tell(trx: Tx, { userId, email, link, issuer, change, now }: Told): Promise<void> {
  const { roles } = await selectUsers(trx).where('app_user.id', '=', userId).executeTakeFirstOrThrow();
  await writeAudit(trx, {
    actorUserId: userId,
    actorKind: auditKindOf({ roles }),
    action: `user.sign_in_${change}`,
    subjectKind: 'user',
    subjectId: userId,
    detail: { link, issuer },
    at: now,
  });
  const host = new URL(issuer).host;
  const text = mailText('signInLink', { network: await networkName(trx), change, provider: host });
  await writeMail(trx, { to: email, text, at: now });
}

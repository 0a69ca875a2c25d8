import type { Tx } from '@placard/db/database';
import { AppError } from '../../api/app-error.ts';
import { endLinks, issueLink, readLink, useLink } from '../../auth/links.ts';
import { endSessions } from '../../auth/sessions.ts';
import type { Actor, HasClock, HasDb, HasSecrets, HasUrls } from '../../deps.ts';
import { linkUrl } from '../../mail/link-addresses.ts';
import { mailText } from '../../mail/mail-text.ts';
import { writeMail, writeSecretMail } from '../../mail/write-mail.ts';
import { changesOf, writeAudit } from '../audit/write-audit.ts';
import { isUniqueViolation } from '../database-errors.ts';
import { inTransaction } from '../in-transaction.ts';
import { networkName } from '../settings/network-name.ts';

type Change = {
  readonly userId: number;
  readonly from: string;
  readonly to: string;
  readonly now: Date;
};

/**
 * Asks the new address whether it is the account's, by a link, and tells the old one. Until the link is followed nothing
 * has changed: a mistyped address locks nobody out. @throws AppError `email_taken`.
 */
export async function askNewAddress(
  trx: Tx,
  deps: HasUrls & HasSecrets,
  { userId, from, to, now }: Change,
): Promise<void> {
  const taken = await trx.selectFrom('app_user').select('id').where('email', '=', to).executeTakeFirst();
  if (taken !== undefined) throw new AppError('email_taken');
  const token = await issueLink(trx, { kind: 'verify', userId, newEmail: to, now });
  const network = await networkName(trx);
  const url = linkUrl(deps.publicUrl, 'verify', token);
  const confirm = mailText('confirmEmail', { network, url });
  await writeSecretMail(trx, deps.secrets, { to, text: confirm, at: now, readerAddress: from });
  await writeMail(trx, { to: from, text: mailText('emailAsked', { network, email: to }), at: now });
}

/**
 * Gives an account its new address: whoever had a way in by the old one has none any more. All open links and sessions
 * end, but for the session named. @throws AppError `email_taken`, `link_invalid` when the account may not sign in.
 */
export async function changeAddress(
  trx: Tx,
  { userId, from, to, now }: Change,
  exceptSessionId: number | undefined,
): Promise<void> {
  const changed = await setAddress(trx, userId, to);
  if (!changed) throw new AppError('link_invalid');
  await endSessions(trx, userId, exceptSessionId);
  await endLinks(trx, userId);
  const text = mailText('emailChanged', { network: await networkName(trx), email: to });
  await writeMail(trx, { to: from, text, at: now, readerAddress: to });
}

async function setAddress(trx: Tx, userId: number, email: string): Promise<boolean> {
  try {
    const row = await trx
      .updateTable('app_user')
      .set((eb) => ({ email, version: eb('version', '+', 1) }))
      .where('id', '=', userId)
      .where('status', '=', 'active')
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  } catch (error) {
    if (isUniqueViolation(error, 'app_user_email')) throw new AppError('email_taken');
    throw error;
  }
}

/** Follows the link that was mailed to a new address. @throws AppError `link_invalid`, `email_taken`. */
export async function confirmEmail(
  deps: HasDb & HasClock,
  actor: Actor | null,
  input: { readonly token: string },
): Promise<{ email: string }> {
  const now = deps.clock();
  const link = await readLink(deps.db, input.token, now);
  const { userId, newEmail: to } = link;
  if (link.kind !== 'verify' || userId === null || to === null) throw new AppError('link_invalid');
  await inTransaction(deps.db, async (trx) => {
    await useLink(trx, link, now);
    const { email: from } = await trx
      .selectFrom('app_user')
      .select('email')
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const own = actor?.userId === userId ? actor.sessionId : undefined;
    await changeAddress(trx, { userId, from, to, now }, own);
    await writeAudit(trx, {
      actorUserId: userId,
      actorKind: 'visitor',
      action: 'user.confirm_email',
      subjectKind: 'user',
      subjectId: userId,
      detail: changesOf({ email: from }, { email: to }),
      at: now,
    });
  });
  return { email: to };
}

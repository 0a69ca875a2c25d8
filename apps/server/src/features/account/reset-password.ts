import { AppError, invalidInput, issueAt } from '../../api/app-error.ts';
import { endLinks, readLink, useLink } from '../../auth/links.ts';
import type { HasPasswords } from '../../auth/passwords.ts';
import { endSessions } from '../../auth/sessions.ts';
import type { HasClock, HasDb } from '../../deps.ts';
import { mailText } from '../../mail/mail-text.ts';
import { writeMail } from '../../mail/write-mail.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { networkName } from '../settings/network-name.ts';
import { hashChosen } from './hash-chosen.ts';

export type ResetPasswordDeps = HasDb & HasClock & HasPasswords;

/** Chooses a new password by a mailed link; all sessions of the account end. @throws AppError `link_invalid`, `invalid_input`. */
export async function resetPassword(
  deps: ResetPasswordDeps,
  input: { readonly token: string; readonly password: string },
): Promise<void> {
  const now = deps.clock();
  const link = await readLink(deps.db, input.token, now);
  const { userId } = link;
  if (link.kind !== 'reset' || userId === null) throw new AppError('link_invalid');
  // Before it is compared: else whoever has the link could try all common ones, which use it up neither.
  const passwordHash = await hashChosen(deps, input.password);
  await refuseUnchanged(deps, userId, input.password);
  await inTransaction(deps.db, async (trx) => {
    await useLink(trx, link, now);
    // Suspended meanwhile: nothing happens.
    const user = await trx
      .updateTable('app_user')
      .set((eb) => ({ password_hash: passwordHash, version: eb('version', '+', 1) }))
      .where('id', '=', userId)
      .where('status', '=', 'active')
      .returning('email')
      .executeTakeFirstOrThrow(() => new AppError('link_invalid'));
    await endSessions(trx, userId);
    await endLinks(trx, userId);
    await writeAudit(trx, {
      ...doneBy(null, 'visitor'),
      action: 'user.reset_password',
      subjectKind: 'user',
      subjectId: userId,
      at: now,
    });
    const text = mailText('passwordChanged', { network: await networkName(trx) });
    await writeMail(trx, { to: user.email, text, at: now });
  });
}

/** As a change does: whoever asks for a new one may have the old one in other hands. The link can be used again. */
async function refuseUnchanged(deps: ResetPasswordDeps, userId: number, password: string): Promise<void> {
  const user = await deps.db
    .selectFrom('app_user')
    .select('password_hash')
    .where('id', '=', userId)
    .where('status', '=', 'active')
    .executeTakeFirst();
  const had = user?.password_hash ?? null;
  if (had !== null && (await deps.passwords.verify(had, password))) {
    throw invalidInput(issueAt('password', 'password_unchanged'));
  }
}

import { AppError } from '../../api/app-error.ts';
import { issueLink } from '../../auth/links.ts';
import type { Actor, HasMailServer, HasSecrets, HasUrls } from '../../deps.ts';
import { linkUrl } from '../../mail/link-addresses.ts';
import { mailText } from '../../mail/mail-text.ts';
import { writeSecretMail } from '../../mail/write-mail.ts';
import { type ConfirmPasswordDeps, confirmPassword } from '../account/confirm-password.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { networkName } from '../settings/network-name.ts';
import { statusConflict } from '../status-conflict.ts';
import { tieAccount } from './account-ties.ts';
import { lockAsOperator } from './first-operator.ts';
import { tellOperators } from './tell-operators.ts';
import { readUserRow } from './user-row.ts';

export type GiveResetLinkDeps = ConfirmPasswordDeps & HasUrls & HasSecrets & HasMailServer;

/**
 * Gives somebody who lost the password a link to choose a new one: mailed where there is a mail server, and otherwise
 * shown to the operator this once, to hand over. Whoever did that had the means to be the other, so the two are tied.
 * @returns the link, or null where it was mailed
 * @throws AppError `not_found`; `conflict_status` for one's own account and where nobody can sign in.
 */
export async function giveResetLink(
  deps: GiveResetLinkDeps,
  actor: Actor,
  input: { readonly id: number; readonly currentPassword: string },
): Promise<{ resetUrl: string | null }> {
  if (input.id === actor.userId) {
    throw new AppError('conflict_status', { reason: 'own_reset_link' });
  }
  await confirmPassword(deps, actor, input.currentPassword, 'Failed to make a link. Please try again.');
  const at = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    await lockAsOperator(trx, actor);
    const user = await readUserRow(trx, input.id);
    if (user.status !== 'active') throw statusConflict('account', user.status, 'given a new password');
    const resetUrl = linkUrl(
      deps.publicUrl,
      'reset',
      await issueLink(trx, { kind: 'reset', userId: user.id, now: at }),
    );
    await tieAccount(trx, { userId: user.id, byUserId: actor.userId, kind: 'reset', at });
    await writeAudit(trx, {
      ...doneBy(actor, 'operator'),
      action: 'user.give_reset_link',
      subjectKind: 'user',
      subjectId: user.id,
      at,
    });
    const text = mailText('resetByOperator', { network: await networkName(trx), url: resetUrl });
    await writeSecretMail(trx, deps.secrets, { to: user.email, text, at });
    if (user.roles.includes('operator'))
      await tellOperators(trx, actor, {
        change: 'reset',
        about: user.email,
        record: { kind: 'user', id: user.id },
        at,
      });
    return { resetUrl: deps.mailServer ? null : resetUrl };
  });
}

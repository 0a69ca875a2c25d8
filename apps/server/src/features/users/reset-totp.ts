import type { UserRow } from '@placard/contract/users';
import { AppError } from '../../api/app-error.ts';
import { endSessions } from '../../auth/sessions.ts';
import type { Actor } from '../../deps.ts';
import { mailText } from '../../mail/mail-text.ts';
import { writeMail } from '../../mail/write-mail.ts';
import { type ConfirmPasswordDeps, confirmPassword } from '../account/confirm-password.ts';
import { clearTotp } from '../account/two-factor.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { lockPerson } from '../lock-account.ts';
import { networkName } from '../settings/network-name.ts';
import { tieAccount } from './account-ties.ts';
import { lockAsOperator } from './first-operator.ts';
import { tellOperators } from './tell-operators.ts';
import { readUserRow } from './user-row.ts';

/**
 * Takes the second factor from somebody who lost it; its sessions end. Whoever does that is tied to the account.
 * @throws AppError `not_found`; `conflict_status` for oneself and where there is none; as `confirmPassword` does.
 */
export async function resetTotp(
  deps: ConfirmPasswordDeps,
  actor: Actor,
  input: { readonly id: number; readonly currentPassword: string },
): Promise<UserRow> {
  if (input.id === actor.userId) {
    throw new AppError('conflict_status', { reason: 'own_totp_reset' });
  }
  await confirmPassword(deps, actor, input.currentPassword, 'Failed to reset. Please try again.');
  const at = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    await lockAsOperator(trx, actor);
    // Of two operators one finds it off.
    await lockPerson(trx, input.id);
    const user = await readUserRow(trx, input.id);
    if (!user.totpEnabled) {
      throw new AppError('conflict_status', { reason: 'totp_none' });
    }
    await clearTotp(trx, user.id);
    await endSessions(trx, user.id);
    await tieAccount(trx, { userId: user.id, byUserId: actor.userId, kind: 'totp_reset', at });
    await writeAudit(trx, {
      ...doneBy(actor, 'operator'),
      action: 'user.totp_reset',
      subjectKind: 'user',
      subjectId: user.id,
      at,
    });
    const text = mailText('secondFactor', { network: await networkName(trx), change: 'reset' });
    await writeMail(trx, { to: user.email, text, at });
    if (user.roles.includes('operator')) {
      await tellOperators(trx, actor, {
        change: 'totp_reset',
        about: user.email,
        record: { kind: 'user', id: user.id },
        at,
      });
    }
    return await readUserRow(trx, user.id);
  });
}

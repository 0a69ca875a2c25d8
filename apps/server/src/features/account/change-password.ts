import type { changePasswordInput } from '@placard/contract/auth';
import type { z } from 'zod';
import { endLinks } from '../../auth/links.ts';
import { endSessions } from '../../auth/sessions.ts';
import type { Actor } from '../../deps.ts';
import { mailText } from '../../mail/mail-text.ts';
import { writeMail } from '../../mail/write-mail.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { networkName } from '../settings/network-name.ts';
import { auditKindOf } from './acting-as.ts';
import { type ConfirmPasswordDeps, confirmPassword } from './confirm-password.ts';
import { hashChosen } from './hash-chosen.ts';

export type ChangePasswordDeps = ConfirmPasswordDeps;

const REFUSED = 'Failed to change password. Please check your current password.';

/** Sets a new password and ends all other sessions and open links. @throws as `confirmPassword` does. */
export async function changePassword(
  deps: ChangePasswordDeps,
  actor: Actor,
  input: z.output<typeof changePasswordInput>,
): Promise<void> {
  await confirmPassword(deps, actor, input.currentPassword, REFUSED);
  const passwordHash = await hashChosen(deps, input.newPassword, 'newPassword');
  const at = deps.clock();
  await inTransaction(deps.db, async (trx) => {
    const user = await trx
      .updateTable('app_user')
      .set((eb) => ({ password_hash: passwordHash, version: eb('version', '+', 1) }))
      .where('id', '=', actor.userId)
      .returning('email')
      .executeTakeFirstOrThrow();
    await endSessions(trx, actor.userId, actor.sessionId);
    await endLinks(trx, actor.userId);
    await writeAudit(trx, {
      ...doneBy(actor, auditKindOf(actor)),
      action: 'user.change_password',
      subjectKind: 'user',
      subjectId: actor.userId,
      at,
    });
    const text = mailText('passwordChanged', { network: await networkName(trx) });
    await writeMail(trx, { to: user.email, text, at });
  });
}

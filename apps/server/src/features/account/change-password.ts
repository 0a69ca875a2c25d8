import type { changePasswordInput } from '@placard/contract/auth';
import type { z } from 'zod';
import { endSessions } from '../../auth/sessions.ts';
import { AppError, issueAt } from '../../http/app-error.ts';
import { queueMail } from '../../mail/outbox.ts';
import { passwordChangedMail } from '../../mail/texts.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { Actor, HasClock, HasDb, HasPasswords } from '../feature.ts';
import { inTransaction } from '../in-transaction.ts';
import { networkName } from '../settings/network-name.ts';
import { auditKindOf } from './acting-as.ts';

export type ChangePasswordDeps = HasDb & HasClock & HasPasswords;

/** Sets a new password and ends all other sessions. @throws AppError `current_password_wrong`. */
export async function changePassword(
  deps: ChangePasswordDeps,
  actor: Actor,
  input: z.output<typeof changePasswordInput>,
): Promise<void> {
  const user = await deps.db
    .selectFrom('app_user')
    .select(['email', 'password_hash'])
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  if (!(await deps.passwords.verify(user.password_hash, input.currentPassword))) {
    throw new AppError('current_password_wrong', {
      issues: [issueAt('currentPassword', 'current_password_wrong')],
    });
  }
  const passwordHash = await deps.passwords.hash(input.newPassword);
  const at = deps.clock();
  await inTransaction(deps.db, async (trx) => {
    await trx
      .updateTable('app_user')
      .set((eb) => ({ password_hash: passwordHash, version: eb('version', '+', 1) }))
      .where('id', '=', actor.userId)
      .execute();
    await endSessions(trx, actor.userId, actor.sessionId);
    await writeAudit(trx, {
      actorUserId: actor.userId,
      actorKind: auditKindOf(actor),
      action: 'user.change_password',
      subjectKind: 'user',
      subjectId: actor.userId,
      at,
    });
    await queueMail(trx, { to: user.email, ...passwordChangedMail({ network: await networkName(trx) }), at });
  });
}

import type { profileInput, User } from '@placard/contract/auth';
import type { z } from 'zod';
import { AppError, invalidInput, issueAt } from '../../http/app-error.ts';
import { changesOf, writeAudit } from '../audit/write-audit.ts';
import { isUniqueViolation } from '../database-errors.ts';
import type { Actor, HasClock, HasDb, HasPasswords } from '../feature.ts';
import { inTransaction } from '../in-transaction.ts';
import { moveSchedules } from '../views/schedule-view.ts';
import { auditKindOf } from './acting-as.ts';
import { selectUsers, userView } from './user-view.ts';

export type UpdateProfileDeps = HasDb & HasClock & HasPasswords;

const textOrNull = (text: string | null): string | null => (text === '' ? null : text);

/** Changes the account's own fields. A new address needs the current password: it is what one signs in with. */
export async function updateProfile(
  deps: UpdateProfileDeps,
  actor: Actor,
  input: z.output<typeof profileInput>,
): Promise<User> {
  const before = await selectUsers(deps.db).where('id', '=', actor.userId).executeTakeFirstOrThrow();
  if (input.email !== before.email) {
    if (input.currentPassword === undefined || input.currentPassword === '') {
      throw invalidInput(issueAt('currentPassword', 'current_password_required_for_email'));
    }
    if (!(await deps.passwords.verify(before.password_hash, input.currentPassword))) {
      throw new AppError('current_password_wrong', {
        message: 'Failed to update profile. Please try again.',
        issues: [issueAt('currentPassword', 'current_password_wrong')],
      });
    }
  }
  const fields = {
    email: input.email,
    first_name: input.firstName,
    last_name: input.lastName,
    phone: textOrNull(input.phone),
    company: textOrNull(input.company),
    time_zone: input.timeZone,
  };
  try {
    await inTransaction(deps.db, async (trx) => {
      await trx
        .updateTable('app_user')
        .set((eb) => ({ ...fields, version: eb('version', '+', 1) }))
        .where('id', '=', actor.userId)
        .execute();
      if (fields.time_zone !== before.time_zone) {
        await moveSchedules(trx, actor.userId, fields.time_zone, deps.clock());
      }
      const { email, first_name, last_name, phone, company, time_zone } = before;
      await writeAudit(trx, {
        actorUserId: actor.userId,
        actorKind: auditKindOf(actor),
        action: 'user.update',
        subjectKind: 'user',
        subjectId: actor.userId,
        detail: changesOf({ email, first_name, last_name, phone, company, time_zone }, fields),
        at: deps.clock(),
      });
    });
  } catch (error) {
    if (isUniqueViolation(error, 'app_user_email')) throw new AppError('email_taken');
    throw error;
  }
  return userView({ ...before, ...fields });
}

import type { profileInput, User } from '@placard/contract/auth';
import { isKeptTimeZone } from '@placard/domain/account/kept-time-zone';
import { memberMay } from '@placard/domain/account/member';
import type { z } from 'zod';
import { AppError, invalidInput, issueAt, tooOften } from '../../api/app-error.ts';
import type { Actor, HasMailServer, HasSecrets, HasUrls } from '../../deps.ts';
import { changesOf, doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { moveSchedules } from '../views/schedule-view.ts';
import { auditKindOf } from './acting-as.ts';
import { askNewAddress, changeAddress } from './change-email.ts';
import { type ConfirmPasswordDeps, confirmPassword } from './confirm-password.ts';
import { readProfile } from './read-profile.ts';
import { selectUsers } from './user-view.ts';

export type UpdateProfileDeps = ConfirmPasswordDeps & HasUrls & HasSecrets & HasMailServer;

/** What is left out stays. */
const textOrNull = (text: string | null | undefined, before: string | null): string | null =>
  text === undefined ? before : text || null;

/**
 * Changes one's own fields, and for whoever may the company and time zone of the account. A new address needs the current password, since it is what one signs in with, and
 * is the user's once its link was followed; where no mail is sent it is so at once.
 */
export async function updateProfile(
  deps: UpdateProfileDeps,
  actor: Actor,
  input: z.output<typeof profileInput>,
): Promise<User> {
  const before = await selectUsers(deps.db, actor.accountId)
    .where('app_user.id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  const wanted = input.email ?? before.email;
  const newEmail = wanted !== before.email;
  if (newEmail) {
    await confirmPassword(deps, actor, input.currentPassword, {
      message: 'Failed to update profile. Please try again.',
      missing: 'current_password_required_for_email',
    });
  }
  const atOnce = newEmail && !deps.mailServer;
  const fields = {
    first_name: input.firstName,
    last_name: input.lastName,
    phone: textOrNull(input.phone, before.phone),
    language: input.language === undefined ? before.language : input.language,
  };
  const knownAccount = { company: before.company, time_zone: before.time_zone ?? 'UTC' };
  const timeZone = input.timeZone ?? knownAccount.time_zone;
  // Whoever only changes their name is not asked for an account's zone of before.
  if (timeZone !== knownAccount.time_zone && !isKeptTimeZone(timeZone))
    throw invalidInput(issueAt('timeZone', 'time_zone_unknown'));
  const accountFields = { company: textOrNull(input.company, before.company), time_zone: timeZone };
  const accountChanges = changesOf(knownAccount, accountFields);
  const changesAccount = Object.keys(accountChanges).length > 0;
  if (changesAccount && !memberMay(actor.member, 'members')) throw new AppError('member_denied');
  const now = deps.clock();
  const sender = { kind: 'user', id: actor.userId } as const;
  const asked = { email: wanted, nowMs: now.getTime() };
  // Asking at a taken address counts as well: nobody tries out who has an account here.
  if (newEmail && !atOnce && !deps.signInLimits.mayMailAnybody(sender, asked))
    throw tooOften(deps.signInLimits.anybodyWaitMs(sender, asked));
  const change = { userId: actor.userId, from: before.email, to: wanted, now };
  const email = atOnce ? wanted : before.email;
  await inTransaction(deps.db, async (trx) => {
    // Before the person, as whoever closes the account locks them.
    if (changesAccount) {
      await trx
        .updateTable('account')
        .set((eb) => ({ ...accountFields, version: eb('version', '+', 1) }))
        .where('id', '=', actor.accountId)
        .execute();
    }
    await trx
      .updateTable('app_user')
      .set((eb) => ({ ...fields, version: eb('version', '+', 1) }))
      .where('id', '=', actor.userId)
      .execute();
    if (accountFields.time_zone !== knownAccount.time_zone) {
      await moveSchedules(trx, actor.accountId, accountFields.time_zone, now);
    }
    if (atOnce) await changeAddress(trx, change, actor.sessionId);
    else if (newEmail) await askNewAddress(trx, deps, change);
    const { first_name, last_name, phone, language } = before;
    const known = { email: before.email, first_name, last_name, phone, language };
    await writeAudit(trx, {
      ...doneBy(actor, auditKindOf(actor)),
      action: 'user.update',
      subjectKind: 'user',
      subjectId: actor.userId,
      detail: {
        ...changesOf(known, { email, ...fields }),
        ...accountChanges,
        ...(newEmail && !atOnce ? { newAddressAsked: wanted } : {}),
      },
      at: now,
    });
  });
  return await readProfile(deps, actor);
}

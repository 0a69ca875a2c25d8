import type { UserRow } from '@placard/contract/users';
import type { Role } from '@placard/domain/roles';
import { AppError, invalidInput, issueAt } from '../../api/app-error.ts';
import type { Actor } from '../../deps.ts';
import { type ConfirmPasswordDeps, confirmPassword } from '../account/confirm-password.ts';
import { changesOf, doneBy, writeAudit } from '../audit/write-audit.ts';
import { wentWithClosed } from '../closing/closed-persons.ts';
import { inTransaction } from '../in-transaction.ts';
import { lockPerson } from '../lock-account.ts';
import { tieAccount } from './account-ties.ts';
import { isOperator } from './active-operators.ts';
import { lockAsOperator } from './first-operator.ts';
import { replaceRoles } from './replace-roles.ts';
import { tellOperators } from './tell-operators.ts';
import { readUserRow } from './user-row.ts';

/**
 * Changes the roles of an account, from its next call on.
 * @throws AppError `not_found`; `conflict_status` for an operator who would no longer be one: somebody else does that,
 * so that one always remains; `account_closed` of whoever went with a closed account, who would be erased with the role; `role_in_use`;
 * as `confirmPassword` where somebody becomes an operator; `conflict_version` where they have other roles than were seen.
 */
export async function setUserRoles(
  deps: ConfirmPasswordDeps,
  actor: Actor,
  input: {
    readonly id: number;
    readonly roles: readonly Role[];
    readonly rolesBefore?: readonly Role[] | undefined;
    /** Needed to make somebody an operator. */
    readonly currentPassword?: string | undefined;
  },
): Promise<UserRow> {
  if (input.id === actor.userId && !input.roles.includes('operator')) {
    throw new AppError('conflict_status', { reason: 'own_operator_role' });
  }
  const now = deps.clock();
  const confirmed = input.roles.includes('operator') && !(await isOperator(deps.db, input.id));
  if (confirmed) {
    await confirmPassword(deps, actor, input.currentPassword, 'Failed to change roles. Please try again.');
  }
  return await inTransaction(deps.db, async (trx) => {
    await lockAsOperator(trx, actor);
    await lockPerson(trx, input.id);
    const before = await readUserRow(trx, input.id);
    if (await wentWithClosed(trx, input.id)) throw new AppError('account_closed');
    // All are sent: what another operator took away or gave meanwhile would be undone unseen.
    if (input.rolesBefore !== undefined && !sameRoles(input.rolesBefore, before.roles)) {
      throw new AppError('conflict_version');
    }
    const roles = [...new Set(input.roles)].sort();
    const makesOperator = roles.includes('operator') && !before.roles.includes('operator');
    // Somebody took it from them meanwhile: to give it back is to make an operator, which wants the password.
    if (makesOperator && !confirmed) {
      throw invalidInput(issueAt('currentPassword', 'current_password_required'));
    }
    if (before.roles.includes('operator') && !roles.includes('operator')) {
      // While they are one: who took it from them is told to them as well.
      await tellOperators(trx, actor, {
        change: 'demote',
        about: before.email,
        record: { kind: 'user', id: input.id },
        at: now,
      });
    }
    await replaceRoles(trx, before, roles, now);
    if (makesOperator) {
      await tieAccount(trx, { userId: input.id, byUserId: actor.userId, kind: 'roles', at: now });
      await tellOperators(trx, actor, {
        change: 'roles',
        about: before.email,
        record: { kind: 'user', id: input.id },
        at: now,
      });
    }
    await writeAudit(trx, {
      ...doneBy(actor, 'operator'),
      action: 'user.set_roles',
      subjectKind: 'user',
      subjectId: input.id,
      detail: changesOf({ roles: before.roles }, { roles }),
      at: now,
    });
    return { ...before, roles };
  });
}

function sameRoles(some: readonly Role[], others: readonly Role[]): boolean {
  return some.length === others.length && others.every((role) => some.includes(role));
}

import type { UserRow } from '@placard/contract/operator';
import type { Role } from '@placard/domain/roles';
import { AppError } from '../../http/app-error.ts';
import { changesOf, writeAudit } from '../audit/write-audit.ts';
import type { Actor, HasClock, HasDb } from '../feature.ts';
import { inTransaction } from '../in-transaction.ts';
import { replaceRoles } from './replace-roles.ts';
import { readUserRow } from './user-row.ts';

/**
 * Changes the roles of an account, from its next call on.
 * @throws AppError `not_found`; `conflict_status` for an operator who would no longer be one: somebody else does that,
 * so that one always remains.
 */
export async function setUserRoles(
  deps: HasDb & HasClock,
  actor: Actor,
  input: { readonly id: number; readonly roles: readonly Role[] },
): Promise<UserRow> {
  if (input.id === actor.userId && !input.roles.includes('operator')) {
    throw new AppError('conflict_status', { message: 'You cannot take the operator role from yourself.' });
  }
  return await inTransaction(deps.db, async (trx) => {
    await trx.selectFrom('app_user').select('id').where('id', '=', input.id).forUpdate().execute();
    const before = await readUserRow(trx, input.id);
    const roles = [...new Set(input.roles)].sort();
    await replaceRoles(trx, input.id, roles);
    await writeAudit(trx, {
      actorUserId: actor.userId,
      actorKind: 'operator',
      action: 'user.set_roles',
      subjectKind: 'user',
      subjectId: input.id,
      detail: changesOf({ roles: before.roles }, { roles }),
      at: deps.clock(),
    });
    return { ...before, roles };
  });
}

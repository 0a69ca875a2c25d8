import type { UserRow } from '@placard/contract/users';
import type { Tx } from '@placard/db/database';
import { judgeTransition } from '@placard/domain/status-table';
import { USER_TRANSITIONS, type UserAction, type UserStatus } from '@placard/domain/user/status';
import { sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import { endLinks } from '../../auth/links.ts';
import { endSessions } from '../../auth/sessions.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { ownedAccountId } from '../accounts/new-account.ts';
import { changesOf, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { statusConflict } from '../status-conflict.ts';
import { lockAsOperator } from './first-operator.ts';
import { readUserRow } from './user-row.ts';

const CANNOT = { suspend: 'suspended', reinstate: 'reinstated' } as const;

/**
 * Suspends or reinstates somebody, and the account they own with them: its members are refused, its ads and widgets stop
 * as soon as delivery reads the change. Suspending ends the person's sessions in the same transaction. @throws AppError `not_found`, `conflict_status`.
 */
export async function actOnUser(
  deps: HasDb & HasClock,
  actor: Actor,
  input: { readonly id: number; readonly action: 'suspend' | 'reinstate' },
): Promise<UserRow> {
  if (input.id === actor.userId) {
    throw new AppError('conflict_status', { message: 'You cannot suspend your own account.' });
  }
  return await inTransaction(deps.db, async (trx) => {
    await lockAsOperator(trx, actor);
    const before = await readUserRow(trx, input.id);
    // It would open half of it: sign-in without what was closed.
    if (await isClosed(trx, input.id)) throw new AppError('account_closed');
    const judged = judgeTransition<UserStatus, UserAction, never>(USER_TRANSITIONS, {
      from: before.status,
      action: input.action,
      actor: 'operator',
      facts: {},
    });
    if (!judged.ok) throw statusConflict('account', before.status, CANNOT[input.action]);
    const written = await trx
      .updateTable('app_user')
      .set((eb) => ({ status: judged.to, version: eb('version', '+', 1) }))
      .where('id', '=', input.id)
      .where('status', '=', before.status)
      .returning('id')
      .executeTakeFirst();
    if (written === undefined) throw statusConflict('account', 'being changed', CANNOT[input.action]);
    await trx
      .updateTable('account')
      .set((eb) => ({ status: judged.to, version: eb('version', '+', 1) }))
      .where('id', '=', await ownedAccountId(trx, input.id))
      .execute();
    if (input.action === 'suspend') {
      await endSessions(trx, input.id);
      await endLinks(trx, input.id);
    }
    await writeAudit(trx, {
      actorUserId: actor.userId,
      actorKind: 'operator',
      action: `user.${input.action}`,
      subjectKind: 'user',
      subjectId: input.id,
      detail: changesOf({ status: before.status }, { status: judged.to }),
      at: deps.clock(),
    });
    return await readUserRow(trx, input.id);
  });
}

/** Whether somebody was closed with the account they own. */
async function isClosed(trx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from account_closing c join account_member m on m.account_id = c.account_id
     where m.user_id = ${userId} and m.role = 'owner'
    union all
    select 1 from account_closing where persons @> jsonb_build_array(jsonb_build_object('id', ${userId}::int))
    limit 1`.execute(trx);
  return rows.length > 0;
}

import type { UserRow } from '@placard/contract/users';
import type { Tx } from '@placard/db/database';
import { judgeTransition } from '@placard/domain/status-table';
import { USER_TRANSITIONS, type UserAction, type UserStatus } from '@placard/domain/user/status';
import { sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import { endLinks } from '../../auth/links.ts';
import { endSessions } from '../../auth/sessions.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { changesOf, doneBy, writeAudit } from '../audit/write-audit.ts';
import { takeOutOfClosings, wentWithClosed } from '../closing/closed-persons.ts';
import { inTransaction } from '../in-transaction.ts';
import { lockPerson } from '../lock-account.ts';
import { statusConflict } from '../status-conflict.ts';
import { lockAsOperator } from './first-operator.ts';
import { tellOperators } from './tell-operators.ts';
import { readUserRow } from './user-row.ts';

const CANNOT = { suspend: 'suspended', reinstate: 'reinstated' } as const;

/**
 * Suspends or reinstates somebody, and the accounts they own with them: their members are refused, ads and widgets stop
 * as soon as delivery reads the change. Suspending ends the person's sessions in the same transaction.
 * @throws AppError `not_found`, `conflict_status`; `account_closed` for reinstating whoever went with a closed account.
 */
export async function actOnUser(
  deps: HasDb & HasClock,
  actor: Actor,
  input: { readonly id: number; readonly action: 'suspend' | 'reinstate' },
): Promise<UserRow> {
  if (input.id === actor.userId) {
    throw new AppError('conflict_status', { reason: 'own_suspension' });
  }
  return await inTransaction(deps.db, async (trx) => {
    await lockAsOperator(trx, actor);
    await lockPerson(trx, input.id);
    const before = await readUserRow(trx, input.id);
    // It would open half of it: sign-in without what was closed.
    if (input.action === 'reinstate' && (await wentWithClosed(trx, input.id))) {
      throw new AppError('account_closed');
    }
    const judged = judgeTransition<UserStatus, UserAction, never>(USER_TRANSITIONS, {
      from: before.status,
      action: input.action,
      actor: 'operator',
      facts: {},
    });
    if (!judged.ok) throw statusConflict('account', before.status, CANNOT[input.action]);
    const at = deps.clock();
    const tell = async () => {
      if (!before.roles.includes('operator')) return;
      await tellOperators(trx, actor, {
        change: input.action,
        about: before.email,
        record: { kind: 'user', id: input.id },
        at,
      });
    };
    // While they run the network: who ended that is told to them as well.
    if (input.action === 'suspend') await tell();
    const written = await trx
      .updateTable('app_user')
      .set((eb) => ({ status: judged.to, version: eb('version', '+', 1) }))
      .where('id', '=', input.id)
      .where('status', '=', before.status)
      .returning('id')
      .executeTakeFirst();
    if (written === undefined) throw statusConflict('account', 'being changed', CANNOT[input.action]);
    await setOwnedStatus(trx, input.id, judged.to);
    if (input.action === 'reinstate') {
      await takeOutOfClosings(trx, [input.id]);
      await tell();
    } else {
      await endSessions(trx, input.id);
      await endLinks(trx, input.id);
    }
    await writeAudit(trx, {
      ...doneBy(actor, 'operator'),
      action: `user.${input.action}`,
      subjectKind: 'user',
      subjectId: input.id,
      detail: changesOf({ status: before.status }, { status: judged.to }),
      at,
    });
    return await readUserRow(trx, input.id);
  });
}

/**
 * An account that is closed stays as it is, and opens as its owner stands then: whoever is suspended meanwhile gets it
 * back suspended.
 */
async function setOwnedStatus(trx: Tx, userId: number, status: UserStatus): Promise<void> {
  const owned = sql`select account_id from account_member where user_id = ${userId} and role = 'owner'`;
  await sql`
    update account a set status = ${status}, version = a.version + 1
     where a.id in (${owned}) and not exists (select from account_closing c where c.account_id = a.id)`.execute(
    trx,
  );
  await sql`update account_closing set status_before = ${status} where account_id in (${owned})`.execute(trx);
}

import type { Correction } from '@placard/contract/corrections';
import type { Tx } from '@placard/db/database';
import { AppError } from '../../api/app-error.ts';
import type { Actor } from '../../deps.ts';
import { displayName } from '../account/user-view.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { statusConflict } from '../status-conflict.ts';
import { checkIndependent } from '../users/independent.ts';
import { bookCorrection } from './book-correction.ts';
import { type CorrectionDeps, refuseOwn } from './correct-balance.ts';
import type { CorrectionRow } from './correction-row.ts';
import { readCorrection } from './correction-view.ts';

type Decision = { readonly id: number; readonly action: 'approve' | 'reject' };

const CANNOT = { approve: 'approved', reject: 'rejected' } as const;

/**
 * The second operator approves a correction, which books it, or rejects it; whoever asked for it may reject it too.
 * @throws AppError `not_found`, `conflict_status`, `own_correction`, `correction_second`, and as `checkIndependent` and
 * `bookCorrection` do.
 */
export async function decideCorrection(
  deps: CorrectionDeps,
  actor: Actor,
  input: Decision,
): Promise<Correction> {
  const now = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    const row = await trx
      .selectFrom('money_correction')
      .selectAll()
      .where('id', '=', input.id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => new AppError('not_found'));
    await refuseOwn(trx, actor, row.account_id, now);
    if (row.status !== 'pending') throw statusConflict('correction', row.status, CANNOT[input.action]);
    if (input.action === 'reject') await reject(trx, actor, row, now);
    else {
      await refuseAlone(trx, actor, row, now);
      await bookCorrection(trx, { actor, now, publicUrl: deps.publicUrl }, row);
    }
    return await readCorrection(trx, actor, row.id);
  });
}

/** Whoever asked for it is the first of the two and has to be an operator still. */
async function refuseAlone(trx: Tx, actor: Actor, row: CorrectionRow, now: Date): Promise<void> {
  if (row.requested_by === actor.userId) throw new AppError('correction_second');
  const asker = await trx
    .selectFrom('app_user')
    .innerJoin('user_role', (join) =>
      join.onRef('user_role.user_id', '=', 'app_user.id').on('user_role.role', '=', 'operator'),
    )
    .select(['app_user.id', 'first_name', 'last_name', 'email'])
    .where('app_user.id', '=', row.requested_by)
    .where('app_user.status', '=', 'active')
    .executeTakeFirstOrThrow(
      () =>
        new AppError('conflict_status', {
          reason: 'correction_orphaned',
        }),
    );
  const others = [{ operatorId: asker.id, name: displayName(asker) }];
  await checkIndependent(trx, actor, { what: 'correction', requestedAt: row.requested_at, now, others });
}

/** The row is locked, and was read as pending. */
async function reject(trx: Tx, actor: Actor, row: CorrectionRow, now: Date): Promise<void> {
  await trx
    .updateTable('money_correction')
    .set({ status: 'rejected', decided_by: actor.userId, decided_at: now })
    .where('id', '=', row.id)
    .execute();
  await writeAudit(trx, {
    ...doneBy(actor, 'operator'),
    action: 'correction.reject',
    subjectKind: 'correction',
    subjectId: row.id,
    detail: {
      status: { before: 'pending', after: 'rejected' },
      accountId: row.account_id,
      amountMicros: row.amount_micros,
    },
    at: now,
  });
}

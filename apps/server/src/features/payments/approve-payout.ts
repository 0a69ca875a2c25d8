import type { Db, Tx } from '@placard/db/database';
import { approvalsNeeded } from '@placard/domain/payout/approval';
import { AppError } from '../../api/app-error.ts';
import type { Actor } from '../../deps.ts';
import { displayName } from '../account/user-view.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { gavePasswordTo } from '../users/account-ties.ts';
import { checkIndependent } from '../users/independent.ts';
import { holdApprovalLimit, takenOnAlone } from './approval-limit.ts';
import type { PayoutRecord } from './payout-record.ts';

export type Approval = { readonly operatorId: number; readonly name: string; readonly at: Date };

/** Approvals by payout, oldest first. Whoever is no active operator any more has not approved. */
export async function readApprovals(
  db: Db,
  payoutIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Approval[]>> {
  if (payoutIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('payout_approval')
    .innerJoin('app_user', 'app_user.id', 'payout_approval.operator_id')
    .innerJoin('user_role', (join) =>
      join.onRef('user_role.user_id', '=', 'app_user.id').on('user_role.role', '=', 'operator'),
    )
    .select(['payout_id', 'operator_id', 'approved_at', 'first_name', 'last_name', 'email'])
    .where('payout_id', 'in', payoutIds)
    .where('app_user.status', '=', 'active')
    .orderBy('approved_at')
    .orderBy('operator_id')
    .execute();
  const approvals = new Map<number, Approval[]>();
  for (const row of rows) {
    const approval = { operatorId: row.operator_id, name: displayName(row), at: row.approved_at };
    const present = approvals.get(row.payout_id);
    if (present === undefined) approvals.set(row.payout_id, [approval]);
    else present.push(approval);
  }
  return approvals;
}

/**
 * Records that the actor approves a payout; the caller has locked its row and, before it, its publisher's account: of two
 * payouts at once the second sees what the first has moved. The stricter counts of the present limit and the one it was
 * requested under; whoever gave a member of its account a new password approves it with another one only.
 * @returns whether it has all approvals it needs, so that it may be taken on
 * @throws AppError `approved_already` when the actor approved before and another operator is missing; `approver_new`,
 * `approver_tied` where two approvals would not be those of two people.
 */
export async function approvePayout(
  trx: Tx,
  actor: Actor,
  payout: Pick<
    PayoutRecord,
    'id' | 'publisher_id' | 'amount_micros' | 'approval_limit_micros' | 'requested_at'
  >,
  now: Date,
): Promise<boolean> {
  const limitMicros = await holdApprovalLimit(trx, now);
  const aloneMicros = (await takenOnAlone(trx, [payout.publisher_id], now)).get(payout.publisher_id) ?? 0n;
  const added = await trx
    .insertInto('payout_approval')
    .values({ payout_id: payout.id, operator_id: actor.userId, approved_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('operator_id')
    .executeTakeFirst();
  const gavePassword = await gavePasswordTo(trx, actor.userId, [payout.publisher_id], now);
  const needed = approvalsNeeded(payout.amount_micros + aloneMicros, {
    requestedUnderMicros: payout.approval_limit_micros,
    presentMicros: limitMicros,
    neverAlone: gavePassword.size > 0,
  });
  const approvals = (await readApprovals(trx, [payout.id])).get(payout.id) ?? [];
  const count = approvals.length;
  if (needed > 1 && added !== undefined) {
    const others = approvals.filter(({ operatorId }) => operatorId !== actor.userId);
    await checkIndependent(trx, actor, { what: 'payout', requestedAt: payout.requested_at, now, others });
  }
  if (count >= needed) return true;
  if (added === undefined) throw new AppError('approved_already');
  await writeAudit(trx, {
    ...doneBy(actor, 'operator'),
    action: 'payout.approve',
    subjectKind: 'payout',
    subjectId: payout.id,
    detail: {
      amountMicros: payout.amount_micros,
      ...(aloneMicros === 0n ? {} : { movedAloneMicros: aloneMicros }),
      limitMicros,
      requestedUnderMicros: payout.approval_limit_micros,
      approvals: count,
      needed,
    },
    at: now,
  });
  return false;
}

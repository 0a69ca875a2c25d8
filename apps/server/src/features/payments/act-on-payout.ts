import type { OperatorPayout } from '@placard/contract/payouts';
import type { CannotOf } from '@placard/contract/status-refusals';
import type { Tx } from '@placard/db/database';
import { PAYOUT_TRANSITIONS, type PayoutOperatorAction } from '@placard/domain/payout/status';
import { judgeTransition } from '@placard/domain/status-table';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb, HasSecrets } from '../../deps.ts';
import { isOwn } from '../accounts/memberships.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { lockAccount } from '../lock-account.ts';
import { statusConflict } from '../status-conflict.ts';
import { approvePayout } from './approve-payout.ts';
import { completeMoney, returnMoney } from './move-payout-money.ts';
import { readOperatorPayout } from './operator-payouts.ts';
import { tellPublisher } from './payout-notice.ts';
import type { PayoutRecord } from './payout-record.ts';

export type PayoutAct = {
  readonly id: number;
  readonly action: PayoutOperatorAction;
  readonly reason?: string | undefined;
};

const CANNOT: Readonly<Record<PayoutOperatorAction, CannotOf<'payout'>>> = {
  process: 'processed',
  complete: 'completed',
  fail: 'marked as failed',
  reject: 'rejected',
};

/**
 * The operator pays: takes a payout on, completes it, or puts its money back with a reason. Above the operator's limit
 * taking on needs two operators: until the second one the payout stays pending. Nobody decides about money of his own.
 * @throws AppError `not_found`, `conflict_status`, `own_payout`, and as `approvePayout` does.
 */
export async function actOnPayout(
  deps: HasDb & HasClock & HasSecrets,
  actor: Actor,
  input: PayoutAct,
): Promise<OperatorPayout> {
  const now = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    if (input.action === 'process') await lockPublisher(trx, input.id);
    const before = await trx
      .selectFrom('payout')
      .select(['id', 'status', 'publisher_id', 'amount_micros', 'approval_limit_micros', 'requested_at'])
      .where('id', '=', input.id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => new AppError('not_found'));
    if (await isOwn(trx, actor, before.publisher_id, now)) throw new AppError('own_payout');
    const from = before.status;
    const judged = judgeTransition(PAYOUT_TRANSITIONS, {
      from,
      action: input.action,
      actor: 'operator',
      facts: {},
    });
    if (!judged.ok) throw statusConflict('payout', from, CANNOT[input.action]);
    if (input.action === 'process' && !(await approvePayout(trx, actor, before, now))) {
      return await readOperatorPayout({ ...deps, db: trx }, actor, before.id);
    }
    const returned = judged.to === 'failed' || judged.to === 'rejected';
    const payout = await trx
      .updateTable('payout')
      .set((eb) => ({
        status: judged.to,
        decided_by: actor.userId,
        version: eb('version', '+', 1),
        ...(judged.to === 'processing' ? { processed_at: now } : {}),
        ...(judged.to === 'completed' ? { completed_at: now } : {}),
        ...(returned ? { reason: input.reason ?? '' } : {}),
      }))
      .where('id', '=', input.id)
      .where('status', '=', from)
      .returningAll()
      .executeTakeFirstOrThrow(() => new AppError('conflict_status'));
    await moveMoney(trx, payout, now);
    await tellPublisher(trx, payout, now);
    await writeAudit(trx, {
      ...doneBy(actor, 'operator'),
      action: `payout.${input.action}`,
      subjectKind: 'payout',
      subjectId: payout.id,
      detail: {
        status: { before: from, after: payout.status },
        amountMicros: payout.amount_micros,
        ...(returned ? { reason: payout.reason } : {}),
      },
      at: now,
    });
    return await readOperatorPayout({ ...deps, db: trx }, actor, payout.id);
  });
}

/** Before the payout's row, in the order in which a withdrawal takes both. */
async function lockPublisher(trx: Tx, payoutId: number): Promise<void> {
  const payout = await trx
    .selectFrom('payout')
    .select('publisher_id')
    .where('id', '=', payoutId)
    .executeTakeFirst();
  if (payout !== undefined) await lockAccount(trx, payout.publisher_id);
}

/** Books what the new status means. Taking a payout on moves nothing. */
async function moveMoney(trx: Tx, payout: PayoutRecord, now: Date): Promise<void> {
  const { status } = payout;
  if (status === 'completed') await completeMoney(trx, payout, now);
  else if (status === 'failed' || status === 'rejected') await returnMoney(trx, payout, now);
}

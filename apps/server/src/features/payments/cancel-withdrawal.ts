import type { Payout } from '@placard/contract/payments';
import { PAYOUT_TRANSITIONS, type PayoutAction, type PayoutStatus } from '@placard/domain/payout/status';
import { judgeTransition } from '@placard/domain/status-table';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb, HasSecrets } from '../../deps.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { readCurrency } from '../billing/read-balance.ts';
import { inTransaction } from '../in-transaction.ts';
import { statusConflict } from '../status-conflict.ts';
import { returnMoney } from './move-payout-money.ts';
import { payoutView } from './payout-record.ts';

/**
 * Takes a withdrawal back that nobody has taken on: its amount is available again at once, what operators approved of it
 * is void. Whoever comes second, its publisher or an operator, is refused.
 * @throws AppError `not_found`, also for someone else's; `conflict_status`.
 */
export async function cancelWithdrawal(
  deps: HasDb & HasClock & HasSecrets,
  actor: Actor,
  input: { readonly id: number },
): Promise<Payout> {
  const now = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    const before = await trx
      .selectFrom('payout')
      .select(['id', 'status'])
      .where('id', '=', input.id)
      .where('publisher_id', '=', actor.accountId)
      .forUpdate()
      .executeTakeFirstOrThrow(() => new AppError('not_found'));
    const judged = judgeTransition<PayoutStatus, PayoutAction, never>(PAYOUT_TRANSITIONS, {
      from: before.status,
      action: 'cancel',
      actor: 'publisher',
      facts: {},
    });
    if (!judged.ok) throw statusConflict('payout', before.status, 'cancelled');
    await trx.deleteFrom('payout_approval').where('payout_id', '=', before.id).execute();
    const payout = await trx
      .updateTable('payout')
      .set((eb) => ({ status: judged.to, cancelled_at: now, version: eb('version', '+', 1) }))
      .where('id', '=', before.id)
      .where('status', '=', before.status)
      .returningAll()
      .executeTakeFirstOrThrow(() => new AppError('conflict_status'));
    await returnMoney(trx, payout, now);
    await writeAudit(trx, {
      ...doneBy(actor, 'publisher'),
      action: 'payout.cancel',
      subjectKind: 'payout',
      subjectId: payout.id,
      detail: {
        status: { before: before.status, after: payout.status },
        amountMicros: payout.amount_micros,
      },
      at: now,
    });
    return payoutView(payout, await readCurrency(trx), deps.secrets);
  });
}

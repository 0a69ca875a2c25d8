import type { Deposit } from '@placard/contract/billing';
import type { Actor } from '../../deps.ts';
import { doneBy, writeAudit } from '../audit/write-audit.ts';
import { inTransaction } from '../in-transaction.ts';
import { statusConflict } from '../status-conflict.ts';
import type { CardDeps } from './card-payments/cards-of.ts';
import { closeAtGateway } from './card-payments/close-at-gateway.ts';
import { ownDeposit } from './card-payments/pay-deposit.ts';
import { readDepositView } from './deposit-view.ts';
import { readCurrency } from './read-balance.ts';

/**
 * Takes back one's own deposit that waits. A card payment is ended at the gateway first, so that nobody can pay it any
 * more; where it was paid before that, it is credited.
 * @throws AppError `not_found`, `conflict_status`, `gateway_away`.
 */
export async function cancelDeposit(
  deps: CardDeps,
  actor: Actor,
  input: { readonly id: number },
): Promise<Deposit> {
  const now = deps.clock();
  const closed = await closeAtGateway(deps, actor, input.id);
  return await inTransaction(deps.db, async (trx) => {
    const { status } = await ownDeposit({ db: trx }, actor, input.id);
    const cancelled = await trx
      .updateTable('deposit')
      .set({
        status: 'cancelled',
        decided_at: now,
        decided_by: actor.userId,
        next_check_at: null,
        failure_code: null,
        failure_text: null,
      })
      .where('id', '=', input.id)
      .where('status', 'in', closed ? ['pending', 'failed'] : ['pending'])
      .returning('id')
      .executeTakeFirst();
    if (cancelled === undefined) throw statusConflict('deposit', status, 'cancelled');
    await writeAudit(trx, {
      ...doneBy(actor, 'advertiser'),
      action: 'deposit.cancel',
      subjectKind: 'deposit',
      subjectId: input.id,
      detail: { status: { before: status, after: 'cancelled' } },
      at: now,
    });
    return await readDepositView(trx, input.id, await readCurrency(trx));
  });
}

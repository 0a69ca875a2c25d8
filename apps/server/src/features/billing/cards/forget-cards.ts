import { pauseAfterAttemptMs } from '@placard/domain/billing/check-schedule';
import { GatewayAwayError } from '../../../gateways/card-gateway.ts';
import { inTransaction } from '../../in-transaction.ts';
import { type CardDeps, cardsOf } from '../card-payments/cards-of.ts';

const BATCH = 20;

type RemovedCard = { readonly id: number; readonly gateway_id: string };

/** Tells the gateway to forget cards that were removed here. @returns how many were due. */
export async function forgetRemovedCards(deps: CardDeps): Promise<number> {
  const cards = cardsOf(deps);
  const due = await claimCards(deps);
  for (const { id, gateway_id: gatewayId } of due) {
    try {
      await cards.forgetCard(gatewayId);
      await deps.db
        .updateTable('payment_method')
        .set({ detached_at: deps.clock() })
        .where('id', '=', id)
        .execute();
    } catch (error) {
      // One that makes trouble shall not hold up the others, whose next attempt was put off with its own.
      const level = error instanceof GatewayAwayError ? 'warn' : 'error';
      deps.log[level]({ cardId: id, err: error }, 'a card could not be forgotten by its gateway and waits');
    }
  }
  return due.length;
}

/** Puts their next attempt off before the first is made, so that those behind them have their turn. */
async function claimCards(deps: CardDeps): Promise<readonly RemovedCard[]> {
  const now = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    const rows = await trx
      .selectFrom('payment_method')
      .select(['id', 'gateway_id', 'detach_attempts'])
      .where('gateway', '=', 'stripe')
      .where('removed_at', 'is not', null)
      .where('detached_at', 'is', null)
      .where((eb) => eb.or([eb('next_detach_at', 'is', null), eb('next_detach_at', '<=', now)]))
      .orderBy((eb) => eb.fn.coalesce('next_detach_at', 'removed_at'))
      .limit(BATCH)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const row of rows) {
      const nextMs = now.getTime() + pauseAfterAttemptMs(row.detach_attempts);
      await trx
        .updateTable('payment_method')
        .set({ detach_attempts: row.detach_attempts + 1, next_detach_at: new Date(nextMs) })
        .where('id', '=', row.id)
        .execute();
    }
    return rows;
  });
}

import { MOST_ATTEMPTS, pauseAfterAttemptMs } from '@placard/domain/billing/check-schedule';
import { minorUnits } from '@placard/domain/billing/minor-units';
import { GatewayAwayError, GatewayRefusedError } from '../../../gateways/card-gateway.ts';
import { inTransaction } from '../../in-transaction.ts';
import { readCurrency } from '../read-balance.ts';
import { applyReturns, completeRefund, type RefundRecord, returnRefund } from './apply-returns.ts';
import { type CardDeps, cardsOf } from './cards-of.ts';

const BATCH = 20;

/** Hands due refunds to the gateway, each once. @returns how many were due. */
export async function sendRefunds(deps: CardDeps): Promise<number> {
  const due = await claimRefunds(deps);
  for (const refund of due) {
    try {
      await sendRefund(deps, refund);
    } catch (error) {
      // One that makes trouble shall not hold up the others, whose next attempt was put off with its own.
      const level = error instanceof GatewayAwayError ? 'warn' : 'error';
      deps.log[level]({ refundId: refund.id, err: error }, 'a refund could not be sent and waits');
    }
  }
  return due.length;
}

/** Puts their next attempt off before the first is made: two workers never send the same one at once. */
async function claimRefunds(deps: CardDeps): Promise<RefundRecord[]> {
  const now = deps.clock();
  return await inTransaction(deps.db, async (trx) => {
    const rows = await trx
      .selectFrom('deposit_refund')
      .selectAll()
      .where('status', '=', 'pending')
      .where('next_attempt_at', '<=', now)
      .orderBy('next_attempt_at')
      .limit(BATCH)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const row of rows) {
      const nextMs = now.getTime() + pauseAfterAttemptMs(row.attempts + 2);
      await trx
        .updateTable('deposit_refund')
        .set({ attempts: Math.min(row.attempts + 1, MOST_ATTEMPTS), next_attempt_at: new Date(nextMs) })
        .where('id', '=', row.id)
        .execute();
    }
    return rows;
  });
}

async function sendRefund(deps: CardDeps, refund: RefundRecord): Promise<void> {
  const cards = cardsOf(deps);
  const deposit = await deps.db
    .selectFrom('deposit')
    .selectAll()
    .where('id', '=', refund.deposit_id)
    .executeTakeFirstOrThrow();
  const { gateway_id: paymentId, reference } = deposit;
  if (paymentId === null) throw new Error(`deposit ${deposit.id} was confirmed without a payment`);
  const amountMinor = minorUnits(refund.amount_micros, await readCurrency(deps.db));
  if (amountMinor === null) throw new Error(`refund ${refund.id} cannot be paid`);
  const settle = async (work: Parameters<typeof inTransaction<void>>[1]) =>
    await inTransaction(deps.db, async (trx) => {
      await trx.selectFrom('deposit').select('id').where('id', '=', deposit.id).forUpdate().execute();
      await work(trx);
    });
  // An earlier attempt may have been heard though its answer was lost, longer ago than the gateway keeps keys.
  const payment = await cards.readPayment(paymentId);
  if (payment.refunds.some((each) => each.refundId === refund.id)) {
    await settle(async (trx) => await applyReturns(trx, deposit, payment, deps.clock()));
    return;
  }
  try {
    const key = `refund-${reference}-${refund.id}`;
    const sent = await cards.refund({ key, paymentId, refundId: refund.id, amountMinor });
    await settle(async (trx) => {
      const now = deps.clock();
      if (sent.state === 'taken') await completeRefund(trx, deposit, refund, { gatewayId: sent.id, now });
      else await returnRefund(trx, deposit, refund, { gatewayId: sent.id, failure: sent.failure, now });
    });
  } catch (error) {
    if (!(error instanceof GatewayRefusedError)) throw error;
    const failure = error.message;
    await settle(
      async (trx) =>
        await returnRefund(trx, deposit, refund, { gatewayId: null, failure, now: deps.clock() }),
    );
  }
}

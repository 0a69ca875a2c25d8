import { AppError } from '../../../api/app-error.ts';
import type { Actor } from '../../../deps.ts';
import type { GatewayPayment } from '../../../gateways/card-gateway.ts';
import { inCall } from '../cards/gateway-customer.ts';
import type { DepositRecord } from '../deposit-view.ts';
import { type CardDeps, cardsOf } from './cards-of.ts';
import { isBegun } from './gateway-state.ts';
import { ownDeposit } from './pay-deposit.ts';
import { syncDeposit } from './sync-deposit.ts';

/**
 * Sees to it that nobody can pay a waiting card deposit any more. Where it was paid already, that is booked.
 * @returns whether it was ended here: its event may then be quicker than the caller and call it failed.
 * @throws AppError `not_found`, `gateway_away`; `conflict_status` while the payment is under way.
 */
export async function closeAtGateway(deps: CardDeps, actor: Actor, depositId: number): Promise<boolean> {
  const deposit = await ownDeposit(deps, actor, depositId);
  if (deposit.gateway !== 'stripe' || deposit.status !== 'pending' || !isBegun(deposit)) return false;
  const payment = await inCall(async () => await closedPayment(deps, deposit));
  if (payment === null || payment.state === 'cancelled' || payment.state === 'open') return true;
  await inCall(async () => await syncDeposit(deps, depositId));
  if (payment.state === 'succeeded') return false;
  throw new AppError('conflict_status', { reason: 'payment_under_way' });
}

/** The deposit's payment after everything was tried to end it; null where there is none. */
async function closedPayment(deps: CardDeps, deposit: DepositRecord): Promise<GatewayPayment | null> {
  const cards = cardsOf(deps);
  if (deposit.checkout_id !== null) {
    const { paymentId } = await cards.closeCheckout(deposit.checkout_id);
    return paymentId === null ? null : await cards.readPayment(paymentId);
  }
  let paymentId = deposit.gateway_id;
  if (paymentId === null) {
    // Its answer was lost: find out what it is, before it is ended.
    await syncDeposit(deps, deposit.id);
    const now = await deps.db
      .selectFrom('deposit')
      .select(['gateway_id', 'status'])
      .where('id', '=', deposit.id)
      .executeTakeFirstOrThrow();
    if (now.status !== 'pending') return null;
    paymentId = now.gateway_id;
  }
  return paymentId === null ? null : await cards.cancelPayment(paymentId);
}

import { minorUnits } from '@placard/domain/billing/minor-units';
import {
  type CardGateway,
  type GatewayCheckout,
  type GatewayFailure,
  type GatewayPayment,
  GatewayRefusedError,
  type NewPayment,
} from '../../../gateways/card-gateway.ts';
import { gatewayCustomer } from '../cards/gateway-customer.ts';
import type { DepositRecord } from '../deposit-view.ts';
import { readCurrency } from '../read-balance.ts';
import { billingUrl, type CardDeps } from './cards-of.ts';

/** What a gateway says about a deposit; null, null: nothing was begun there. */
export type GatewayState = {
  readonly checkout: GatewayCheckout | null;
  readonly payment: GatewayPayment | null;
};

/** A payer who is asked to prove himself has this long; then the payment is cancelled. */
const PROOF_MS = 3_600_000;
/**
 * Gateways keep idempotency keys for a day. Until then a payment without an answer is asked for again under its key;
 * afterwards it is only looked for.
 */
const SAME_KEY_MS = 20 * 3_600_000;

export type Asking = {
  readonly deposit: DepositRecord;
  /** The payment, where it is known from elsewhere. */
  readonly paymentId: string | null;
  /** Open the gateway's page where there is none yet: somebody waits to be sent there. */
  readonly open: boolean;
};

/** Whether its owner has pressed "pay" (or top-up has): from then on it is asked for until it ends. */
export function isBegun(deposit: Pick<DepositRecord, 'next_check_at'>): boolean {
  return deposit.next_check_at !== null;
}

/** @throws GatewayAwayError, GatewayRefusedError */
export async function gatewayState(
  deps: CardDeps,
  cards: CardGateway,
  asking: Asking,
): Promise<GatewayState> {
  const { deposit } = asking;
  let paymentId = deposit.gateway_id ?? asking.paymentId;
  // A page has payments that were declined and may have another: as long as nobody has paid, it is what counts.
  if (deposit.checkout_id !== null && deposit.status === 'pending') {
    const checkout = await cards.readCheckout(deposit.checkout_id);
    paymentId = checkout.paymentId ?? paymentId;
    return { checkout, payment: paymentId === null ? null : await cards.readPayment(paymentId) };
  }
  if (paymentId !== null) {
    return {
      checkout: null,
      payment: await inTime(deps, cards, deposit, await cards.readPayment(paymentId)),
    };
  }
  if (deposit.payment_method_id !== null) {
    return { checkout: null, payment: isBegun(deposit) ? await charge(deps, cards, deposit) : null };
  }
  return { checkout: asking.open ? await openPage(deps, cards, deposit) : null, payment: null };
}

async function inTime(
  deps: CardDeps,
  cards: CardGateway,
  deposit: DepositRecord,
  payment: GatewayPayment,
): Promise<GatewayPayment> {
  const waitedMs = deps.clock().getTime() - deposit.created_at.getTime();
  if (payment.state !== 'needs_action' || deposit.checkout_id !== null || waitedMs < PROOF_MS) return payment;
  return await cards.cancelPayment(payment.id);
}

/** What the gateway calls the deposit: from its own row only, so that a repetition says the same. */
async function newPayment(deps: CardDeps, cards: CardGateway, deposit: DepositRecord): Promise<NewPayment> {
  const currency = await readCurrency(deps.db);
  const amountMinor = minorUnits(deposit.amount_micros, currency);
  if (amountMinor === null) throw new Error(`deposit ${deposit.id} cannot be paid in ${currency}`);
  return {
    reference: deposit.reference,
    customerId: await gatewayCustomer(deps, cards, deposit.advertiser_id),
    amountMinor,
    currency,
    description: `Deposit ${deposit.reference}`,
  };
}

const REMOVED: GatewayFailure = { code: 'not_begun', text: 'The card was removed.' };

async function charge(
  deps: CardDeps,
  cards: CardGateway,
  deposit: DepositRecord,
): Promise<GatewayPayment | null> {
  const card = await deps.db
    .selectFrom('payment_method')
    .select(['gateway_id', 'removed_at'])
    .where('id', '=', deposit.payment_method_id)
    .executeTakeFirstOrThrow();
  const payment = await newPayment(deps, cards, deposit);
  const isOld = deps.clock().getTime() - deposit.created_at.getTime() > SAME_KEY_MS;
  if (isOld || card.removed_at !== null) {
    const { customerId, reference } = payment;
    const found = await cards.findPayment({ customerId, reference, since: deposit.created_at });
    // Its owner took it away, which the gateway may not have heard of yet.
    if (found === null && !isOld) throw new GatewayRefusedError(REMOVED);
    return found;
  }
  return await cards.payWithCard({
    ...payment,
    cardId: card.gateway_id,
    returnUrl: deposit.automatic ? null : billingUrl(deps, `deposit=${deposit.id}`),
  });
}

async function openPage(
  deps: CardDeps,
  cards: CardGateway,
  deposit: DepositRecord,
): Promise<GatewayCheckout> {
  return await cards.payPage({
    ...(await newPayment(deps, cards, deposit)),
    saveCard: deposit.save_card,
    returnUrl: billingUrl(deps, `deposit=${deposit.id}`),
    leaveUrl: billingUrl(deps, `deposit=${deposit.id}`),
  });
}

/** Why a deposit that waits will never be paid; null while it may. */
export function endOf(
  deposit: DepositRecord,
  { checkout, payment }: GatewayState,
  now: Date,
): GatewayFailure | null {
  if (payment?.state === 'succeeded' || payment?.state === 'processing') return null;
  if (payment?.state === 'cancelled') {
    return payment.failure ?? { code: 'not_finished', text: 'The payment was not finished in time.' };
  }
  // On the gateway's page another try is possible until the page is over; a saved card has one.
  if (payment?.state === 'open' && deposit.payment_method_id !== null) {
    return payment.failure ?? { code: 'card_declined', text: 'The card was declined.' };
  }
  if (checkout?.state === 'expired') {
    return payment?.failure ?? { code: 'not_finished', text: 'The payment was not finished in time.' };
  }
  if (checkout !== null || payment !== null) return null;
  const waitedMs = now.getTime() - deposit.created_at.getTime();
  const limitMs = deposit.payment_method_id !== null && isBegun(deposit) ? SAME_KEY_MS : PROOF_MS;
  return waitedMs > limitMs ? { code: 'not_begun', text: 'The payment was never begun.' } : null;
}

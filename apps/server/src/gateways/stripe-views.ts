import type { DisputeStage } from '@placard/domain/billing/dispute';
import type Stripe from 'stripe';
import type {
  EventSubject,
  GatewayCard,
  GatewayCheckout,
  GatewayDispute,
  GatewayFailure,
  GatewayPayment,
  GatewayRefund,
} from './card-gateway.ts';

/** Under these names our own ids travel with Stripe's objects. */
export const META_DEPOSIT = 'placard_deposit';
export const META_REFUND = 'placard_refund';

type Expandable = string | { readonly id: string } | null | undefined;

export function idOf(value: Expandable): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : value.id;
}

const MAX_FAILURE_TEXT = 500;

export function failureOf(error: {
  readonly code?: string | null | undefined;
  readonly decline_code?: string | null | undefined;
  readonly message?: string | null | undefined;
}): GatewayFailure {
  return {
    code: (error.decline_code ?? error.code ?? 'card_declined').slice(0, 100),
    text: (error.message ?? 'The card was declined.').slice(0, MAX_FAILURE_TEXT),
  };
}

const PAYMENT_STATES: Readonly<Record<string, GatewayPayment['state']>> = {
  succeeded: 'succeeded',
  processing: 'processing',
  requires_action: 'needs_action',
  canceled: 'cancelled',
};

export function paymentView(
  intent: Stripe.PaymentIntent,
  refunds: readonly GatewayRefund[] = [],
): GatewayPayment {
  const state = PAYMENT_STATES[intent.status] ?? 'open';
  const error = intent.last_payment_error;
  return {
    id: intent.id,
    reference: intent.metadata[META_DEPOSIT] ?? null,
    state,
    amountMinor: BigInt(state === 'succeeded' ? intent.amount_received : intent.amount),
    currency: intent.currency.toUpperCase(),
    actionUrl: intent.next_action?.redirect_to_url?.url ?? null,
    failure: error === null ? null : failureOf(error),
    refunds,
    disputes: [],
  };
}

const CHECKOUT_STATES: Readonly<Record<string, GatewayCheckout['state']>> = {
  complete: 'complete',
  expired: 'expired',
};

export function checkoutView(session: Stripe.Checkout.Session): GatewayCheckout {
  const { setup_intent: setup } = session;
  return {
    id: session.id,
    purpose: session.mode === 'setup' ? 'save_card' : 'pay',
    state: CHECKOUT_STATES[session.status ?? 'open'] ?? 'open',
    url: session.url,
    customerId: idOf(session.customer),
    reference: session.metadata?.[META_DEPOSIT] ?? null,
    paymentId: idOf(session.payment_intent),
    cardId: setup === null || typeof setup === 'string' ? null : idOf(setup.payment_method),
  };
}

/** Null for what is no card. */
export function cardView(method: Stripe.PaymentMethod): GatewayCard | null {
  const { card } = method;
  if (card === undefined) return null;
  return {
    id: method.id,
    brand: card.brand,
    last4: card.last4,
    expiresMonth: card.exp_month,
    expiresYear: card.exp_year,
    fingerprint: card.fingerprint ?? null,
  };
}

export function refundView(refund: Stripe.Refund): GatewayRefund {
  const ours = Number(refund.metadata?.[META_REFUND]);
  const returned = refund.status === 'failed' || refund.status === 'canceled';
  return {
    id: refund.id,
    refundId: Number.isSafeInteger(ours) && ours > 0 ? ours : null,
    amountMinor: BigInt(refund.amount),
    state: returned ? 'returned' : 'taken',
    failure: returned ? (refund.failure_reason ?? refund.status) : null,
  };
}

/** Inquiries (`warning_…`) take no money; a dispute takes it at once and gives it back when it is won. */
const DISPUTE_STATES: Readonly<Record<string, GatewayDispute['state']>> = {
  won: 'returned',
  prevented: 'returned',
  warning_needs_response: 'open',
  warning_under_review: 'open',
  warning_closed: 'open',
};

const DISPUTE_STAGES: Readonly<Record<string, DisputeStage>> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry_review',
  warning_closed: 'inquiry_closed',
  needs_response: 'answer_due',
  under_review: 'under_review',
  won: 'won',
  lost: 'lost',
  prevented: 'prevented',
};

type Contested = { readonly amountMinor: bigint; readonly state: GatewayDispute['state'] };

/**
 * In the payment's currency. The payer's bank may contest in its own: then it is what left our balance for it, once it did, or
 * where that is kept in a third one all that is left of the payment.
 */
function contestedOf(
  dispute: Stripe.Dispute,
  paid: { readonly currency: string; readonly leftMinor: bigint },
): Contested {
  const state = DISPUTE_STATES[dispute.status] ?? 'taken';
  if (dispute.currency.toUpperCase() === paid.currency) return { amountMinor: BigInt(dispute.amount), state };
  const withdrawn = dispute.balance_transactions.filter(({ amount }) => amount < 0);
  const known = withdrawn.find(({ currency }) => currency.toUpperCase() === paid.currency);
  return {
    amountMinor: known === undefined ? paid.leftMinor : BigInt(-known.amount),
    state: state === 'taken' && withdrawn.length === 0 ? 'open' : state,
  };
}

export function disputeView(dispute: Stripe.Dispute, payment: GatewayPayment): GatewayDispute {
  const refunded = payment.refunds.filter(({ state }) => state === 'taken');
  const leftMinor = refunded.reduce((left, { amountMinor }) => left - amountMinor, payment.amountMinor);
  return {
    id: dispute.id,
    ...contestedOf(dispute, { currency: payment.currency, leftMinor }),
    reason: dispute.reason,
    stage: DISPUTE_STAGES[dispute.status] ?? 'under_review',
    dueAt: secondsAt(dispute.evidence_details.due_by),
    openedAt: new Date(dispute.created * 1_000),
  };
}

/** @param seconds since 1970 */
function secondsAt(seconds: number | null): Date | null {
  return seconds === null ? null : new Date(seconds * 1_000);
}

type EventObject = {
  readonly id?: string;
  readonly object?: string;
  readonly payment_intent?: Expandable;
  readonly customer?: Expandable;
};

/** What an event carries, read as anybody's JSON: there are some 300 types of it. */
type EventData = { readonly object: object; readonly previous_attributes?: object | undefined };

/** An event's subject by the kind of its object; types that we have no use for have none. */
export function subjectOf(data: EventData): EventSubject {
  const object: EventObject = data.object;
  const previous: EventObject | undefined = data.previous_attributes;
  const paymentId = object.object === 'payment_intent' ? object.id : idOf(object.payment_intent);
  switch (object.object) {
    case 'checkout.session':
      return object.id === undefined ? null : { kind: 'checkout', checkoutId: object.id };
    case 'payment_intent':
    case 'charge':
    case 'refund':
    case 'dispute':
      return typeof paymentId === 'string' ? { kind: 'payment', paymentId } : null;
    case 'payment_method': {
      // A card that was detached no longer says whose it was; the event's previous state does.
      const customerId = idOf(object.customer) ?? idOf(previous?.customer);
      return customerId === null ? null : { kind: 'customer', customerId };
    }
    default:
      return null;
  }
}

import { type Form, textOf, textsOf } from './form-body.ts';
import { type FakeDispute, type FakeRefund, invalid } from './stripe-objects.ts';
import type { StripeState } from './stripe-state.ts';

/** A card network gives about a week. */
export const ANSWER_SECONDS = 7 * 86_400;

/** Money that goes back: refunds and disputes. */
export class StripeReturns {
  readonly #state: StripeState;

  constructor(state: StripeState) {
    this.#state = state;
  }

  createRefund(form: Form): FakeRefund {
    const intent = this.#state.find(this.#state.intents, textOf(form, 'payment_intent') ?? '');
    return this.refund(intent.id, Number(textOf(form, 'amount') ?? intent.amount), textsOf(form.metadata));
  }

  /** Also what somebody does in Stripe's own dashboard. */
  refund(intentId: string, amount: number, metadata: Record<string, string> = {}): FakeRefund {
    const intent = this.#state.find(this.#state.intents, intentId);
    const charge = this.#state.find(this.#state.charges, intent.latest_charge ?? '');
    if (charge.disputed) throw invalid('The charge has been charged back.', 'charge_disputed');
    if (amount > charge.amount - charge.amount_refunded) {
      throw invalid('Refund amount is greater than unrefunded amount on charge.', 'charge_already_refunded');
    }
    charge.amount_refunded += amount;
    const refund: FakeRefund = {
      id: this.#state.newId('re'),
      object: 'refund',
      payment_intent: intent.id,
      charge: charge.id,
      amount,
      currency: intent.currency,
      status: 'succeeded',
      metadata,
    };
    this.#state.refunds.set(refund.id, refund);
    this.#state.tell('refund.created', refund);
    this.#state.tell('charge.refunded', charge);
    return refund;
  }

  /** The bank could not book a refund; Stripe gives the money back to the account. */
  failRefund(id: string): void {
    const refund = this.#state.find(this.#state.refunds, id);
    this.#state.find(this.#state.charges, refund.charge).amount_refunded -= refund.amount;
    Object.assign(refund, { status: 'failed', failure_reason: 'lost_or_stolen_card' });
    this.#state.tell('refund.failed', refund);
  }

  openDispute(intentId: string, status: FakeDispute['status'] = 'needs_response'): FakeDispute {
    const intent = this.#state.find(this.#state.intents, intentId);
    const charge = this.#state.find(this.#state.charges, intent.latest_charge ?? '');
    charge.disputed = true;
    const dispute: FakeDispute = {
      id: this.#state.newId('dp'),
      object: 'dispute',
      payment_intent: intent.id,
      charge: charge.id,
      amount: charge.amount - charge.amount_refunded,
      currency: intent.currency,
      reason: 'fraudulent',
      status,
      created: intent.created,
      evidence_details: { due_by: intent.created + ANSWER_SECONDS },
      balance_transactions: [],
    };
    this.#state.disputes.set(dispute.id, dispute);
    this.#state.tell('charge.dispute.created', dispute);
    return dispute;
  }

  closeDispute(id: string, status: 'won' | 'lost'): void {
    const dispute = this.#state.find(this.#state.disputes, id);
    dispute.status = status;
    this.#state.tell('charge.dispute.closed', dispute);
  }
}

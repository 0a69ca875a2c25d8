/** Stripe's objects with the fields that somebody looks at. */

export type FakeCard = {
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
  fingerprint: string;
};

export type FakeMethod = {
  id: string;
  object: 'payment_method';
  type: 'card';
  customer: string | null;
  card: FakeCard;
  created: number;
};

export type FakeFault = { type: string; code: string; decline_code?: string; message: string };

export type FakeIntent = {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  currency: string;
  customer: string | null;
  description: string | null;
  metadata: Record<string, string>;
  status: 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled';
  payment_method: string | null;
  setup_future_usage: string | null;
  next_action: { type: string; redirect_to_url: { url: string; return_url: string } } | null;
  last_payment_error: FakeFault | null;
  latest_charge: string | null;
  created: number;
};

export type FakeCharge = {
  id: string;
  object: 'charge';
  payment_intent: string;
  amount: number;
  amount_refunded: number;
  disputed: boolean;
};

export type FakeSession = {
  id: string;
  object: 'checkout.session';
  mode: 'payment' | 'setup';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid' | 'no_payment_required';
  url: string | null;
  customer: string | null;
  metadata: Record<string, string>;
  payment_intent: string | null;
  setup_intent: string | null;
  success_url: string;
  cancel_url: string;
  /** What the payment will be made of. */
  wanted: {
    amount: number;
    currency: string;
    name: string;
    intent: Record<string, string>;
    metadata: Record<string, string>;
  };
};

export type FakeSetup = {
  id: string;
  object: 'setup_intent';
  status: 'succeeded';
  customer: string | null;
  payment_method: string;
};

export type FakeRefund = {
  id: string;
  object: 'refund';
  payment_intent: string;
  charge: string;
  amount: number;
  currency: string;
  status: 'pending' | 'succeeded' | 'failed' | 'canceled';
  failure_reason?: string;
  metadata: Record<string, string>;
};

export type FakeDispute = {
  id: string;
  object: 'dispute';
  payment_intent: string;
  charge: string;
  amount: number;
  currency: string;
  reason: string;
  status:
    | 'warning_needs_response'
    | 'warning_under_review'
    | 'needs_response'
    | 'under_review'
    | 'won'
    | 'lost';
  /** Seconds since 1970. */
  created: number;
  evidence_details: { due_by: number | null };
  /** What left the balance for it, and came back. */
  balance_transactions: { amount: number; currency: string }[];
};

export type FakeEvent = {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  livemode: false;
  type: string;
  data: { object: object; previous_attributes?: object };
};

/** What Stripe answers with a status of 4xx. */
export class FakeRefusal extends Error {
  readonly status: number;
  readonly body: { error: FakeFault & { payment_intent?: FakeIntent } };

  constructor(status: number, fault: FakeFault, intent?: FakeIntent) {
    super(fault.message);
    this.status = status;
    this.body = { error: intent === undefined ? fault : { ...fault, payment_intent: intent } };
  }
}

export function invalid(message: string, code = 'parameter_invalid'): FakeRefusal {
  return new FakeRefusal(400, { type: 'invalid_request_error', code, message });
}

/**
 * What a card does, by its last four digits, after Stripe's own test cards: 4242 pays, 0341 can be saved and is
 * declined later, 9995 has no money, 3220 asks its owner to prove it at every payment.
 */
export const FAKE_CARDS = ['4242', '4444', '0341', '9995', '3220'] as const;
export type FakeCardNumber = (typeof FAKE_CARDS)[number];

export function declineOf(last4: string, offSession: boolean): FakeFault | null {
  const declined = (decline_code: string, message: string): FakeFault => ({
    type: 'card_error',
    code: 'card_declined',
    decline_code,
    message,
  });
  if (last4 === '0341') return declined('generic_decline', 'Your card was declined.');
  if (last4 === '9995') return declined('insufficient_funds', 'Your card has insufficient funds.');
  if (last4 === '3220' && offSession) {
    return {
      ...declined(
        'authentication_required',
        'Your card was declined. This transaction requires authentication.',
      ),
      code: 'authentication_required',
    };
  }
  return null;
}

import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import type { GatewayRefund } from './card-gateway.ts';
import {
  cardView,
  checkoutView,
  disputeView,
  failureOf,
  idOf,
  META_DEPOSIT,
  META_REFUND,
  paymentView,
  refundView,
  subjectOf,
} from './stripe-views.ts';

const INTENT = {
  ...{ id: 'pi_1', status: 'succeeded', amount: 5_000, amount_received: 4_900, currency: 'eur' },
  ...{ metadata: { [META_DEPOSIT]: 'PL-1' }, next_action: null, last_payment_error: null },
} as Partial<Stripe.PaymentIntent> as Stripe.PaymentIntent;
const intent = (change: Partial<Stripe.PaymentIntent>) => paymentView({ ...INTENT, ...change });

describe('a payment', () => {
  it('is worth what was received once it succeeded, and what is asked for until then', () => {
    expect(intent({})).toEqual({
      ...{ id: 'pi_1', reference: 'PL-1', state: 'succeeded', amountMinor: 4_900n, currency: 'EUR' },
      ...{ actionUrl: null, failure: null, refunds: [], disputes: [] },
    });
    for (const status of ['processing', 'requires_action', 'requires_payment_method', 'canceled'] as const)
      expect([status, intent({ status }).amountMinor]).toEqual([status, 5_000n]);
  });

  it.each([
    ['processing', 'processing'],
    ['requires_action', 'needs_action'],
    ['canceled', 'cancelled'],
    ['requires_payment_method', 'open'],
    ['requires_confirmation', 'open'],
    ['requires_capture', 'open'],
  ] as const)('that is %s is %s', (status, state) => {
    expect(intent({ status }).state).toBe(state);
  });

  it('says where its payer proves who they are, and why it failed; without our reference it is none of ours', () => {
    const url = 'https://bank.example/3ds';
    const next_action = {
      type: 'redirect_to_url',
      redirect_to_url: { url, return_url: null },
    } as Stripe.PaymentIntent.NextAction;
    const last_payment_error = { code: 'card_declined', decline_code: 'lost_card', message: 'No.' };
    const told = intent({
      status: 'requires_action',
      metadata: {},
      next_action,
      last_payment_error: last_payment_error as Stripe.PaymentIntent.LastPaymentError,
    });
    expect(told).toMatchObject({
      actionUrl: url,
      failure: { code: 'lost_card', text: 'No.' },
      reference: null,
    });
  });
});

it('a failure is told by the bank’s reason, else the gateway’s, and by no more than fits', () => {
  expect(failureOf({ code: 'card_declined', decline_code: null, message: null })).toEqual({
    ...{ code: 'card_declined', text: 'The card was declined.' },
  });
  expect(failureOf({}).code).toBe('card_declined');
  expect(failureOf({ code: 'expired_card' }).code).toBe('expired_card');
  const long = failureOf({ code: 'c'.repeat(200), message: 't'.repeat(2_000) });
  expect([long.code.length, long.text.length]).toEqual([100, 500]);
});

it('a visit to a page is for paying or for saving a card, of which it then says the id', () => {
  const CUSTOMER = { id: 'cus_1', object: 'customer', deleted: true } as const;
  const SESSION = {
    ...{ id: 'cs_1', mode: 'setup', status: 'complete', url: null, customer: CUSTOMER },
    ...{
      metadata: { [META_DEPOSIT]: 'PL-1' },
      payment_intent: null,
      setup_intent: { payment_method: 'pm_1' } as Stripe.SetupIntent,
    },
  } as Partial<Stripe.Checkout.Session> as Stripe.Checkout.Session;
  const session = (change: Partial<Stripe.Checkout.Session>) => checkoutView({ ...SESSION, ...change });
  expect(session({})).toEqual({
    ...{ id: 'cs_1', purpose: 'save_card', state: 'complete', url: null, customerId: 'cus_1' },
    ...{ reference: 'PL-1', paymentId: null, cardId: 'pm_1' },
  });
  const paying = { mode: 'payment', payment_intent: 'pi_1', setup_intent: null, metadata: null } as const;
  expect(session({ ...paying, status: 'expired' })).toMatchObject({
    ...{ purpose: 'pay', state: 'expired', reference: null, paymentId: 'pi_1', cardId: null },
  });
  for (const status of ['open', null] as const) expect(session({ status }).state).toBe('open');
  expect(session({ setup_intent: 'seti_1' }).cardId).toBeNull();
});

it('a way to pay that is no card is none', () => {
  const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 };
  const method = { id: 'pm_1', card } as Partial<Stripe.PaymentMethod> as Stripe.PaymentMethod;
  expect(cardView(method)).toEqual({
    ...{ id: 'pm_1', brand: 'visa', last4: '4242', expiresMonth: 12, expiresYear: 2030, fingerprint: null },
  });
  const { card: _card, ...other } = method;
  expect(cardView(other as Stripe.PaymentMethod)).toBeNull();
});

it.each([
  ['succeeded', null, 'taken', null],
  ['pending', 'declined', 'taken', null],
  ['requires_action', null, 'taken', null],
  ['failed', 'lost_or_stolen_card', 'returned', 'lost_or_stolen_card'],
  ['failed', null, 'returned', 'failed'],
  ['canceled', null, 'returned', 'canceled'],
])('a refund that is %s for %s is %s', (status, failure_reason, state, failure) => {
  const of = (metadata: Record<string, string> | null) =>
    refundView({
      ...{ id: 're_1', amount: 700, status, metadata },
      ...(failure_reason === null ? {} : { failure_reason }),
    } as Stripe.Refund);
  const told = { id: 're_1', amountMinor: 700n, state, failure };
  expect(of({ [META_REFUND]: '12' })).toEqual({ ...told, refundId: 12 });
  // Somebody made it at the gateway, or wrote what they liked there.
  for (const metadata of [
    null,
    {},
    { [META_REFUND]: '0' },
    { [META_REFUND]: '-1' },
    { [META_REFUND]: '1.5' },
  ])
    expect(of(metadata)).toEqual({ ...told, refundId: null });
});

describe('a dispute', () => {
  const refund = (state: GatewayRefund['state'], amountMinor: bigint): GatewayRefund => ({
    ...{ id: 're', refundId: null, failure: null },
    ...{ state, amountMinor },
  });
  const payment = { ...intent({}), refunds: [refund('taken', 1_000n), refund('returned', 500n)] };
  type Withdrawn = { readonly amount: number; readonly currency: string };
  const of = (change: Partial<Stripe.Dispute>, withdrawn: readonly Withdrawn[] = []) => {
    const made = {
      ...{ id: 'dp_1', status: 'needs_response', amount: 4_000, currency: 'eur', reason: 'fraudulent' },
      ...{ created: 1_700_000_000, evidence_details: { due_by: 1_700_600_000 } },
      balance_transactions: withdrawn,
    } as Partial<Stripe.Dispute> as Stripe.Dispute;
    return disputeView({ ...made, ...change }, payment);
  };

  it('is told with what it takes, at what stage it is and until when it is answered', () => {
    expect(of({})).toEqual({
      ...{ id: 'dp_1', amountMinor: 4_000n, state: 'taken', reason: 'fraudulent', stage: 'answer_due' },
      ...{ dueAt: new Date(1_700_600_000_000), openedAt: new Date(1_700_000_000_000) },
    });
    const { evidence_details } = { evidence_details: { due_by: null } as Stripe.Dispute.EvidenceDetails };
    expect(of({ evidence_details }).dueAt).toBeNull();
  });

  it.each([
    ['won', 'returned', 'won'],
    ['prevented', 'returned', 'prevented'],
    ['lost', 'taken', 'lost'],
    ['under_review', 'taken', 'under_review'],
    ['warning_needs_response', 'open', 'inquiry'],
    ['warning_under_review', 'open', 'inquiry_review'],
    ['warning_closed', 'open', 'inquiry_closed'],
    // What the gateway will call it one day has taken its money.
    ['something_new', 'taken', 'under_review'],
  ])('that is %s is %s, at %s', (status, state, stage) => {
    expect(of({ status: status as Stripe.Dispute.Status })).toMatchObject({ state, stage });
  });

  it('in another currency takes what left the balance, and where that is in a third all that is left of the payment', () => {
    const yen = { currency: 'jpy', amount: 600_000 };
    // Nothing has left it yet, whatever came back.
    for (const amount of [10, 0])
      expect(of(yen, [{ amount, currency: 'eur' }])).toMatchObject({ state: 'open', amountMinor: 3_900n });
    expect(of(yen, [{ amount: -3_700, currency: 'eur' }])).toMatchObject({
      state: 'taken',
      amountMinor: 3_700n,
    });
    expect(of(yen, [{ amount: -4_100, currency: 'usd' }])).toMatchObject({
      state: 'taken',
      amountMinor: 3_900n,
    });
    expect(of({ ...yen, status: 'won' })).toMatchObject({ state: 'returned' });
  });
});

it('an event is of a payment, a visit or a customer, and nothing of ours without their id', () => {
  const of = (object: object, previous_attributes?: object) => subjectOf({ object, previous_attributes });
  const payment = { kind: 'payment', paymentId: 'pi_1' };
  expect(of({ object: 'payment_intent', id: 'pi_1' })).toEqual(payment);
  for (const object of ['charge', 'refund', 'dispute']) {
    expect(of({ object, id: 'x', payment_intent: 'pi_1' })).toEqual(payment);
    expect(of({ object, id: 'x', payment_intent: null })).toBeNull();
  }
  expect(of({ object: 'payment_intent' })).toBeNull();
  expect(of({ object: 'checkout.session' })).toBeNull();
  const customer = { kind: 'customer', customerId: 'cus_1' };
  expect(of({ object: 'payment_method', customer: { id: 'cus_1' } }, { customer: 'cus_2' })).toEqual(
    customer,
  );
  expect(of({ object: 'payment_method', customer: null }, { customer: 'cus_1' })).toEqual(customer);
  expect(of({ object: 'payment_method', customer: null })).toBeNull();
  expect([idOf('a'), idOf({ id: 'a' }), idOf(null), idOf(undefined)]).toEqual(['a', 'a', null, null]);
});

import { randomBytes } from 'node:crypto';
import { type Form, textOf, textsOf } from './form-body.ts';
import {
  declineOf,
  type FakeCardNumber,
  type FakeCharge,
  type FakeDispute,
  type FakeEvent,
  type FakeFault,
  type FakeIntent,
  type FakeMethod,
  type FakeRefund,
  FakeRefusal,
  type FakeSession,
  type FakeSetup,
  invalid,
} from './stripe-objects.ts';

/** The account behind the fake: what Stripe would remember, and the events that it would send. */
export class StripeState {
  readonly customers = new Map<
    string,
    { id: string; object: 'customer'; email: string | null; name: string | null }
  >();
  readonly methods = new Map<string, FakeMethod>();
  readonly intents = new Map<string, FakeIntent>();
  readonly charges = new Map<string, FakeCharge>();
  readonly sessions = new Map<string, FakeSession>();
  readonly setups = new Map<string, FakeSetup>();
  readonly refunds = new Map<string, FakeRefund>();
  readonly disputes = new Map<string, FakeDispute>();
  readonly events: FakeEvent[] = [];
  onEvent: (event: FakeEvent) => void = () => undefined;
  readonly #clock: () => Date;
  readonly #base: () => string;

  constructor(clock: () => Date, base: () => string) {
    this.#clock = clock;
    this.#base = base;
  }

  newId(prefix: string): string {
    return `${prefix}_${randomBytes(9).toString('hex')}`;
  }

  #now(): number {
    return Math.floor(this.#clock().getTime() / 1000);
  }

  tell(type: string, object: object, previous?: object): FakeEvent {
    const event: FakeEvent = {
      id: this.newId('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created: this.#now(),
      livemode: false,
      type,
      // As it was then: what happens later does not change what was told.
      data: structuredClone(previous === undefined ? { object } : { object, previous_attributes: previous }),
    };
    this.events.push(event);
    this.onEvent(event);
    return event;
  }

  find<Item>(items: ReadonlyMap<string, Item>, id: string): Item {
    const item = items.get(id);
    if (item !== undefined) return item;
    throw new FakeRefusal(404, {
      type: 'invalid_request_error',
      code: 'resource_missing',
      message: `No such: ${id}`,
    });
  }

  createCustomer(form: Form) {
    const customer = {
      id: this.newId('cus'),
      object: 'customer' as const,
      email: textOf(form, 'email'),
      name: textOf(form, 'name'),
    };
    this.customers.set(customer.id, customer);
    return customer;
  }

  /** A card somebody entered; saved where a customer is named. */
  createMethod(last4: FakeCardNumber, customer: string | null): FakeMethod {
    const method: FakeMethod = {
      id: this.newId('pm'),
      object: 'payment_method',
      type: 'card',
      customer,
      card: {
        brand: last4 === '4444' ? 'mastercard' : 'visa',
        last4,
        exp_month: 12,
        exp_year: this.#clock().getUTCFullYear() + 3,
        fingerprint: `fp${last4}`,
      },
      created: this.#now(),
    };
    this.methods.set(method.id, method);
    if (customer !== null) this.tell('payment_method.attached', method);
    return method;
  }

  detach(id: string): FakeMethod {
    const method = this.find(this.methods, id);
    if (method.customer === null) throw invalid('The payment method is not attached to a customer.');
    const { customer } = method;
    method.customer = null;
    this.tell('payment_method.detached', method, { customer });
    return method;
  }

  newIntent(
    input: Pick<
      FakeIntent,
      'amount' | 'currency' | 'customer' | 'description' | 'metadata' | 'setup_future_usage'
    >,
  ) {
    const intent: FakeIntent = {
      id: this.newId('pi'),
      object: 'payment_intent',
      ...input,
      amount_received: 0,
      status: 'requires_payment_method',
      payment_method: null,
      next_action: null,
      last_payment_error: null,
      latest_charge: null,
      created: this.#now(),
    };
    this.intents.set(intent.id, intent);
    return intent;
  }

  createIntent(form: Form): FakeIntent {
    const amount = Number(textOf(form, 'amount'));
    if (!Number.isInteger(amount) || amount < 50)
      throw invalid('Amount must be at least $0.50 usd', 'amount_too_small');
    const intent = this.newIntent({
      amount,
      currency: textOf(form, 'currency') ?? 'usd',
      customer: textOf(form, 'customer'),
      description: textOf(form, 'description'),
      metadata: textsOf(form.metadata),
      setup_future_usage: textOf(form, 'setup_future_usage'),
    });
    if (textOf(form, 'confirm') !== 'true') return intent;
    const method = this.find(this.methods, textOf(form, 'payment_method') ?? '');
    if (method.customer !== intent.customer) throw invalid('The payment method belongs to another customer.');
    const fault = this.attempt(intent, method, {
      offSession: textOf(form, 'off_session') === 'true',
      returnUrl: textOf(form, 'return_url') ?? '',
    });
    if (fault !== null) throw new FakeRefusal(402, fault, intent);
    return intent;
  }

  /** @returns why it was declined; null when it was paid or its owner must prove himself first. */
  attempt(
    intent: FakeIntent,
    method: FakeMethod,
    how: { offSession: boolean; returnUrl: string },
  ): FakeFault | null {
    const fault = declineOf(method.card.last4, how.offSession);
    if (fault !== null) {
      Object.assign(intent, {
        status: 'requires_payment_method',
        last_payment_error: fault,
        next_action: null,
      });
      this.tell('payment_intent.payment_failed', intent);
      return fault;
    }
    intent.payment_method = method.id;
    if (method.card.last4 === '3220') {
      const url = `${this.#base()}/3ds/${intent.id}`;
      intent.status = 'requires_action';
      intent.next_action = { type: 'redirect_to_url', redirect_to_url: { url, return_url: how.returnUrl } };
      this.tell('payment_intent.requires_action', intent);
      return null;
    }
    this.succeed(intent);
    return null;
  }

  succeed(intent: FakeIntent): void {
    if (intent.status === 'succeeded' || intent.status === 'canceled') return;
    const charge: FakeCharge = {
      id: this.newId('ch'),
      object: 'charge',
      payment_intent: intent.id,
      amount: intent.amount,
      amount_refunded: 0,
      disputed: false,
    };
    this.charges.set(charge.id, charge);
    Object.assign(intent, {
      status: 'succeeded',
      amount_received: intent.amount,
      latest_charge: charge.id,
      next_action: null,
      last_payment_error: null,
    });
    const method = this.methods.get(intent.payment_method ?? '');
    if (method !== undefined && intent.setup_future_usage !== null && method.customer === null) {
      method.customer = intent.customer;
      this.tell('payment_method.attached', method);
    }
    this.tell('charge.succeeded', charge);
    this.tell('payment_intent.succeeded', intent);
  }

  /** The owner of the card has proved to be it, or has not. */
  authenticate(id: string, proved: boolean): FakeIntent {
    const intent = this.find(this.intents, id);
    if (intent.status !== 'requires_action') return intent;
    if (proved) {
      this.succeed(intent);
      return intent;
    }
    const fault: FakeFault = {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message: 'The provided payment method has failed authentication.',
    };
    Object.assign(intent, {
      status: 'requires_payment_method',
      last_payment_error: fault,
      next_action: null,
    });
    this.tell('payment_intent.payment_failed', intent);
    return intent;
  }

  cancelIntent(id: string): FakeIntent {
    const intent = this.find(this.intents, id);
    if (intent.status === 'succeeded' || intent.status === 'canceled') {
      throw invalid(
        `A PaymentIntent of status ${intent.status} cannot be canceled.`,
        'payment_intent_unexpected_state',
      );
    }
    Object.assign(intent, { status: 'canceled', next_action: null });
    this.tell('payment_intent.canceled', intent);
    return intent;
  }

  createSession(form: Form): FakeSession {
    const item = form.line_items;
    const price =
      typeof item === 'object' && typeof item['0'] === 'object' ? item['0'].price_data : undefined;
    const id = this.newId('cs');
    const session: FakeSession = {
      id,
      object: 'checkout.session',
      mode: textOf(form, 'mode') === 'setup' ? 'setup' : 'payment',
      status: 'open',
      payment_status: 'unpaid',
      url: `${this.#base()}/checkout/${id}`,
      customer: textOf(form, 'customer'),
      metadata: textsOf(form.metadata),
      payment_intent: null,
      setup_intent: null,
      success_url: textOf(form, 'success_url') ?? '',
      cancel_url: textOf(form, 'cancel_url') ?? '',
      wanted: {
        amount: Number(textOf(price, 'unit_amount') ?? 0),
        currency: textOf(price, 'currency') ?? 'usd',
        name: textOf(price, 'product_data', 'name') ?? '',
        intent: textsOf(form.payment_intent_data),
        metadata: textsOf(
          typeof form.payment_intent_data === 'object' ? form.payment_intent_data.metadata : undefined,
        ),
      },
    };
    this.sessions.set(id, session);
    return session;
  }

  expireSession(id: string): FakeSession {
    const session = this.find(this.sessions, id);
    if (session.status !== 'open') throw invalid(`This Session is ${session.status}.`);
    Object.assign(session, { status: 'expired', url: null });
    const intent = this.intents.get(session.payment_intent ?? '');
    if (intent !== undefined && intent.status !== 'succeeded') this.cancelIntent(intent.id);
    this.tell('checkout.session.expired', session);
    return session;
  }

  complete(session: FakeSession): void {
    const paid = session.mode === 'payment' ? 'paid' : 'no_payment_required';
    Object.assign(session, { status: 'complete', url: null, payment_status: paid });
    this.tell('checkout.session.completed', session);
  }

  /** Somebody enters this card on the hosted page. @returns where the browser goes, or why the card was declined. */
  enterCard(id: string, last4: FakeCardNumber): { readonly to: string } | { readonly fault: FakeFault } {
    const session = this.find(this.sessions, id);
    const to = session.success_url.replace('{CHECKOUT_SESSION_ID}', id);
    if (session.status !== 'open') return { to };
    if (session.mode === 'setup') {
      const method = this.createMethod(last4, session.customer);
      const setup: FakeSetup = {
        id: this.newId('seti'),
        object: 'setup_intent',
        status: 'succeeded',
        customer: session.customer,
        payment_method: method.id,
      };
      this.setups.set(setup.id, setup);
      session.setup_intent = setup.id;
      this.complete(session);
      return { to };
    }
    const { wanted } = session;
    const intent =
      this.intents.get(session.payment_intent ?? '') ??
      this.newIntent({
        amount: wanted.amount,
        currency: wanted.currency,
        customer: session.customer,
        description: wanted.intent.description ?? null,
        metadata: wanted.metadata,
        setup_future_usage: wanted.intent.setup_future_usage ?? null,
      });
    session.payment_intent = intent.id;
    const fault = this.attempt(intent, this.createMethod(last4, null), { offSession: false, returnUrl: to });
    if (fault !== null) return { fault };
    const action = intent.next_action?.redirect_to_url.url;
    if (action !== undefined) return { to: action };
    this.complete(session);
    return { to };
  }
}

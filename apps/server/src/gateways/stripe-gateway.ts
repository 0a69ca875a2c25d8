import { Stripe } from 'stripe';
import {
  type CardGateway,
  GatewayAwayError,
  type GatewayPayment,
  GatewayRefusedError,
  type NewPayment,
} from './card-gateway.ts';
import {
  cardView,
  checkoutView,
  disputeView,
  failureOf,
  META_DEPOSIT,
  META_REFUND,
  paymentView,
  refundView,
  subjectOf,
} from './stripe-views.ts';

export type StripeConfig = {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Undefined: Stripe's own. */
  readonly apiUrl?: string | undefined;
  /** Milliseconds for one request; default 20,000. */
  readonly timeoutMs?: number;
  /** Further tries of a request without an answer; default 1. */
  readonly retries?: number;
};

/** An event that was signed longer ago is refused: whoever recorded one cannot send it again next week. */
const TOLERANCE_S = 300;
const PAGE = 100;
/** The most that its library takes together. */
const LISTED_MOST = 10_000;

function addressOf(apiUrl: string | undefined) {
  if (apiUrl === undefined) return {};
  const { hostname, port, protocol } = new URL(apiUrl);
  const http = protocol === 'http:' ? ('http' as const) : ('https' as const);
  return { host: hostname, protocol: http, port: port === '' ? (http === 'http' ? 80 : 443) : Number(port) };
}

/** What a fault of Stripe's means to us. Anything that leaves open whether it was done is "away". */
function faultOf(error: unknown): Error {
  if (!(error instanceof Stripe.errors.StripeError)) {
    return error instanceof Error ? error : new Error(String(error));
  }
  if (error.type === 'StripeCardError' || error.type === 'StripeInvalidRequestError') {
    return new GatewayRefusedError(failureOf(error));
  }
  return new GatewayAwayError(`${error.type} ${error.code ?? error.statusCode ?? ''}`.trim());
}

async function asked<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw faultOf(error);
  }
}

/** A list whole: Stripe gives a hundred at once. What is left out of it would not be booked. */
async function allOf<Item>(list: Stripe.ApiListPromise<Item>): Promise<Item[]> {
  const found = await asked(list.autoPagingToArray({ limit: LISTED_MOST }));
  if (found.length === LISTED_MOST)
    throw new Error(`Stripe lists ${LISTED_MOST} of one kind, and perhaps more`);
  return found;
}

/** Cards by Stripe: hosted Checkout for entering them, payment intents for saved ones. */
export function stripeGateway(config: StripeConfig): CardGateway {
  const stripe = new Stripe(config.secretKey, {
    ...addressOf(config.apiUrl),
    timeout: config.timeoutMs ?? 20_000,
    maxNetworkRetries: config.retries ?? 1,
    telemetry: false,
    appInfo: { name: 'Placard' },
  });
  return { ...payments(stripe), ...pages(stripe), ...cards(stripe), ...events(stripe, config) };
}

function described(payment: NewPayment) {
  return { metadata: { [META_DEPOSIT]: payment.reference }, description: payment.description };
}

type Payments = 'payWithCard' | 'readPayment' | 'findPayment' | 'cancelPayment' | 'refund';

function payments(stripe: Stripe): Pick<CardGateway, Payments> {
  const whole = async (intent: Stripe.PaymentIntent): Promise<GatewayPayment> => {
    const charge = intent.latest_charge;
    if (intent.status !== 'succeeded' || charge === null) return paymentView(intent);
    const ofPayment = { payment_intent: intent.id, limit: PAGE };
    const refunds = (await allOf(stripe.refunds.list(ofPayment))).map(refundView);
    const payment = paymentView(intent, refunds);
    if (typeof charge !== 'string' && !charge.disputed) return payment;
    const disputes = await allOf(stripe.disputes.list(ofPayment));
    return { ...payment, disputes: disputes.map((dispute) => disputeView(dispute, payment)) };
  };
  const readPayment = async (paymentId: string) =>
    await whole(await asked(stripe.paymentIntents.retrieve(paymentId, { expand: ['latest_charge'] })));
  return {
    readPayment,
    async payWithCard(payment) {
      const { returnUrl } = payment;
      const params: Stripe.PaymentIntentCreateParams = {
        ...described(payment),
        amount: Number(payment.amountMinor),
        currency: payment.currency.toLowerCase(),
        customer: payment.customerId,
        payment_method: payment.cardId,
        allowed_payment_method_types: ['card'],
        confirm: true,
        ...(returnUrl === null ? { off_session: true } : { return_url: returnUrl }),
      };
      try {
        const key = `deposit-${payment.reference}`;
        return paymentView(await stripe.paymentIntents.create(params, { idempotencyKey: key }));
      } catch (error) {
        // Declined: the payment exists all the same, and says why.
        const intent = error instanceof Stripe.errors.StripeCardError ? error.payment_intent : undefined;
        if (intent === undefined) throw faultOf(error);
        return paymentView(intent);
      }
    },
    async findPayment({ customerId, reference, since }) {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      const list = stripe.paymentIntents.list({ customer: customerId, created, limit: PAGE });
      try {
        for await (const intent of list) {
          if (intent.metadata[META_DEPOSIT] === reference) return await readPayment(intent.id);
        }
      } catch (error) {
        throw faultOf(error);
      }
      return null;
    },
    async cancelPayment(paymentId) {
      try {
        await stripe.paymentIntents.cancel(paymentId, { cancellation_reason: 'abandoned' });
      } catch (error) {
        // Paid or cancelled in the meantime: its state is what counts.
        const fault = faultOf(error);
        if (!(fault instanceof GatewayRefusedError)) throw fault;
      }
      return await readPayment(paymentId);
    },
    async refund({ key, paymentId, refundId, amountMinor }) {
      const metadata = { [META_REFUND]: String(refundId) };
      const params = { payment_intent: paymentId, amount: Number(amountMinor), metadata };
      return refundView(await asked(stripe.refunds.create(params, { idempotencyKey: key })));
    },
  };
}

type Pages = 'saveCardPage' | 'payPage' | 'readCheckout' | 'closeCheckout';

/** Stripe puts the session's id in this place of the address. */
const CHECKOUT_ID = '{CHECKOUT_SESSION_ID}';

function pages(stripe: Stripe): Pick<CardGateway, Pages> {
  const readCheckout = async (checkoutId: string) => {
    const expand = ['setup_intent'];
    return checkoutView(await asked(stripe.checkout.sessions.retrieve(checkoutId, { expand })));
  };
  return {
    readCheckout,
    async saveCardPage({ customerId, currency, returnUrl, leaveUrl }) {
      const session = await asked(
        stripe.checkout.sessions.create({
          mode: 'setup',
          customer: customerId,
          currency: currency.toLowerCase(),
          allowed_payment_method_types: ['card'],
          success_url: returnUrl.replace('{CHECKOUT}', CHECKOUT_ID),
          cancel_url: leaveUrl,
        }),
      );
      return checkoutView(session);
    },
    async payPage(payment) {
      const currency = payment.currency.toLowerCase();
      const product_data = { name: payment.description };
      const session = await asked(
        stripe.checkout.sessions.create(
          {
            mode: 'payment',
            customer: payment.customerId,
            metadata: { [META_DEPOSIT]: payment.reference },
            allowed_payment_method_types: ['card'],
            // Somebody who pays in another currency would not pay what the wallet is credited with.
            adaptive_pricing: { enabled: false },
            line_items: [
              {
                quantity: 1,
                price_data: { currency, unit_amount: Number(payment.amountMinor), product_data },
              },
            ],
            payment_intent_data: {
              ...described(payment),
              ...(payment.saveCard ? { setup_future_usage: 'off_session' as const } : {}),
            },
            success_url: payment.returnUrl,
            cancel_url: payment.leaveUrl,
          },
          { idempotencyKey: `checkout-${payment.reference}` },
        ),
      );
      return checkoutView(session);
    },
    async closeCheckout(checkoutId) {
      try {
        await stripe.checkout.sessions.expire(checkoutId);
      } catch (error) {
        const fault = faultOf(error);
        if (!(fault instanceof GatewayRefusedError)) throw fault;
      }
      return await readCheckout(checkoutId);
    },
  };
}

type Cards = 'createCustomer' | 'listCards' | 'forgetCard';

function cards(stripe: Stripe): Pick<CardGateway, Cards> {
  return {
    async createCustomer({ key, email, name }) {
      const customer = await asked(
        stripe.customers.create({ email, name }, { idempotencyKey: `customer-${key}` }),
      );
      return customer.id;
    },
    async listCards(customerId) {
      const methods = stripe.customers.listPaymentMethods(customerId, { type: 'card', limit: PAGE });
      return (await allOf(methods)).flatMap((method) => cardView(method) ?? []);
    },
    async forgetCard(cardId) {
      try {
        await stripe.paymentMethods.detach(cardId);
      } catch (error) {
        const fault = faultOf(error);
        if (!(fault instanceof GatewayRefusedError)) throw fault;
      }
    },
  };
}

function events(stripe: Stripe, config: StripeConfig): Pick<CardGateway, 'readEvent'> {
  return {
    readEvent(body, signature, now) {
      let event: Stripe.Event;
      try {
        event = stripe.webhooks.constructEvent(
          body,
          signature,
          config.webhookSecret,
          TOLERANCE_S,
          undefined,
          now.getTime(),
        );
      } catch {
        return null;
      }
      return { id: event.id, type: event.type, subject: subjectOf(event.data) };
    },
  };
}

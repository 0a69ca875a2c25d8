import { FAKE_SECRET_KEY, FAKE_WEBHOOK_SECRET, FakeStripe } from '@placard/tooling/fake-stripe/fake-stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CardGateway, GatewayAwayError, GatewayRefusedError } from './card-gateway.ts';
import { type StripeConfig, stripeGateway } from './stripe-gateway.ts';

const NOW = new Date('2026-03-10T12:00:00Z');

let stripe: FakeStripe;
let gateway: CardGateway;

const gatewayWith = (config: Partial<StripeConfig> = {}) =>
  stripeGateway({
    secretKey: FAKE_SECRET_KEY,
    webhookSecret: FAKE_WEBHOOK_SECRET,
    apiUrl: stripe.url,
    ...config,
  });

beforeAll(async () => {
  stripe = await FakeStripe.start(() => NOW);
  gateway = gatewayWith();
});
afterAll(async () => {
  await stripe.stop();
});

describe('the events of Stripe', () => {
  const told = () => stripe.state.tell('payment_intent.succeeded', { id: 'pi_1', object: 'payment_intent' });
  const read = (body: string, signature: string, now = NOW) =>
    gateway.readEvent(Buffer.from(body), signature, now);

  it('are believed when they are signed by it, and recently', () => {
    const event = told();
    const { body, signature } = stripe.signed(event);
    const subject = { kind: 'payment', paymentId: 'pi_1' };
    expect(read(body, signature)).toEqual({ id: event.id, type: event.type, subject });
    expect(read(body, signature, new Date(NOW.getTime() + 299_000))).not.toBeNull();
    expect(read(body, signature, new Date(NOW.getTime() + 301_000))).toBeNull();
  });

  it('are refused with another secret, another body or no signature at all', () => {
    const event = told();
    const { body, signature } = stripe.signed(event);
    const forged = stripe.signed(event, { secret: 'whsec_other' });
    expect(read(forged.body, forged.signature)).toBeNull();
    expect(read(body.replace('pi_1', 'pi_2'), signature)).toBeNull();
    for (const text of ['', 't=1', 'v1=', `t=${NOW.getTime()},v1=00`, signature.replace('v1', 'v0')]) {
      expect(read(body, text)).toBeNull();
    }
    expect(read('not JSON', stripe.signed(event).signature)).toBeNull();
  });

  it('say what they are about, and nothing where it is none of ours', () => {
    const subjectOf = (type: string, object: object, previous?: object) => {
      const { body, signature } = stripe.signed(stripe.state.tell(type, object, previous));
      return read(body, signature)?.subject;
    };
    const payment = { kind: 'payment', paymentId: 'pi_1' };
    expect(subjectOf('refund.failed', { object: 'refund', id: 're_1', payment_intent: 'pi_1' })).toEqual(
      payment,
    );
    expect(subjectOf('charge.dispute.closed', { object: 'dispute', payment_intent: { id: 'pi_1' } })).toEqual(
      payment,
    );
    expect(subjectOf('charge.refunded', { object: 'charge', payment_intent: null })).toBeNull();
    expect(subjectOf('checkout.session.expired', { object: 'checkout.session', id: 'cs_1' })).toEqual({
      kind: 'checkout',
      checkoutId: 'cs_1',
    });
    const detached = { object: 'payment_method', id: 'pm_1', customer: null };
    expect(subjectOf('payment_method.detached', detached, { customer: 'cus_1' })).toEqual({
      kind: 'customer',
      customerId: 'cus_1',
    });
    expect(subjectOf('payout.paid', { object: 'payout', id: 'po_1' })).toBeNull();
  });
});

describe('what Stripe does not answer', () => {
  const call = async (through = gateway) =>
    await through.createCustomer({ key: 'k', email: 'ada@example.com', name: 'Ada' });
  const troubles = ['lost_request', 'lost_answer', 'fault'] as const;

  it.each(troubles)('leaves open whether it was done: %s', async (how) => {
    stripe.troubles.push({ call: /customers/, how, times: 2 });
    await expect(call()).rejects.toThrow(GatewayAwayError);
  });

  it('is asked once more, under the same key', async () => {
    const before = stripe.state.customers.size;
    stripe.troubles.push({ call: /customers/, how: 'lost_answer', times: 1 });
    const id = await gateway.createCustomer({ key: 'other', email: 'ada@example.com', name: 'Ada' });
    expect(stripe.state.customers.has(id)).toBe(true);
    expect(stripe.state.customers.size).toBe(before + 1);
  });

  it('is asked no second time where nobody wants that', async () => {
    stripe.troubles.push({ call: /customers/, how: 'fault', times: 1 });
    await expect(call(gatewayWith({ retries: 0 }))).rejects.toThrow(GatewayAwayError);
  });

  it('is waited for only so long', async () => {
    stripe.troubles.push({ call: /customers/, how: 'silence', times: 2 });
    await expect(call(gatewayWith({ timeoutMs: 150 }))).rejects.toThrow(GatewayAwayError);
  });

  it('may be because the key is wrong: that is mended, and asked again', async () => {
    await expect(call(gatewayWith({ secretKey: 'sk_test_wrong' }))).rejects.toThrow(GatewayAwayError);
  });

  it('is no refusal: that comes with its reason', async () => {
    await expect(gateway.readPayment('pi_unknown')).rejects.toThrow(GatewayRefusedError);
  });
});

describe('a payment', () => {
  const visit = { currency: 'USD', description: 'Deposit', amountMinor: 5_000n } as const;
  const customerOf = async (key: string) =>
    await gateway.createCustomer({ key, email: 'ada@example.com', name: 'Ada' });
  const pay = async (reference: string, customerId: string) => {
    const cardId = stripe.state.createMethod('4242', customerId).id;
    return await gateway.payWithCard({ ...visit, reference, customerId, cardId, returnUrl: null });
  };

  it('is read with what was given back of it, and with what its payer’s bank contests', async () => {
    const { id } = await pay('PL-1', await customerOf('one'));
    expect(await gateway.readPayment(id)).toMatchObject({ state: 'succeeded', refunds: [], disputes: [] });
    stripe.returns.refund(id, 700);
    stripe.returns.refund(id, 300);
    const { refunds, disputes } = await gateway.readPayment(id);
    expect([refunds.map(({ amountMinor }) => amountMinor).toSorted(), disputes]).toEqual([[300n, 700n], []]);
    stripe.returns.openDispute(id);
    expect((await gateway.readPayment(id)).disputes).toMatchObject([{ amountMinor: 4_000n, state: 'taken' }]);
  });

  it('of which nobody knows whether it was made or called off is no payment', async () => {
    const customerId = await customerOf('five');
    stripe.troubles.push({ call: /payment_intents$/, how: 'fault', times: 2 });
    await expect(pay('PL-7', customerId)).rejects.toThrow(GatewayAwayError);
    const { id } = await pay('PL-8', customerId);
    stripe.troubles.push({ call: /cancel/, how: 'fault', times: 2 });
    await expect(gateway.cancelPayment(id)).rejects.toThrow(GatewayAwayError);
    // Paid in the meantime.
    expect(await gateway.cancelPayment(id)).toMatchObject({ id, state: 'succeeded' });
  });

  it('is found by its deposit, of its own customer and since a moment', async () => {
    const [customerId, other] = [await customerOf('two'), await customerOf('three')];
    const { id } = await pay('PL-2', customerId);
    await pay('PL-3', customerId);
    const found = async (reference: string, of = customerId, since = NOW) =>
      (await gateway.findPayment({ customerId: of, reference, since }))?.id;
    expect(await found('PL-2')).toBe(id);
    expect([await found('PL-4'), await found('PL-2', other)]).toEqual([undefined, undefined]);
    expect(await found('PL-2', customerId, new Date(NOW.getTime() + 1_000))).toBeUndefined();
  });

  it('on a page of the gateway’s own saves the card where its payer wants that, and is closed once', async () => {
    const customerId = await customerOf('four');
    const page = async (reference: string, saveCard: boolean) =>
      await gateway.payPage({
        ...{ ...visit, reference, customerId, saveCard },
        ...{ returnUrl: 'http://dashboard.test/back', leaveUrl: 'http://dashboard.test/' },
      });
    const kept = async (reference: string, saveCard: boolean) => {
      const { id } = await page(reference, saveCard);
      expect(await page(reference, saveCard)).toMatchObject({ id, purpose: 'pay', state: 'open' });
      return stripe.state.sessions.get(id);
    };
    const usage = async (reference: string, saveCard: boolean) =>
      JSON.stringify(await kept(reference, saveCard)).includes('off_session');
    expect([await usage('PL-5', true), await usage('PL-6', false)]).toEqual([true, false]);
    const { id } = await page('PL-6', false);
    for (let times = 0; times < 2; times += 1)
      expect(await gateway.closeCheckout(id)).toMatchObject({ state: 'expired' });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reconcileDeposits } from './reconcile-deposits.ts';
import { syncDeposit } from './sync-deposit.ts';
import { CardWorld } from './testing/card-world.ts';

const HOUR_MS = 3_600_000;

let world: CardWorld;

beforeAll(async () => {
  world = await CardWorld.open();
});
beforeEach(async () => {
  await world.newAdvertisers();
});
afterAll(async () => {
  await world.close();
});

describe('a deposit on the gateway’s page', () => {
  it('is credited to the cent when its payer comes back, with a receipt and a mail', async () => {
    const { id, page } = await world.openPage(1_234.56);
    expect(await world.check(id)).toMatchObject({ status: 'pending' });
    const paid = world.stripe.state.enterCard(page, '4242');
    expect(paid).toEqual({ to: `http://dashboard.test/advertiser/billing?deposit=${id}` });
    expect(await world.check(id)).toMatchObject({ status: 'confirmed', amount: 1_234.56, failure: null });
    expect(await world.balance()).toBe(1_234.56);
    expect((await world.summary()).invoices).toHaveLength(1);
    expect(await world.mails()).toEqual(['Your deposit of USD 1,234.56 has arrived']);
    const session = world.stripe.state.sessions.get(page);
    expect(session?.wanted).toMatchObject({ amount: 123_456, currency: 'usd' });
    expect(await world.drift()).toEqual({ sum: 0n, differing: 0 });
  });

  it('is the same page however often it is opened, and goes on after a declined card', async () => {
    const { id, page } = await world.openPage(50);
    expect((await world.pay(id)).redirectUrl).toContain(page);
    world.stripe.state.enterCard(page, '9995');
    expect(await world.check(id)).toMatchObject({ status: 'pending' });
    expect((await world.pay(id)).redirectUrl).toContain(page);
    world.stripe.state.enterCard(page, '4242');
    expect(await world.check(id)).toMatchObject({ status: 'confirmed' });
    const late = await world.post(`/advertiser/deposits/${id}/pay`);
    expect([late.status, late.error?.message]).toEqual([
      409,
      'The deposit is confirmed now, so it cannot be paid.',
    ]);
  });

  it('is credited by the reconciling job where nobody came back and no event came', async () => {
    const { id, page } = await world.openPage(25);
    world.stripe.state.enterCard(page, '4242');
    await world.work();
    expect(await world.balance()).toBe(0);
    world.later(6_000);
    await world.work();
    expect(await world.balance()).toBe(25);
    expect(await world.check(id)).toMatchObject({ status: 'confirmed' });
  });

  it('fails when its page is over, and one that was never begun after a while', async () => {
    const { id, page } = await world.openPage(25);
    const { id: neverBegun } = await world.request(30);
    world.stripe.state.enterCard(page, '9995');
    await world.check(id);
    world.stripe.state.expireSession(page);
    world.later(3 * HOUR_MS);
    await world.work();
    expect(await world.check(id)).toMatchObject({
      status: 'failed',
      failure: { code: 'insufficient_funds' },
    });
    expect(await world.check(neverBegun)).toMatchObject({ status: 'failed', failure: { code: 'not_begun' } });
  });

  it('that was never begun is given up after two hours, not before', async () => {
    // Those of before are over by then.
    await world.api.deps.db
      .updateTable('deposit')
      .set({ status: 'cancelled' })
      .where('status', '=', 'pending')
      .execute();
    const { id } = await world.request(30);
    world.later(2 * HOUR_MS);
    expect([await reconcileDeposits(world.api.deps), (await world.check(id)).status]).toEqual([0, 'failed']);
    const { id: other } = await world.request(31);
    world.later(2 * HOUR_MS + 1);
    expect(await reconcileDeposits(world.api.deps)).toBe(1);
    expect(await world.check(other)).toMatchObject({ failure: { code: 'not_begun' } });
  });

  it('waits at the checkout for nobody here, and is abandoned once the gateway says that its page is over', async () => {
    const transfer = await world.post('/advertiser/deposits', { amount: 40, gateway: 'manual' });
    const { id, page } = await world.openPage(25);
    const declined = await world.openPage(26);
    world.stripe.state.enterCard(declined.page, '9995');
    const stateOf = async () => (await world.check(id)).state;
    const listed = async (status: string) => {
      const account = `account=${world.advertiser.accountId}`;
      const { data } = await world.get(`/operator/deposits?status=${status}&${account}`, world.operator);
      return (data as { items: { id: number; state: string }[] }).items.map((row) => {
        expect(row.state).toBe(status);
        return row.id;
      });
    };
    const { id: transferId } = transfer.data as { id: number };
    expect(await listed('pending')).toEqual([transferId]);
    expect((await listed('checkout')).toSorted()).toEqual([id, declined.id].toSorted());
    // A day later the gateway still has the page open: it is asked, and believed.
    world.later(25 * HOUR_MS);
    await world.work();
    expect(await stateOf()).toBe('checkout');
    for (const each of [page, declined.page]) world.stripe.state.expireSession(each);
    world.later(2 * HOUR_MS);
    await world.work();
    expect(await stateOf()).toBe('abandoned');
    expect(await listed('abandoned')).toEqual([id]);
    // There a card was tried, and declined.
    expect(await listed('failed')).toEqual([declined.id]);
    expect(await listed('checkout')).toEqual([]);
  });

  it('saves the card where that is wished', async () => {
    const { page } = await world.openPage(25, true);
    world.stripe.state.enterCard(page, '4444');
    world.later(6_000);
    await world.work();
    expect((await world.summary()).paymentMethods).toMatchObject([
      { brand: 'mastercard', last4: '4444', isDefault: true },
    ]);
  });

  it('is nobody else’s, and off where no gateway is configured', async () => {
    const { id } = await world.openPage(25);
    for (const path of [`/advertiser/deposits/${id}/pay`, `/advertiser/deposits/${id}/check`]) {
      expect((await world.post(path, {}, world.stranger)).error?.code).toBe('not_found');
    }
    expect((await world.post('/advertiser/deposits/2000000000/pay')).status).toBe(404);
    expect((await world.post('/advertiser/deposits/0/pay')).status).toBe(422);
    expect((await world.summary()).gateways).toEqual(['stripe', 'manual']);
  });

  it('takes no more than a gateway does, nor a card of somebody else', async () => {
    const ask = async (body: object) =>
      (await world.post('/advertiser/deposits', { gateway: 'stripe', ...body })).error;
    expect((await ask({ amount: 1_000_000 }))?.issues?.[0]?.code).toBe('amount_too_large');
    expect(await ask({ amount: 999_999.99 })).toBeUndefined();
    const card = await world.saveCard('4242', world.stranger);
    expect((await ask({ amount: 50, cardId: card.id }))?.code).toBe('not_found');
    await world.api.deps.db.updateTable('network_settings').set({ currency: 'JPY' }).execute();
    for (const gateway of ['stripe', 'manual'])
      expect((await ask({ amount: 50.5, gateway }))?.issues?.[0]?.code).toBe('amount_whole_units');
    await world.api.deps.db.updateTable('network_settings').set({ currency: 'USD' }).execute();
  });
});

describe('a deposit by a saved card', () => {
  it('is paid in one press, once however often it is pressed', async () => {
    const card = await world.saveCard('4242');
    const { id, reference } = await world.request(80, { cardId: card.id });
    // Whichever comes first pays; one that comes when it is paid already is told so.
    const answers = await Promise.allSettled([world.pay(id), world.pay(id), world.pay(id)]);
    expect(answers.map(({ status }) => status)).toContain('fulfilled');
    for (const answer of answers) {
      if (answer.status === 'fulfilled')
        expect(['pending', 'confirmed']).toContain(answer.value.deposit.status);
      else expect(String(answer.reason)).toMatch(/conflict_status|busy|conflict/);
    }
    expect(await world.check(id)).toMatchObject({ status: 'confirmed' });
    expect(await world.balance()).toBe(80);
    const charged = [...world.stripe.state.intents.values()].filter(
      (intent) => intent.metadata.placard_deposit === reference,
    );
    expect(charged).toMatchObject([{ amount: 8_000, currency: 'usd', description: `Deposit ${reference}` }]);
    expect((await world.summary()).invoices).toHaveLength(1);
  });

  it('is charged by nobody before it is paid', async () => {
    const card = await world.saveCard('4242');
    const { id } = await world.request(80, { cardId: card.id });
    await world.check(id);
    world.later(HOUR_MS);
    await world.work();
    expect(await world.check(id)).toMatchObject({ status: 'pending' });
    expect(await world.balance()).toBe(0);
  });

  it('says why the card was declined', async () => {
    const card = await world.saveCard('9995');
    const { deposit, redirectUrl } = await world.payBy(card.id, 80);
    expect(redirectUrl).toBeNull();
    expect(deposit).toMatchObject({
      status: 'failed',
      failure: { code: 'insufficient_funds', text: 'Your card has insufficient funds.' },
    });
    expect(await world.balance()).toBe(0);
  });

  it('sends to the bank where it asks, and knows the truth afterwards', async () => {
    const card = await world.saveCard('3220');
    const proved = await world.payBy(card.id, 80);
    expect(proved.deposit.status).toBe('pending');
    expect(proved.redirectUrl).toContain(`${world.stripe.url}/3ds/`);
    // A reload, another tab: still the same question of the bank.
    expect((await world.pay(proved.deposit.id)).redirectUrl).toBe(proved.redirectUrl);
    world.stripe.state.authenticate(world.intentOf(proved.deposit.reference).id, true);
    expect(await world.check(proved.deposit.id)).toMatchObject({ status: 'confirmed' });

    const refused = await world.payBy(card.id, 90);
    world.stripe.state.authenticate(world.intentOf(refused.deposit.reference).id, false);
    expect(await world.check(refused.deposit.id)).toMatchObject({
      status: 'failed',
      failure: { code: 'payment_intent_authentication_failure' },
    });

    const left = await world.payBy(card.id, 95);
    world.later(2 * HOUR_MS);
    await world.work();
    expect(await world.check(left.deposit.id)).toMatchObject({ status: 'failed' });
    expect(world.intentOf(left.deposit.reference).status).toBe('canceled');
    expect(await world.balance()).toBe(80);
  });
});

describe('taking a card deposit back', () => {
  it('ends the page first, so that nobody can pay it any more', async () => {
    const { id, page } = await world.openPage(25);
    const cancelled = await world.post(`/advertiser/deposits/${id}/cancel`);
    expect(cancelled.data).toMatchObject({ status: 'cancelled' });
    expect(world.stripe.state.sessions.get(page)?.status).toBe('expired');
  });

  it('is cancelled, not failed, also when its event is quicker than the answer', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, page } = await world.openPage(25);
      world.stripe.state.enterCard(page, '9995');
      const delivered: Promise<unknown>[] = [];
      world.stripe.state.onEvent = (event) => delivered.push(world.deliver(event), world.check(id));
      const cancelled = await world.post(`/advertiser/deposits/${id}/cancel`);
      await Promise.all(delivered);
      world.stripe.state.onEvent = () => undefined;
      expect(cancelled.data).toMatchObject({ status: 'cancelled', failure: null });
      expect(await world.check(id)).toMatchObject({ status: 'cancelled' });
      expect(delivered.length).toBeGreaterThan(0);
    }
  });

  it('credits it where it was paid before', async () => {
    const { id, page } = await world.openPage(25);
    world.stripe.state.enterCard(page, '4242');
    const cancelled = await world.post(`/advertiser/deposits/${id}/cancel`);
    expect([cancelled.status, cancelled.error?.message]).toEqual([
      409,
      'The deposit is confirmed now, so it cannot be cancelled.',
    ]);
    expect(await world.balance()).toBe(25);
  });

  it('cancels a question of the bank', async () => {
    const card = await world.saveCard('3220');
    const { deposit } = await world.payBy(card.id, 80);
    expect((await world.post(`/advertiser/deposits/${deposit.id}/cancel`)).data).toMatchObject({
      status: 'cancelled',
    });
    expect(world.intentOf(deposit.reference).status).toBe('canceled');
  });

  it('is not for the operator to decide', async () => {
    const { id } = await world.openPage(25);
    for (const action of ['confirm', 'fail']) {
      const answer = await world.post(`/operator/deposits/${id}/${action}`, {}, world.operator);
      expect([answer.status, answer.error?.message]).toEqual([
        409,
        'The card gateway decides about this deposit.',
      ]);
    }
  });
});

describe('a gateway in trouble', () => {
  it('charges once where the answer is lost', async () => {
    const card = await world.saveCard('4242');
    const { id, reference } = await world.request(80, { cardId: card.id });
    world.stripe.troubles.push({ call: /^POST \/v1\/payment_intents$/, how: 'lost_answer', times: 2 });
    const { deposit, redirectUrl } = await world.pay(id);
    expect([deposit.status, redirectUrl]).toEqual(['pending', null]);
    expect(await world.balance()).toBe(0);
    world.later(6_000);
    await world.work();
    expect(await world.balance()).toBe(80);
    expect(
      [...world.stripe.state.intents.values()].filter((each) => each.metadata.placard_deposit === reference),
    ).toHaveLength(1);
  });

  it('finds the payment again after the gateway has forgotten its keys', async () => {
    const card = await world.saveCard('4242');
    const { id } = await world.request(80, { cardId: card.id });
    world.stripe.troubles.push({ call: /^POST \/v1\/payment_intents$/, how: 'lost_answer', times: 2 });
    await world.pay(id);
    world.stripe.forgetKeys();
    world.later(30 * HOUR_MS);
    await world.work();
    expect(await world.balance()).toBe(80);
  });

  it.each([
    ['asks under its key for 20 hours', 20 * HOUR_MS, 'confirmed', 80],
    ['only looks for it afterwards, and gives it up', 20 * HOUR_MS + 1, 'failed', 0],
  ] as const)('%s where a payment had no answer', async (_name, waitedMs, status, balance) => {
    const card = await world.saveCard('4242');
    const { id } = await world.request(80, { cardId: card.id });
    world.stripe.troubles.push({ call: /^POST \/v1\/payment_intents$/, how: 'lost_request', times: 2 });
    await world.pay(id);
    world.later(waitedMs);
    await world.work();
    const deposit = world.api.deps.db.selectFrom('deposit').select('status').where('id', '=', id);
    expect(await deposit.executeTakeFirstOrThrow()).toEqual({ status });
    expect(await world.balance()).toBe(balance);
  });

  it('charges nothing for a deposit that was given up before it had an answer', async () => {
    const card = await world.saveCard('4242');
    const { id, reference } = await world.request(80, { cardId: card.id });
    world.stripe.troubles.push({ call: /^POST \/v1\/payment_intents$/, how: 'lost_request', times: 2 });
    await world.pay(id);
    await world.api.deps.db
      .updateTable('deposit')
      .set({ status: 'cancelled' })
      .where('id', '=', id)
      .execute();
    expect(await syncDeposit(world.api.deps, id)).toEqual({ redirectUrl: null });
    expect(() => world.intentOf(reference)).toThrow('nobody has tried to pay');
    expect(await world.balance()).toBe(0);
  });

  it('fails a deposit that the gateway refuses, and no other of its owner', async () => {
    const card = await world.saveCard('4242');
    const [refused, waiting] = [await world.request(80, { cardId: card.id }), await world.openPage(25)];
    const { db } = world.api.deps;
    const { gateway_id: method } = await db
      .selectFrom('payment_method')
      .select('gateway_id')
      .where('id', '=', card.id)
      .executeTakeFirstOrThrow();
    // Somebody removed it there a moment ago.
    world.stripe.state.detach(method);
    const { deposit, redirectUrl } = await world.pay(refused.id);
    expect(redirectUrl).toBeNull();
    expect(deposit).toMatchObject({ status: 'failed', failure: { text: 'The card could not be charged.' } });
    expect(await world.check(waiting.id)).toMatchObject({ status: 'pending' });
    // A page that the gateway has and does not want to show now may be paid all the same.
    await db.updateTable('deposit').set({ checkout_id: 'cs_unknown' }).where('id', '=', waiting.id).execute();
    await world.check(waiting.id);
    const { status } = await db
      .selectFrom('deposit')
      .select('status')
      .where('id', '=', waiting.id)
      .executeTakeFirstOrThrow();
    expect(status).toBe('pending');
  });

  it.each([
    [2 * HOUR_MS, 'pending'],
    [2 * HOUR_MS + 1, 'failed'],
  ] as const)('%i ms after it was asked for, one that nobody began is %s', async (waitedMs, status) => {
    const { id } = await world.request(25);
    world.later(1.5 * HOUR_MS);
    await world.work();
    world.later(waitedMs - 1.5 * HOUR_MS);
    await world.work();
    const deposit = world.api.deps.db.selectFrom('deposit').select('status').where('id', '=', id);
    expect(await deposit.executeTakeFirstOrThrow()).toEqual({ status });
  });

  it('gives a payment up that never arrived', async () => {
    const card = await world.saveCard('4242');
    const { id } = await world.request(80, { cardId: card.id });
    world.stripe.troubles.push({ call: /^POST \/v1\/payment_intents$/, how: 'lost_request', times: 2 });
    await world.pay(id);
    world.later(30 * HOUR_MS);
    await world.work();
    expect(await world.check(id)).toMatchObject({ status: 'failed', failure: { code: 'not_begun' } });
  });

  it('opens the page as soon as it answers again', async () => {
    const { id } = await world.request(25);
    world.stripe.troubles.push({ call: /checkout\/sessions/, how: 'fault', times: 1 });
    expect((await world.pay(id)).redirectUrl).toBeNull();
    expect((await world.pay(id)).redirectUrl).toContain('/checkout/');
  });

  it('says so where nothing waits: saving a card', async () => {
    world.stripe.troubles.push({ call: /customers/, how: 'fault', times: 1 });
    const answer = await world.post('/advertiser/payment-methods');
    expect([answer.status, answer.error?.code]).toEqual([503, 'gateway_away']);
  });
});

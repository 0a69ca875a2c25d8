import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GatewayRefusedError } from '../../../gateways/card-gateway.ts';
import { whileHeld } from '../../../http/testing/while-held.ts';
import { requestTopUps } from '../auto-top-up/top-up-due.ts';
import { cancelDeposit } from '../cancel-deposit.ts';
import { forgetRemovedCards } from '../cards/forget-cards.ts';
import { workOnEvents } from './gateway-events.ts';
import { reconcileDeposits } from './reconcile-deposits.ts';
import { sendRefunds } from './send-refunds.ts';
import { syncDeposit } from './sync-deposit.ts';
import { CardWorld } from './testing/card-world.ts';

let world: CardWorld;

beforeAll(async () => {
  world = await CardWorld.open();
});
afterAll(async () => {
  await world.close();
});

/** What may happen after somebody has paid, in any order, any number of times, also at the same moment. */
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('event' as const), which: fc.nat(20) }) },
  fc.record({ do: fc.constant('return' as const), which: fc.constant(0) }),
  fc.record({ do: fc.constant('pay' as const), which: fc.constant(0) }),
  fc.record({ do: fc.constant('job' as const), which: fc.constant(0) }),
  fc.record({ do: fc.constant('trouble' as const), which: fc.nat(3) }),
);
const story = fc.record({
  cents: fc.integer({ min: 1_000, max: 99_999_999 }),
  by: fc.constantFrom('page' as const, 'card' as const, 'bank' as const),
  refund: fc.boolean(),
  rounds: fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
});
type Story = typeof story extends fc.Arbitrary<infer Value> ? Value : never;

async function begin({ by, cents }: Story): Promise<number> {
  const amount = cents / 100;
  if (by === 'page') {
    const { id, page } = await world.openPage(amount);
    // A first card that is declined leaves an event too.
    world.stripe.state.enterCard(page, '9995');
    world.stripe.state.enterCard(page, '4242');
    return id;
  }
  const card = await world.saveCard(by === 'bank' ? '3220' : '4242');
  const { id, reference } = await world.request(amount, { cardId: card.id });
  if (by === 'card')
    world.stripe.troubles.push({ call: /POST .*payment_intents$/, how: 'lost_answer', times: 2 });
  await world.pay(id);
  if (by === 'bank') world.stripe.state.authenticate(world.intentOf(reference).id, true);
  return id;
}

it('credits a paid deposit once, whatever tells of it, in any order and at once', async () => {
  await fc.assert(
    fc.asyncProperty(story, async (told) => {
      await world.newAdvertisers();
      const eventsBefore = world.stripe.state.events.length;
      const id = await begin(told);
      const { reference } = await world.api.deps.db
        .selectFrom('deposit')
        .select('reference')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const back = told.refund ? Math.floor(told.cents / 3) : 0;
      if (back > 0) world.stripe.returns.refund(world.intentOf(reference).id, back);
      const events = world.stripe.state.events.slice(eventsBefore);
      const act = async (each: { do: string; which: number }) => {
        const event = events[each.which % Math.max(1, events.length)];
        if (each.do === 'event' && event !== undefined)
          expect((await world.deliver(event)).statusCode).toBe(200);
        else if (each.do === 'return') await world.check(id);
        else if (each.do === 'pay') await world.post(`/advertiser/deposits/${id}/pay`);
        else if (each.do === 'job') await world.work();
        else if (each.do === 'trouble') {
          world.stripe.troubles.push({ call: /GET/, how: 'fault', times: each.which });
        }
      };
      for (const round of told.rounds) {
        await Promise.all(round.map(act));
        world.later(20_000);
      }
      world.stripe.troubles.length = 0;
      world.later(60_000);
      await world.work();
      await world.deliverAll(events);
      expect(await world.check(id)).toMatchObject({ status: 'confirmed' });
      expect(Math.round((await world.balance()) * 100)).toBe(told.cents - back);
      const documents = (await world.summary()).invoices.map(({ amount }) => Math.round(amount * 100));
      expect(documents).toEqual(back > 0 ? [-back, told.cents] : [told.cents]);
      expect(await world.drift()).toEqual({ sum: 0n, differing: 0 });
      expect(await world.undocumented()).toBe(0n);
    }),
    { numRuns: 20 },
  );
}, 120_000);

it('is cancelled where its end is told before the answer to who ended it', async () => {
  await world.newAdvertisers();
  const { id } = await world.openPage(25);
  const deps = world.depsWith((cards) => ({
    closeCheckout: async (checkoutId) => {
      const closed = await cards.closeCheckout(checkoutId);
      await world.deliverAll(world.stripe.state.events.slice(-1));
      expect(await world.statusOf(id)).toBe('failed');
      return closed;
    },
  }));
  expect(await cancelDeposit(deps, world.advertiser.actor, { id })).toMatchObject({
    status: 'cancelled',
    failure: null,
  });
});

it('is booked with what went back of it where both are heard of at once', async () => {
  await world.newAdvertisers();
  const { id, page } = await world.openPage(50);
  world.stripe.state.enterCard(page, '4242');
  const payment = world.stripe.state.sessions.get(page)?.payment_intent ?? '';
  world.stripe.returns.refund(payment, 2_000);
  await syncDeposit(world.api.deps, id);
  expect([await world.statusOf(id), await world.balance()]).toEqual(['confirmed', 30]);
});

it('is taken once by a bank that takes it while a refund of it waits, which comes back then', async () => {
  await world.newAdvertisers();
  const { id, reference } = await world.paid(100);
  await world.refund(id, 60);
  await world.refund(id, 40);
  const adjustments = async () =>
    (
      await world.api.deps.db
        .selectFrom('ledger_account')
        .select('balance_micros')
        .where('kind', '=', 'adjustments')
        .executeTakeFirstOrThrow()
    ).balance_micros;
  const before = await adjustments();
  const dispute = world.stripe.returns.openDispute(world.intentOf(reference).id);
  dispute.amount = 9_000;
  await world.deliverAll(world.stripe.state.events.slice(-1));
  expect([await world.balance(), (await adjustments()) - before]).toEqual([0, -90_000_000n]);
  const deps = world.depsWith(() => ({
    refund: async () => {
      throw new GatewayRefusedError({ code: 'charge_disputed', text: 'The charge is disputed.' });
    },
  }));
  expect(await sendRefunds(deps)).toBe(2);
  expect([await world.balance(), (await adjustments()) - before]).toEqual([10, 0n]);
  expect((await world.mails()).at(-1)).toBe('USD 10.00 is back in your wallet');
  expect((await world.shown(id)).refunds.at(-1)).toMatchObject({ amount: 90, uncovered: 0 });
  world.stripe.returns.closeDispute(dispute.id, 'won');
  await world.deliverAll(world.stripe.state.events.slice(-1));
  expect([await world.balance(), (await adjustments()) - before]).toEqual([100, 0n]);
  expect(await world.drift()).toEqual({ sum: 0n, differing: 0 });
});

it('a dispute in the currency of the payer’s bank takes what left our balance for it, or all where that is kept in another one', async () => {
  const contested = async (of: { intent: string; balance?: object[] }) => {
    const dispute = world.stripe.returns.openDispute(of.intent);
    Object.assign(dispute, { currency: 'jpy', amount: 15_000, balance_transactions: of.balance ?? [] });
    await world.deliverAll(world.stripe.state.events.slice(-1));
    return dispute;
  };
  await world.newAdvertisers();
  const first = await world.paid(100);
  // Nothing has left it yet.
  const dispute = await contested({ intent: world.intentOf(first.reference).id });
  expect(await world.balance()).toBe(100);
  dispute.balance_transactions.push({ amount: -9_712, currency: 'usd' });
  world.stripe.state.tell('charge.dispute.funds_withdrawn', dispute);
  await world.deliverAll(world.stripe.state.events.slice(-1));
  expect(await world.balance()).toBe(2.88);
  await world.newAdvertisers();
  const second = await world.paid(100);
  await world.refund(second.id, 30);
  await world.work();
  const balance = [{ amount: -6_500, currency: 'eur' }];
  const other = await contested({ intent: world.intentOf(second.reference).id, balance });
  expect(await world.balance()).toBe(0);
  expect((await world.shown(second.id)).refunds).toMatchObject([{ amount: 30 }, { amount: 70 }]);
  world.stripe.returns.closeDispute(other.id, 'won');
  await world.deliverAll(world.stripe.state.events.slice(-1));
  expect(await world.balance()).toBe(70);
});

/** What is done once because whoever comes second waits for the first, or leaves it to the first. */
describe('while somebody else holds', () => {
  const held = async <Result>(rows: string, work: () => Promise<Result>) =>
    await whileHeld(world.api.pool, `select from ${rows} for update`, work);
  const paid = async () => {
    await world.newAdvertisers();
    const card = await world.saveCard('4242');
    return { card, ...(await world.payBy(card.id, 50)).deposit };
  };

  it('a deposit, whoever books it waits: its payment, its refund, and what its refund came to', async () => {
    await world.newAdvertisers();
    const { id, page } = await world.openPage(50);
    world.stripe.state.enterCard(page, '4242');
    const deposit = `deposit where id = ${id}`;
    const rows = `select from ${deposit} for update`;
    const check = async () => (await world.check(id)).status;
    // Whatever was thought of it before and meanwhile: the money is there.
    const cancelled = `update deposit set status = 'cancelled', decided_at = now() where id = ${id}`;
    expect(await whileHeld(world.api.pool, rows, check, 1, cancelled)).toEqual({
      waited: true,
      result: 'confirmed',
    });
    // Who books what the gateway took locks the deposit and then the wallet: a refund that held the wallet already would never end.
    const wallet = `ledger_account where kind = 'advertiser_wallet' and owner_id = ${world.advertiser.accountId}`;
    const refund = async () => (await world.refund(id, 20)).status;
    const lockWallet = `select from ${wallet} for update`;
    expect(await whileHeld(world.api.pool, rows, refund, 1, lockWallet)).toEqual({
      waited: true,
      result: 200,
    });
    expect(await held(deposit, async () => await sendRefunds(world.api.deps))).toEqual({
      waited: true,
      result: 1,
    });
    expect([await world.balance(), (await world.check(id)).refunded]).toEqual([30, 20]);
  });

  it('a deposit that is taken back meanwhile, nobody begins to pay it', async () => {
    await world.newAdvertisers();
    const { id } = await world.request(50);
    const cancelled = `update deposit set status = 'cancelled', decided_at = now() where id = ${id}`;
    const pay = async () => (await world.post(`/advertiser/deposits/${id}/pay`)).status;
    const row = `select from deposit where id = ${id} for update`;
    expect(await whileHeld(world.api.pool, row, pay, 1, cancelled)).toEqual({ waited: true, result: 200 });
    const { rows } = await world.api.pool.query(
      `select next_check_at, (select count(*)::int from audit_log where action = 'deposit.pay' and subject_id = ${id}) as begun
         from deposit where id = ${id}`,
    );
    expect(rows).toEqual([{ next_check_at: null, begun: 0 }]);
  });

  it('what is due, another worker leaves it alone: an event, a deposit, a refund, a card', async () => {
    const { id } = await paid();
    const { deps } = world.api;
    await world.refund(id, 20);
    const waits = await world.openPage(25);
    world.stripe.state.enterCard(waits.page, '4242');
    world.stripe.troubles.push({ call: /GET/, how: 'fault', times: 1 });
    await world.deliverAll(world.stripe.state.events.slice(-1));
    world.later(60_000);
    const left = { waited: false, result: 0 };
    const events = 'gateway_event where processed_at is null';
    expect(await held(events, async () => await workOnEvents(deps))).toEqual(left);
    const deposits = `deposit where id = ${waits.id}`;
    expect(await held(deposits, async () => await reconcileDeposits(deps))).toEqual(left);
    const refunds = `deposit_refund where deposit_id = ${id}`;
    expect(await held(refunds, async () => await sendRefunds(deps))).toEqual(left);
    const gone = await world.saveCard('4444');
    await world.api.call('DELETE', `/advertiser/payment-methods/${gone.id}`, {
      token: world.advertiser.token,
    });
    const cards = `payment_method where id = ${gone.id}`;
    expect(await held(cards, async () => await forgetRemovedCards(deps))).toEqual(left);
    await world.work();
    expect(await world.balance()).toBe(55);
  });

  it('the cards of an account, another change of them waits', async () => {
    const { card } = await paid();
    const { accountId } = world.advertiser;
    const customer = `gateway_customer where account_id = ${accountId}`;
    const { result: added, waited } = await held(customer, async () => await world.saveCard('4444'));
    expect([added.last4, waited]).toEqual(['4444', true]);
    const first = `payment_method where id = ${card.id}`;
    const choose = async () => (await world.post(`/advertiser/payment-methods/${added.id}/default`)).status;
    // Somebody else's cards are none of its business.
    const other = `payment_method where id = ${(await world.saveCard('4242', world.stranger)).id}`;
    expect(await held(other, choose)).toEqual({ waited: false, result: 200 });
    expect((await world.summary()).paymentMethods.map(({ last4 }) => last4)).toEqual(['4444', '4242']);
    const chooseFirst = async () =>
      (await world.post(`/advertiser/payment-methods/${card.id}/default`)).status;
    expect(await held(first, chooseFirst)).toEqual({ waited: true, result: 200 });
    const { token } = world.advertiser;
    const remove = async () =>
      (await world.api.call('DELETE', `/advertiser/payment-methods/${card.id}`, { token })).status;
    const { result: removed } = await held(first, async () => await Promise.all([remove(), remove()]));
    expect(removed.toSorted()).toEqual([200, 404]);
  });

  it('the settings of a top-up, the next one waits, and begins no second', async () => {
    await paid();
    const { token, accountId } = world.advertiser;
    const body = { version: 0, enabled: true, threshold: 100, amount: 80 };
    await world.api.call('PUT', '/advertiser/auto-top-up', { token, body });
    const settings = `auto_top_up where advertiser_id = ${accountId}`;
    const begin = async () => (await requestTopUps(world.api.deps)).length;
    expect(await held(settings, begin)).toEqual({ waited: true, result: 1 });
    expect(await begin()).toBe(0);
  });
});

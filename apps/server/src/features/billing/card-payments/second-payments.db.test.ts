import type { FakeIntent } from '@placard/tooling/fake-stripe/stripe-objects';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GatewayAwayError } from '../../../gateways/card-gateway.ts';
import { syncDeposit } from './sync-deposit.ts';
import { CardWorld } from './testing/card-world.ts';

let world: CardWorld;
beforeAll(async () => {
  world = await CardWorld.open();
});
beforeEach(async () => await world.newAdvertisers());
afterEach(async () => {
  expect(await world.drift()).toEqual({ sum: 0n, differing: 0 });
  expect(await world.undocumented()).toBe(0n);
});
afterAll(async () => await world.close());

const known = async (id: number) =>
  await world.api.deps.db
    .selectFrom('deposit')
    .select(['status', 'gateway_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** What somebody made at the gateway for the same deposit, not paid yet. */
function another({ customer, metadata }: FakeIntent, amount: number): FakeIntent {
  const { state } = world.stripe;
  return state.newIntent({
    ...{ amount, currency: 'usd', customer, description: null },
    ...{ metadata, setup_future_usage: null },
  });
}

/** Pays it, and has the gateway tell so, as often as it likes. */
async function paid(intent: FakeIntent, times = 1): Promise<void> {
  const { state } = world.stripe;
  state.succeed(intent);
  for (let time = 0; time < times; time += 1)
    await world.deliver(state.tell('payment_intent.succeeded', intent));
}

async function told(id: number) {
  const { db } = world.api.deps;
  const rows = await db
    .selectFrom('audit_log')
    .select('detail')
    .where('subject_kind', '=', 'deposit')
    .where('subject_id', '=', id)
    .where('action', '=', 'deposit.pay_twice')
    .orderBy('id')
    .execute();
  const mails = (await world.mails(world.operator)).filter((subject) => subject.includes('was paid twice'));
  return { rows: rows.map(({ detail }) => detail), mails };
}

describe('a deposit that is paid twice', () => {
  it('is credited once, and the operators are told once of each further payment', async () => {
    const card = await world.saveCard('4242');
    const { deposit } = await world.payBy(card.id, 80);
    const first = world.intentOf(deposit.reference);
    const [second, third] = [another(first, 8_000), another(first, 500)];
    await paid(second, 3);
    await paid(third);
    await world.deliver(world.stripe.state.tell('payment_intent.succeeded', first));
    expect(await known(deposit.id)).toEqual({ status: 'confirmed', gateway_id: first.id });
    expect(await world.balance()).toBe(80);
    const { rows, mails } = await told(deposit.id);
    expect(rows).toEqual([
      { payment: second.id, received: 'USD 80.00' },
      { payment: third.id, received: 'USD 5.00' },
    ]);
    expect(mails.filter((subject) => subject.includes(deposit.reference))).toHaveLength(2);
    // Its refund is its own: the wallet was given nothing of it.
    world.stripe.returns.refund(second.id, 8_000);
    for (const event of world.stripe.state.events.slice(-2)) await world.deliver(event);
    expect([await world.balance(), (await told(deposit.id)).rows.length]).toEqual([80, 2]);
  });

  it('is not told of where the second payment went back already', async () => {
    const card = await world.saveCard('4242');
    const { deposit } = await world.payBy(card.id, 80);
    const second = another(world.intentOf(deposit.reference), 8_000);
    world.stripe.state.succeed(second);
    world.stripe.returns.refund(second.id, 8_000);
    await paid(second);
    expect(await told(deposit.id)).toMatchObject({ rows: [] });
    // Of which a cent is there still, or all of it again.
    const third = another(world.intentOf(deposit.reference), 8_000);
    world.stripe.state.succeed(third);
    world.stripe.returns.refund(third.id, 7_999);
    await paid(third);
    const fourth = another(world.intentOf(deposit.reference), 8_000);
    world.stripe.state.succeed(fourth);
    world.stripe.returns.refund(fourth.id, 8_000);
    world.stripe.returns.failRefund([...world.stripe.state.refunds.values()].at(-1)?.id ?? '');
    await paid(fourth);
    expect((await told(deposit.id)).rows).toMatchObject([{ payment: third.id }, { payment: fourth.id }]);
  });

  it('is credited by the payment that was made where the first one was declined, and goes back by that', async () => {
    const card = await world.saveCard('9995');
    const { deposit } = await world.payBy(card.id, 80);
    const first = world.intentOf(deposit.reference);
    expect(deposit.status).toBe('failed');
    const second = another(first, 8_000);
    await world.deliver(world.stripe.state.tell('payment_intent.created', second));
    expect(await known(deposit.id)).toEqual({ status: 'failed', gateway_id: first.id });
    await paid(second, 2);
    expect(await known(deposit.id)).toEqual({ status: 'confirmed', gateway_id: second.id });
    expect([await world.balance(), (await told(deposit.id)).rows]).toEqual([80, []]);
    world.stripe.returns.refund(second.id, 3_000);
    for (const event of world.stripe.state.events.slice(-2)) await world.deliver(event);
    expect(await world.balance()).toBe(50);
    // The first may be paid after all.
    await paid(first);
    expect(await world.balance()).toBe(50);
    expect((await told(deposit.id)).rows).toEqual([{ payment: first.id, received: 'USD 80.00' }]);
  });

  it('is credited with neither where neither is what was asked for', async () => {
    const card = await world.saveCard('9995');
    const { deposit } = await world.payBy(card.id, 80);
    const first = world.intentOf(deposit.reference);
    await paid(another(first, 7_999));
    await paid(another(first, 8_001));
    expect(await world.balance()).toBe(0);
    expect((await told(deposit.id)).rows).toHaveLength(1);
    const subjects = await world.mails(world.operator);
    expect(subjects).toContain(`Deposit ${deposit.reference} does not match what was paid`);
  });

  it('waits for another look where a payment comes to be known while the gateway is asked about another', async () => {
    const card = await world.saveCard('9995');
    const { deposit } = await world.payBy(card.id, 80);
    const first = world.intentOf(deposit.reference);
    const second = another(first, 8_000);
    world.stripe.state.succeed(second);
    const { db, cards } = world.api.deps;
    if (cards === null) throw new Error('no gateway');
    const know = async (gatewayId: string | null) =>
      await db.updateTable('deposit').set({ gateway_id: gatewayId }).where('id', '=', deposit.id).execute();
    await know(null);
    const readPayment = async (id: string) => {
      await know(first.id);
      return await cards.readPayment(id);
    };
    const deps = { ...world.api.deps, cards: { ...cards, readPayment } };
    const asking = async () => await syncDeposit(deps, deposit.id, { paymentId: second.id });
    await expect(asking()).rejects.toThrow(GatewayAwayError);
    expect([await known(deposit.id), await world.balance()]).toEqual([
      { status: 'failed', gateway_id: first.id },
      0,
    ]);
    await asking();
    expect([await known(deposit.id), await world.balance()]).toEqual([
      { status: 'confirmed', gateway_id: second.id },
      80,
    ]);
  });
});

it('books nothing of money that was back before anybody heard that it had left', async () => {
  const { id, reference } = await world.paid(100);
  world.stripe.returns.refund(world.intentOf(reference).id, 2_500);
  const left = world.stripe.state.events.slice(-2);
  world.stripe.returns.failRefund([...world.stripe.state.refunds.values()].at(-1)?.id ?? '');
  await world.deliverAll([...world.stripe.state.events.slice(-1), ...left]);
  // The wallet gave none of it.
  expect((await world.shown(id)).refunds).toMatchObject([{ amount: 25, status: 'returned', uncovered: 25 }]);
  expect((await world.summary()).invoices.map(({ kind }) => kind)).toEqual(['deposit']);
  expect([await world.balance(), await world.loggedReturns(id)]).toEqual([100, []]);
});

it('books all refunds of a payment, also beyond the hundred that the gateway lists at once', async () => {
  const card = await world.saveCard('4242');
  const { deposit } = await world.payBy(card.id, 80);
  const { id } = world.intentOf(deposit.reference);
  for (let count = 0; count < 205; count += 1) world.stripe.returns.refund(id, 10);
  const event = world.stripe.state.events.at(-1);
  if (event === undefined) throw new Error('nothing was told');
  await world.deliver(event);
  expect(await world.balance()).toBe(59.5);
  await world.deliver(world.stripe.state.tell('charge.refunded', { object: 'charge', payment_intent: id }));
  expect(await world.balance()).toBe(59.5);
});

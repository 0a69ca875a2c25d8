import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApi } from '../../../http/testing/test-api.ts';
import { workOnEvents } from './gateway-events.ts';
import { CardWorld } from './testing/card-world.ts';
import { WEBHOOK_PATH } from './webhook-route.ts';

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

async function paidPage(amount: number) {
  const opened = await world.openPage(amount);
  world.stripe.state.enterCard(opened.page, '4242');
  const event = world.stripe.state.events.find(
    (each) => each.type === 'checkout.session.completed' && JSON.stringify(each).includes(opened.page),
  );
  if (event === undefined) throw new Error('nothing was told');
  return { ...opened, event };
}

const stored = async (id: string) =>
  await world.api.deps.db.selectFrom('gateway_event').selectAll().where('id', '=', id).executeTakeFirst();

describe('POST /api/webhooks/stripe', () => {
  it('believes the body byte for byte, and credits at once', async () => {
    const { event } = await paidPage(25);
    const signed = world.stripe.signed(event);
    const spaced = JSON.stringify(JSON.parse(signed.body), null, 1);
    expect((await world.deliver(event, { ...signed, body: spaced })).statusCode).toBe(400);
    expect(await stored(event.id)).toBeUndefined();
    const answer = await world.deliver(event, signed);
    expect([answer.statusCode, answer.json()]).toEqual([200, { received: true }]);
    expect(await world.balance()).toBe(25);
    expect(await stored(event.id)).toEqual({
      ...{ gateway: 'stripe', id: event.id, type: 'checkout.session.completed', attempts: 0 },
      subject: { kind: 'checkout', checkoutId: expect.any(String) },
      ...{ received_at: world.api.now, processed_at: world.api.now },
      next_attempt_at: new Date(world.api.now.getTime() + 5_000),
    });
  });

  it('refuses a forged, an old or a missing signature', async () => {
    const { event } = await paidPage(25);
    const old = new Date(world.api.now.getTime() - 301_000);
    for (const signed of [
      world.stripe.signed(event, { secret: 'whsec_other' }),
      world.stripe.signed(event, { at: old }),
      { body: JSON.stringify(event), signature: '' },
    ]) {
      const answer = await world.deliver(event, signed);
      expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'bad_request']);
    }
    const { body, signature } = world.stripe.signed(event);
    const json = { 'content-type': 'application/json' };
    for (const half of [{ headers: json, payload: body }, { headers: { 'stripe-signature': signature } }]) {
      const answer = await world.api.app.inject({ method: 'POST', url: WEBHOOK_PATH, ...half });
      expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'bad_request']);
    }
    expect(await world.balance()).toBe(0);
    const huge = { body: 'x'.repeat(300_000), signature: 't=1,v1=00' };
    expect((await world.deliver(event, huge)).statusCode).toBe(413);
  });

  it('keeps an event that cannot be worked on, says yes, and works on it later', async () => {
    const { event } = await paidPage(25);
    world.stripe.troubles.push({ call: /GET/, how: 'fault', times: 1 });
    expect((await world.deliver(event)).statusCode).toBe(200);
    expect((await stored(event.id))?.processed_at).toBeNull();
    expect(await world.balance()).toBe(0);
    world.later(6_000);
    await world.work();
    expect(await world.balance()).toBe(25);
    expect((await stored(event.id))?.processed_at).not.toBeNull();
  });

  it('gives an event up that the gateway knows nothing of, after three days, and no other', async () => {
    const payment = { id: 'pi_of_test_mode', object: 'payment_intent' };
    const unknown = world.stripe.state.tell('payment_intent.succeeded', payment);
    const { event } = await paidPage(25);
    world.stripe.troubles.push({ call: /checkout/, how: 'fault', times: 1_000 });
    for (const each of [unknown, event]) await world.deliver(each);
    const processed = async () => [
      (await stored(unknown.id))?.processed_at ?? null,
      (await stored(event.id))?.processed_at ?? null,
    ];
    world.later(3 * 86_400_000 - 1);
    expect([await workOnEvents(world.api.deps), await processed()]).toEqual([2, [null, null]]);
    world.later(3_600_001);
    expect([await workOnEvents(world.api.deps), await processed()]).toEqual([2, [world.api.now, null]]);
    world.stripe.troubles.length = 0;
    world.later(3_600_000);
    expect([await workOnEvents(world.api.deps), await world.balance()]).toEqual([1, 25]);
  });

  it('puts an event off that cannot be worked on, longer each time, whoever asks meanwhile', async () => {
    const { deps } = world.api;
    const { event } = await paidPage(25);
    const other = await paidPage(30);
    const done = await paidPage(10);
    await world.deliver(done.event);
    world.stripe.troubles.push({ call: /GET/, how: 'fault', times: 1_000 });
    for (const each of [event, other.event]) await world.deliver(each);
    const attempts = async () => [
      (await stored(event.id))?.attempts,
      (await stored(other.event.id))?.attempts,
    ];
    expect(await attempts()).toEqual([0, 0]);
    world.later(6_000);
    expect(await Promise.all([workOnEvents(deps), workOnEvents(deps)])).toSatisfy(
      (due: readonly number[]) => due.reduce((sum, count) => sum + count, 0) === 2,
    );
    expect(await attempts()).toEqual([1, 1]);
    expect((await stored(done.event.id))?.attempts).toBe(0);
    expect(await workOnEvents(deps)).toBe(0);
    world.stripe.troubles.length = 0;
    const next = (await stored(event.id))?.next_attempt_at?.getTime() ?? 0;
    world.api.now = new Date(next - 1);
    expect([await workOnEvents(deps), await world.balance()]).toEqual([0, 10]);
    world.api.now = new Date(next);
    expect([await workOnEvents(deps), await world.balance()]).toEqual([2, 65]);
    world.later(3_600_000);
    expect(await workOnEvents(deps)).toBe(0);
  });

  it('ends a deposit whose page is over as soon as that is told', async () => {
    const { id, page } = await world.openPage(25);
    world.stripe.state.expireSession(page);
    const event = world.stripe.state.events.at(-1);
    if (event === undefined) throw new Error('nothing was told');
    await world.deliver(event);
    const { status } = await world.api.deps.db
      .selectFrom('deposit')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(status).toBe('failed');
  });

  it('says yes to what it has no use for, and to payments of somebody else', async () => {
    const { state } = world.stripe;
    const intent = state.newIntent({
      amount: 5_000,
      currency: 'usd',
      customer: null,
      description: null,
      metadata: { placard_deposit: 'PL-OTHERS' },
      setup_future_usage: null,
    });
    const strange = [
      state.tell('payout.paid', { id: 'po_1', object: 'payout' }),
      state.tell('payment_intent.succeeded', intent),
      state.tell('customer.something.new', { id: 'x_1', object: 'unheard_of' }),
      state.tell('x'.repeat(300), { id: 'x_2', object: 'unheard_of' }),
    ];
    for (const event of strange) expect((await world.deliver(event)).statusCode).toBe(200);
    for (const event of strange) {
      const { type, processed_at } = (await stored(event.id)) ?? {};
      expect([type, processed_at]).toEqual([event.type.slice(0, 200), world.api.now]);
    }
  });

  it('credits what was paid after all for a deposit that was given up', async () => {
    const card = await world.saveCard('3220');
    const { deposit } = await world.payBy(card.id, 80);
    await world.api.deps.db
      .updateTable('deposit')
      .set({ status: 'failed', next_check_at: null })
      .where('id', '=', deposit.id)
      .execute();
    world.stripe.state.authenticate(world.intentOf(deposit.reference).id, true);
    await world.deliverAll(world.stripe.state.events.slice(-2));
    expect(await world.check(deposit.id)).toMatchObject({ status: 'confirmed' });
    expect(await world.balance()).toBe(80);
    const { rows } = await world.api.pool.query(
      `select detail->'status' as status from audit_log where action = 'deposit.confirm' and subject_id = ${deposit.id}`,
    );
    expect(rows).toEqual([{ status: { before: 'failed', after: 'confirmed' } }]);
  });

  it('credits nothing where another amount was paid than asked for, and tells the operator once', async () => {
    const { id, event, page } = await paidPage(25);
    const session = world.stripe.state.sessions.get(page);
    const intent = world.stripe.state.intents.get(session?.payment_intent ?? '');
    if (intent === undefined) throw new Error('nobody paid');
    intent.amount_received = 2_400;
    await Promise.all([world.deliver(event), world.check(id), world.check(id)]);
    expect(await world.check(id)).toMatchObject({ status: 'pending' });
    expect(await world.balance()).toBe(0);
    const told = (await world.mails(world.operator)).filter((subject) => subject.includes('does not match'));
    expect(told).toHaveLength(1);
    const { db } = world.api.deps;
    const differs = db.selectFrom('audit_log').select(['actor_kind', 'detail']).where('subject_id', '=', id);
    expect(await differs.where('action', '=', 'deposit.differs').execute()).toEqual([
      { actor_kind: 'system', detail: { asked: 'USD 25.00', received: 'USD 24.00' } },
    ]);
    const checkedAgain = async (of: number) =>
      (await db.selectFrom('deposit').select('next_check_at').where('id', '=', of).executeTakeFirstOrThrow())
        .next_check_at;
    expect(await checkedAgain(id)).toBeNull();
    // As many, but of another money.
    const euros = await paidPage(25);
    const paidIn = world.stripe.state.sessions.get(euros.page)?.payment_intent ?? '';
    Object.assign(world.stripe.state.intents.get(paidIn) ?? {}, { currency: 'eur' });
    await world.deliver(euros.event);
    expect(await world.check(euros.id)).toMatchObject({ status: 'pending' });
    expect([await world.balance(), await checkedAgain(euros.id)]).toEqual([0, null]);
    // What goes back of it was never in any wallet.
    world.stripe.returns.refund(intent.id, 1_000);
    await world.deliverAll(world.stripe.state.events.slice(-2));
    const back = world.api.deps.db.selectFrom('deposit_refund').select('id').where('deposit_id', '=', id);
    expect([await back.execute(), await world.balance(), await world.drift()]).toEqual([
      [],
      0,
      { sum: 0n, differing: 0 },
    ]);
  });

  it('is not there where no gateway is configured', async () => {
    const api = await createTestApi();
    const user = await api.user();
    const answer = await api.app.inject({ method: 'POST', url: WEBHOOK_PATH, payload: '{}' });
    expect(answer.statusCode).toBe(404);
    const headers = { 'idempotency-key': 'k' };
    const body = { amount: 50, gateway: 'stripe' };
    const call = { token: user.token, body, headers };
    expect((await api.call('POST', '/advertiser/deposits', call)).error?.code).toBe('card_payments_off');
    const add = await api.call('POST', '/advertiser/payment-methods', { token: user.token });
    expect([add.status, add.error?.code]).toEqual([409, 'card_payments_off']);
    await api.close();
  });
});

describe('a dispute', () => {
  const found = async (contested: string) => {
    const { data } = await world.get(`/operator/deposits?contested=${contested}`, world.operator);
    return (data as { items: { reference: string }[] }).items.map(({ reference }) => reference);
  };
  const told = async () => {
    const { items } = (await world.get('/notices?limit=100', world.operator)).data as {
      items: { kind: string; data: Record<string, unknown> }[];
    };
    return items.filter(({ kind }) => kind === 'deposit.dispute_close').map(({ data }) => data);
  };
  const disputed = async (amount: number) => {
    const { reference } = await world.paid(amount);
    const { id } = world.stripe.returns.openDispute(world.intentOf(reference).id);
    await world.deliverAll(world.stripe.state.events.slice(-1));
    return { reference, id };
  };
  const decide = async (id: string, outcome: 'won' | 'lost') => {
    world.stripe.returns.closeDispute(id, outcome);
    await world.deliverAll(world.stripe.state.events.slice(-1));
    await world.deliverAll(world.stripe.state.events.slice(-1));
  };

  it('is among deposits to be answered until its day, open until it is decided, and found afterwards', async () => {
    const { reference, id } = await disputed(20);
    expect([await found('answer'), await found('open'), await found('any')]).toEqual(
      Array(3).fill([reference]),
    );
    const { now } = world.api;
    await world.api.pool.query('update deposit_dispute set due_at = $2 where gateway_id = $1', [id, now]);
    expect([await found('answer'), await found('open')]).toEqual([[], [reference]]);
    await decide(id, 'lost');
    expect([await found('answer'), await found('open'), await found('any')]).toEqual([[], [], [reference]]);
  });

  it('is told to the operators once when it is decided, and that nobody else was, where the account is erased', async () => {
    const [lost, won] = [await disputed(30), await disputed(40)];
    const before = (await told()).length;
    await decide(lost.id, 'lost');
    await world.api.pool.query(
      `insert into account_closing (account_id, closed_at, closed_by, closed_by_user_id, given_up_micros, status_before, persons, erased_at)
       values ($1, $3, 'operator', $2, 0, 'active', '[]', $3)`,
      [world.advertiser.accountId, world.operator.id, world.api.now],
    );
    await decide(won.id, 'won');
    const { email: advertiser } = world.advertiser;
    expect((await told()).slice(0, -before || undefined)).toEqual([
      {
        ...{ amount: 40, currency: 'USD', advertiser, reference: won.reference },
        outcome: 'won',
        erased: true,
      },
      {
        ...{ amount: 30, currency: 'USD', advertiser, reference: lost.reference },
        ...{ outcome: 'lost', erased: false },
      },
    ]);
    expect((await world.mails(world.operator)).slice(-2)).toEqual([
      `The dispute about deposit ${lost.reference} was lost: USD 30.00`,
      `The dispute about deposit ${won.reference} was won: USD 40.00`,
    ]);
  });
});

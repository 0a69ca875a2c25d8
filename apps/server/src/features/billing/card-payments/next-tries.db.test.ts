import type { Dispute } from '@placard/contract/billing';
import type { DisputeStage } from '@placard/domain/billing/dispute';
import { walletOf } from '@placard/domain/ledger/accounts';
import { adjustmentEntries } from '@placard/domain/ledger/postings';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { GatewayRefusedError } from '../../../gateways/card-gateway.ts';
import { postTransaction } from '../../../ledger/post-transaction.ts';
import { cancelDeposit } from '../cancel-deposit.ts';
import { checkDeposit, payDeposit } from './pay-deposit.ts';
import { reconcileDeposits } from './reconcile-deposits.ts';
import { sendRefunds } from './send-refunds.ts';
import { syncDeposit } from './sync-deposit.ts';
import { CardWorld, type DepositAnswer } from './testing/card-world.ts';

let world: CardWorld;

beforeAll(async () => {
  world = await CardWorld.open();
});
beforeEach(async () => {
  await world.newAdvertisers();
});
afterAll(async () => {
  expect(await world.drift()).toEqual({ sum: 0n, differing: 0 });
  await world.close();
});

/** What the log says of a deposit: what was done, by whom, and why. */
async function logged(id: number) {
  const rows = await world.api.deps.db
    .selectFrom('audit_log')
    .select(['action', 'actor_kind', 'detail'])
    .where('subject_kind', '=', 'deposit')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();
  return rows.map(({ action, actor_kind: kind, detail }) => {
    const { because, code } = detail as { because?: string; code?: string };
    return [
      action,
      kind,
      { ...(because === undefined ? {} : { because }), ...(code === undefined ? {} : { code }) },
    ];
  });
}

it('the log keeps every step of a deposit’s money: how much, by whom, and what the wallet did not hold', async () => {
  const { id, reference } = await world.paid(50);
  await world.refund(id, 20, 'Too much');
  const refund = world.api.deps.db.selectFrom('deposit_refund').selectAll().where('deposit_id', '=', id);
  expect(await refund.executeTakeFirst()).toMatchObject({
    ...{
      status: 'pending',
      origin: 'operator',
      covered_micros: 20_000_000n,
      requested_by: world.operator.id,
    },
    ...{ decided_at: null, next_attempt_at: world.api.now, gateway_id: null, attempts: 0 },
  });
  await world.work();
  world.stripe.returns.failRefund([...world.stripe.state.refunds.values()].at(-1)?.id ?? '');
  await world.deliverAll(world.stripe.state.events.slice(-1));
  await world.refund(id, 30, 'Half of it');
  await world.work();
  const account = walletOf(world.advertiser.accountId);
  const spent = adjustmentEntries({ account, amountMicros: -5_000_000n });
  await world.api.deps.db.transaction().execute(async (trx) => {
    await postTransaction(trx, { kind: 'adjustment', reference: 'test:spent', entries: spent });
  });
  world.stripe.returns.openDispute(world.intentOf(reference).id);
  await world.deliverAll(world.stripe.state.events.slice(-1));
  const rows = await world.api.deps.db
    .selectFrom('audit_log')
    .select(['action', 'actor_user_id as by', 'detail'])
    .where('subject_kind', '=', 'deposit')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute();
  const amountMicros = '50000000';
  const [first, second] = [
    { refundId: expect.any(Number), amountMicros: '20000000' },
    { refundId: expect.any(Number), amountMicros: '30000000' },
  ];
  const invoiceNumber = `REC-${world.advertiser.accountId}-0001`;
  const [payer, operator] = [world.advertiser.id, world.operator.id];
  expect(rows.map(({ action, by, detail }) => [action, by, detail])).toEqual([
    ['deposit.request', payer, { amountMicros, gateway: 'stripe', reference }],
    ['deposit.pay', payer, { amountMicros, paying: { before: false, after: true } }],
    [
      'deposit.confirm',
      null,
      { amountMicros, status: { before: 'pending', after: 'confirmed' }, invoiceNumber },
    ],
    ['deposit.refund', operator, { ...first, reason: 'Too much' }],
    ['deposit.refund_complete', null, first],
    ['deposit.refund_return', null, { ...first, because: 'lost_or_stolen_card' }],
    ['deposit.refund', operator, { ...second, reason: 'Half of it' }],
    ['deposit.refund_complete', null, second],
    ['deposit.dispute', null, { ...first, uncoveredMicros: '5000000' }],
  ]);
});

describe('what has no answer is asked for ever more seldom', () => {
  it('a payment', async () => {
    const card = await world.saveCard('4242');
    const { id } = await world.request(80, { cardId: card.id });
    world.stripe.troubles.push({ call: /payment_intents/, how: 'fault', times: 1_000 });
    await world.pay(id);
    const next = async () => {
      const row = world.api.deps.db.selectFrom('deposit').select('next_check_at').where('id', '=', id);
      return (await row.executeTakeFirstOrThrow()).next_check_at;
    };
    expect(await world.pauses(next, async () => await reconcileDeposits(world.api.deps))).toEqual([
      5, 15, 30, 60,
    ]);
    // Whoever presses again asks at once, and puts nothing off.
    const before = await next();
    await world.pay(id);
    expect(await next()).toEqual(before);
    world.stripe.troubles.length = 0;
    await world.pay(id);
    expect([await world.balance(), await next()]).toEqual([80, null]);
    // However often it was pressed, it was begun once.
    expect(await logged(id)).toEqual([
      ['deposit.request', 'advertiser', {}],
      ['deposit.pay', 'advertiser', {}],
      ['deposit.confirm', 'system', {}],
    ]);
  });

  it('a refund', async () => {
    const { id } = await world.paid(50);
    await world.refund(id, 20);
    world.stripe.troubles.push({ call: /refunds|payment_intents/, how: 'fault', times: 1_000 });
    const send = async () => await sendRefunds(world.api.deps);
    expect(await send()).toBe(1);
    const next = async () => {
      const row = world.api.deps.db
        .selectFrom('deposit_refund')
        .select('next_attempt_at')
        .where('deposit_id', '=', id);
      return (await row.executeTakeFirstOrThrow()).next_attempt_at;
    };
    expect(await world.pauses(next, send)).toEqual([30, 60, 120, 300]);
    world.stripe.troubles.length = 0;
    world.later(3_600_000);
    expect(await send()).toBe(1);
    expect((await world.shown(id)).refunds).toMatchObject([{ status: 'completed' }]);
    expect(await send()).toBe(0);
    expect((await logged(id)).slice(3)).toEqual([
      ['deposit.refund', 'operator', {}],
      ['deposit.refund_complete', 'system', {}],
    ]);
  });
});

it('a refund that the gateway refuses after it came to be made is not given back', async () => {
  const { id, reference } = await world.paid(50);
  await world.refund(id, 20);
  const deps = world.depsWith(() => ({
    refund: async ({ refundId, paymentId }) => {
      world.stripe.returns.refund(paymentId, 2_000, { placard_refund: String(refundId) });
      await world.deliverAll(world.stripe.state.events.slice(-2));
      throw new GatewayRefusedError({ code: 'refused', text: 'The charge has been refunded.' });
    },
  }));
  expect(await sendRefunds(deps)).toBe(1);
  const [refund] = [...world.stripe.state.refunds.values()].slice(-1);
  expect(refund?.payment_intent).toBe(world.intentOf(reference).id);
  const kept = world.api.deps.db.selectFrom('deposit_refund').select(['status', 'gateway_id']);
  expect(await kept.where('deposit_id', '=', id).execute()).toEqual([
    { status: 'completed', gateway_id: refund?.id },
  ]);
  expect(await world.balance()).toBe(30);
});

describe('a deposit', () => {
  it('is asked for at the gateway while it waits there, and keeps the page that it was paid on', async () => {
    const asked = async (id: number, deps = world.api.deps) => {
      const before = world.stripe.calls.length;
      const { status } = await checkDeposit(deps, world.advertiser.actor, { id });
      return [status, world.stripe.calls.slice(before).length > 0];
    };
    const { id, page } = await world.openPage(50);
    expect(await asked(id)).toEqual(['pending', true]);
    expect(await asked(id, { ...world.api.deps, cards: null })).toEqual(['pending', false]);
    world.stripe.state.enterCard(page, '4242');
    expect(await asked(id)).toEqual(['confirmed', true]);
    expect(await asked(id)).toEqual(['confirmed', false]);
    const transfer = await world.post('/advertiser/deposits', { amount: 40, gateway: 'manual' });
    expect(await asked((transfer.data as DepositAnswer).id)).toEqual(['pending', false]);
    // Told of once more, when its page says no more about it.
    await world.deliverAll(world.stripe.state.events.slice(-3));
    const kept = world.api.deps.db.selectFrom('deposit').select('checkout_id').where('id', '=', id);
    expect(await kept.executeTakeFirstOrThrow()).toEqual({ checkout_id: page });
  });

  it.each([
    ["status = 'cancelled', next_check_at = null", 'cancelled'],
    ["gateway_id = 'pi_found'", 'pending'],
  ])(
    'that the gateway refuses, and of which meanwhile %s is known, stays as it is',
    async (change, status) => {
      const card = await world.saveCard('4242');
      const { id } = await world.request(40, { cardId: card.id });
      await world.api.pool.query(`update deposit set next_check_at = now() where id = ${id}`);
      const deps = world.depsWith(() => ({
        payWithCard: async () => {
          await world.api.pool.query(`update deposit set ${change} where id = ${id}`);
          throw new GatewayRefusedError({ code: 'refused', text: 'No such card.' });
        },
      }));
      expect(await syncDeposit(deps, id)).toEqual({ redirectUrl: null });
      const kept = world.api.deps.db.selectFrom('deposit').select(['status', 'failure_code']);
      expect(await kept.where('id', '=', id).executeTakeFirstOrThrow()).toEqual({
        status,
        failure_code: null,
      });
      await world.api.pool.query(
        `update deposit set status = 'cancelled', next_check_at = null where id = ${id}`,
      );
    },
  );
});

it('a card that was declined fails its deposit, with why, and no top-up that is none of its', async () => {
  await world.saveCard('4242');
  const body = { version: 0, enabled: true, threshold: 1, amount: 80 };
  await world.api.call('PUT', '/advertiser/auto-top-up', { token: world.advertiser.token, body });
  const declined = await world.saveCard('9995');
  const { deposit } = await world.payBy(declined.id, 80);
  expect((await logged(deposit.id)).at(-1)).toEqual([
    'deposit.fail',
    'system',
    { code: 'insufficient_funds' },
  ]);
  expect((await world.summary()).autoTopUp).toMatchObject({ enabled: true, stopped: null });
});

it('the operator is told what became of a deposit that is decided, by whomever', async () => {
  const { id } = await world.paid(50);
  const confirmed = await world.post(`/operator/deposits/${id}/confirm`, {}, world.operator);
  expect(confirmed.error?.message).toBe('The deposit is confirmed now, so it cannot be confirmed.');
});

describe('a refund', () => {
  it('that the gateway answers with a failure is back in the wallet at once, with why', async () => {
    const { id } = await world.paid(50);
    await world.refund(id, 20);
    const deps = world.depsWith((cards) => ({
      refund: async (input) => ({ ...(await cards.refund(input)), state: 'returned', failure: 'Closed.' }),
    }));
    expect(await sendRefunds(deps)).toBe(1);
    expect((await world.shown(id)).refunds).toMatchObject([{ status: 'returned', failure: 'Closed.' }]);
    expect(await world.balance()).toBe(50);
    expect((await world.mails()).at(-1)).toBe('USD 20.00 is back in your wallet');
    expect((await logged(id)).at(-1)).toEqual(['deposit.refund_return', 'system', { because: 'Closed.' }]);
  });

  it('is of whole cents of what the wallet holds, and of whole units of a currency without cents', async () => {
    const { db } = world.api.deps;
    const { id } = await world.paid(50);
    const entries = adjustmentEntries({
      account: walletOf(world.advertiser.accountId),
      amountMicros: -39_490_001n,
    });
    await db.transaction().execute(async (trx) => {
      await postTransaction(trx, { kind: 'adjustment', reference: `test:${id}`, entries });
    });
    expect((await world.shown(id)).refundable).toBe(10.5);
    const odd = await world.request(50.5);
    await db.updateTable('network_settings').set({ currency: 'JPY' }).execute();
    await expect(syncDeposit(world.api.deps, odd.id, { open: true })).rejects.toThrow(
      'cannot be paid in JPY',
    );
    expect((await world.shown(id)).refundable).toBe(10);
    const half = await world.refund(id, 5.5);
    expect([half.status, half.error?.issues?.[0]?.code]).toEqual([422, 'amount_whole_units']);
    await db.updateTable('network_settings').set({ currency: 'USD' }).execute();
    expect((await world.refund(id, 5.5)).status).toBe(200);
    expect(await world.balance()).toBe(5.009999);
  });
});

it('a deposit that the bank takes back after a part of it was refunded leaves nothing to refund', async () => {
  const { id, reference } = await world.paid(100);
  await world.refund(id, 30);
  await world.work();
  // Of all of it, though a part of it is back already.
  world.stripe.returns.openDispute(world.intentOf(reference).id).amount = 10_000;
  await world.deliverAll(world.stripe.state.events.slice(-1));
  expect(await world.shown(id)).toMatchObject({ refundable: 0, refunds: [{ amount: 30 }, { amount: 100 }] });
  const more = await world.refund(id, 0.01);
  expect(more.error?.issues?.[0]?.message).toBe('The amount is too large: USD 0.00 of this deposit are left');
});

it('a payment by a saved card that was never begun has failed, and is no page that somebody left', async () => {
  const card = await world.saveCard('4242');
  const { id } = await world.request(80, { cardId: card.id });
  world.later(3 * 3_600_000);
  await world.work();
  const listed = async (status: string) => {
    const path = `/operator/deposits?status=${status}&account=${world.advertiser.accountId}`;
    const { items } = (await world.get(path, world.operator)).data as { items: DepositAnswer[] };
    return items.map((item) => [item.id, item.state, item.failure?.code]);
  };
  expect(await listed('failed')).toEqual([[id, 'failed', 'not_begun']]);
  expect(await listed('abandoned')).toEqual([]);
});

describe('taking back a payment by a saved card', () => {
  it('whose answer was lost finds it first, and ends it', async () => {
    const card = await world.saveCard('3220');
    const { id, reference } = await world.request(80, { cardId: card.id });
    world.stripe.troubles.push({ call: /^POST \/v1\/payment_intents$/, how: 'lost_answer', times: 2 });
    await world.pay(id);
    world.stripe.troubles.length = 0;
    const cancelled = await world.post(`/advertiser/deposits/${id}/cancel`);
    expect([cancelled.status, cancelled.data]).toMatchObject([200, { status: 'cancelled' }]);
    expect(world.intentOf(reference).status).toBe('canceled');
  });

  it('whose answer was lost after it was paid credits it', async () => {
    const card = await world.saveCard('4242');
    const { id } = await world.request(80, { cardId: card.id });
    world.stripe.troubles.push({ call: /^POST \/v1\/payment_intents$/, how: 'lost_answer', times: 2 });
    await world.pay(id);
    world.stripe.troubles.length = 0;
    expect((await world.post(`/advertiser/deposits/${id}/cancel`)).status).toBe(409);
    expect([await world.statusOf(id), await world.balance()]).toEqual(['confirmed', 80]);
  });

  it('does not while it is under way: nobody knows yet how it ends', async () => {
    const card = await world.saveCard('3220');
    const { deposit } = await world.payBy(card.id, 80);
    const deps = world.depsWith((cards) => ({
      cancelPayment: async (id) => ({ ...(await cards.readPayment(id)), state: 'processing' }),
    }));
    await expect(cancelDeposit(deps, world.advertiser.actor, { id: deposit.id })).rejects.toMatchObject({
      code: 'conflict_status',
      message: 'The payment is under way. Look again in a moment.',
    });
    expect(await world.statusOf(deposit.id)).toBe('pending');
  });

  it('is for nothing but what waits at the gateway: a transfer is not paid there', async () => {
    const asked = await world.post('/advertiser/deposits', { amount: 40, gateway: 'manual' });
    const { id } = asked.data as { id: number };
    expect((await world.post(`/advertiser/deposits/${id}/pay`)).error?.code).toBe('conflict_status');
    // Nor is anything begun while nobody takes cards.
    const byCard = await world.request(80);
    const without = { ...world.api.deps, cards: null };
    const paying = payDeposit(without, world.advertiser.actor, { id: byCard.id });
    await expect(paying).rejects.toMatchObject({ code: 'card_payments_off' });
    expect((await logged(byCard.id)).map(([action]) => action)).toEqual(['deposit.request']);
    const calls = world.stripe.calls.length;
    expect((await world.post(`/advertiser/deposits/${id}/cancel`)).data).toMatchObject({
      status: 'cancelled',
    });
    expect(world.stripe.calls.length).toBe(calls);
  });
});

it('an advertiser sees the disputes that go on, and for 90 days those that are over, twenty at most', async () => {
  const { id, reference } = await world.paid(50);
  const day = 86_400_000;
  const kept = async (gatewayId: string, stage: DisputeStage, agoMs: number) => {
    const opened = new Date(world.api.now.getTime() - agoMs);
    const row = { gateway_id: gatewayId, deposit_id: id, amount_micros: 1_000_000n, reason: 'fraudulent' };
    await world.api.deps.db
      .insertInto('deposit_dispute')
      .values({ ...row, stage, due_at: null, opened_at: opened })
      .execute();
  };
  const open = ['inquiry', 'inquiry_review', 'answer_due', 'under_review'] as const;
  for (const [at, stage] of open.entries()) await kept(`dp_open${at}`, stage, (400 - at) * day);
  await kept('dp_over', 'lost', 90 * day);
  await kept('dp_lately', 'won', 90 * day - 1);
  const listed = async () => {
    const { disputes } = (await world.get('/advertiser/billing')).data as { disputes: Dispute[] };
    return disputes.map((dispute) => [dispute.reference, dispute.stage]);
  };
  expect(await listed()).toEqual(['won', ...open.toReversed()].map((stage) => [reference, stage]));
  for (let more = 10; more < 26; more += 1) await kept(`dp_${more}`, 'lost', 0);
  expect(await listed()).toHaveLength(20);
  const of = (await world.get(`/operator/deposits/${id}`, world.operator)).data as { disputes: object[] };
  expect(of.disputes).toHaveLength(20);
});

import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestUser } from '../../../http/testing/test-api.ts';
import { CardWorld, type DepositAnswer } from './testing/card-world.ts';

/** Nothing of what waits is due before that. */
const FAR = '2027-01-01T00:00:00Z';

let world: CardWorld;
let bystander: TestUser;
let before: Belongings;

beforeAll(async () => {
  world = await CardWorld.open();
  await world.newAdvertisers();
  bystander = world.advertiser;
  await owns();
  before = await belongings();
});
beforeEach(async () => await world.newAdvertisers());
afterEach(async () => expect(await belongings()).toEqual(before));
afterAll(async () => {
  expect(await world.drift()).toEqual({ sum: 0n, differing: 0 });
  await world.close();
});

const topUp = async (amount: number) => {
  const version = (await world.summary()).autoTopUp?.version ?? 0;
  const body = { version, enabled: true, threshold: 10, amount };
  await world.api.call('PUT', '/advertiser/auto-top-up', { token: world.advertiser.token, body });
};
const remove = async (cardId: number) => {
  const { token } = world.advertiser;
  return (await world.api.call('DELETE', `/advertiser/payment-methods/${cardId}`, { token })).status;
};
const lastEvents = async (count: number) =>
  await world.deliverAll(world.stripe.state.events.slice(world.stripe.state.events.length - count));
const paymentOf = ({ reference }: { reference: string }) => world.intentOf(reference).id;

async function lostPayment(cardId: number): Promise<number> {
  const { id } = await world.request(40, { cardId });
  world.stripe.troubles.push({ call: /^POST \/v1\/payment_intents$/, how: 'lost_request', times: 2 });
  await world.pay(id);
  world.stripe.troubles.length = 0;
  return id;
}

/** One of each, in each state, and each of them waits. */
async function owns(): Promise<void> {
  const first = await world.paid(300);
  await world.saveCard('4444');
  await topUp(60);
  world.stripe.returns.refund(paymentOf(first), 1_000);
  await lastEvents(2);
  await world.refund(first.id, 20);
  await world.work();
  await world.refund(first.id, 30);
  await remove((await world.saveCard('0341')).id);
  const disputed = await world.paid(50);
  world.stripe.returns.openDispute(paymentOf(disputed));
  await lastEvents(1);
  world.stripe.returns.openDispute(paymentOf(first), 'warning_needs_response');
  await lastEvents(1);
  const [card] = (await world.summary()).paymentMethods;
  await lostPayment(card?.id ?? 0);
  await world.request(25);
  await world.post('/advertiser/deposits', { amount: 35, gateway: 'manual' });
  const { page } = await world.openPage(45);
  world.stripe.state.enterCard(page, '4242');
  world.stripe.troubles.push({ call: /GET/, how: 'fault', times: 1 });
  await lastEvents(1);
  await world.api.pool.query(`
    update deposit set created_at = '${FAR}' where status = 'pending' and next_check_at is null;
    update deposit set next_check_at = '${FAR}' where next_check_at is not null;
    update deposit_refund set next_attempt_at = '${FAR}' where next_attempt_at is not null;
    update payment_method set next_detach_at = '${FAR}' where removed_at is not null and detached_at is null;
    update gateway_event set next_attempt_at = '${FAR}' where processed_at is null`);
}

type Belongings = Partial<Record<string, readonly object[]>>;

/** All that the bystander has, and the event that waits. */
async function belongings(): Promise<Belongings> {
  const { rows } = await world.api.pool.query<{ what: string; row: object }>(
    `with own as (select * from deposit where advertiser_id = $1)
     select 'deposit' as what, to_jsonb(d) as row, d.id::text as id from own d
     union all select 'refund', to_jsonb(r), r.id::text from deposit_refund r join own on own.id = r.deposit_id
     union all select 'dispute', to_jsonb(r), r.gateway_id from deposit_dispute r join own on own.id = r.deposit_id
     union all select 'card', to_jsonb(c), c.id::text from payment_method c where advertiser_id = $1
     union all select 'top-up', to_jsonb(t), '' from auto_top_up t where advertiser_id = $1
     union all select 'customer', to_jsonb(c), '' from gateway_customer c where account_id = $1
     union all select 'document', to_jsonb(i), i.number::text from invoice i where advertiser_id = $1
     union all select 'event', to_jsonb(e), e.id from gateway_event e where processed_at is null and next_attempt_at = $2
     order by what, id`,
    [bystander.accountId, FAR],
  );
  return Object.groupBy(rows, ({ what }) => what);
}

it('somebody has one of each of them', () => {
  const counts = Object.entries(before).map(([what, rows]) => [what, rows?.length]);
  expect(Object.fromEntries(counts)).toEqual({
    ...{ card: 4, customer: 1, deposit: 6, dispute: 2, document: 5, event: 1, refund: 4, 'top-up': 1 },
  });
});

it('payments of others change nothing of anybody’s: paid, declined, given up, taken back, too little', async () => {
  expect((await world.paid(80)).status).toBe('confirmed');
  const declined = await world.payBy((await world.saveCard('9995')).id, 80);
  expect(declined.deposit.status).toBe('failed');
  const left = await world.openPage(30);
  world.stripe.state.expireSession(left.page);
  await lastEvents(1);
  expect(await world.statusOf(left.id)).toBe('failed');
  const back = await world.openPage(31);
  expect((await world.post(`/advertiser/deposits/${back.id}/cancel`)).status).toBe(200);
  const [card] = (await world.summary()).paymentMethods;
  const lost = await lostPayment(card?.id ?? 0);
  world.later(6_000);
  await world.work();
  expect(await world.statusOf(lost)).toBe('confirmed');
  const odd = await world.openPage(32);
  const { db } = world.api.deps;
  await db.updateTable('deposit').set({ amount_micros: 31_000_000n }).where('id', '=', odd.id).execute();
  world.stripe.state.enterCard(odd.page, '4242');
  await lastEvents(1);
  const { next_check_at: next } = await db
    .selectFrom('deposit')
    .select('next_check_at')
    .where('id', '=', odd.id)
    .executeTakeFirstOrThrow();
  expect([next, await world.statusOf(odd.id)]).toEqual([null, 'pending']);
});

it('nor do refunds and disputes: sent, refused, come back, made at the gateway, won', async () => {
  const paid = await world.paid(100);
  await world.refund(paid.id, 10);
  await world.work();
  world.stripe.returns.failRefund([...world.stripe.state.refunds.values()].at(-1)?.id ?? '');
  await lastEvents(1);
  world.stripe.returns.refund(paymentOf(paid), 500);
  await lastEvents(2);
  await world.refund(paid.id, 20);
  const asked = world.stripe.returns.openDispute(paymentOf(paid), 'warning_needs_response');
  await world.work();
  world.stripe.returns.closeDispute(asked.id, 'lost');
  const states = (await world.shown(paid.id)).refunds.map(({ amount, status }) => [amount, status]);
  expect(states.toSorted()).toEqual([
    [10, 'returned'],
    [20, 'returned'],
    [5, 'completed'],
  ]);
  const disputed = await world.paid(50);
  const dispute = world.stripe.returns.openDispute(paymentOf(disputed));
  await lastEvents(1);
  expect((await world.shown(disputed.id)).refunds).toMatchObject([{ amount: 50, status: 'completed' }]);
  world.stripe.returns.closeDispute(dispute.id, 'won');
  await lastEvents(1);
  expect((await world.shown(disputed.id)).refunds).toMatchObject([{ amount: 50, status: 'returned' }]);
});

it('nor do cards and top-ups: chosen, replaced, expired, forgotten, switched on, stopped', async () => {
  const [first, second] = [await world.saveCard('4242'), await world.saveCard('9995')];
  await topUp(70);
  expect((await world.post(`/advertiser/payment-methods/${second.id}/default`)).status).toBe(200);
  await world.work();
  world.later(6_000);
  await world.work();
  expect((await world.summary()).autoTopUp).toMatchObject({
    enabled: false,
    stopped: { because: 'declined' },
  });
  await topUp(70);
  const again = await world.saveCard('4242');
  expect(again.id).not.toBe(first.id);
  expect(await remove(second.id)).toBe(200);
  expect((await world.summary()).autoTopUp).toMatchObject({
    enabled: false,
    stopped: { because: 'no_card' },
  });
  await world.work();
  const { db } = world.api.deps;
  const { detached_at: detached } = await db
    .selectFrom('payment_method')
    .select('detached_at')
    .where('id', '=', second.id)
    .executeTakeFirstOrThrow();
  expect(detached).toEqual(world.api.now);
});

it('nor does what operators decide about transfers of others, nor a number of theirs that nobody has', async () => {
  const ask = async () =>
    (await world.post('/advertiser/deposits', { amount: 40, gateway: 'manual' })).data as DepositAnswer;
  const decide = async (id: number, what: string) =>
    (await world.post(`/operator/deposits/${id}/${what}`, {}, world.operator)).status;
  const [came, never] = [await ask(), await ask()];
  expect([await decide(came.id, 'confirm'), await decide(never.id, 'fail')]).toEqual([200, 200]);
  expect([await world.statusOf(came.id), await world.statusOf(never.id)]).toEqual(['confirmed', 'failed']);
  expect(await decide(2_000_000_000, 'confirm')).toBe(404);
});

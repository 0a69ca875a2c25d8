import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { forgetRemovedCards } from '../cards/forget-cards.ts';
import { workOnCards } from './card-loop.ts';
import { workOnEvents } from './gateway-events.ts';
import { reconcileDeposits } from './reconcile-deposits.ts';
import { sendRefunds } from './send-refunds.ts';
import { CardWorld } from './testing/card-world.ts';

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

/** While the database takes no such change of a row. */
async function refusing<Result>(table: string, when: string, work: () => Promise<Result>): Promise<Result> {
  const { pool } = world.api;
  await pool.query(`
    create function refused() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
    create trigger refused before update on ${table} for each row when (${when}) execute function refused()`);
  try {
    return await work();
  } finally {
    await pool.query('drop function refused cascade');
  }
}

it('one deposit that makes trouble holds up none of the others', async () => {
  const card = await world.saveCard('4242');
  const [first, second] = [
    await world.request(80, { cardId: card.id }),
    await world.request(90, { cardId: card.id }),
  ];
  for (const { id } of [first, second]) {
    world.stripe.troubles.push({ call: /^POST \/v1\/payment_intents$/, how: 'lost_request', times: 2 });
    await world.pay(id);
  }
  world.stripe.troubles.length = 0;
  world.later(6_000);
  const deps = world.depsWith((cards) => ({
    payWithCard: async (payment) => {
      if (payment.reference === first.reference) throw new Error('nobody expected this');
      return await cards.payWithCard(payment);
    },
  }));
  expect(await reconcileDeposits(deps)).toBe(2);
  expect([await world.statusOf(first.id), await world.statusOf(second.id)]).toEqual(['pending', 'confirmed']);
});

it('twenty deposits that make trouble hold up none that come after them, begun or not', async () => {
  const never: number[] = [];
  // An account has twenty of them at most.
  for (const user of [world.advertiser, world.stranger]) {
    for (let at = 0; at < 11; at += 1) {
      const asked = await world.post('/advertiser/deposits', { amount: 50, gateway: 'stripe' }, user);
      never.push((asked.data as { id: number }).id);
    }
  }
  world.later(2 * 3_600_000 + 1);
  const begun = await world.request(70, { cardId: (await world.saveCard('4242')).id });
  world.stripe.troubles.push({ call: /^POST \/v1\/payment_intents$/, how: 'lost_request', times: 2 });
  await world.pay(begun.id);
  world.stripe.troubles.length = 0;
  world.later(6_000);
  const last = never.at(-1) ?? 0;
  // Nothing can be said of the first twenty, whoever looks.
  const odd = never[19] ?? 0;
  await refusing('deposit', `new.status <> old.status and new.id <= ${odd}`, async () => {
    expect(await reconcileDeposits(world.api.deps)).toBe(20);
    expect(await world.statusOf(begun.id)).toBe('confirmed');
    expect(await reconcileDeposits(world.api.deps)).toBe(20);
    expect([await world.statusOf(last), await world.statusOf(odd)]).toEqual(['failed', 'pending']);
  });
  await world.work();
});

it('twenty cards that the gateway cannot forget keep no other from being forgotten', async () => {
  const [odd, last] = [await world.saveCard('4242'), await world.saveCard('4444')];
  const { db } = world.api.deps;
  const row = await db
    .selectFrom('payment_method')
    .selectAll()
    .where('id', '=', odd.id)
    .executeTakeFirstOrThrow();
  const { id: _, is_default, ...card } = row;
  const removed = (gatewayId: string) => ({
    ...card,
    gateway_id: gatewayId,
    is_default: false,
    removed_at: world.api.now,
  });
  const oddIds = Array.from({ length: 20 }, (_entry, at) => `pm_odd_${at}_${odd.id}`);
  await db
    .insertInto('payment_method')
    .values(oddIds.map((id) => removed(id)))
    .execute();
  world.later(1);
  const path = `/advertiser/payment-methods/${last.id}`;
  await world.api.call('DELETE', path, { token: world.advertiser.token });
  const forgotten: string[] = [];
  const deps = world.depsWith(() => ({
    forgetCard: async (id) => {
      if (oddIds.includes(id)) throw new Error('nobody expected this');
      forgotten.push(id);
    },
  }));
  expect(await forgetRemovedCards(deps)).toBe(20);
  expect(await forgetRemovedCards(deps)).toBe(1);
  expect(forgotten).toHaveLength(1);
  expect(await forgetRemovedCards(deps)).toBe(0);
  const next = async () => {
    const rows = db
      .selectFrom('payment_method')
      .select('next_detach_at')
      .where('gateway_id', '=', oddIds[0] ?? '');
    return (await rows.executeTakeFirstOrThrow()).next_detach_at;
  };
  expect(await world.pauses(next, async () => await forgetRemovedCards(deps))).toEqual([5, 15, 30, 60]);
  await db
    .updateTable('payment_method')
    .set({ detached_at: world.api.now })
    .where('gateway_id', 'in', oddIds)
    .execute();
});

it('one step of card payments that fails keeps none of the others from their turn', async () => {
  const { id } = await world.paid(50);
  await world.refund(id, 20);
  const card = await world.saveCard('4444');
  const path = `/advertiser/payment-methods/${card.id}`;
  await world.api.call('DELETE', path, { token: world.advertiser.token });
  const { deps } = world.api;
  const failed = await refusing(
    'deposit_refund',
    'true',
    async () => await workOnCards(deps).catch((error: unknown) => error),
  );
  expect(failed).toBeInstanceOf(AggregateError);
  const { detached_at: detached } = await deps.db
    .selectFrom('payment_method')
    .select('detached_at')
    .where('id', '=', card.id)
    .executeTakeFirstOrThrow();
  expect(detached).toEqual(world.api.now);
  await world.work();
});

it('one refund that makes trouble holds up none of the others', async () => {
  const [first, second] = [await world.paid(50), await world.paid(60)];
  await world.refund(first.id, 20);
  world.later(1);
  await world.refund(second.id, 20);
  const deps = world.depsWith((cards) => ({
    readPayment: async (paymentId) => {
      if (paymentId === world.intentOf(first.reference).id) throw new Error('nobody expected this');
      return await cards.readPayment(paymentId);
    },
  }));
  expect(await sendRefunds(deps)).toBe(2);
  const refundsOf = async (id: number) => (await world.shown(id)).refunds.map(({ status }) => status);
  expect([await refundsOf(first.id), await refundsOf(second.id)]).toEqual([['pending'], ['completed']]);
});

it('what was tried for years holds up none of the others: refunds, events', async () => {
  const { deps, pool } = world.api;
  const [first, second] = [await world.paid(50), await world.paid(60)];
  for (const { id } of [first, second]) await world.refund(id, 20);
  await pool.query('update deposit_refund set attempts = 32767 where deposit_id = $1', [first.id]);
  await pool.query(
    `insert into gateway_event (gateway, id, type, subject, received_at, next_attempt_at, attempts)
     values ('stripe', 'evt_years', 'payout.paid', 'null', $1, $1, 32767)`,
    [world.api.now],
  );
  expect([await sendRefunds(deps), await workOnEvents(deps)]).toEqual([2, 1]);
  expect((await world.shown(second.id)).refunds).toMatchObject([{ status: 'completed' }]);
});

it('twenty of them are worked on at once, those that wait longest first: events, refunds', async () => {
  const { deps, pool } = world.api;
  const events = `insert into gateway_event (gateway, id, type, subject, received_at, next_attempt_at)
    select 'stripe', 'evt_many_' || at, 'payout.paid', 'null', $1, $1::timestamptz - at * interval '1 second'
      from generate_series(0, 20) at`;
  await pool.query(events, [world.api.now]);
  const last = async () => {
    const { rows } = await pool.query(
      `select id from gateway_event where id like 'evt_many_%' and processed_at is null`,
    );
    return rows;
  };
  expect([await workOnEvents(deps), await last()]).toEqual([20, [{ id: 'evt_many_0' }]]);
  expect([await workOnEvents(deps), await last()]).toEqual([1, []]);
  const { id } = await world.paid(50);
  for (let cents = 100; cents <= 120; cents += 1) {
    world.later(1);
    await world.refund(id, cents / 100);
  }
  const waiting = async () => (await world.shown(id)).refunds.filter(({ status }) => status === 'pending');
  expect([await sendRefunds(deps), await waiting()]).toMatchObject([20, [{ amount: 1.2 }]]);
  expect([await sendRefunds(deps), await waiting()]).toEqual([1, []]);
});

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { CardWorld } from '../card-payments/testing/card-world.ts';
import { saveTopUp } from './save-top-up.ts';
import { stopTopUp } from './stop-top-up.ts';
import { requestTopUps } from './top-up-due.ts';

const DAY_MS = 86_400_000;

let world: CardWorld;

beforeAll(async () => {
  world = await CardWorld.open();
});
beforeEach(async () => {
  // Accounts of earlier tests are not looked at any more.
  await world.api.deps.db.updateTable('auto_top_up').set({ enabled: false }).execute();
  await world.newAdvertisers();
});
afterAll(async () => {
  expect(await world.drift()).toEqual({ sum: 0n, differing: 0 });
  await world.close();
});

const save = async (enabled: boolean, threshold: number, amount: number) =>
  await world.api.call('PUT', '/advertiser/auto-top-up', {
    token: world.advertiser.token,
    body: { enabled, threshold, amount, version: (await world.summary()).autoTopUp?.version ?? 0 },
  });

async function tries(): Promise<{ status: string; automatic: boolean }[]> {
  return await world.api.deps.db
    .selectFrom('deposit')
    .select(['status', 'automatic'])
    .where('advertiser_id', '=', world.advertiser.accountId)
    .where('automatic', '=', true)
    .orderBy('id')
    .execute();
}

it('adds funds by the default card when the balance is below, and not when it is not', async () => {
  await world.saveCard('4242');
  expect((await save(true, 50, 80)).data).toEqual({
    enabled: true,
    threshold: 50,
    amount: 80,
    stopped: null,
    version: 1,
  });
  await Promise.all([world.work(), world.work(), world.work()]);
  expect(await world.balance()).toBe(80);
  await world.work();
  expect(await world.balance()).toBe(80);
  expect(await tries()).toEqual([{ status: 'confirmed', automatic: true }]);
  expect(await world.mails()).toEqual(['Your deposit of USD 80.00 has arrived']);
});

it('of two accounts that are due at once each by its own card, and by what its owner set', async () => {
  const { advertiser, stranger } = world;
  for (const [user, amount] of [
    [stranger, 70],
    [advertiser, 80],
  ] as const) {
    await world.saveCard('4242', user);
    const body = { version: 0, enabled: true, threshold: 50, amount };
    await world.api.call('PUT', '/advertiser/auto-top-up', { token: user.token, body });
  }
  // A transfer that waits holds nothing up.
  await world.post('/advertiser/deposits', { amount: 40, gateway: 'manual' });
  await world.work();
  expect([await world.balance(), (await world.summary(stranger)).balance]).toEqual([80, 70]);
});

it('is due below the threshold and not at it, with what is written down of it', async () => {
  const card = await world.saveCard('4242');
  const asked = await world.post('/advertiser/deposits', { amount: 50, gateway: 'manual' });
  const { id } = asked.data as { id: number };
  await world.post(`/operator/deposits/${id}/confirm`, {}, world.operator);
  await save(true, 50, 80);
  await world.work();
  expect(await tries()).toEqual([]);
  await save(true, 50.01, 80);
  expect(await requestTopUps(world.api.deps)).toHaveLength(1);
  const deposit = await world.api.deps.db
    .selectFrom('deposit')
    .selectAll()
    .where('advertiser_id', '=', world.advertiser.accountId)
    .where('automatic', '=', true)
    .executeTakeFirstOrThrow();
  expect(deposit).toMatchObject({
    ...{ gateway: 'stripe', amount_micros: 80_000_000n, payment_method_id: card.id, save_card: false },
    ...{ next_check_at: world.api.now, created_at: world.api.now, status: 'pending' },
  });
  const { rows } = await world.api.pool.query(
    `select actor_kind, actor_user_id, detail from audit_log where action = 'deposit.top_up' and subject_id = ${deposit.id}`,
  );
  const detail = { amountMicros: '80000000', reference: deposit.reference };
  expect(rows).toEqual([{ actor_kind: 'system', actor_user_id: null, detail }]);
  await world.work();
  expect(await world.balance()).toBe(130);
  // What was said of it is written down by what changed.
  const saved = await world.api.pool.query(
    `select detail from audit_log where action = 'auto_top_up.save' and subject_id = ${world.advertiser.accountId} order by id`,
  );
  expect(saved.rows.map((row) => row.detail)).toEqual([
    { enabled: true, threshold: 50, amount: 80, stopped: null },
    { threshold: { before: 50, after: 50.01 } },
  ]);
});

it('ends where the default card is none that the gateway keeps', async () => {
  await world.saveCard('4242');
  await save(true, 50, 80);
  const { accountId } = world.advertiser;
  await world.api.pool.query(
    `update payment_method set is_default = false where advertiser_id = ${accountId}`,
  );
  await world.api.pool.query(
    `insert into payment_method (advertiser_id, gateway, gateway_id, brand, last4, expires_month, expires_year, is_default)
     values (${accountId}, 'test_card', 'test_${accountId}', 'visa', '0000', 1, 2030, true)`,
  );
  await world.work();
  expect([await tries(), (await world.summary()).autoTopUp]).toMatchObject([
    [],
    { enabled: false, stopped: { because: 'no_card', at: world.api.now.toISOString() } },
  ]);
});

it('ends where the default card is one that was removed', async () => {
  await world.saveCard('4242');
  await save(true, 50, 80);
  const { accountId } = world.advertiser;
  await world.api.pool.query(
    `update payment_method set removed_at = now(), is_default = true where advertiser_id = ${accountId}`,
  );
  await world.work();
  expect([await tries(), (await world.summary()).autoTopUp]).toMatchObject([
    [],
    { enabled: false, stopped: { because: 'no_card' } },
  ]);
});

it('tries at most five times in a day of the account’s calendar', async () => {
  await world.saveCard('4242');
  await save(true, 1_000, 10);
  for (let pass = 0; pass < 8; pass += 1) await world.work();
  expect(await world.balance()).toBe(50);
  world.later(DAY_MS);
  await world.work();
  expect(await world.balance()).toBe(60);
});

it.each(['AET', 'Mars/Olympus'])(
  'goes on for an account with the zone %s, which PostgreSQL does not know',
  async (zone) => {
    await world.saveCard('4242');
    await save(true, 1_000, 10);
    await world.api.deps.db
      .updateTable('account')
      .set({ time_zone: zone })
      .where('id', '=', world.advertiser.accountId)
      .execute();
    for (let pass = 0; pass < 2; pass += 1) await world.work();
    expect(await world.balance()).toBe(20);
  },
);

it('keeps nobody waiting for accounts that have tried as often as they may, however many', async () => {
  const { pool } = world.api;
  await pool.query(
    `with spent as (insert into account (status) select 'active' from generate_series(1, 50) returning id)
     , settings as (
       insert into auto_top_up (advertiser_id, enabled, threshold_micros, amount_micros)
       select id, true, 50000000, 10000000 from spent)
     insert into deposit (advertiser_id, gateway, amount_micros, reference, automatic, status, created_at, decided_at)
     select id, 'stripe', 10000000, 'PL-SPENT-' || id || '-' || try, true, 'failed', $1, $1
       from spent, generate_series(1, 5) try`,
    [world.api.now],
  );
  await world.newAdvertisers();
  await world.saveCard('4242');
  await save(true, 50, 80);
  await world.work();
  expect(await world.balance()).toBe(80);
});

it('keeps nobody waiting for accounts that hold enough, whatever they hold elsewhere', async () => {
  const { pool } = world.api;
  await pool.query(
    `with rich as (insert into account (status) select 'active' from generate_series(1, 50) returning id)
     , settings as (
       insert into auto_top_up (advertiser_id, enabled, threshold_micros, amount_micros)
       select id, true, 50000000, 10000000 from rich)
     insert into ledger_account (kind, owner_id, balance_micros)
     select kind, id, case kind when 'advertiser_wallet' then 50000000 else 0 end
       from rich, unnest(array['publisher_available', 'advertiser_wallet', 'publisher_pending']) kind`,
  );
  await world.newAdvertisers();
  await world.saveCard('4242');
  await save(true, 50, 80);
  await world.work();
  expect(await world.balance()).toBe(80);
  const empty = 'not exists (select from ledger_entry e where e.account_id = a.id) and owner_id is not null';
  await pool.query(`delete from ledger_account a where ${empty}`);
});

it.each([
  ['UTC', '2026-03-11T00:00:00Z'],
  // It is another day than for the accounts beside it.
  ['Pacific/Auckland', '2026-03-11T11:00:00Z'],
])('counts from the first moment of the account’s own day (%s)', async (zone, begins) => {
  await world.saveCard('4242');
  await save(true, 1_000, 10);
  await world.api.deps.db
    .updateTable('account')
    .set({ time_zone: zone })
    .where('id', '=', world.advertiser.accountId)
    .execute();
  const midnight = new Date(begins);
  for (const moment of [midnight.getTime() - 1, midnight.getTime()]) {
    world.api.now = new Date(moment);
    await world.work();
  }
  world.later(1);
  for (let pass = 0; pass < 8; pass += 1) await world.work();
  // One on the day before; the one at midnight is the first of five.
  expect(await world.balance()).toBe(60);
});

it.each([
  ['9995', 'declined'],
  ['3220', 'authentication_required'],
] as const)('is switched off with a mail after card %s: %s', async (last4, because) => {
  await world.saveCard(last4);
  await save(true, 50, 80);
  for (let pass = 0; pass < 3; pass += 1) await world.work();
  expect(await tries()).toEqual([{ status: 'failed', automatic: true }]);
  expect((await world.summary()).autoTopUp).toMatchObject({ enabled: false, stopped: { because } });
  expect(await world.mails()).toEqual(['Automatic top-up at Placard was switched off']);
  // Its owner switches it on again.
  expect((await save(true, 50, 80)).data).toMatchObject({ enabled: true, stopped: null });
  const settings = world.api.deps.db.selectFrom('auto_top_up').select(['version', 'stopped_at']);
  const own = settings.where('advertiser_id', '=', world.advertiser.accountId);
  // Each of the three is another version.
  expect(await own.execute()).toEqual([{ version: 3, stopped_at: null }]);
  const logged = await world.api.deps.db
    .selectFrom('audit_log')
    .select(['action', 'actor_kind', 'detail'])
    .where('subject_kind', '=', 'auto_top_up')
    .where('subject_id', '=', world.advertiser.accountId)
    .orderBy('id')
    .execute();
  expect(logged).toMatchObject([
    { action: 'auto_top_up.save', actor_kind: 'advertiser', detail: { enabled: true, amount: 80 } },
    { action: 'auto_top_up.stop', actor_kind: 'system', detail: { because } },
    { action: 'auto_top_up.save', detail: { enabled: { before: false, after: true } } },
  ]);
  const { items } = (await world.get('/notices')).data as { items: object[] };
  expect(items).toMatchObject([{ kind: 'top_up.stop', data: { because } }]);
});

it('goes on with the one that is under way while the gateway is away, and begins no other', async () => {
  await world.saveCard('4242');
  await save(true, 50, 80);
  world.stripe.troubles.push({ call: /POST .*payment_intents$/, how: 'lost_answer', times: 2 });
  await world.work();
  await world.work();
  expect(await tries()).toEqual([{ status: 'pending', automatic: true }]);
  world.later(60_000);
  await world.work();
  expect(await tries()).toEqual([{ status: 'confirmed', automatic: true }]);
  expect(await world.balance()).toBe(80);
});

it('goes on after one that the gateway never heard of', async () => {
  await world.saveCard('4242');
  await save(true, 50, 80);
  world.stripe.troubles.push({ call: /^POST \/v1\/payment_intents$/, how: 'lost_request', times: 2 });
  await world.work();
  world.later(DAY_MS);
  await world.work();
  expect(await tries()).toEqual([{ status: 'failed', automatic: true }]);
  expect((await world.summary()).autoTopUp).toMatchObject({ enabled: true, stopped: null });
  await world.work();
  expect((await tries()).map(({ status }) => status)).toEqual(['failed', 'confirmed']);
});

it('ends with its card, with a refund, and rests while the account is suspended', async () => {
  const card = await world.saveCard('4242');
  await save(true, 50, 80);
  await world.api.deps.db
    .updateTable('account')
    .set({ status: 'suspended' })
    .where('id', '=', world.advertiser.accountId)
    .execute();
  await world.work();
  expect(await tries()).toEqual([]);
  await world.api.deps.db
    .updateTable('account')
    .set({ status: 'active' })
    .where('id', '=', world.advertiser.accountId)
    .execute();
  await world.work();
  const [deposit] = await world.api.deps.db
    .selectFrom('deposit')
    .select('id')
    .where('advertiser_id', '=', world.advertiser.accountId)
    .execute();
  await world.refund(deposit?.id ?? 0, 60);
  for (let pass = 0; pass < 2; pass += 1) await world.work();
  expect(await world.balance()).toBe(20);
  expect((await world.summary()).autoTopUp?.stopped?.because).toBe('refunded');
  await save(true, 10, 80);
  await world.api.call('DELETE', `/advertiser/payment-methods/${card.id}`, { token: world.advertiser.token });
  expect((await world.summary()).autoTopUp?.stopped?.because).toBe('no_card');
});

it('is not set by who has not seen what was set, or ended, meanwhile', async () => {
  await world.saveCard('4242');
  const set = async (version: number, amount: number) =>
    await world.api.call('PUT', '/advertiser/auto-top-up', {
      token: world.advertiser.token,
      body: { enabled: true, threshold: 50, amount, version },
    });
  expect((await set(1, 80)).error?.code).toBe('conflict_version');
  expect((await set(0, 80)).data).toMatchObject({ amount: 80, version: 1 });
  expect((await set(0, 90)).error?.code).toBe('conflict_version');
  expect((await set(1, 90)).data).toMatchObject({ amount: 90, version: 2 });
  await world.api.deps.db.transaction().execute(async (trx) => {
    const { accountId: advertiserId } = world.advertiser;
    await stopTopUp(trx, { advertiserId, because: 'declined', now: world.api.now });
  });
  expect((await set(2, 90)).error?.code).toBe('conflict_version');
});

it('needs a default card, and an amount that the network takes', async () => {
  const without = await save(true, 50, 80);
  expect([without.status, without.error?.code]).toEqual([409, 'conflict_status']);
  // Switched off it may be prepared.
  expect((await save(false, 50, 80)).status).toBe(200);
  const { id } = await world.saveCard('4242');
  await world.api.pool.query(`update payment_method set removed_at = now() where id = ${id}`);
  expect((await save(true, 50, 80)).error?.code).toBe('conflict_status');
  await world.saveCard('4444');
  const issues = async (threshold: number, amount: number) =>
    (await save(true, threshold, amount)).error?.issues?.map((issue) => `${issue.path} ${issue.message}`);
  expect(await issues(50, 9.99)).toEqual(['amount The amount is too small: at least USD 10.00']);
  expect(await issues(0, 80)).toEqual(['threshold The amount is too small']);
  expect(await issues(50, 10.005)).toEqual(['amount Enter an amount in whole cents']);
  // Nor what comes by another way than the API.
  const direct = saveTopUp(world.api.deps, world.advertiser.actor, {
    ...{ enabled: true, threshold: 0, amount: 10.005, version: 1 },
  });
  await expect(direct).rejects.toMatchObject({
    issues: [
      { path: 'threshold', code: 'amount_too_small' },
      { path: 'amount', code: 'amount_whole_cents' },
    ],
  });
  await world.api.deps.db.updateTable('network_settings').set({ currency: 'JPY' }).execute();
  expect(await issues(50, 10.5)).toHaveLength(1);
  expect((await save(true, 50, 10)).status).toBe(200);
  await world.api.deps.db.updateTable('network_settings').set({ currency: 'USD' }).execute();
  expect((await world.summary(world.stranger)).autoTopUp).toBeNull();
});

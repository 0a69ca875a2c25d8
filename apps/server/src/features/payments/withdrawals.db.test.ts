import { MOST_WAITING_PAYOUTS } from '@placard/domain/payout/rules';
import { PAYOUT_OPERATOR_ACTIONS, PAYOUT_STATUSES, PAYOUT_TRANSITIONS } from '@placard/domain/payout/status';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { whileHeld } from '../../http/testing/while-held.ts';
import { requestAutoWithdrawals } from './auto-withdrawals.ts';
import { BANK, codesOf, idOf, newKey, PAYMENT, PAYPAL, PaymentWorld } from './testing/payment-world.ts';

let world: PaymentWorld;
beforeAll(async () => {
  world = await PaymentWorld.open();
});
beforeEach(async () => {
  await world.newPublishers();
});
afterAll(async () => {
  await world.api.close();
});

describe('a withdrawal', () => {
  it('sets the amount aside, is worked on, paid, and leaves the network', async () => {
    await world.earn(120.123456);
    const profile = idOf(await world.create());
    expect(await world.summary()).toMatchObject({
      available: 120.123456,
      withdrawable: 120.12,
      inFlight: 0,
      minPayout: 50,
      nextPaymentDate: '2026-04-01',
    });
    const asked = await world.withdraw(120.12, profile);
    const id = idOf(asked);
    expect(asked.data).toEqual({
      id,
      ...{ withholdingPercent: 0, withheld: 0, net: 120.12 },
      paymentId: `PO-${id}`,
      amount: 120.12,
      currency: 'USD',
      method: 'bank_transfer',
      destination: 'First Bank •••• 3000',
      status: 'pending',
      automatic: false,
      cancelled: false,
      requestedAt: world.api.now.toISOString(),
      completedAt: null,
      reason: null,
    });
    expect(await world.balances()).toEqual([0.003456, 120.12]);
    const paidBefore = await world.paidOut();
    expect((await world.act(id, 'process')).data).toMatchObject({
      status: 'processing',
      profileName: 'Main',
      publisher: { id: world.publisher.accountId, name: 'Ada Byron', email: world.publisher.email },
    });
    expect((await world.act(id, 'complete')).data).toMatchObject({
      status: 'completed',
      completedAt: world.api.now.toISOString(),
    });
    expect(await world.balances()).toEqual([0.003456, 0]);
    expect((await world.paidOut()) - paidBefore).toBe(120_120_000n);
    expect(await world.ledgerSum()).toBe(0n);
    const mails = await world.api.deps.db
      .selectFrom('mail_outbox')
      .select('subject')
      .where('to_email', '=', world.publisher.email)
      .orderBy('id')
      .execute();
    expect(mails.map((mail) => mail.subject)).toEqual([
      'A payment profile at Placard was changed',
      'Your withdrawal of USD 120.12 was requested',
      'Your withdrawal of USD 120.12 is being processed',
      'Your withdrawal of USD 120.12 was paid',
    ]);
    const notices = await world.api.deps.db
      .selectFrom('notification')
      .select(['kind', 'detail'])
      .where('user_id', '=', world.publisher.id)
      .orderBy('id')
      .execute();
    const about = { amount: 120.12, currency: 'USD', paymentId: `PO-${id}` };
    expect(notices).toEqual([
      { kind: 'payout.process', detail: about },
      { kind: 'payout.complete', detail: about },
    ]);
  });

  it.each(['reject', 'fail'])('gives the money back on %s, with a reason', async (action) => {
    await world.earn(60);
    const id = idOf(await world.withdraw(60, idOf(await world.create(PAYPAL))));
    if (action === 'fail') await world.act(id, 'process');
    expect(codesOf(await world.act(id, action))).toEqual(['reason reason_required']);
    expect(codesOf(await world.act(id, action, '  '))).toEqual(['reason reason_required']);
    const done = await world.act(id, action, 'The account does not exist');
    expect(done.data).toMatchObject({
      status: action === 'fail' ? 'failed' : 'rejected',
      reason: 'The account does not exist',
      completedAt: null,
    });
    expect(await world.balances()).toEqual([60, 0]);
    expect(await world.ledgerSum()).toBe(0n);
    const mail = await world.api.deps.db
      .selectFrom('mail_outbox')
      .select('body_text')
      .where('to_email', '=', world.publisher.email)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(mail.body_text).toContain('The account does not exist');
  });

  it('of a currency without cents is of whole units: no bank moves a part of one', async () => {
    const settings = world.api.deps.db.updateTable('network_settings');
    const profile = idOf(await world.create());
    await world.earn(120.5);
    await settings.set({ currency: 'JPY' }).execute();
    expect(await world.summary()).toMatchObject({ available: 120.5, withdrawable: 120 });
    expect(codesOf(await world.withdraw(60.5, profile))).toEqual(['amount amount_whole_units']);
    await settings.set({ currency: 'USD' }).execute();
  });

  it('of the whole balance is accepted once when a hundred ask for it', async () => {
    await world.earn(100);
    const profile = idOf(await world.create());
    /** On a machine that is busy who waits longest is told to come again, and does. */
    const ask = async () => {
      let answer = await world.withdraw(100, profile);
      while (answer.status === 429 || answer.status === 503) answer = await world.withdraw(100, profile);
      return answer;
    };
    const answers = await Promise.all(Array.from({ length: 100 }, ask));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    const refused = answers.filter((answer) => answer.status !== 200);
    expect(new Set(refused.map((answer) => answer.error?.code))).toEqual(new Set(['insufficient_funds']));
    expect(await world.balances()).toEqual([0, 100]);
    const { least } = await world.api.deps.db
      .selectFrom('ledger_entry')
      .innerJoin('ledger_account', 'ledger_account.id', 'ledger_entry.account_id')
      .select((eb) => eb.fn.min('balance_after_micros').as('least'))
      .where('owner_id', '=', world.publisher.accountId)
      .where('kind', '=', 'publisher_available')
      .executeTakeFirstOrThrow();
    expect(least).toBe(0n);
  }, 30_000);

  it('is made once for its key', async () => {
    await world.earn(200);
    const profile = idOf(await world.create());
    const headers = newKey();
    const answers = await Promise.all(
      [1, 2, 3].map(async () => await world.withdraw(60, profile, world.publisher, headers)),
    );
    expect(new Set(answers.map(idOf)).size).toBe(1);
    expect(await world.balances()).toEqual([140, 60]);
  });

  it('is refused below the minimum, in parts of cents, beyond the balance, and to other people’s profiles', async () => {
    await world.earn(70);
    const profile = idOf(await world.create());
    expect(codesOf(await world.withdraw(49.99, profile))).toEqual(['amount payout_below_minimum']);
    expect(codesOf(await world.withdraw(50.005, profile))).toEqual(['amount amount_whole_cents']);
    expect(codesOf(await world.withdraw(0, profile))).toEqual(['amount amount_too_small']);
    const beyond = await world.withdraw(70.01, profile);
    expect([beyond.status, beyond.error?.message]).toEqual([
      409,
      'Your available balance does not cover this amount.',
    ]);
    await world.earn(70, world.stranger);
    const other = await world.withdraw(60, profile, world.stranger);
    expect([other.status, other.error?.message]).toEqual([404, 'Payment profile not found']);
    expect(await world.balances()).toEqual([70, 0]);
    const none = await world.api.deps.db
      .selectFrom('payout')
      .select('id')
      .where('publisher_id', '=', world.publisher.accountId)
      .execute();
    expect(none).toEqual([]);
  });

  it('waits beside at most nineteen others, and again once one of them is gone', async () => {
    await world.earn(50 * (MOST_WAITING_PAYOUTS + 1));
    const profile = idOf(await world.create());
    const made: number[] = [];
    for (let count = 0; count < MOST_WAITING_PAYOUTS; count += 1) {
      made.push(idOf(await world.withdraw(50, profile)));
    }
    const beyond = await world.withdraw(50, profile);
    expect([beyond.status, beyond.error?.code, beyond.error?.message]).toEqual([
      409,
      'conflict_status',
      '20 withdrawals are waiting already.',
    ]);
    expect((await world.act(made[0] ?? 0, 'process')).status).toBe(200);
    expect((await world.withdraw(50, profile)).status).toBe(200);
    expect((await world.balances())[0]).toBe(0);
  });

  it('is the last one of several that are asked for at once', async () => {
    await world.earn(50 * (MOST_WAITING_PAYOUTS + 4));
    const profile = idOf(await world.create());
    for (let count = 1; count < MOST_WAITING_PAYOUTS; count += 1) await world.withdraw(50, profile);
    const answers = await Promise.all([1, 2, 3, 4].map(async () => await world.withdraw(50, profile)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it('goes where the profile led when it was asked for, whatever happens to the profile', async () => {
    await world.earn(60);
    const profile = idOf(await world.create());
    const id = idOf(await world.withdraw(60, profile));
    const edited = await world.send('PUT', `${PAYMENT}/profiles/${profile}`, {
      name: 'New',
      version: 1,
      details: PAYPAL,
    });
    expect(edited.status).toBe(200);
    expect((await world.send('DELETE', `${PAYMENT}/profiles/${profile}`, {})).status).toBe(200);
    await world.act(id, 'process');
    expect((await world.exportBatch([id])).raw.toString()).toContain('DE89370400440532013000');
  });
});

describe('a payout’s status', () => {
  const table: Readonly<Record<string, Readonly<Record<string, { to: string } | undefined>>>> =
    PAYOUT_TRANSITIONS;
  const pairs = PAYOUT_STATUSES.flatMap((status) =>
    PAYOUT_OPERATOR_ACTIONS.map((action) => [status, action] as const),
  );

  it.each(pairs)('%s: %s', async (status, action) => {
    await world.earn(60);
    const id = idOf(await world.withdraw(60, idOf(await world.create())));
    await world.api.deps.db.updateTable('payout').set({ status }).where('id', '=', id).execute();
    const before = await world.balances();
    const answer = await world.act(id, action, 'because');
    const rule = table[status]?.[action];
    if (rule !== undefined) {
      expect(answer.data).toMatchObject({ status: rule.to });
      return;
    }
    expect([answer.status, answer.error?.code]).toEqual([409, 'conflict_status']);
    expect(answer.error?.message).toContain(`The payout is ${status} now`);
    expect(await world.balances()).toEqual(before);
  });

  it('moves once when several operators press at once', async () => {
    await world.earn(60);
    const id = idOf(await world.withdraw(60, idOf(await world.create())));
    const answers = await Promise.all(
      ['process', 'process', 'reject', 'reject'].map(
        async (action) => await world.act(id, action, 'because'),
      ),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(await world.ledgerSum()).toBe(0n);
    expect((await world.act(2_000_000_000, 'process')).status).toBe(404);
  });
});

describe('auto withdrawal', () => {
  const run = async (at: string) =>
    await requestAutoWithdrawals({ db: world.api.deps.db, clock: () => new Date(at) });
  const enable = async (change: object = {}) =>
    await world.send('PUT', `${PAYMENT}/settings`, {
      version: 0,
      minPayout: null,
      autoWithdrawal: true,
      ...change,
    });

  it('asks for whole cents of all that is available, once a month', async () => {
    // What is pending is no reason to pay, though its account is the older one.
    await world.api.deps.db
      .insertInto('ledger_account')
      .values({ kind: 'publisher_pending', owner_id: world.publisher.accountId })
      .execute();
    await world.earn(75.128);
    await world.create();
    await enable();
    expect(await run('2026-05-10T00:01:00Z')).toEqual([]);
    const made = await Promise.all(
      ['00', '01', '02'].map(async (hour) => await run(`2026-05-01T${hour}:01:00Z`)),
    );
    expect(made.flat()).toHaveLength(1);
    const booked = await world.api.deps.db
      .selectFrom('ledger_transaction')
      .select('reference')
      .where('reference', 'like', `auto_withdrawal:${world.publisher.accountId}:%`)
      .execute();
    expect(booked).toEqual([{ reference: `auto_withdrawal:${world.publisher.accountId}:2026-05` }]);
    expect(await world.balances()).toEqual([0.008, 75.12]);
    const history = (await world.get(`${PAYMENT}/history`)).data as { items: object[] };
    expect(history.items).toMatchObject([{ amount: 75.12, automatic: true, status: 'pending' }]);
    const asked = await world.api.deps.db
      .selectFrom('audit_log')
      .select(['actor_user_id', 'actor_kind'])
      .where('subject_id', 'in', made.flat())
      .where('action', '=', 'payout.request')
      .execute();
    expect(asked).toEqual([{ actor_user_id: null, actor_kind: 'system' }]);
    await world.earn(90);
    expect(await run('2026-05-02T00:01:00Z')).toEqual([]);
    expect(await run('2026-06-01T00:01:00Z')).toHaveLength(1);
    expect(await run('2026-07-01T00:01:00Z')).toEqual([]);
  });

  it('of one publisher that fails keeps nobody else’s waiting, and is told', async () => {
    const { db } = world.api.deps;
    const all = [world.publisher, world.stranger, await world.api.user({ roles: ['publisher'] })];
    for (const user of all) {
      await world.earn(75, user);
      await world.create(BANK, 'Main', user);
      const settings = { version: 0, minPayout: null, autoWithdrawal: true };
      await world.send('PUT', `${PAYMENT}/settings`, settings, user);
    }
    const [one, failing, other] = all.map(({ accountId }) => accountId);
    await sql`alter table payout add constraint fails check (publisher_id <> ${sql.lit(failing)})`.execute(
      db,
    );
    try {
      await expect(run('2026-10-01T00:01:00Z')).rejects.toThrow('1 auto withdrawals failed');
    } finally {
      await sql`alter table payout drop constraint fails`.execute(db);
    }
    const requested = await db
      .selectFrom('payout')
      .select('publisher_id')
      .where('publisher_id', 'in', [one ?? 0, failing ?? 0, other ?? 0])
      .orderBy('id')
      .execute();
    expect(requested.map((row) => row.publisher_id)).toEqual([one, other]);
    expect(await run('2026-10-02T00:01:00Z')).toHaveLength(1);
  });

  it('asks for nothing where less than a cent is there, however small a payout may be', async () => {
    const least = async (micros: bigint) =>
      await world.api.deps.db.updateTable('network_settings').set({ min_payout_micros: micros }).execute();
    await world.earn(0.008);
    await world.create();
    await enable();
    await least(0n);
    try {
      expect(await run('2026-12-01T00:01:00Z')).toEqual([]);
      await world.earn(0.002);
      expect(await run('2026-12-01T00:01:00Z')).toHaveLength(1);
    } finally {
      await least(50_000_000n);
    }
  });

  it('is made up for until the third, and not on the fourth', async () => {
    await world.earn(75);
    await world.create();
    // All there is reaches it.
    await enable({ minPayout: 75 });
    expect(await run('2026-09-04T00:01:00Z')).toEqual([]);
    expect(await run('2026-09-03T23:59:00Z')).toHaveLength(1);
  });

  it('is of the month of the network’s zone', async () => {
    await world.earn(75);
    await world.create();
    await enable();
    const setZone = async (zone: string) =>
      await world.api.deps.db.updateTable('network_settings').set({ time_zone: zone }).execute();
    await setZone('Europe/Berlin');
    try {
      expect(await run('2026-11-30T22:59:59Z')).toEqual([]);
      expect(await run('2026-11-30T23:00:00Z')).toHaveLength(1);
    } finally {
      await setZone('UTC');
    }
  });

  it('waits for the minimum, a default profile, an active account, and is off unless asked for', async () => {
    await world.earn(75, world.stranger);
    await world.create(BANK, 'Main', world.stranger);
    await world.earn(75);
    const profile = idOf(await world.create());
    await enable({ minPayout: 80 });
    expect(await run('2026-08-01T00:01:00Z')).toEqual([]);
    await enable({ version: 1 });
    const { accountId } = world.publisher;
    const setStatus = (to: string) => `update account set status = '${to}' where id = ${accountId}`;
    const [asked, { pool }] = [async () => await run('2026-08-01T00:01:00Z'), world.api];
    // Closed or suspended while others were seen to, nothing is asked for any more.
    const held = `select id from account where id = ${accountId} for no key update`;
    const late = await whileHeld(pool, held, asked, 1, setStatus('suspended'));
    expect([late, await asked()]).toEqual([{ waited: true, result: [] }, []]);
    await pool.query(setStatus('active'));
    await world.send('DELETE', `${PAYMENT}/profiles/${profile}`, {});
    expect(await run('2026-08-01T00:01:00Z')).toEqual([]);
    const other = idOf(await world.create(PAYPAL));
    await world.send('POST', `${PAYMENT}/profiles/${other}/default`, {});
    // A worker that was down on the first makes up for it.
    expect(await run('2026-08-02T00:01:00Z')).toHaveLength(1);
    expect(await world.balances(world.stranger)).toEqual([75, 0]);
  });
});

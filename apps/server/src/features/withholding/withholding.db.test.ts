import type { Payout } from '@placard/contract/payments';
import type { WithholdingRateRow } from '@placard/contract/withholding';
import { MAX_WITHHOLDING_RATES } from '@placard/domain/payout/withholding';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestUser } from '../../http/testing/test-api.ts';
import { whileHeld } from '../../http/testing/while-held.ts';
import { pdfText } from '../../pdf/testing/pdf-text.ts';
import { requestAutoWithdrawals } from '../payments/auto-withdrawals.ts';
import { idOf, PAYMENT, PaymentWorld } from '../payments/testing/payment-world.ts';
import { LEDGER_CHECKS } from '../reconciliation/ledger-checks.ts';

const RATES = '/operator/withholding-rates';

let world: PaymentWorld;
beforeAll(async () => {
  world = await PaymentWorld.open();
  await sql`update network_settings set time_zone = 'Europe/Berlin', currency = 'EUR'`.execute(
    world.api.deps.db,
  );
});
beforeEach(async () => {
  await world.newPublishers();
});
afterAll(async () => {
  expect(await world.ledgerSum()).toBe(0n);
  await world.api.close();
});

type Change = Readonly<Record<string, unknown>>;
const rate = (change: Change) => ({
  ...{ publisherId: world.publisher.accountId, country: null, withholdingPercent: 15, lastDay: null },
  ...{ fromDay: '2026-03-11', reason: 'By law', ...change },
});
const create = async (change: Change = {}, user = world.operator) =>
  await world.send('POST', RATES, rate(change), user);
const ownRates = async () =>
  (await world.get(`${PAYMENT}/withholding`)).data as {
    present: { withholdingPercent: number; withholdingLevel: string };
    items: object[];
  };
async function named(country: string): Promise<void> {
  const details = { name: 'Field', address: 'Row 1', country, vatNumber: '', registrationNumber: 'TIN 12' };
  const saved = await world.send('PUT', '/auth/billing-details', {
    ...details,
    isBusiness: false,
    version: 0,
  });
  expect(saved.status).toBe(200);
}
async function withheldTax(): Promise<bigint> {
  const { balance_micros } = await world.api.deps.db
    .selectFrom('ledger_account')
    .select('balance_micros')
    .where('kind', '=', 'withheld_tax')
    .executeTakeFirstOrThrow();
  return balance_micros;
}
/** Lines of a check of the books that differ. */
async function differing(check: 'payouts' | 'withheld_tax' | 'in_flight'): Promise<object[]> {
  const { rows } = await sql<object>`
    select * from (${LEDGER_CHECKS[check]}) l where left_micros <> right_micros`.execute(world.api.deps.db);
  return rows;
}
/** Paid on the day after the rate of the publisher begins. */
async function paid(amount: number): Promise<Payout> {
  const id = await world.payoutInProcessing(amount);
  return (await world.act(id, 'complete')).data as Payout;
}

describe('a payout of which nothing is withheld', () => {
  it('is what it was', async () => {
    const before = [await withheldTax(), await world.paidOut()];
    const payout = await paid(100);
    expect(payout).toMatchObject({ amount: 100, withholdingPercent: 0, withheld: 0, net: 100 });
    expect(await withheldTax()).toBe(before[0]);
    expect(await world.paidOut()).toBe((before[1] ?? 0n) + 100_000_000n);
  });
});

describe('tax withheld of a payout', () => {
  it('is an account of its own; the rest is paid, in the file for the bank too', async () => {
    await create();
    await world.goOn('2026-03-11T12:00:00Z');
    const before = [await withheldTax(), await world.paidOut()];
    const id = await world.payoutInProcessing(333.33);
    const file = await world.exportBatch([id], world.operator, 'csv');
    expect(file.raw.toString()).toContain(',283.33,EUR,');
    expect((await world.get('/operator/payouts/exports', world.operator)).data).toMatchObject({
      items: [{ amount: 283.33 }],
    });
    const done = (await world.act(id, 'complete')).data as Payout;
    expect(done).toMatchObject({ amount: 333.33, withholdingPercent: 15, withheld: 50, net: 283.33 });
    expect(await withheldTax()).toBe((before[0] ?? 0n) + 50_000_000n);
    expect(await world.paidOut()).toBe((before[1] ?? 0n) + 283_330_000n);
    const { data } = await world.get(`${PAYMENT}/history`);
    expect((data as { items: object[] }).items).toMatchObject([{ withheld: 50, net: 283.33 }]);
    expect((await world.get(PAYMENT)).data).toMatchObject({ paid: 333.33, withheld: 50 });
    for (const check of ['payouts', 'withheld_tax', 'in_flight'] as const) {
      expect(await differing(check)).toEqual([]);
    }
    const { rows } = await sql<{ body_text: string }>`
      select body_text from mail_outbox where to_email = ${world.publisher.email} order by id desc limit 1`.execute(
      world.api.deps.db,
    );
    expect(rows[0]?.body_text).toContain('EUR 50.00 of it is withheld as tax (15%), EUR 283.33 is paid.');
  });

  it('that the books say otherwise of is found', async () => {
    await create({ withholdingPercent: 10 });
    await world.goOn('2026-03-11T12:00:00Z');
    const { id } = await paid(100);
    await sql`update payout set withheld_micros = withheld_micros - 10000 where id = ${id}`.execute(
      world.api.deps.db,
    );
    for (const check of ['payouts', 'withheld_tax'] as const) {
      expect(await differing(check)).toMatchObject([{ id, label: `PO-${id}` }]);
    }
    await sql`update payout set withheld_micros = withheld_micros + 10000 where id = ${id}`.execute(
      world.api.deps.db,
    );
  });

  it('comes back whole with a payout that fails', async () => {
    await create();
    await world.goOn('2026-03-11T12:00:00Z');
    const before = await withheldTax();
    const id = await world.payoutInProcessing(100);
    await world.act(id, 'fail', 'Unknown account');
    expect(await world.balances()).toEqual([100, 0]);
    expect(await withheldTax()).toBe(before);
  });

  it('is that of when it was asked for: rates set, ended or followed later change nothing', async () => {
    const profile = idOf(await world.create());
    await world.earn(400);
    const first = idOf(await world.withdraw(100, profile));
    const { id } = (await create()).data as WithholdingRateRow;
    await world.goOn('2026-03-11T12:00:00Z');
    const second = idOf(await world.withdraw(100, profile));
    await world.send('POST', `${RATES}/${id}/end`, { lastDay: '2026-03-11' }, world.operator);
    await create({ withholdingPercent: 30, fromDay: '2026-03-12' });
    await world.goOn('2026-03-12T12:00:00Z');
    const third = idOf(await world.withdraw(100, profile));
    const net = async (payout: number) => {
      await world.act(payout, 'process');
      return ((await world.act(payout, 'complete')).data as Payout).net;
    };
    expect([await net(first), await net(second), await net(third)]).toEqual([100, 85, 70]);
  });

  it('is of whole units of a currency without cents, as is what is asked for by itself', async () => {
    await create();
    await world.earn(70.6);
    await world.create();
    const monthly = { version: 0, minPayout: null, autoWithdrawal: true };
    await world.send('PUT', `${PAYMENT}/settings`, monthly);
    const { db } = world.api.deps;
    await db.updateTable('network_settings').set({ currency: 'JPY' }).execute();
    const made = await requestAutoWithdrawals({ db, clock: () => new Date('2026-04-01T12:00:00Z') });
    await db.updateTable('network_settings').set({ currency: 'EUR' }).execute();
    const payouts = db.selectFrom('payout').select(['amount_micros', 'withheld_micros']);
    expect(await payouts.where('id', 'in', made).execute()).toEqual([
      { amount_micros: 70_000_000n, withheld_micros: 11_000_000n },
    ]);
  });

  it('stands in the statement of the month, as PDF and as CSV', async () => {
    await create();
    await world.goOn('2026-03-11T12:00:00Z');
    await paid(100);
    const entries = await sql<{ n: bigint }>`
      select entry_count as n from ledger_account where owner_id = ${world.publisher.accountId}
         and kind = 'publisher_available'`.execute(world.api.deps.db);
    await world.api.deps.db
      .insertInto('earning_month')
      .values({
        ...{ publisher_id: world.publisher.accountId, month: '2026-03-01', earned_micros: 0n },
        ...{ closed_at: world.api.now, available_sequence: entries.rows[0]?.n ?? 0n },
      })
      .execute();
    const pdf = pdfText((await world.get(`${PAYMENT}/statements/2026-03/pdf`)).raw).join(' ');
    expect(pdf).toContain('EUR 15.00 of it is withheld as tax (15%), EUR 85.00 is paid.');
    const csv = (await world.get(`${PAYMENT}/statements/2026-03/csv`)).raw.toString();
    expect(csv).toMatch(/withdrawal,2026-03-11,PO-\d+ to [^\r]*,-100.00,EUR,15.00\r\n/);
  });
});

describe('a rate of withholding', () => {
  it('of a publisher goes before its country’s, and that before the network’s', async () => {
    await named('AT');
    const [network, country] = [
      (await create({ publisherId: null, withholdingPercent: 5 })).data as WithholdingRateRow,
      (await create({ publisherId: null, country: 'AT', withholdingPercent: 20 })).data as WithholdingRateRow,
    ];
    await create({ withholdingPercent: 0, fromDay: '2026-03-12', lastDay: '2026-03-12' });
    expect(await ownRates()).toMatchObject({
      present: { withholdingPercent: 0, withholdingLevel: 'none' },
      items: [{ withholdingPercent: 5 }, { withholdingPercent: 20 }, { withholdingLevel: 'publisher' }],
    });
    await world.goOn('2026-03-10T23:00:00Z');
    expect((await ownRates()).present).toEqual({ withholdingPercent: 20, withholdingLevel: 'country' });
    const asked = (await world.get(`${PAYMENT}/withholding`, world.stranger)).data;
    expect(asked).toMatchObject({ present: { withholdingPercent: 5, withholdingLevel: 'network' } });
    await world.goOn('2026-03-12T12:00:00Z');
    expect((await ownRates()).present).toEqual({ withholdingPercent: 0, withholdingLevel: 'publisher' });
    await world.goOn('2026-03-13T12:00:00Z');
    expect((await ownRates()).present.withholdingLevel).toBe('country');
    for (const { id } of [network, country]) {
      await world.send('POST', `${RATES}/${id}/end`, { lastDay: '2026-03-13' }, world.operator);
    }
    await world.goOn('2026-03-13T23:00:00Z');
    expect((await ownRates()).present.withholdingLevel).toBe('none');
  });

  it('begins with a day to come, is removed before it and ended after', async () => {
    await world.goOn('2026-03-10T22:59:59.999Z');
    const { data } = await create();
    const { id } = data as WithholdingRateRow;
    expect(data).toMatchObject({ from: '2026-03-10T23:00:00.000Z', until: null, removable: true });
    expect((await create()).error?.issues?.[0]?.code).toBe('withholding_day_taken');
    await world.goOn('2026-03-10T23:00:00Z');
    expect((await create()).error?.issues?.[0]?.code).toBe('withholding_day_too_early');
    expect((await world.send('DELETE', `${RATES}/${id}`, {}, world.operator)).error?.code).toBe(
      'withholding_rate_begun',
    );
    const end = async (lastDay: string) =>
      await world.send('POST', `${RATES}/${id}/end`, { lastDay }, world.operator);
    expect((await end('2026-03-10')).error?.issues?.[0]?.code).toBe('end_date_before_start');
    await world.goOn('2026-03-12T12:00:00Z');
    expect((await end('2026-03-11')).error?.issues?.[0]?.code).toBe('withholding_day_too_early');
    for (const _said of ['once', 'twice']) {
      expect((await end('2026-03-12')).data).toMatchObject({ until: '2026-03-12T23:00:00.000Z' });
    }
    await world.goOn('2026-03-13T12:00:00Z');
    expect((await end('2026-03-20')).error?.code).toBe('conflict_status');
    const coming = (await create({ fromDay: '2026-03-20' })).data as WithholdingRateRow;
    expect((await world.send('DELETE', `${RATES}/${coming.id}`, {}, world.operator)).status).toBe(200);
    expect((await world.send('DELETE', `${RATES}/${coming.id}`, {}, world.operator)).error?.code).toBe(
      'withholding_rate_not_found',
    );
    const { rows } = await sql<{ action: string; actor: number; detail: object }>`
      select action, actor_user_id as actor, detail from audit_log where subject_kind = 'account'
         and subject_id = ${world.publisher.accountId} and action like 'withholding_rate.%' order by id`.execute(
      world.api.deps.db,
    );
    const written = { withholdingPercent: 15, lastDay: null, reason: 'By law' };
    expect(rows).toEqual(
      [
        { action: 'set', detail: { ...written, fromDay: '2026-03-11' } },
        { action: 'end', detail: { lastDay: { before: null, after: '2026-03-12' }, reason: 'By law' } },
        { action: 'set', detail: { ...written, fromDay: '2026-03-20' } },
        { action: 'remove', detail: { ...written, fromDay: '2026-03-20' } },
      ].map(({ action, detail }) => ({
        ...{ action: `withholding_rate.${action}_withholding`, actor: world.operator.id, detail },
      })),
    );
  });

  it('is ended anew until the instant at which it ends, and not from then on', async () => {
    const { id } = (await create({ lastDay: '2026-03-12' })).data as WithholdingRateRow;
    const end = async (lastDay: string) =>
      await world.send('POST', `${RATES}/${id}/end`, { lastDay }, world.operator);
    await world.goOn('2026-03-12T22:59:59.999Z');
    expect((await end('2026-03-12')).data).toMatchObject({ lastDay: '2026-03-12', removable: false });
    await world.goOn('2026-03-12T23:00:00Z');
    expect((await end('2026-03-13')).error?.reason).toBe('withholding_rate_over');
  });

  it('is listed with who set it and why: a publisher’s by itself, countries’ with the network’s', async () => {
    await named('IT');
    await world.api.deps.db
      .updateTable('app_user')
      .set({ first_name: '', last_name: ' ' })
      .where('id', '=', world.secondOperator.id)
      .execute();
    const fromDay = '2026-03-20';
    const own = await create({ fromDay, lastDay: fromDay, withholdingPercent: 1.15 });
    const country = { publisherId: null, country: 'IT', fromDay, lastDay: '2026-03-21' };
    const italys = (await create(country, world.secondOperator)).data as WithholdingRateRow;
    await create({ publisherId: null, country: 'FR', fromDay, lastDay: '2026-03-21' });
    const list = async (query = '') =>
      (await world.get(`${RATES}${query}`, world.operator)).data as {
        items: WithholdingRateRow[];
        present: object;
      };
    const ofPublisher = `?publisherId=${world.publisher.accountId}`;
    expect(await list(ofPublisher)).toEqual({
      items: [
        {
          ...{ id: idOf(own), fromDay, lastDay: fromDay, withholdingPercent: 1.15, country: null },
          ...{ from: '2026-03-19T23:00:00.000Z', until: '2026-03-20T23:00:00.000Z', reason: 'By law' },
          ...{ createdAt: world.api.now.toISOString(), createdBy: 'First Desk', removable: true },
        },
      ],
      present: { withholdingPercent: 0, withholdingLevel: 'none' },
    });
    const general = (await list()).items;
    expect(general.find(({ id }) => id === italys.id)).toEqual(italys);
    // Who has no name is called by their address.
    expect(italys).toMatchObject({ country: 'IT', createdBy: world.secondOperator.email });
    expect(general.map(({ id }) => id)).not.toContain(idOf(own));
    // Those that begin last first, of one day the one that was set last.
    const begins = general.map(({ from, id }) => [Date.parse(from), id] as const);
    expect(begins).toEqual(begins.toSorted((a, b) => b[0] - a[0] || b[1] - a[1]));
    expect(general.slice(0, 2).map(({ country: of }) => of)).toEqual(['FR', 'IT']);
    // What is to come, of their own country alone; what has begun is told as what holds.
    const toCome = { fromDay, withholdingPercent: 1.15 };
    const told = async () =>
      (await ownRates()).items.filter((item) => (item as WithholdingRateRow).fromDay === fromDay);
    expect(await told()).toMatchObject([
      { ...toCome, withholdingLevel: 'publisher' },
      { fromDay, withholdingPercent: 15, withholdingLevel: 'country' },
    ]);
    await world.goOn('2026-03-19T23:00:00Z');
    expect(await told()).toEqual([]);
    const present = { withholdingPercent: 1.15, withholdingLevel: 'publisher' };
    expect(await list(ofPublisher)).toMatchObject({ items: [{ removable: false }], present });
    await world.goOn('2026-03-20T23:00:00Z');
    expect((await list(ofPublisher)).present).toEqual({
      ...{ withholdingPercent: 15, withholdingLevel: 'country' },
    });
    expect((await list()).present).toEqual({ withholdingPercent: 0, withholdingLevel: 'none' });
    expect((await world.get(`${RATES}?publisherId=2000000000`, world.operator)).status).toBe(404);
    const { rows } = await sql<{ subject: string; country: string }>`
      select subject_kind as subject, detail ->> 'country' as country from audit_log
       where action = 'withholding_rate.set_withholding' and detail ->> 'country' = 'IT'`.execute(
      world.api.deps.db,
    );
    expect(rows).toEqual([{ subject: 'settings', country: 'IT' }]);
  });

  it.each([
    ['of more than half', { withholdingPercent: 50.01 }, 422],
    ['below nothing', { withholdingPercent: -0.01 }, 422],
    ['finer than a hundredth of a percent', { withholdingPercent: 15.825 }, 422],
    ['that ends before it begins', { fromDay: '2026-06-02', lastDay: '2026-06-01' }, 422],
    ['without a reason', { reason: 'no' }, 422],
    ['of a publisher and a country', { country: 'AT' }, 422],
    ['of no country', { publisherId: null, country: 'XX' }, 422],
    ["of an account that doesn't publish", { publisherId: 2_000_000_000 }, 404],
  ])('%s is refused', async (_what, change, status) => {
    expect((await create({ fromDay: '2026-06-01', ...change })).status).toBe(status);
  });

  it('of half is taken, and nobody sets one of an account of their own', async () => {
    expect((await create({ fromDay: '2026-06-01', withholdingPercent: 50 })).status).toBe(200);
    const both = await world.api.user({ roles: ['operator', 'publisher'] });
    const refused = await create({ publisherId: both.accountId }, both);
    expect(refused.error?.code).toBe('own_payout');
    const { id } = (await create({ publisherId: both.accountId, fromDay: '2026-06-01' }))
      .data as WithholdingRateRow;
    const end = async (user: TestUser) =>
      await world.send('POST', `${RATES}/${id}/end`, { lastDay: '2026-06-30' }, user);
    const remove = async (user: TestUser) => await world.send('DELETE', `${RATES}/${id}`, {}, user);
    for (const change of [end, remove]) {
      expect((await change(both)).error?.code).toBe('own_payout');
      expect((await change(world.operator)).status).toBe(200);
    }
  });

  it('begins on a day on which none of the same country or publisher does', async () => {
    const day = { publisherId: null, fromDay: '2026-07-01' };
    expect((await create(day)).status).toBe(200);
    expect((await create({ ...day, country: 'AT' })).status).toBe(200);
    expect((await create({ ...day, country: 'FR' })).status).toBe(200);
    expect((await create({ ...day, publisherId: world.publisher.accountId })).status).toBe(200);
    const again = await create({ ...day, country: 'AT' });
    expect(again.error?.issues?.[0]?.code).toBe('withholding_day_taken');
  });

  it(`is one of ${MAX_WITHHOLDING_RATES} at most, also where several are set at once`, async () => {
    await sql`
      insert into withholding_rate (publisher_id, rate_bp, from_at, reason, created_at, created_by)
      select ${world.publisher.accountId}, 100, timestamptz '2020-01-01' + n * interval '1 day', 'Of before', now(),
             ${world.operator.id}
        from generate_series(1, ${MAX_WITHHOLDING_RATES - 3}::int) as n`.execute(world.api.deps.db);
    const days = ['2026-06-11', '2026-06-12', '2026-06-13', '2026-06-14', '2026-06-15'];
    const all = async () => await Promise.all(days.map(async (fromDay) => await create({ fromDay })));
    // Held up where each is written down, so that without a lock all of them had looked by then.
    const author = `select from app_user where id = ${world.operator.id} for update`;
    const { waited, result: answers } = await whileHeld(world.api.pool, author, all, days.length);
    expect(waited).toBe(true);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.error?.reason).toBe('withholding_rates_full');
    expect((await create({ publisherId: world.stranger.accountId, fromDay: '2026-06-10' })).status).toBe(200);
  });
});

import type { Correction } from '@placard/contract/corrections';
import { walletOf } from '@placard/domain/ledger/accounts';
import { dollarsFromMicros } from '@placard/domain/micros';
import { DAY_MS } from '@placard/domain/time-zone';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../deps.ts';
import { whileHeld } from '../../http/testing/while-held.ts';
import { accountFor } from '../../ledger/post-transaction.ts';
import { returnMoney } from '../payments/move-payout-money.ts';
import type { PayoutRecord } from '../payments/payout-record.ts';
import { readPaymentSummary } from '../payments/read-payment-summary.ts';
import { listStatements } from '../payments/statements.ts';
import { EARNED_MICROS, EarningWorld } from '../payments/testing/earning-world.ts';
import { createActor } from '../testing/fixtures.ts';
import { bookedAlone } from './correct-balance.ts';
import { decideCorrection } from './decide-correction.ts';
import { previewSpendRefund, refundSpend } from './refund-spend.ts';

/** Each viewable impression costs its advertiser 1,000 micros: 700 are its publisher's, 300 the network's. */
const CHARGED_MICROS = 1_000n;
const NETWORK_MICROS = CHARGED_MICROS - EARNED_MICROS;
const AT = new Date('2026-11-20T12:00:00Z');
const OCTOBER_9 = Date.UTC(2026, 9, 9, 10);
const NOVEMBER_9 = Date.UTC(2026, 10, 9, 10);

let first: EarningWorld;
let world: EarningWorld;
let operator: Actor;
let second: Actor;

beforeAll(async () => {
  first = await EarningWorld.open();
  world = first;
  const { db } = first.database;
  operator = await createActor(db, ['operator']);
  second = await createActor(db, ['operator']);
});
afterAll(async () => {
  await first.database.drop();
});
beforeEach(async () => {
  world = await world.another();
});

const deps = () => ({ db: world.database.db, clock: () => AT, publicUrl: 'https://dashboard.test' });
const advertiserId = () => world.world.adSets[0]?.advertiserId ?? 0;

type Asked = { from?: string; to?: string; campaignId?: number; websiteId?: number };
const asked = ({ from = '2026-09-20', to = '2026-11-30', ...scope }: Asked = {}) => ({
  ...{ accountId: advertiserId(), periodFrom: from, periodTo: to },
  ...scope,
});
const preview = async (question: Asked = {}) => await previewSpendRefund(deps(), operator, asked(question));
async function refund(micros: bigint, question: Asked = {}): Promise<Correction> {
  const amount = dollarsFromMicros(micros);
  return await refundSpend(deps(), operator, { ...asked(question), amount, reason: 'Shown to machines' });
}

async function walletMicros(): Promise<bigint> {
  return await world.database.db
    .transaction()
    .execute(async (trx) => (await accountFor(trx, walletOf(advertiserId()))).balanceMicros);
}
async function network(kind: 'network_revenue' | 'adjustments'): Promise<bigint> {
  const row = await world.database.db
    .selectFrom('ledger_account')
    .select('balance_micros')
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  return row.balance_micros;
}
/** Sum of all balances; accounts that differ from their entries. */
async function drift() {
  const { rows } = await sql<{ sum: bigint; off: bigint }>`
    select coalesce(sum(balance_micros), 0)::bigint as sum,
           count(*) filter (where balance_micros <> coalesce((select sum(amount_micros) from ledger_entry e
                                                               where e.account_id = a.id), 0)) as off
      from ledger_account a`.execute(world.database.db);
  return rows[0];
}
const SOUND = { sum: 0n, off: 0n };

describe('a refund of a period', () => {
  it('gives back what was charged, and takes the shares of publisher and network back', async () => {
    const before = { wallet: await walletMicros(), network: await network('network_revenue') };
    await world.earn(0, NOVEMBER_9, NOVEMBER_9, 10);
    await world.earn(2, NOVEMBER_9, NOVEMBER_9, 4);
    const shown = await preview();
    expect(shown).toMatchObject({
      amount: 0.014,
      publishers: 0.0098,
      network: 0.0042,
      uncovered: 0,
      refunded: 0,
    });
    expect(shown.websites.map(({ amount }) => amount)).toEqual([0.01, 0.004]);
    const correction = await refund(14n * CHARGED_MICROS);
    expect(correction).toMatchObject({ status: 'booked', amount: 0.014, uncovered: 0 });
    expect(await walletMicros()).toBe(before.wallet);
    expect(await network('network_revenue')).toBe(before.network);
    for (const index of [0, 1]) {
      expect(await world.balances(world.publisher(index))).toEqual({ pending: 0n, available: 0n });
    }
    expect(await drift()).toEqual(SOUND);
    expect(await preview()).toMatchObject({ amount: 0, refunded: 0.014, campaigns: [], websites: [] });
  });

  it('is of one campaign, one website, and of days of the advertiser’s zone, both included', async () => {
    const { db } = world.database;
    await db
      .updateTable('account')
      .set({ time_zone: 'Asia/Tokyo' })
      .where('id', '=', advertiserId())
      .execute();
    // 15:00 UTC is midnight in Tokyo.
    await world.earn(0, Date.UTC(2026, 10, 8, 14, 59), Date.UTC(2026, 10, 9), 1);
    await world.earn(0, Date.UTC(2026, 10, 8, 15), Date.UTC(2026, 10, 9), 2);
    await world.earn(2, Date.UTC(2026, 10, 9, 14, 59), Date.UTC(2026, 10, 10), 4);
    await world.earn(2, Date.UTC(2026, 10, 9, 15), Date.UTC(2026, 10, 10), 8);
    const nine = { from: '2026-11-09', to: '2026-11-09' };
    expect((await preview(nine)).amount).toBe(0.006);
    const websiteId = world.world.widgets[2]?.websiteId ?? 0;
    const domain = 'xn--bcher-kva.example';
    await db.updateTable('website').set({ domain }).where('id', '=', websiteId).execute();
    expect(await preview({ ...nine, websiteId })).toMatchObject({
      amount: 0.004,
      websites: [{ id: websiteId, name: 'bücher.example' }],
    });
    const campaignId = world.world.adSets[0]?.campaignId ?? 0;
    expect((await preview({ campaignId })).amount).toBe(0.015);
    const ofWebsite = await refund(4n * CHARGED_MICROS, { ...nine, websiteId });
    const website = { id: websiteId, name: 'bücher.example' };
    expect(ofWebsite.period).toMatchObject({ ...nine, campaign: null, website });
    expect((await preview({ campaignId })).amount).toBe(0.011);
    const ofCampaign = await refund(2n * CHARGED_MICROS, { ...nine, campaignId });
    expect(ofCampaign.period).toMatchObject({ ...nine, campaign: { id: campaignId }, website: null });
    // Somebody else's campaign, and none at all.
    const foreign = first.world.adSets[0]?.campaignId ?? 0;
    await expect(refund(1n, { campaignId: foreign })).rejects.toMatchObject({ code: 'not_found' });
    await expect(refund(1n, { websiteId: 2_000_000 })).rejects.toMatchObject({ code: 'not_found' });
    const nobodys = { ...asked(), accountId: 2_000_000_000, amount: 1, reason: 'Of nobody' };
    await expect(refundSpend(deps(), operator, nobodys)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is of what was seen: anything else is refused, and nothing left is nothing to give back', async () => {
    await world.earn(0, NOVEMBER_9, NOVEMBER_9, 3);
    for (const micros of [2n, 4n]) {
      await expect(refund(micros * CHARGED_MICROS)).rejects.toMatchObject({ code: 'refund_changed' });
    }
    await refund(3n * CHARGED_MICROS);
    await expect(refund(3n * CHARGED_MICROS)).rejects.toMatchObject({ code: 'refund_changed' });
    await expect(refund(0n)).rejects.toMatchObject({ code: 'invalid_input' });
    // What is settled late to the same line can still go back, and only that.
    await world.earn(0, NOVEMBER_9 + 1, NOVEMBER_9 + 10, 2);
    await expect(refund(5n * CHARGED_MICROS)).rejects.toMatchObject({ code: 'refund_changed' });
    await refund(2n * CHARGED_MICROS);
    expect(await drift()).toEqual(SOUND);
  });

  it('of ten at once happens once, while settlement and month close go on', async () => {
    const before = await walletMicros();
    await world.earn(0, OCTOBER_9, OCTOBER_9, 5);
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 10 }, async () => await refund(5n * CHARGED_MICROS, { to: '2026-10-31' })),
      world.close(Date.UTC(2026, 10, 1, 1)),
      world.earn(1, NOVEMBER_9, NOVEMBER_9, 3),
    ]);
    const refunds = outcomes.slice(0, 10);
    expect(refunds.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(outcomes.slice(10).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    expect(await walletMicros()).toBe(before - 3n * CHARGED_MICROS);
    const { pending, available } = await world.balances(world.publisher(0));
    expect(pending + available).toBe(3n * EARNED_MICROS);
    expect(await drift()).toEqual(SOUND);
  });

  it('by anybody who writes lines is held to the charge by the database', async () => {
    await world.earn(0, NOVEMBER_9, NOVEMBER_9, 3);
    const done = await refund(3n * CHARGED_MICROS);
    const { db } = world.database;
    const line = {
      correction_id: done.id,
      day: '2026-11-10',
      ad_set_id: world.world.adSets[0]?.id ?? 0,
      widget_id: world.world.widgets[0]?.id ?? 0,
      charged_micros: 1n,
      publisher_micros: 0n,
    };
    await expect(db.insertInto('spend_refund_line').values(line).execute()).rejects.toThrow(/more than was/);
    await world.earn(0, NOVEMBER_9 + 86_400_000, NOVEMBER_9 + 86_400_000, 1);
    await sql`select fold_spend()`.execute(db);
    const beyond = { ...line, charged_micros: CHARGED_MICROS, publisher_micros: EARNED_MICROS + 1n };
    await expect(db.insertInto('spend_refund_line').values(beyond).execute()).rejects.toThrow(
      /more than was/,
    );
    const whole = { ...line, charged_micros: CHARGED_MICROS, publisher_micros: EARNED_MICROS };
    await db.insertInto('spend_refund_line').values(whole).execute();
    await expect(sql`delete from spend_refund_line`.execute(db)).rejects.toThrow(/append-only/);
  });
});

describe('a publisher’s share', () => {
  it('comes from the open month, which closes with the rest, and the statement adds up', async () => {
    const publisherId = world.publisher(0);
    await world.earn(0, OCTOBER_9, OCTOBER_9, 10);
    await world.earn(1, OCTOBER_9, OCTOBER_9, 5);
    const websiteId = world.world.widgets[0]?.websiteId ?? 0;
    await refund(15n * CHARGED_MICROS, { websiteId });
    await world.earn(0, OCTOBER_9 + 1_000, OCTOBER_9 + 2_000, 4);
    expect(await world.balances(publisherId)).toEqual({ pending: 4n * EARNED_MICROS, available: 0n });
    expect(await world.close(Date.UTC(2026, 10, 1, 1))).toContain(`2026-10 ${4n * EARNED_MICROS}`);
    expect(await world.balances(publisherId)).toEqual({ pending: 0n, available: 4n * EARNED_MICROS });
    const actor = { ...operator, accountId: publisherId };
    const { items } = await listStatements(deps(), actor);
    const october = items.find(({ month }) => month === '2026-10');
    expect(october).toMatchObject({ opening: 0, earnings: 0.0133, adjustments: -0.0105, closing: 0.0028 });
    const report = await world.report(Date.UTC(2026, 10, 1, 2));
    const closing = report.find((each) => each.publisher.id === publisherId && each.month === '2026-10');
    expect(closing).toMatchObject({ earned: 0.0133, adjustments: -0.0105, exceptions: [] });
    const summary = await readPaymentSummary(deps(), actor);
    expect(summary.total + summary.adjusted).toBeCloseTo(summary.available + summary.pending, 6);
  });

  it('comes from the oldest open month, and is told to whom a cent or more is taken from', async () => {
    await world.earn(0, OCTOBER_9, OCTOBER_9, 15);
    await world.earn(2, OCTOBER_9, OCTOBER_9, 14);
    await world.earn(0, NOVEMBER_9, NOVEMBER_9, 15);
    const websiteId = world.world.widgets[0]?.websiteId ?? 0;
    await refund(15n * CHARGED_MICROS, { from: '2026-11-01', websiteId });
    await refund(14n * CHARGED_MICROS, {
      to: '2026-10-31',
      websiteId: world.world.widgets[2]?.websiteId ?? 0,
    });
    const months = await world.database.db
      .selectFrom('earning_month')
      .select(['month', 'taken_back_micros'])
      .where('publisher_id', '=', world.publisher(0))
      .orderBy('month')
      .execute();
    expect(months).toEqual([
      { month: '2026-10-01', taken_back_micros: 15n * EARNED_MICROS },
      { month: '2026-11-01', taken_back_micros: 0n },
    ]);
    const told = await world.database.db
      .selectFrom('notification')
      .select(['account_id', 'kind', 'detail'])
      .where('account_id', 'in', world.publishers())
      .execute();
    expect(told).toMatchObject([
      { account_id: world.publisher(0), kind: 'earnings.debit', detail: { amount: 0.0105 } },
    ]);
  });

  it('that was closed comes from what is available, and what was paid out is the network’s loss', async () => {
    const publisherId = world.publisher(0);
    await world.earn(0, OCTOBER_9, OCTOBER_9, 10);
    await world.close(Date.UTC(2026, 10, 1, 1));
    await world.earn(0, NOVEMBER_9, NOVEMBER_9, 2);
    // 7,000 micros were available; 6,000 of them are on their way to the bank.
    await world.withdraw(publisherId, 6_000n, AT);
    const loss = await network('adjustments');
    const revenue = await network('network_revenue');
    expect((await preview({ to: '2026-10-31' })).uncovered).toBe(0.0046);
    const correction = await refund(10n * CHARGED_MICROS, { to: '2026-10-31' });
    // 1,400 of November, which is open, and the 1,000 that are available.
    expect(correction.uncovered).toBe(0.0046);
    expect(await world.balances(publisherId)).toEqual({ pending: 0n, available: 0n });
    expect(await network('adjustments')).toBe(loss - 4_600n);
    expect(await network('network_revenue')).toBe(revenue - 10n * NETWORK_MICROS);
    expect(await drift()).toEqual(SOUND);
  });

  it('that was on its way to a bank comes from there where that comes back, but not from what was asked for since', async () => {
    const publisherId = world.publisher(0);
    const { db } = world.database;
    await world.earn(0, OCTOBER_9, OCTOBER_9, 50);
    await world.earn(0, OCTOBER_9 + DAY_MS, OCTOBER_9 + DAY_MS, 50);
    await world.close(Date.UTC(2026, 10, 1, 1));
    await world.withdraw(publisherId, 60_000n, AT);
    const loss = await network('adjustments');
    const { id } = await refund(50n * CHARGED_MICROS, { to: '2026-10-09' });
    await refund(50n * CHARGED_MICROS, { from: '2026-10-10', to: '2026-10-31' });
    const comesBack = async (requestedAt: Date) => {
      await db.transaction().execute(async (trx) => {
        const { rows } = await sql<PayoutRecord>`
          with p as (insert into payment_profile (publisher_id, name, type, details_sealed, masked)
                     values (${publisherId}, 'Main', 'paypal', '', '{}') returning id)
          insert into payout (publisher_id, amount_micros, method, payment_profile_id, details_sealed, status, requested_at)
          select ${publisherId}, 30000, 'paypal', id, '', 'failed', ${requestedAt} from p returning *`.execute(
          trx,
        );
        for (const payout of rows) await returnMoney(trx, payout, AT);
      });
      return [(await world.balances(publisherId)).available, (await network('adjustments')) - loss];
    };
    expect(await comesBack(new Date(AT.getTime() + 1))).toEqual([30_000n, -60_000n]);
    expect(await comesBack(AT)).toEqual([30_000n, -30_000n]);
    // The oldest first.
    const left =
      await sql`select uncovered_micros from money_correction where id >= ${id} order by id`.execute(db);
    const uncovered = [{ uncovered_micros: 0n }, { uncovered_micros: 30_000n }];
    expect([left.rows, await drift()]).toEqual([uncovered, SOUND]);
  });

  it('whose first month is closed while the refund waits comes from what is available since', async () => {
    const publisherId = world.publisher(0);
    await world.earn(0, OCTOBER_9, OCTOBER_9, 10);
    const revenue = `select from ledger_account where kind = 'network_revenue' for update`;
    const { waited, result } = await whileHeld(
      world.database.pool,
      revenue,
      async () => await refund(10n * CHARGED_MICROS, { to: '2026-10-31' }),
      1,
      async () => await world.close(Date.UTC(2026, 10, 1, 1)),
    );
    expect({ waited, uncovered: result.uncovered }).toEqual({ waited: true, uncovered: 0 });
    expect(await world.balances(publisherId)).toEqual({ pending: 0n, available: 0n });
    expect(await drift()).toEqual(SOUND);
  });
});

it('above the limit it waits for a second operator, who books what was asked for or nothing', async () => {
  const { db } = world.database;
  await world.earn(0, NOVEMBER_9, NOVEMBER_9, 6);
  const limit = async (micros: bigint) =>
    await db.updateTable('payout_settings').set({ approval_limit_micros: micros }).execute();
  const before = await bookedAlone(db, operator, AT);
  expect(before).toBeGreaterThan(0n);
  for (const [micros, needsSecond] of [
    [0n, false],
    [before + 6_000n, false],
    [before + 5_999n, true],
  ] as const) {
    await limit(micros);
    expect((await preview()).needsSecond).toBe(needsSecond);
  }
  // What was not seen waits for nobody.
  await expect(refund(7n * CHARGED_MICROS)).rejects.toMatchObject({ code: 'refund_changed' });
  const waiting = await refund(6n * CHARGED_MICROS);
  expect(waiting.status).toBe('pending');
  await world.earn(0, NOVEMBER_9 + 1_000, NOVEMBER_9 + 2_000, 1);
  const approve = async (id: number) => await decideCorrection(deps(), second, { id, action: 'approve' });
  await expect(approve(waiting.id)).rejects.toMatchObject({ code: 'refund_changed' });
  await decideCorrection(deps(), second, { id: waiting.id, action: 'reject' });
  const again = await refund(7n * CHARGED_MICROS);
  // What was rejected is on no document: 0.7 cents are the first.
  expect(await approve(again.id)).toMatchObject({ status: 'booked', documents: [] });
  await limit(1_000_000_000n);
  expect(await drift()).toEqual(SOUND);
});

it('never gives back more than was charged nor twice, in whatever order periods overlap', async () => {
  const day = fc.integer({ min: 0, max: 5 });
  const step = fc.record({
    from: day,
    length: day,
    events: fc.nat(3),
    on: day,
    widget: fc.nat(3),
    website: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
      world = await world.another();
      const start = await walletMicros();
      let [charged, back, at] = [0n, 0n, NOVEMBER_9];
      for (const { from, length, events, on, widget, website } of steps) {
        at += 10_000;
        if (events > 0) await world.earn(widget, at - 2_000 - on * 86_400_000, at, events);
        charged += BigInt(events) * CHARGED_MICROS;
        const websiteId = world.world.widgets[widget]?.websiteId ?? 0;
        const dayOf = (offset: number) =>
          new Date(NOVEMBER_9 - offset * 86_400_000).toISOString().slice(0, 10);
        const question = {
          from: dayOf(from),
          to: dayOf(Math.max(0, from - length)),
          ...(website ? { websiteId } : {}),
        };
        const left = BigInt(Math.round((await preview(question)).amount * 1e6));
        if (left === 0n) continue;
        await refund(left, question);
        back += left;
        expect((await preview(question)).amount).toBe(0);
      }
      expect(back).toBeLessThanOrEqual(charged);
      expect(await walletMicros()).toBe(start - charged + back);
      const open = BigInt(Math.round((await preview()).amount * 1e6));
      expect(open).toBe(charged - back);
      const held = await Promise.all(
        world.publishers().map(async (each) => (await world.balances(each)).pending),
      );
      expect(held.reduce((sum, each) => sum + each, 0n)).toBe((open / CHARGED_MICROS) * EARNED_MICROS);
      expect(await drift()).toEqual(SOUND);
    }),
    { numRuns: 12 },
  );
});

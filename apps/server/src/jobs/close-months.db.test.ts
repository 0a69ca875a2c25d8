import { availableOf } from '@placard/domain/ledger/accounts';
import { adjustmentEntries } from '@placard/domain/ledger/postings';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EARNED_MICROS, EarningWorld } from '../features/payments/testing/earning-world.ts';
import { postTransaction } from '../ledger/post-transaction.ts';

let first: EarningWorld;
let world: EarningWorld;
beforeAll(async () => {
  first = await EarningWorld.open();
});
beforeEach(async () => {
  world = await first.another();
  first = world;
  await world.setTimeZone('UTC');
});
afterAll(async () => {
  await first.database.drop();
});

const SECOND = 1_000;
const DAY = 86_400 * SECOND;

async function adjust(publisherId: number, amountMicros: bigint, at: Date): Promise<void> {
  await world.database.db.transaction().execute(async (trx) => {
    await postTransaction(trx, {
      kind: 'adjustment',
      reference: `test:${publisherId}:${at.toISOString()}:${amountMicros}`,
      entries: adjustmentEntries({ account: availableOf(publisherId), amountMicros }),
      at,
    });
  });
}

describe('closing months', () => {
  const inMarch = new Date('2026-03-20T10:00:00Z');
  const april = new Date('2026-04-01T00:01:00Z');

  it('gives the same twice, and at once', async () => {
    await world.earn(0, inMarch);
    await world.earn(2, inMarch);
    await Promise.all([world.close(april), world.close(april), world.close(april)]);
    const once = await world.report(april);
    expect(once.map((item) => [item.earned, item.exceptions])).toEqual([
      [0.0007, []],
      [0.0007, []],
    ]);
    expect(await world.close(new Date(april.getTime() + DAY))).toEqual([]);
    expect(await world.report(april)).toEqual(once);
    expect(await world.balances(world.publisher(0))).toEqual({ pending: 0n, available: EARNED_MICROS });
  });

  it('goes on where it was interrupted between two publishers', async () => {
    for (const widget of [0, 2, 3]) await world.earn(widget, inMarch);
    // The job dies after the first publisher: every booking for another one fails.
    await sql`create function die() returns trigger language plpgsql as $$ begin raise exception 'power cut'; end $$`.execute(
      world.database.db,
    );
    await sql`create trigger die before update on earning_month for each row
      when (new.publisher_id > ${sql.lit(world.publisher(0))}) execute function die()`.execute(
      world.database.db,
    );
    await expect(world.close(april)).rejects.toThrow();
    const halfway = await world.report(april);
    expect(halfway.map((item) => [item.publisher.id === world.publisher(0), item.exceptions])).toEqual([
      [true, []],
      [false, ['not_closed']],
      [false, ['not_closed']],
    ]);
    for (const index of [1, 2]) {
      expect(await world.balances(world.publisher(index))).toEqual({ pending: EARNED_MICROS, available: 0n });
    }
    await sql`drop trigger die on earning_month`.execute(world.database.db);
    await sql`drop function die`.execute(world.database.db);
    await world.close(new Date(april.getTime() + 3_600 * SECOND));
    const whole = await world.report(april);
    expect(whole.map((item) => item.exceptions)).toEqual([[], [], []]);
    expect(whole[0]).toEqual(halfway[0]);
    for (const index of [0, 1, 2]) {
      expect(await world.balances(world.publisher(index))).toEqual({ pending: 0n, available: EARNED_MICROS });
    }
  });

  it('keeps a month waiting for the one before it, whose figures end where its own begin', async () => {
    const { db } = world.database;
    const publisher = world.publisher(0);
    await world.earn(0, new Date('2026-02-20T10:00:00Z'));
    await world.earn(0, inMarch);
    await adjust(publisher, 5_000n, new Date('2026-02-21T00:00:00Z'));
    await adjust(publisher, 90n, inMarch);
    await sql`alter table earning_month add constraint fails check (month <> '2026-02-01' or closed_at is null)`.execute(
      db,
    );
    await expect(world.close(april)).rejects.toThrow();
    await sql`alter table earning_month drop constraint fails`.execute(db);
    expect((await world.report(april)).map((item) => item.exceptions)).toEqual([
      ['not_closed'],
      ['not_closed'],
    ]);
    await world.close(april);
    expect(
      (await world.report(april)).map((item) => [item.month, item.adjustments, item.exceptions]),
    ).toEqual([
      ['2026-02', 0.005, ['closed_late']],
      ['2026-03', 0.00009, []],
    ]);
  });

  it('waits for no month of somebody else', async () => {
    const { db } = world.database;
    await world.earn(2, new Date('2026-02-20T10:00:00Z'));
    await world.earn(0, inMarch);
    await sql`alter table earning_month add constraint fails
      check (publisher_id <> ${sql.lit(world.publisher(1))} or closed_at is null)`.execute(db);
    await expect(world.close(april)).rejects.toThrow(/months could not be closed/);
    await sql`alter table earning_month drop constraint fails`.execute(db);
    expect(await world.balances(world.publisher(0))).toEqual({ pending: 0n, available: EARNED_MICROS });
    expect(await world.balances(world.publisher(1))).toEqual({ pending: EARNED_MICROS, available: 0n });
  });

  it('closes each of two months with what was earned in it, whichever was written down first', async () => {
    await world.earn(0, inMarch, inMarch, 2);
    await world.earn(0, new Date('2026-02-20T10:00:00Z'));
    expect(await world.close(april)).toEqual([`2026-02 ${EARNED_MICROS}`, `2026-03 ${2n * EARNED_MICROS}`]);
  });

  it('leaves a closed month alone when late events arrive, and a month without earnings too', async () => {
    await world.earn(0, inMarch, inMarch, 3);
    await world.earn(2, new Date('2026-02-27T10:00:00Z'));
    await world.close(april);
    const before = await world.report(april);
    expect(before.map((item) => [item.publisher.id === world.publisher(0), item.month, item.earned])).toEqual(
      [
        [false, '2026-02', 0.0007],
        [true, '2026-03', 0.0021],
        [false, '2026-03', 0],
      ],
    );
    // Of nothing that became available nobody is told.
    const told = await world.database.db
      .selectFrom('notification')
      .select(['account_id', 'detail'])
      .where('kind', '=', 'month.close')
      .where('account_id', 'in', world.publishers())
      .orderBy('id')
      .execute();
    expect(told).toMatchObject([
      { account_id: world.publisher(1), detail: { month: '2026-02-01' } },
      { account_id: world.publisher(0), detail: { month: '2026-03-01' } },
    ]);
    // Of the last hours of March, settled after the close.
    const late = new Date('2026-03-31T23:59:59Z');
    await world.earn(1, late, new Date(april.getTime() + DAY), 2);
    await world.earn(2, late, new Date(april.getTime() + DAY));
    const may = new Date('2026-05-01T00:01:00Z');
    await world.close(may);
    const after = await world.report(may);
    expect(after.slice(0, 3)).toEqual(before);
    expect(after.slice(3).map((item) => [item.month, item.earned, item.exceptions])).toEqual([
      ['2026-04', 0.0014, []],
      ['2026-04', 0.0007, []],
    ]);
  });

  it('says adjustments of the month apart, and gives each to one month', async () => {
    const publisher = world.publisher(0);
    await world.earn(0, inMarch);
    await adjust(publisher, 5_000n, new Date('2026-03-31T23:00:00Z'));
    await adjust(publisher, 90n, new Date('2026-04-01T00:00:30Z'));
    await world.close(april);
    await adjust(publisher, -2_000n, new Date('2026-04-15T00:00:00Z'));
    await world.close(new Date('2026-05-01T00:01:00Z'));
    const report = (await world.report(new Date('2026-05-02T00:00:00Z'))).filter(
      (item) => item.publisher.id === publisher,
    );
    expect(report.map((item) => [item.month, item.adjustments])).toEqual([
      ['2026-03', 0.005],
      ['2026-04', -0.00191],
    ]);
  });

  it('finds figures that were changed after the close, a ledger that differs, and a late close', async () => {
    await world.earn(0, inMarch);
    await world.earn(2, inMarch);
    await world.close(april);
    const change = async (set: ReturnType<typeof sql>, publisher: number) =>
      await sql`update earning_month set ${set} where publisher_id = ${publisher}`.execute(world.database.db);
    await change(sql`earned_micros = earned_micros + 1`, world.publisher(0));
    await sql`update earning_month_widget set earned_micros = 0 where publisher_id = ${world.publisher(1)}`.execute(
      world.database.db,
    );
    await world.earn(3, inMarch);
    const may = new Date('2026-05-03T00:00:00Z');
    await world.close(may, world.publisher(2));
    const report = (await world.report(may)).filter((item) => item.month === '2026-03');
    expect(report.map((item) => item.exceptions)).toEqual([
      ['figures_changed', 'ledger_differs', 'widgets_differ'],
      ['figures_changed', 'widgets_differ'],
      ['closed_late'],
    ]);
  });

  it('calls a close late a day after the month’s end in the network’s zone, and not before', async () => {
    await world.setTimeZone('America/New_York');
    const end = Date.parse('2026-04-01T04:00:00Z');
    for (const widget of [0, 2]) await world.earn(widget, inMarch);
    await world.close(new Date(end + DAY - 1));
    await sql`update earning_month set closed_at = ${new Date(end + DAY)}
               where publisher_id = ${world.publisher(1)}`.execute(world.database.db);
    const report = await world.report(new Date(end + 2 * DAY));
    const ofMarch = report.filter((item) => item.month === '2026-03');
    expect(ofMarch.map((item) => [item.publisher.id, item.exceptions])).toEqual([
      [world.publisher(0), []],
      [world.publisher(1), ['closed_late']],
    ]);
  });

  it('says so where a month was closed without a hash', async () => {
    await world.earn(0, inMarch);
    await world.close(april);
    await sql`update earning_month set figures_sha256 = null where month = '2026-03-01'`.execute(
      world.database.db,
    );
    const report = await world.report(april);
    expect(report.map((item) => [item.exceptions, item.hash])).toEqual([[['not_hashed'], null]]);
  });
});

describe.each([
  // Clocks go back on the very first of the month.
  ['America/New_York', '2026-11', '2026-11-01T04:00:00Z', '2026-12-01T05:00:00Z'],
  // Clocks go forward in the last days of the month.
  ['Europe/Berlin', '2026-04', '2026-03-31T22:00:00Z', '2026-04-30T22:00:00Z'],
  // Back on 5 April, when it is still March in UTC's evening before.
  ['Pacific/Auckland', '2026-04', '2026-03-31T11:00:00Z', '2026-04-30T12:00:00Z'],
  // Year ends.
  ['Pacific/Auckland', '2027-01', '2026-12-31T11:00:00Z', '2027-01-31T11:00:00Z'],
  ['Asia/Kolkata', '2027-01', '2026-12-31T18:30:00Z', '2027-01-31T18:30:00Z'],
  ['America/Los_Angeles', '2027-01', '2027-01-01T08:00:00Z', '2027-02-01T08:00:00Z'],
  ['Pacific/Kiritimati', '2027-01', '2026-12-31T10:00:00Z', '2027-01-31T10:00:00Z'],
  ['UTC', '2028-02', '2028-02-01T00:00:00Z', '2028-03-01T00:00:00Z'],
])('in %s the month %s', (zone, month, from, to) => {
  const [begins, ends] = [Date.parse(from), Date.parse(to)];

  it('begins and ends at local midnight, and its hash stays', async () => {
    await world.setTimeZone(zone);
    const monthBefore = new Date(`${month}-01T00:00:00Z`);
    monthBefore.setUTCMonth(monthBefore.getUTCMonth() - 1);
    const before = monthBefore.toISOString().slice(0, 7);
    await world.earn(0, begins - SECOND);
    await world.earn(1, begins, begins, 2);
    await world.earn(0, ends - SECOND, ends - SECOND, 4);
    expect(await world.close(begins - 1)).toEqual([]);
    expect(await world.close(begins)).toEqual([`${before} ${EARNED_MICROS}`]);
    expect(await world.close(ends - 1)).toEqual([]);
    expect(await world.close(ends)).toEqual([`${month} ${6n * EARNED_MICROS}`]);
    const closed = await world.report(ends);
    expect(closed.map((item) => [item.month, item.exceptions])).toEqual([
      [before, []],
      [month, []],
    ]);
    await world.earn(1, ends - SECOND, ends + DAY);
    // Wherever the network moves afterwards: what is closed is closed.
    await world.setTimeZone('Pacific/Honolulu');
    expect((await world.report(ends + DAY)).slice(0, 2)).toMatchObject(
      closed.map(({ month: name, hash, earned }) => ({ month: name, hash, earned })),
    );
  });
});

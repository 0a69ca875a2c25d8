import { createHash } from 'node:crypto';
import { availableOf, pendingOf } from '@placard/domain/ledger/accounts';
import { adjustmentEntries } from '@placard/domain/ledger/postings';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { whileHeld } from '../../http/testing/while-held.ts';
import { postTransaction } from '../../ledger/post-transaction.ts';
import { type ClosingQuery, listClosings } from './list-closings.ts';
import { EarningWorld } from './testing/earning-world.ts';

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

const inMarch = new Date('2026-03-20T10:00:00Z');
const april = new Date('2026-04-01T00:01:00Z');
const may = new Date('2026-05-01T00:01:00Z');

async function adjust(
  publisherId: number,
  amountMicros: bigint,
  at: Date,
  account = availableOf(publisherId),
): Promise<void> {
  await world.database.db.transaction().execute(async (trx) => {
    await postTransaction(trx, {
      kind: 'adjustment',
      reference: `test:${publisherId}:${at.toISOString()}:${amountMicros}`,
      entries: adjustmentEntries({ account, amountMicros }),
      at,
    });
  });
}

/** Of March, before it is closed: its publisher never has it. */
async function takeBack(publisherId: number, micros: bigint): Promise<void> {
  await adjust(publisherId, -micros, inMarch, pendingOf(publisherId));
  await sql`update earning_month set taken_back_micros = ${micros}
             where publisher_id = ${publisherId} and month = '2026-03-01'`.execute(world.database.db);
}

/** What was booked as a month's close; 0: nothing was. */
async function bookedAs(publisherId: number, month: string): Promise<string> {
  const { rows } = await sql<{ id: string | null }>`
    select ledger_transaction_id::text as id from earning_month
     where publisher_id = ${publisherId} and month = ${`${month}-01`}::date`.execute(world.database.db);
  return rows[0]?.id ?? '0';
}

const sha256 = (...lines: string[]) =>
  createHash('sha256')
    .update(lines.map((line) => `${line}\n`).join(''))
    .digest('hex');

/** The operator's list, of this world's publishers alone. */
async function listed(at: Date, query: Partial<ClosingQuery> = {}) {
  const all = { page: 1, pageSize: 100_000, sort: 'month', ...query };
  const list = await listClosings({ db: world.database.db, clock: () => at }, all);
  const own = world.publishers();
  return { ...list, items: list.items.filter(({ publisher }) => own.includes(publisher.id)) };
}

it('a closed month has the hash of this text: whatever is released later, what was closed agrees with it', async () => {
  const [publisher, other] = [world.publisher(0), world.publisher(1)];
  const [top, side, others] = world.world.widgets.map(({ id }) => id);
  for (const widget of [0, 1, 0, 2]) await world.earn(widget, inMarch);
  await takeBack(publisher, 1n);
  await adjust(publisher, 5_000n, inMarch);
  await adjust(publisher, -1_000n, new Date('2026-03-31T23:59:59.999Z'));
  // The first moment of April is April's.
  await adjust(publisher, 90n, new Date('2026-04-01T00:00:00Z'));
  for (const micros of [1n, 2n, 3n, 4n]) await adjust(other, micros, inMarch);
  const before = (await listed(april)).items;
  expect(before.map(({ adjustments, exceptions }) => [adjustments, exceptions])).toEqual([
    [-0.000001, ['not_closed']],
    [0, ['not_closed']],
  ]);
  await world.close(april);
  await world.close(may);
  const { items } = await listed(may);
  const texts = [
    [
      ...['placard closed month 1', `publisher ${publisher}`, 'month 2026-03', 'earned 2100', 'taken back 1'],
      ...[`booked ${await bookedAs(publisher, '2026-03')}`, `widget ${top} 1400`, `widget ${side} 700`],
      ...['entry 1 adjustment 5000', 'entry 2 adjustment -1000'],
    ],
    [
      ...['placard closed month 1', `publisher ${other}`, 'month 2026-03', 'earned 700'],
      ...[`booked ${await bookedAs(other, '2026-03')}`, `widget ${others} 700`],
      ...[1, 2, 3, 4].map((micros) => `entry ${micros} adjustment ${micros}`),
    ],
    [
      ...['placard closed month 1', `publisher ${publisher}`, 'month 2026-04', 'earned 0', 'booked 0'],
      'entry 3 adjustment 90',
    ],
    ['placard closed month 1', `publisher ${other}`, 'month 2026-04', 'earned 0', 'booked 0'],
  ];
  expect(items.map(({ hash }) => hash)).toEqual(texts.map((lines) => sha256(...lines)));
  expect(items.map(({ adjustments, exceptions }) => [adjustments, exceptions])).toEqual([
    [0.003999, []],
    [0.00001, []],
    [0.00009, []],
    [0, []],
  ]);
});

it('each month since the first is closed, also one in between without earnings', async () => {
  await world.earn(0, new Date('2026-01-20T10:00:00Z'));
  await world.earn(0, inMarch);
  expect(await world.close(april)).toEqual(['2026-01 700', '2026-02 0', '2026-03 700']);
});

it('a month of corrections alone is closed as well, though its publisher never earned, whoever opens it', async () => {
  const publisher = world.publisher(2);
  const { db, pool } = world.database;
  await world.earn(0, inMarch);
  await sql`update account set created_at = '2026-03-31T23:59:59Z' where id = ${publisher}`.execute(db);
  await adjust(publisher, 5_000n, inMarch);
  // Two runs at once: what one of them opens, the other finds.
  const opened = `insert into ledger_account (kind, owner_id) values ('publisher_pending', ${publisher})`;
  const close = async () => await world.close(april, publisher);
  expect(await whileHeld(pool, opened, close, 1, 'select 1')).toEqual({
    waited: true,
    result: ['2026-03 0'],
  });
});

it('the very first correction belongs to the month that it was made in', async () => {
  const publisher = world.publisher(1);
  const { db } = world.database;
  await sql`update account set created_at = '2026-03-31T23:59:59Z' where id = ${publisher}`.execute(db);
  await sql`insert into ledger_account (kind, owner_id) values ('publisher_pending', ${publisher})`.execute(
    db,
  );
  expect(await world.close(april, publisher)).toEqual(['2026-03 0']);
  await adjust(publisher, 5n, new Date('2026-04-20T10:00:00Z'));
  expect(await world.close(may, publisher)).toEqual(['2026-04 0']);
  const { items } = await listed(may);
  expect(items.map(({ month, adjustments, exceptions }) => [month, adjustments, exceptions])).toEqual([
    ['2026-03', 0, []],
    ['2026-04', 0.000005, []],
  ]);
});

it('what was closed before there were hashes stays without one, and says no more than that', async () => {
  const [older, publisher] = [world.publisher(0), world.publisher(1)];
  const { db } = world.database;
  await sql`insert into earning_month (publisher_id, month, earned_micros, closed_at)
            values (${older}, '2026-03-01', 0, ${april}), (${older}, '2026-04-01', 5, ${may})`.execute(db);
  for (const widget of [0, 2]) await world.earn(widget, may);
  await adjust(older, 5n, inMarch);
  await adjust(publisher, 5n, inMarch);
  const earlier = new Date('2026-04-10T10:00:00Z');
  await world.earn(2, earlier);
  await world.close(new Date('2026-06-01T00:01:00Z'), publisher);
  const { rows } = await sql`select available_sequence, figures_sha256 from earning_month
    where publisher_id = ${older} and month < '2026-05-01'`.execute(db);
  const untouched = { available_sequence: null, figures_sha256: null };
  expect(rows).toEqual([untouched, untouched]);
  const { items } = await listed(may, { search: 'nothing' });
  expect(items).toEqual([]);
  const shown = (await listed(may)).items.filter((item) => item.publisher.id === older);
  expect(shown.map(({ month, exceptions, hash }) => [month, exceptions, hash])).toEqual([
    ['2026-03', ['not_hashed'], null],
    // Nothing was booked for it; by widget it was not kept yet.
    ['2026-04', ['not_hashed', 'ledger_differs'], null],
  ]);
});

it('the operator sees each month that is over once, whoever had it, and not the one that runs', async () => {
  for (const widget of [0, 2]) {
    await world.earn(widget, inMarch);
    await world.earn(widget, april);
  }
  await world.close(april);
  const { items, months } = await listed(april);
  expect(items.map(({ month }) => month)).toEqual(['2026-03', '2026-03']);
  expect(months).toEqual([...new Set(months)].sort().reverse());
  expect(months[0]).toBe('2026-03');
});

it('the operator finds a month by what is known of its publisher, and by a single exception', async () => {
  const { db } = world.database;
  for (const widget of [0, 2, 3]) await world.earn(widget, inMarch);
  await world.close(april);
  for (const [index, id] of world.publishers().entries()) {
    await sql`update account set company = ${`Tied ${index}`} where id = ${id}`.execute(db);
    await sql`update app_user set first_name = 'Una', last_name = ${`Alba${index}`}
      where id = (select user_id from account_member where account_id = ${id})`.execute(db);
  }
  // Late, and else as it should be.
  await sql`update earning_month set closed_at = '2026-04-02' where publisher_id = ${world.publisher(0)}`.execute(
    db,
  );
  const found = async (query: Partial<ClosingQuery>) =>
    (await listed(april, query)).items.map(({ publisher }) => world.publishers().indexOf(publisher.id));
  const email = (await listed(april)).items[1]?.publisher.email ?? '';
  expect(await found({ search: email })).toEqual([1]);
  expect(await found({ search: 'tied 2' })).toEqual([2]);
  expect(await found({ search: 'una alba0' })).toEqual([0]);
  expect(await found({ search: 'tied', exceptions: true })).toEqual([0]);
  const { total, stats } = await listed(april, { search: 'tied' });
  expect([total, stats]).toEqual([3, { earned: 0.0021, adjustments: 0, notClosed: 0, exceptions: 1 }]);
  const nothing = { earned: 0, adjustments: 0, notClosed: 0, exceptions: 0 };
  expect(await listed(april, { search: 'nobody' })).toMatchObject({ items: [], total: 0, stats: nothing });
  // Of equal ones the publisher who came first comes first, on every page.
  for (const sort of ['month', '-month']) {
    const pages = [1, 2, 3].map(async (page) => await found({ search: 'tied', sort, page, pageSize: 1 }));
    expect(await Promise.all(pages)).toEqual([[0], [1], [2]]);
    expect(await found({ search: 'tied', sort })).toEqual([0, 1, 2]);
  }
});

it('months that are alike in what the list is sorted by stand on one page each, the newest of a publisher first', async () => {
  const { db } = world.database;
  for (const widget of [0, 2]) await world.earn(widget, inMarch);
  const november = new Date('2026-11-01T00:01:00Z');
  await world.close(november);
  await sql`update account set company = 'Tied by month' where id = any(${world.publishers()}::int[])`.execute(
    db,
  );
  // By names, as they are read, and not by addresses, which are not; who has none is called by theirs.
  for (const [index, [name, email]] of [
    ['Zoe', 'a@tied.test'] as const,
    ['', 'b@tied.test'] as const,
  ].entries())
    await sql`update app_user set first_name = ${name}, email = ${email}
      where id = (select user_id from account_member where account_id = ${world.publisher(index)})`.execute(
      db,
    );
  const monthsBy = async (sort: string, pageSize: number) => {
    const found: string[] = [];
    for (let page = 1; page <= Math.ceil(16 / pageSize); page += 1) {
      const { items } = await listed(november, { search: 'tied by month', sort, page, pageSize });
      found.push(...items.map(({ publisher, month }) => `${publisher.email} ${month}`));
    }
    return found;
  };
  for (const sort of ['publisher', '-earned', 'closedAt']) {
    const whole = await monthsBy(sort, 16);
    expect(new Set(whole).size).toBe(16);
    expect(await monthsBy(sort, 5)).toEqual(whole);
  }
  const newestFirst = Array.from({ length: 8 }, (_, index) => `2026-${String(10 - index).padStart(2, '0')}`);
  expect(await monthsBy('publisher', 16)).toEqual(
    ['b@tied.test', 'a@tied.test'].flatMap((email) => newestFirst.map((month) => `${email} ${month}`)),
  );
});

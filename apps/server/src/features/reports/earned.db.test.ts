import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../deps.ts';
import { createActor, testDeps } from '../testing/fixtures.ts';
import { readEarningMonths } from './earning-months.ts';
import { readPublisherEarnings } from './publisher-earnings.ts';

let database: TestDatabase;
let ann: Actor;
/** Has as much of everything, and other sums. */
let bob: Actor;
beforeAll(async () => {
  database = await createTestDatabase();
  [ann, bob] = [await createActor(database.db, ['publisher']), await createActor(database.db, ['publisher'])];
  for (const [{ accountId }, micros] of [
    [ann, 1_250_000],
    [bob, 7_000_001],
  ] as const) {
    await sql`insert into earning_month (publisher_id, month, earned_micros, closed_at)
      select ${accountId}, month, ${micros}::int8 * n, case when n > 1 then timestamptz '2026-05-01 00:00Z' end
        from (select (date '2026-05-01' - make_interval(months => n - 1))::date as month, n from generate_series(1, 25) n) m`.execute(
      database.db,
    );
    await sql`insert into ledger_account (owner_id, kind, balance_micros)
      select ${accountId}, kind, ${micros}::int8 * n from (values ('publisher_available', 2), ('publisher_pending', 3),
        ('advertiser_wallet', 4)) as b(kind, n)`.execute(database.db);
  }
});
afterAll(async () => {
  await database.drop();
});
const deps = (now = new Date('2026-05-13T12:00:00Z')) => ({ ...testDeps(database.db), clock: () => now });

it('the months of a publisher are the last 24, the newest first, with when each was closed', async () => {
  const { items, currency } = await readEarningMonths(deps(), ann);
  expect(currency).toBe('USD');
  expect(items).toHaveLength(24);
  expect(items.slice(0, 2)).toEqual([
    { month: '2026-05-01', earned: 1.25, closedAt: null },
    { month: '2026-04-01', earned: 2.5, closedAt: '2026-05-01T00:00:00.000Z' },
  ]);
  expect(items.at(-1)).toMatchObject({ month: '2024-06-01', earned: 30 });
});

it('what a publisher has, awaits and has ever earned is their own', async () => {
  expect(await readPublisherEarnings(deps(), ann)).toEqual({
    ...{ currency: 'USD', available: 2.5, pending: 3.75, nextPaymentDate: '2026-06-01' },
    total: (1.25 * 25 * 26) / 2,
  });
  const nobody = await createActor(database.db, ['publisher']);
  expect(await readPublisherEarnings(deps(), nobody)).toMatchObject({ available: 0, pending: 0, total: 0 });
});

it('the month is closed on the first in the network’s zone', async () => {
  await sql`update network_settings set time_zone = 'Asia/Tokyo'`.execute(database.db);
  const next = async (at: string) => (await readPublisherEarnings(deps(new Date(at)), ann)).nextPaymentDate;
  expect([await next('2026-05-31T14:59:59Z'), await next('2026-05-31T15:00:00Z')]).toEqual([
    '2026-06-01',
    '2026-07-01',
  ]);
  await sql`update network_settings set time_zone = 'UTC'`.execute(database.db);
});

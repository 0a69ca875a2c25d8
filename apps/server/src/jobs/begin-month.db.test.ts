import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PAYMENT, PaymentWorld } from '../features/payments/testing/payment-world.ts';
import { beginMonth } from './begin-month.ts';

let world: PaymentWorld;
beforeAll(async () => {
  world = await PaymentWorld.open();
  await world.newPublishers();
});
afterAll(async () => {
  await world.api.close();
});

it('asks for withdrawals also where a month of somebody else cannot be closed, and says that', async () => {
  const { db } = world.api.deps;
  await world.earn(75);
  await world.create();
  await world.send('PUT', `${PAYMENT}/settings`, { version: 0, minPayout: null, autoWithdrawal: true });
  await db
    .insertInto('earning_month')
    .values({ publisher_id: world.stranger.accountId, month: '2026-04-01', earned_micros: 0n })
    .execute();
  await sql`alter table earning_month add constraint fails
    check (publisher_id <> ${sql.lit(world.stranger.accountId)} or closed_at is null)`.execute(db);
  const deps = {
    ...{ db, clock: () => new Date('2026-05-01T00:01:00Z'), publicUrl: 'https://dashboard.test' },
    logger: pino({ level: 'silent' }),
  };
  await expect(beginMonth(deps)).rejects.toMatchObject({
    message: '1 steps of the month failed',
    errors: [{ message: expect.stringMatching(/months could not be closed$/) }],
  });
  const payouts = await db.selectFrom('payout').select(['publisher_id', 'amount_micros']).execute();
  expect(payouts).toEqual([{ publisher_id: world.publisher.accountId, amount_micros: 75_000_000n }]);
});

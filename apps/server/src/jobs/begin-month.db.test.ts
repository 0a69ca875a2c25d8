import { pendingOf } from '@placard/domain/ledger/accounts';
import { adjustmentEntries } from '@placard/domain/ledger/postings';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PAYMENT, PaymentWorld } from '../features/payments/testing/payment-world.ts';
import { postTransaction } from '../ledger/post-transaction.ts';
import { beginMonth } from './begin-month.ts';

let world: PaymentWorld;
beforeAll(async () => {
  world = await PaymentWorld.open();
});
afterAll(async () => {
  await world.api.close();
});

it('withdraws what the month that ended brought', async () => {
  const { db } = world.api.deps;
  await world.newPublishers();
  await world.create();
  await world.send('PUT', `${PAYMENT}/settings`, { version: 0, minPayout: null, autoWithdrawal: true });
  const publisherId = world.publisher.accountId;
  await db.transaction().execute(async (trx) => {
    await postTransaction(trx, {
      kind: 'adjustment',
      reference: 'earned in March',
      entries: adjustmentEntries({ account: pendingOf(publisherId), amountMicros: 80_000_000n }),
      at: new Date('2026-03-20T12:00:00Z'),
    });
  });
  await db
    .insertInto('earning_month')
    .values({ publisher_id: publisherId, month: '2026-03-01', earned_micros: 80_000_000n })
    .execute();
  await beginMonth({
    ...{ db, clock: () => new Date('2026-04-01T00:01:00Z'), publicUrl: 'https://dashboard.test' },
    logger: pino({ level: 'silent' }),
  });
  const payouts = await db
    .selectFrom('payout')
    .select('amount_micros')
    .where('publisher_id', '=', publisherId)
    .execute();
  expect(payouts).toEqual([{ amount_micros: 80_000_000n }]);
});

it('asks for withdrawals also where a month of somebody else cannot be closed, and says that', async () => {
  const { db } = world.api.deps;
  await world.newPublishers();
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
  const payouts = await db
    .selectFrom('payout')
    .select('amount_micros')
    .where('publisher_id', '=', world.publisher.accountId)
    .execute();
  expect(payouts).toEqual([{ amount_micros: 75_000_000n }]);
});

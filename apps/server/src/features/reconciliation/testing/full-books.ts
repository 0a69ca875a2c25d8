import type { Pool } from 'pg';
import { expect } from 'vitest';
import { closeMonths } from '../../../jobs/close-months.ts';
import { settleAvailable } from '../../../settlement/settle-available.ts';
import { bodyOf, makeWorld, shipBatch, type World } from '../../../settlement/testing/world.ts';
import { confirmDeposit } from '../../billing/operator-deposits.ts';
import { newKey, type PaymentWorld } from '../../payments/testing/payment-world.ts';

const FEBRUARY_9 = Date.UTC(2026, 1, 9, 12);
const MARCH_9 = Date.UTC(2026, 2, 9, 12);
const NOW = new Date('2026-03-10T12:00:00Z');

type Filled = { readonly pool: Pool; readonly network: World };

let shard = 0;
async function earn({ pool, network }: Filled, widget: number, atMs: number, times: number): Promise<void> {
  shard += 1;
  const events = Array.from({ length: times }, (_, sequence) => ({
    ...{ sequence, shard, decidedAtMs: atMs - 2_000, eventAtMs: atMs, priceMicros: 50_000_000 },
    ...{ adSetId: network.adSets[0]?.id ?? 0, widgetId: network.widgets[widget]?.id ?? 0 },
  }));
  const both = events.flatMap((event) => [
    { ...event, kind: 'impression' as const },
    { ...event, kind: 'viewable' as const },
  ]);
  await shipBatch(pool, {
    ...{ shard, spoolOffset: 0, body: bodyOf(both), recordCount: both.length },
    receivedAt: new Date(atMs),
  });
  await settleAvailable({ pool, clock: () => new Date(atMs) });
}

/** Everything that money does here, once. */
export async function fillBooks(world: PaymentWorld): Promise<World> {
  const { pool } = world.api;
  const { db } = world.api.deps;
  const network = await makeWorld(db, {
    advertisers: [
      {
        ...{ timeZone: 'UTC', walletMicros: 0n },
        campaigns: [{ totalBudgetMicros: 10n ** 10n, adSets: [{ totalBudgetMicros: 10n ** 10n }] }],
      },
    ],
    widgetsOfPublishers: [2, 1],
  });
  const advertiserId = network.adSets[0]?.advertiserId ?? 0;
  const publisherId = network.widgets[0]?.publisherId ?? 0;
  await db
    .insertInto('account_role')
    .values([
      { account_id: advertiserId, role: 'advertiser' },
      { account_id: publisherId, role: 'publisher' },
    ])
    .execute();
  const deposit = await db
    .insertInto('deposit')
    .values({
      advertiser_id: advertiserId,
      gateway: 'manual',
      amount_micros: 500_000_000n,
      reference: 'PL-1',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await confirmDeposit({ db, clock: () => NOW }, world.operator.actor, deposit);
  const call = async (path: string, body: object) =>
    await world.api.call('POST', path, { token: world.operator.token, body, headers: newKey() });
  const ok = (answer: { status: number }) => expect(answer.status).toBe(200);
  await earn({ pool, network }, 0, FEBRUARY_9, 40);
  await earn({ pool, network }, 2, FEBRUARY_9, 3);
  ok(await call(`/operator/deposits/${deposit.id}/refunds`, { amount: 5, reason: 'Too much' }));
  await closeMonths({
    db,
    clock: () => new Date('2026-03-01T01:00:00Z'),
    publicUrl: 'http://dashboard.test',
  });
  await earn({ pool, network }, 1, MARCH_9, 10);
  ok(
    await call('/operator/corrections', {
      accountId: advertiserId,
      balance: 'wallet',
      amount: 3,
      reason: 'Kind',
    }),
  );
  ok(
    await call('/operator/corrections', {
      accountId: publisherId,
      balance: 'earnings',
      amount: 2,
      reason: 'Fair',
    }),
  );
  const period = { accountId: advertiserId, periodFrom: '2026-02-09', periodTo: '2026-02-09' };
  const websiteId = network.widgets[2]?.websiteId ?? 0;
  ok(await call('/operator/corrections/spend', { ...period, websiteId, amount: 0.15, reason: 'Machines' }));
  // Of a month that is open: taken back of what is pending.
  const march = { ...period, periodFrom: '2026-03-09', periodTo: '2026-03-09' };
  ok(await call('/operator/corrections/spend', { ...march, amount: 0.5, reason: 'Machines' }));
  // That the gateway has given up before it was heard of: nothing was booked.
  await db
    .insertInto('deposit_refund')
    .values({
      ...{ deposit_id: deposit.id, amount_micros: 10_000n, origin: 'gateway', status: 'returned' },
      ...{ covered_micros: 0n, gateway_id: 're_returned', reason: '', failure_text: null },
      ...{ requested_by: null, requested_at: NOW, decided_at: NOW, next_attempt_at: null },
    })
    .execute();
  await world.limitIs(0);
  await db
    .insertInto('withholding_rate')
    .values({
      ...{ publisher_id: null, country: null, rate_bp: 1_000, reason: 'By law', until_at: null },
      ...{ from_at: new Date(FEBRUARY_9), created_at: new Date(FEBRUARY_9), created_by: world.operator.id },
    })
    .execute();
  for (const amount of [100, 200, 300]) await world.payoutInProcessing(amount);
  await world.earn(400);
  const profiles = (await world.get('/publisher/payment/profiles')).data as { items: { id: number }[] };
  ok(await world.withdraw(150, profiles.items[0]?.id ?? 0));
  const ids = (await db.selectFrom('payout').select('id').orderBy('id').execute()).map(({ id }) => id);
  ok(await world.exportBatch(ids.slice(0, 2)));
  ok(await world.act(ids[0] ?? 0, 'complete'));
  ok(await world.act(ids[2] ?? 0, 'fail', 'Returned'));
  return network;
}

import { readPacingPlan } from '@placard/contract/wire/pacing-plan';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { movedWallets, readWalletState } from '../features/billing/low-balance.ts';
import { readNetworkState } from '../features/health/network-state.ts';
import { listClosings } from '../features/payments/list-closings.ts';
import { testDeps } from '../features/testing/fixtures.ts';
import { RecentCounts } from '../pacing/recent-counts.ts';
import { RunningAdSets } from '../pacing/running-ad-sets.ts';
import { PacingPlanner } from '../pacing/write-plan.ts';
import { makeWorld, type World } from '../settlement/testing/world.ts';
import { closeMonths } from './close-months.ts';
import { completeCampaigns } from './complete-campaigns.ts';
import { tellSpikes } from './tell-spikes.ts';
import { tellZonesNotRead } from './zones-not-read.ts';

const NOON = new Date('2026-11-21T12:00:00Z');
const DOLLAR = 1_000_000n;
const URLS = { publicUrl: 'https://dashboard.test' };

let database: TestDatabase;
let world: World;
/** One in a zone that PostgreSQL does not know, as it could be kept before, or came with a database of another. */
let odd: number;
let other: number;
beforeAll(async () => {
  database = await createTestDatabase();
  const campaigns = [
    {
      totalBudgetMicros: 900n * DOLLAR,
      adSets: [{ totalBudgetMicros: 500n * DOLLAR, dailyBudgetMicros: 40n * DOLLAR }],
    },
  ];
  world = await makeWorld(database.db, {
    advertisers: ['UTC', 'UTC'].map((timeZone) => ({ timeZone, walletMicros: 50n * DOLLAR, campaigns })),
    widgetsOfPublishers: [1],
  });
  [odd = 0, other = 0] = world.adSets.map(({ advertiserId }) => advertiserId);
});
beforeEach(async () => {
  await inZone('AET');
});
afterAll(async () => await database.drop());

const inZone = async (zone: string) =>
  await database.db.updateTable('account').set({ time_zone: zone }).where('id', '=', odd).execute();
const deps = () => ({ ...testDeps(database.db), clock: () => NOON });
/** What an operator is warned of. */
const told = async () => {
  const warned: unknown[] = [];
  await tellZonesNotRead({ ...deps(), logger: { warn: (what: unknown) => void warned.push(what) } });
  return warned;
};
/** Whose ad sets the newest plan has. */
const planned = async () => {
  const { body } = await database.db.selectFrom('pacing_plan').selectAll().executeTakeFirstOrThrow();
  const ids = readPacingPlan(body).map(({ adSetId }) => adSetId);
  return world.adSets.filter(({ id }) => ids.includes(id)).map(({ advertiserId }) => advertiserId);
};

it('is in no plan of pace, while everybody else is; nor where it becomes so meanwhile', async () => {
  const planner = new PacingPlanner(new RecentCounts());
  const planAt = async (second: number) => {
    await planner.run(database.pool, new Date(NOON.getTime() + second * 1_000));
    return await planned();
  };
  expect(await planAt(0)).toEqual([other]);
  await inZone('UTC');
  expect(await planAt(1)).toEqual([odd, other]);
  await inZone('AET');
  expect(await planAt(2)).toEqual([other]);
  const running = new RunningAdSets(10);
  await running.look(database.pool, NOON);
  expect(running.size).toBe(1);
});

it('keeps nobody’s campaigns from their end, and its own by budget', async () => {
  await database.db.updateTable('campaign').set({ end_date: '2026-11-19' }).execute();
  const ended = await database.db
    .transaction()
    .execute(async (trx) => await completeCampaigns(URLS, trx, NOON));
  const rows = await database.db
    .selectFrom('campaign')
    .select('advertiser_id')
    .where('id', 'in', [...ended.campaignIds])
    .execute();
  expect(rows).toEqual([{ advertiser_id: other }]);
  await database.db.updateTable('campaign').set({ end_date: null, status: 'active' }).execute();
});

it('keeps nobody’s wallet, spikes and alarms from being looked at', async () => {
  await database.pool.query('update ledger_account set entry_count = 1 where owner_id = any($1)', [
    [odd, other],
  ]);
  expect((await movedWallets(database.db, NOON)).toSorted()).toEqual([odd, other].toSorted());
  const threshold = async (id: number) => (await readWalletState(database.db, id, NOON)).thresholdMicros;
  expect(await threshold(other)).toBe(80n * DOLLAR);
  expect(await threshold(odd)).toBeLessThan(80n * DOLLAR);
  expect(await tellSpikes(deps())).toBe(0);
  await database.db
    .insertInto('wallet_watch')
    .values([odd, other].map((id) => ({ advertiser_id: id, level: 'empty' as const, changed_at: NOON })))
    .execute();
  const state = await readNetworkState({ ...deps(), dataDir: '/nowhere', mailServer: false });
  expect(state.emptyWallets.count).toBe(1);
});

it('is named, and no other', async () => {
  expect(await told()).toEqual([{ accounts: [{ accountId: odd, timeZone: 'AET' }] }]);
  await inZone('Europe/Berlin');
  expect(await told()).toEqual([]);
});

it('of the network keeps no month from being closed, nor alarms and closings from being read, and is named', async () => {
  const networkIn = async (zone: string) =>
    await database.db.updateTable('network_settings').set({ time_zone: zone }).execute();
  await inZone('UTC');
  expect(await told()).toEqual([]);
  await networkIn('AET');
  try {
    const [publisher = 0] = world.widgets.map(({ publisherId }) => publisherId);
    await database.db
      .updateTable('account')
      .set({ created_at: new Date('2026-09-30T23:30:00Z') })
      .where('id', '=', publisher)
      .execute();
    await database.db
      .insertInto('ledger_account')
      .values({ kind: 'publisher_pending', owner_id: publisher })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const closed = await closeMonths({ ...deps(), ...URLS });
    expect(closed.filter(({ publisherId }) => publisherId === publisher).map(({ month }) => month)).toEqual([
      '2026-09-01',
      '2026-10-01',
    ]);
    const state = await readNetworkState({ ...deps(), dataDir: '/nowhere', mailServer: false });
    expect(state.openMonths.count).toBe(0);
    const { items } = await listClosings(deps(), { page: 1, pageSize: 25 });
    expect(items.filter((item) => item.publisher.id === publisher)).toHaveLength(2);
    expect(await told()).toEqual([{ timeZone: 'AET' }]);
  } finally {
    await networkIn('UTC');
  }
});

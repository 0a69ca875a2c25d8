import { readPacingPlan } from '@placard/contract/wire/pacing-plan';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { seededRandom } from '@placard/db/testing/seeded-random';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { settleAvailable } from '../settlement/settle-available.ts';
import { bodyOf, makeWorld, shipBatch, type World } from '../settlement/testing/world.ts';
import { RecentCounts } from './recent-counts.ts';
import { PacingPlanner } from './write-plan.ts';

const NOON = Date.UTC(2026, 10, 21, 12, 0, 0);
const HOUR_MS = 3_600_000;
const DOLLAR = 1_000_000n;
const ZONES = ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/New_York'];

let database: TestDatabase;
let world: World;
let nowMs: number;
let spoolOffset = 0;
let sequence = 0;
/** Follows what changes, beside others that read everything. */
let planner: PacingPlanner;
const recent = new RecentCounts();

beforeAll(async () => {
  database = await createTestDatabase();
  const adSet = { totalBudgetMicros: 500n * DOLLAR };
  const campaign = {
    totalBudgetMicros: 900n * DOLLAR,
    adSets: [adSet, { ...adSet, dailyBudgetMicros: 24n * DOLLAR }],
  };
  const campaigns = [campaign, { ...campaign, dailyBudgetMicros: 30n * DOLLAR }];
  world = await makeWorld(database.db, {
    advertisers: ZONES.map((timeZone) => ({ timeZone, walletMicros: 1_000n * DOLLAR, campaigns })),
    widgetsOfPublishers: [1],
  });
  nowMs = NOON;
});
afterAll(async () => {
  await database.drop();
});
beforeEach(() => {
  // Parts of two rows, so that reading in parts is what is tested.
  planner = new PacingPlanner(recent, 2);
});

async function readPlan() {
  const row = await database.db.selectFrom('pacing_plan').selectAll().executeTakeFirstOrThrow();
  return readPacingPlan(row.body);
}

/** The plan of what was followed is that of what is read anew. */
async function requireSamePlan() {
  const followed = await planner.run(database.pool, new Date(nowMs));
  const plan = await readPlan();
  expect(await new PacingPlanner(recent).run(database.pool, new Date(nowMs))).toBe(followed);
  expect(await readPlan()).toEqual(plan);
  return plan;
}

async function settle(adSetId: number, events: number): Promise<void> {
  const widgetId = world.widgets[0]?.id ?? 0;
  const shown = Array.from({ length: events }, () => {
    sequence += 1;
    const decidedAtMs = nowMs - 5_000;
    return { sequence, shard: 0, decidedAtMs, eventAtMs: decidedAtMs + 1_500, adSetId, widgetId };
  });
  const body = bodyOf(
    shown.flatMap((event) => [
      { ...event, kind: 'impression' as const, priceMicros: 4_000_000_000 },
      { ...event, kind: 'viewable' as const, priceMicros: 4_000_000_000 },
    ]),
  );
  const receivedAt = new Date(nowMs);
  await shipBatch(database.pool, { shard: 0, spoolOffset, body, recordCount: events * 2, receivedAt });
  spoolOffset += body.byteLength;
  await settleAvailable({ pool: database.pool, clock: () => new Date(nowMs) });
}

const advertiserOf = (adSetId: number) => world.adSets.find(({ id }) => id === adSetId)?.advertiserId ?? 0;
const run = async (text: string, ...values: unknown[]) => void (await database.pool.query(text, values));
const ofCampaign = 'where id = (select campaign_id from ad_set where id = $1)';

/** What may happen to an ad set, its campaign or its advertiser between two plans. */
const HAPPENINGS: Readonly<Record<string, (adSetId: number, random: () => number) => Promise<void>>> = {
  shown: async (adSetId, random) => await settle(adSetId, 1 + Math.floor(random() * 3)),
  paused: async (adSetId) => await run(`update campaign set status = 'paused' ${ofCampaign}`, adSetId),
  resumed: async (adSetId) => await run(`update campaign set status = 'active' ${ofCampaign}`, adSetId),
  'another budget': async (adSetId, random) =>
    await run(
      'update ad_set set daily_budget_micros = $2 where id = $1',
      adSetId,
      7_000_000 + Math.floor(random() * 9_000_000),
    ),
  'another budget of the campaign': async (adSetId, random) =>
    await run(
      `update campaign set total_budget_micros = $2, daily_budget_micros = least(daily_budget_micros, $2) ${ofCampaign}`,
      adSetId,
      400_000_000 + Math.floor(random() * 99_000_000),
    ),
  'other hours': async (adSetId, random) =>
    await run(
      'update ad_set set start_minute = $2, end_minute = $3 where id = $1',
      adSetId,
      Math.floor(random() * 600),
      900,
    ),
  'other days': async (adSetId, random) =>
    await run(
      `update campaign set start_date = $2, end_date = $3 ${ofCampaign}`,
      adSetId,
      random() < 0.5 ? '2026-11-01' : '2026-11-23',
      random() < 0.5 ? null : '2026-11-24',
    ),
  archived: async (adSetId) => await run('update ad_set set archived_at = now() where id = $1', adSetId),
  'brought back': async (adSetId) => await run('update ad_set set archived_at = null where id = $1', adSetId),
  'wallet empty': async (adSetId) =>
    await run(
      "update ledger_account set balance_micros = 0 where owner_id = $1 and kind = 'advertiser_wallet'",
      advertiserOf(adSetId),
    ),
  'wallet filled': async (adSetId, random) =>
    await run(
      "update ledger_account set balance_micros = $2 where owner_id = $1 and kind = 'advertiser_wallet'",
      advertiserOf(adSetId),
      20_000_000 + Math.floor(random() * 900_000_000),
    ),
  suspended: async (adSetId) =>
    await run("update account set status = 'suspended' where id = $1", advertiserOf(adSetId)),
  'active again': async (adSetId) =>
    await run("update account set status = 'active' where id = $1", advertiserOf(adSetId)),
  'another zone': async (adSetId, random) =>
    await run(
      'update account set time_zone = $2 where id = $1',
      advertiserOf(adSetId),
      ZONES[Math.floor(random() * ZONES.length)],
    ),
  'another rate': async (_, random) =>
    await run('update network_settings set cpm_micros = $1', 1_000_000 + Math.floor(random() * 1_000_000)),
  'a minute passes': async () => {
    nowMs += 60_000;
  },
  'some hours pass': async (_, random) => {
    nowMs += Math.floor(random() * 9 * HOUR_MS);
  },
};

const wallets = async (micros: bigint) =>
  await run("update ledger_account set balance_micros = $1 where kind = 'advertiser_wallet'", micros);

type Query = (asked: unknown, ask: () => Promise<{ readonly rows: readonly unknown[] }>) => Promise<unknown>;

/** A pool of connections whose queries go through `query`. */
function poolThrough(query: Query): Pool {
  const connect = async () => {
    const client = await database.pool.connect();
    return new Proxy(client, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key);
        if (typeof value !== 'function') return value;
        if (key !== 'query') return value.bind(target);
        return async (...asked: readonly unknown[]) =>
          await query(asked[0], async () => await value.apply(target, asked));
      },
    });
  };
  return { connect, query: database.pool.query.bind(database.pool) } as unknown as Pool;
}

const isNamed = (asked: unknown, name: string) =>
  typeof asked === 'object' && asked !== null && 'name' in asked && asked.name === name;

describe('ad sets that are followed', () => {
  it('are planned as they would be if all of them were read anew, whatever happens', async () => {
    const random = seededRandom(11);
    const names = Object.keys(HAPPENINGS);
    const seen = new Set<number>();
    for (let step = 0; step < 250; step += 1) {
      const name = names[Math.floor(random() * names.length)] ?? '';
      const adSet = world.adSets[Math.floor(random() * world.adSets.length)];
      await HAPPENINGS[name]?.(adSet?.id ?? 0, random);
      seen.add((await requireSamePlan()).length);
    }
    // Not of one plan that never changes.
    expect(seen.size).toBeGreaterThan(5);
  }, 120_000);

  it('have what a transaction wrote that began before a look and ended after it', async () => {
    await run("update account set status = 'active'");
    await run("update ledger_account set balance_micros = 900000000 where kind = 'advertiser_wallet'");
    await run("update campaign set status = 'active', start_date = '2026-11-01', end_date = null");
    await run('update ad_set set archived_at = null');
    const [adSet, other] = world.adSets;
    const before = await requireSamePlan();
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      await client.query('update ad_set set total_budget_micros = 5000000 where id = $1', [adSet?.id]);
      await client.query(
        'insert into ad_set_spend (ad_set_id, spent_micros) values ($1, 77) on conflict (ad_set_id) do update set spent_micros = ad_set_spend.spent_micros + 77',
        [other?.id],
      );
      // Later ones end meanwhile.
      await settle(world.adSets.at(-1)?.id ?? 0, 1);
      await requireSamePlan();
      await settle(world.adSets.at(-1)?.id ?? 0, 1);
      await requireSamePlan();
      await client.query('commit');
    } finally {
      client.release();
    }
    const after = await requireSamePlan();
    const remaining = (plan: typeof after, id = 0) =>
      plan.find(({ adSetId }) => adSetId === id)?.remainingMicros ?? 0n;
    for (const one of [adSet, other]) expect(remaining(after, one?.id)).not.toBe(remaining(before, one?.id));
  });

  it('lose nothing where a look fails after it read some of what changed', async () => {
    await wallets(0n);
    expect(await requireSamePlan()).toEqual([]);
    await wallets(900n * DOLLAR);
    const failing = poolThrough(async (asked, ask) => {
      if (isNamed(asked, 'pacing-changed-campaigns')) throw new Error('the connection is gone');
      return await ask();
    });
    await expect(planner.run(failing, new Date(nowMs))).rejects.toThrow('the connection is gone');
    expect((await requireSamePlan()).length).toBeGreaterThan(2);
  });

  it('begin a day with all of its budget, in their zone, a minute after the last look', async () => {
    const paced = world.adSets.filter((_, index) => index % 4 === 1);
    await run("update account set time_zone = 'Europe/Berlin'");
    await run('update campaign set daily_budget_micros = null');
    await run(
      'update ad_set set total_budget_micros = 500000000, daily_budget_micros = 24000000, start_minute = 0, end_minute = 0',
    );
    nowMs = Date.UTC(2026, 11, 21, 22, 59);
    for (const { id } of paced) await settle(id, 1);
    const remaining = async () => {
      const plan = await requireSamePlan();
      return paced.map(({ id }) => plan.find(({ adSetId }) => adSetId === id)?.remainingMicros ?? 0n);
    };
    const before = await remaining();
    nowMs += 60_000;
    const after = await remaining();
    after.forEach((micros, index) => {
      expect(micros).toBeGreaterThan(before[index] ?? 0n);
    });
  });

  it('are planned from the first day of their campaign to its last, both included', async () => {
    await run("update account set time_zone = 'UTC'");
    await run("update campaign set start_date = '2026-12-22', end_date = '2026-12-23'");
    const planned: number[] = [];
    for (const day of [21, 22, 23, 24]) {
      nowMs = Date.UTC(2026, 11, day, 23, 59);
      planned.push((await requireSamePlan()).length);
    }
    const all = planned[1] ?? 0;
    expect(all).toBeGreaterThan(2);
    expect(planned).toEqual([0, all, all, 0]);
    await run("update campaign set start_date = '2026-11-01', end_date = null");
  });

  it.each([
    ['paused', 'resumed'],
    ['archived', 'brought back'],
    ['suspended', 'active again'],
    ['wallet empty', 'wallet filled'],
  ])('are not planned while %s', async (begins, ends) => {
    const id = world.adSets[0]?.id ?? 0;
    const isPlanned = async () => (await requireSamePlan()).some(({ adSetId }) => adSetId === id);
    expect(await isPlanned()).toBe(true);
    await HAPPENINGS[begins]?.(id, () => 0.5);
    expect(await isPlanned()).toBe(false);
    await HAPPENINGS[ends]?.(id, () => 0.5);
    expect(await isPlanned()).toBe(true);
  });

  it('have the money of their wallet alone, whatever their account earns beside it', async () => {
    const [adSet] = world.adSets;
    const owner = adSet?.advertiserId ?? 0;
    const remainingOf = async () => {
      const plan = await requireSamePlan();
      return plan
        .filter(({ adSetId }) => advertiserOf(adSetId) === owner)
        .map((each) => each.remainingMicros);
    };
    const before = await remainingOf();
    const holds = async (kind: string, micros: bigint) =>
      await database.pool.query(
        `insert into ledger_account (owner_id, kind, balance_micros) values ($1, $2, $3)
         on conflict (owner_id, kind) where owner_id is not null do update set balance_micros = $3`,
        [owner, kind, micros],
      );
    await holds('publisher_available', 1n);
    expect(await remainingOf()).toEqual(before);
    const { rows } = await database.pool.query<{ micros: string }>(
      "select balance_micros as micros from ledger_account where kind = 'advertiser_wallet' and owner_id = $1",
      [owner],
    );
    await holds('advertiser_wallet', 0n);
    expect([await remainingOf(), before.length > 0]).toEqual([[], true]);
    await holds('publisher_available', 5n * DOLLAR);
    planner = new PacingPlanner(recent, 2);
    expect(await remainingOf()).toEqual([]);
    await holds('advertiser_wallet', BigInt(rows[0]?.micros ?? 0));
    expect(await remainingOf()).toEqual(before);
  });

  it('are read alone where they changed: a look that finds nothing reads no row', async () => {
    nowMs = NOON + 72 * HOUR_MS;
    let read = 0;
    // Transactions of other databases of the server count among those that go on: here, none does.
    const alone = async () =>
      (await database.pool.query('select pg_snapshot_xmax(pg_current_snapshot())::text as oldest')).rows[0];
    const watched = poolThrough(async (asked, ask) => {
      const { rows } = await ask();
      if (typeof asked === 'string' && asked.startsWith('fetch')) read += rows.length;
      return {
        rows: isNamed(asked, 'pacing-settings') ? [{ ...(rows[0] as object), ...(await alone()) }] : rows,
      };
    });
    const look = async () => {
      read = 0;
      await planner.run(watched, new Date(nowMs));
      return read;
    };
    expect(await look()).toBeGreaterThan(world.adSets.length);
    expect(await look()).toBe(0);
    await run(
      'update ad_set set total_budget_micros = total_budget_micros + 1 where id = $1',
      world.adSets[0]?.id,
    );
    // The ad sets of its campaign.
    expect(await look()).toBe(2);
    // After ten minutes, and after a clock was set back, all of them.
    nowMs += 10 * 60_000 - 1;
    expect(await look()).toBe(0);
    nowMs += 1;
    expect(await look()).toBeGreaterThan(world.adSets.length);
    nowMs -= 1;
    expect(await look()).toBeGreaterThan(world.adSets.length);
  });
});

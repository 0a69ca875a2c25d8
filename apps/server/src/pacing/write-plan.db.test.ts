import { readPacingPlan } from '@placard/contract/wire/pacing-plan';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settleAvailable } from '../settlement/settle-available.ts';
import { bodyOf, makeWorld, shipBatch, type World } from '../settlement/testing/world.ts';
import { RecentCounts } from './recent-counts.ts';
import { RunningAdSets } from './running-ad-sets.ts';
import { PacingPlanner } from './write-plan.ts';

const NOON = Date.UTC(2026, 10, 21, 12, 0, 0);
const DOLLAR = 1_000_000n;

let database: TestDatabase;
let world: World;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await makeWorld(database.db, {
    advertisers: [
      {
        timeZone: 'UTC',
        walletMicros: 1_000n * DOLLAR,
        campaigns: [
          {
            totalBudgetMicros: 900n * DOLLAR,
            adSets: [{ totalBudgetMicros: 500n * DOLLAR, dailyBudgetMicros: 24n * DOLLAR }],
          },
        ],
      },
      {
        timeZone: 'UTC',
        walletMicros: 0n,
        campaigns: [{ totalBudgetMicros: DOLLAR, adSets: [{ totalBudgetMicros: DOLLAR }] }],
      },
    ],
    widgetsOfPublishers: [1],
  });
});
afterAll(async () => {
  await database.drop();
});

async function readPlan() {
  const row = await database.db.selectFrom('pacing_plan').selectAll().executeTakeFirstOrThrow();
  return { version: row.version, entries: readPacingPlan(row.body) };
}

it('of an ad set of which nothing was shown yet all is left', async () => {
  const running = new RunningAdSets(10);
  await running.look(database.pool, new Date(NOON));
  expect([...running.today()]).toMatchObject([
    {
      ...{ totalLeftMicros: 500n * DOLLAR, dayLeftMicros: 24n * DOLLAR },
      ...{ campaignLeftMicros: 900n * DOLLAR, campaignDayLeftMicros: null },
      counts: { impressions: 0, viewables: 0, clicks: 0 },
    },
  ]);
});

describe('PacingPlanner', () => {
  it('writes the same plan again after a while, also of a clock that was set back', async () => {
    const planner = new PacingPlanner(new RecentCounts());
    const versionAt = async (hours: number) => {
      await planner.run(database.pool, new Date(NOON + hours * 3_600_000));
      return (await readPlan()).version;
    };
    const first = await versionAt(24);
    expect([await versionAt(24), await versionAt(0), await versionAt(0), await versionAt(24)]).toEqual([
      ...[first, first + 1n, first + 1n],
      first + 2n,
    ]);
  });

  it('plans what runs and has money, follows what is settled, and writes only what changed', async () => {
    const planner = new PacingPlanner(new RecentCounts());
    expect(await planner.run(database.pool, new Date(NOON))).toBe(1);
    const first = await readPlan();
    expect(first.entries).toEqual([
      {
        adSetId: world.adSets[0]?.id,
        remainingMicros: 24n * DOLLAR,
        ratePerMinuteMicros: (24n * DOLLAR) / 720n + 1n,
        expectedPerThousandMicros: 1_400_000,
      },
    ]);
    await planner.run(database.pool, new Date(NOON));
    expect((await readPlan()).version).toBe(first.version);
    const event = {
      sequence: 0,
      shard: 0,
      decidedAtMs: NOON,
      eventAtMs: NOON + 1_500,
      adSetId: world.adSets[0]?.id ?? 0,
      widgetId: world.widgets[0]?.id ?? 0,
      priceMicros: 4_000_000_000,
    };
    const body = bodyOf([
      { ...event, kind: 'impression' },
      { ...event, kind: 'viewable' },
    ]);
    const receivedAt = new Date(NOON);
    await shipBatch(database.pool, { shard: 0, spoolOffset: 0, body, recordCount: 2, receivedAt });
    await settleAvailable({ pool: database.pool, clock: () => new Date(NOON) });
    await planner.run(database.pool, new Date(NOON));
    const [entry] = (await readPlan()).entries;
    expect(entry?.remainingMicros).toBe(20n * DOLLAR);
    expect(entry?.ratePerMinuteMicros).toBe((20n * DOLLAR) / 720n + 1n);
  });

  it('starts the next day with the whole daily budget, and is empty when nothing runs', async () => {
    const planner = new PacingPlanner(new RecentCounts());
    await planner.run(database.pool, new Date(NOON + 12 * 3_600_000));
    expect((await readPlan()).entries[0]?.remainingMicros).toBe(24n * DOLLAR);
    await database.db.updateTable('campaign').set({ status: 'paused' }).execute();
    expect(await planner.run(database.pool, new Date(NOON))).toBe(0);
    expect((await readPlan()).entries).toEqual([]);
  });

  it('is stored as it is: compressing one of a large network takes longer than all that is done with it', async () => {
    const sized = async (statement: string) =>
      (await database.pool.query<{ stored: number }>(statement)).rows[0]?.stored;
    await sized("update pacing_plan set body = decode(repeat('00', 1000000), 'hex')");
    expect(await sized('select pg_column_size(body) as stored from pacing_plan')).toBe(1_000_000);
  });
});

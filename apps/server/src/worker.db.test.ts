import { createSecrets, SECRET_KEY_BYTES } from '@placard/db/secrets/secrets';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Analytics } from './analytics/open-analytics.ts';
import { runReport } from './analytics/run-report.ts';
import { openTestAnalytics } from './analytics/testing/test-analytics.ts';
import { lookedUntil } from './settlement/testing/looked-until.ts';
import { bodyOf, makeWorld, shipBatch, type World } from './settlement/testing/world.ts';
import { HORIZON_STEP_MINUTES, tidyEventLog } from './settlement/tidy-event-log.ts';
import { type RunningWorker, startWorker } from './worker.ts';

const NOON = Date.UTC(2026, 10, 21, 12, 0, 0);
const logger = pino({ level: 'silent' });

let database: TestDatabase;
let analytics: Analytics;
let endAnalytics: () => Promise<void>;
let world: World;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ analytics, end: endAnalytics } = await openTestAnalytics());
  world = await makeWorld(database.db, {
    advertisers: [
      {
        timeZone: 'UTC',
        walletMicros: 10_000_000n,
        campaigns: [{ totalBudgetMicros: 6_000n, adSets: [{ totalBudgetMicros: 6_000n }] }],
      },
    ],
    widgetsOfPublishers: [1],
  });
});
afterAll(async () => {
  await endAnalytics();
  await database.drop();
});

async function ship(sequence: number): Promise<void> {
  const event = {
    sequence,
    shard: 0,
    decidedAtMs: NOON,
    eventAtMs: NOON + 1_500,
    adSetId: world.adSets[0]?.id ?? 0,
    widgetId: world.widgets[0]?.id ?? 0,
    priceMicros: 2_000_000,
  };
  const body = bodyOf([
    { ...event, kind: 'impression' },
    { ...event, kind: 'viewable' },
  ]);
  const receivedAt = new Date(NOON);
  await shipBatch(database.pool, { shard: 0, spoolOffset: sequence * 128, body, recordCount: 2, receivedAt });
}

async function spend(): Promise<unknown> {
  const scope = { advertiserId: world.adSets[0]?.advertiserId ?? 0 };
  const day = { from: '2026-11-21', to: '2026-11-21', timeZone: 'UTC' };
  const report = await runReport({ analytics }, scope, { ...day, metrics: ['spend'] });
  return report.totals.spend;
}

const start = async (settlers = 1): Promise<RunningWorker> =>
  await startWorker({
    ...database,
    databaseUrl: database.url,
    settlers,
    analytics,
    logger,
    clock: () => new Date(NOON),
    publicUrl: 'http://dashboard.test',
    deliveryUrl: 'http://ads.test',
    secrets: createSecrets(Buffer.alloc(SECRET_KEY_BYTES, 7)),
    dataDir: '.',
    hasKeyFile: false,
    mailServer: false,
    cards: null,
  });

/** Loads come 1.5 s apart, and a busy machine takes longer for each. */
const PATIENCE_MS = 20_000;

describe('the worker', () => {
  it('brings an event to wallet, report and plan by itself, and another worker goes on after it', async () => {
    await ship(0);
    const first = await start();
    // Threads settle for this one.
    const second = await start(2);
    await vi.waitUntil(async () => (await spend()) === 2_000n, PATIENCE_MS);
    await first.stop();
    await ship(1);
    await vi.waitUntil(async () => (await spend()) === 4_000n, PATIENCE_MS);
    const plan = await database.db.selectFrom('pacing_plan').select('version').executeTakeFirstOrThrow();
    expect(plan.version).toBeGreaterThan(0n);
    await ship(2);
    const campaignId = world.adSets[0]?.campaignId ?? 0;
    await vi.waitUntil(async () => {
      const campaign = await database.db
        .selectFrom('campaign')
        .select('status')
        .where('id', '=', campaignId)
        .executeTakeFirstOrThrow();
      return campaign.status === 'completed';
    }, PATIENCE_MS);
    await second.stop();
  });

  it('tidies what settlement needs no more and keeps the newest batch of a shard', async () => {
    await lookedUntil(database.pool, NOON + 30 * 24 * 3_600_000);
    const client = await database.pool.connect();
    try {
      const tidied = await tidyEventLog(client, new Date(NOON + 30 * 24 * 3_600_000));
      expect(tidied).toMatchObject({ batches: 2, pages: 2 });
      const left = await database.db.selectFrom('event_batch').select('spool_offset').execute();
      expect(left).toEqual([{ spool_offset: 256n }]);
      // The horizon never goes back, whatever the clock does.
      const back = await tidyEventLog(client, new Date(NOON));
      expect(back.horizonMinute).toBe(tidied.horizonMinute);
      // Nor does it follow a clock that is far ahead by more than a step, nor stay behind one that goes on.
      const ahead = await tidyEventLog(client, new Date(NOON + 400 * 24 * 3_600_000));
      expect(ahead.horizonMinute).toBe(tidied.horizonMinute + HORIZON_STEP_MINUTES);
      const almost = NOON + 30 * 24 * 3_600_000 + (2 * HORIZON_STEP_MINUTES - 1) * 60_000;
      const on = await tidyEventLog(client, new Date(almost));
      expect(on.horizonMinute).toBe(ahead.horizonMinute + HORIZON_STEP_MINUTES - 1);
    } finally {
      client.release();
    }
  });
});

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMPILE_CACHE } from '@placard/db/testing/compile-cache';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { agrees, compareLedgerAndReports } from './analytics/compare-ledger.ts';
import { FactLoader } from './analytics/loader.ts';
import { openAnalytics } from './analytics/open-analytics.ts';
import { runReport } from './analytics/run-report.ts';
import { bodyOf, type EventSpec, makeWorld, shipBatch, type World } from './settlement/testing/world.ts';

/** Started as a process, as in earnest; not imported. */
const WORKER = join(import.meta.dirname, 'main-worker.ts');
const KILLS = 5;
const DECISIONS_A_LIFE = 400;
const BATCHES_A_LIFE = 8;
const PATIENCE_MS = 15_000;

let database: TestDatabase;
let folder: string;
let world: World;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'placard-crash-'));
  world = await makeWorld(database.db, {
    advertisers: [
      {
        timeZone: 'UTC',
        walletMicros: 10n ** 12n,
        campaigns: [{ totalBudgetMicros: 10n ** 12n, adSets: [{ totalBudgetMicros: 10n ** 12n }] }],
      },
    ],
    widgetsOfPublishers: [1],
  });
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
  await database.drop();
});

async function startWorkerProcess(settlers: number): Promise<ChildProcess> {
  const child = fork(WORKER, {
    execArgv: [],
    env: {
      ...COMPILE_CACHE,
      PATH: process.env.PATH,
      DATABASE_URL: database.url,
      PLACARD_DATA_DIR: folder,
      PLACARD_LOG_LEVEL: 'silent',
      PLACARD_SETTLERS: String(settlers),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  children.add(child);
  await once(child, 'message');
  return child;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const ended = once(child, 'exit');
  child.kill(signal);
  const [code] = await ended;
  children.delete(child);
  return code;
}

/** Impression and viewable impression of each decision, both told twice. */
async function ship(life: number): Promise<void> {
  const decidedAtMs = Math.floor(Date.now() / 60_000) * 60_000 - 120_000;
  const events = Array.from({ length: DECISIONS_A_LIFE }, (_, decision) => {
    const event: Omit<EventSpec, 'kind'> = {
      sequence: life * DECISIONS_A_LIFE + decision,
      shard: 0,
      decidedAtMs,
      eventAtMs: decidedAtMs + 2_000,
      adSetId: world.adSets[0]?.id ?? 0,
      widgetId: world.widgets[0]?.id ?? 0,
      priceMicros: 2_000_123,
    };
    const both = [
      { ...event, kind: 'impression' as const },
      { ...event, kind: 'viewable' as const },
    ];
    return [...both, ...both];
  }).flat();
  const size = events.length / BATCHES_A_LIFE;
  for (let batch = 0; batch < BATCHES_A_LIFE; batch += 1) {
    const body = bodyOf(events.slice(batch * size, (batch + 1) * size));
    const spoolOffset = (life * BATCHES_A_LIFE + batch) * body.byteLength;
    await shipBatch(database.pool, {
      shard: 0,
      spoolOffset,
      body,
      recordCount: size,
      receivedAt: new Date(),
    });
  }
}

async function settledTo(): Promise<bigint> {
  const row = await database.db.selectFrom('settlement_checkpoint').select('spool_offset').executeTakeFirst();
  return row?.spool_offset ?? 0n;
}

async function loadedTo(): Promise<boolean> {
  const { rows } = await database.pool.query<{ loaded: boolean }>(
    `select settlement_id = (select max(settlement_id) from fact_batch) and loading_to is null
            and not exists (select from settlement_part) as loaded
       from analytics_checkpoint`,
  );
  return rows[0]?.loaded === true;
}

describe('a worker that is killed', () => {
  it('has charged every event once when the next one is done', async () => {
    for (let life = 0; life < KILLS; life += 1) {
      const before = await settledTo();
      // Two settlers after one, one after three: each life finds what another number of them has left.
      const child = await startWorkerProcess(1 + (life % 3));
      await ship(life);
      // Every other one dies at any moment of its work, the others right after a commit, while facts are loaded.
      if (life % 2 === 1)
        await vi.waitUntil(async () => (await settledTo()) > before, { timeout: PATIENCE_MS, interval: 1 });
      await end(child, 'SIGKILL');
    }
    const last = await startWorkerProcess(2);
    const all = BigInt(KILLS * DECISIONS_A_LIFE * 4 * 64);
    await vi.waitUntil(async () => (await settledTo()) === all && (await loadedTo()), {
      timeout: PATIENCE_MS,
      interval: 20,
    });
    expect(await end(last, 'SIGTERM')).toBe(0);

    const decisions = KILLS * DECISIONS_A_LIFE;
    const charged = (BigInt(decisions) * 2_000_123n) / 1_000n;
    const wallet = await database.db
      .selectFrom('ledger_account')
      .select('balance_micros')
      .where('kind', '=', 'advertiser_wallet')
      .executeTakeFirstOrThrow();
    expect(10n ** 12n - wallet.balance_micros).toBe(charged);
    const analytics = await openAnalytics({ dataDir: folder });
    try {
      const loader = new FactLoader({ pool: database.pool, analytics });
      expect(agrees(await compareLedgerAndReports({ pool: database.pool, analytics, loader }))).toBe(true);
      const today = new Date().toISOString().slice(0, 10);
      const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
      const report = await runReport(
        { analytics },
        { network: true },
        {
          from: yesterday,
          to: today,
          timeZone: 'UTC',
          metrics: ['impressions', 'viewableImpressions', 'spend', 'filteredEvents'],
        },
      );
      expect(report.totals).toEqual({
        impressions: decisions,
        viewableImpressions: decisions,
        spend: charged,
        filteredEvents: decisions * 2,
      });
    } finally {
      await analytics.close();
    }
    // Six processes are started one after the other; beside other work each takes its time.
  }, 180_000);
});

import { randomUUID } from 'node:crypto';
import { createDb, createPool } from '@placard/db/database';
import { startTestCluster } from '@placard/db/testing/cluster';
import { dayOfNumber } from '@placard/domain/time-zone';
import { FACT_COLUMNS, FACT_TABLES, replaceTables } from '../../../apps/server/src/analytics/fact-tables.ts';
import { FactLoader } from '../../../apps/server/src/analytics/loader.ts';
import type { Analytics } from '../../../apps/server/src/analytics/open-analytics.ts';
import { ROLL_UP_ALL, type RolledUpFrom } from '../../../apps/server/src/analytics/rollup-sets.ts';
import { RollupStates } from '../../../apps/server/src/analytics/rollup-state.ts';
import { settleAvailable } from '../../../apps/server/src/settlement/settle-available.ts';
import { makeWorld, shipBatch, type World } from '../../../apps/server/src/settlement/testing/world.ts';
import { makeTraffic } from './event-traffic.ts';
import type { Pool } from './network.ts';
import { buildAll } from './report-facts.ts';
import { type AskedQuestion, askedQuestions } from './report-questions.ts';

export const MIN_LOADED_PER_CORE_SECOND = 300_000;
const EVENTS = 1_200_000;
const BATCH_EVENTS = 20_000;
const RECORD_BYTES = 64;
const START_MS = Date.UTC(2026, 10, 20, 12);
const FACTS_AT_ONCE = 100_000;
const COPY = 'bench_sample';

export type LoaderSample = {
  readonly eventsPerCoreSecond: number;
  readonly advertiserId: number;
  readonly publisherId: number;
  /** Empties the tables and puts the sample's facts into them the way made facts get there. */
  readonly insertAsMade: () => Promise<void>;
};

/**
 * Settles traffic and loads it with the real loader, whose processor time is taken.
 * @param rolledUpFrom whose rollups it keeps, everybody's where nothing is said
 */
export async function loadSample(
  analytics: Analytics,
  rolledUpFrom: RolledUpFrom = ROLL_UP_ALL,
): Promise<LoaderSample> {
  const cluster = await startTestCluster();
  try {
    const url = await cluster.createDatabase('bench_reports');
    const pool = createPool({ url, name: 'placard-bench', max: 4 });
    try {
      const world = await settleTraffic(pool);
      const eventsPerCoreSecond = await timedLoad(pool, analytics, rolledUpFrom);
      return {
        eventsPerCoreSecond,
        advertiserId: world.adSets[0]?.advertiserId ?? 0,
        publisherId: world.widgets[0]?.publisherId ?? 0,
        insertAsMade: async () => await insertAsMade(analytics),
      };
    } finally {
      await pool.end();
    }
  } finally {
    await cluster.stop();
  }
}

async function settleTraffic(pool: Pool): Promise<World> {
  const budget = { totalBudgetMicros: 10n ** 13n };
  const world = await makeWorld(createDb(pool), {
    advertisers: ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata'].map((timeZone) => ({
      timeZone,
      walletMicros: 10n ** 13n,
      campaigns: Array.from({ length: 20 }, () => ({ ...budget, adSets: [budget, budget, budget] })),
    })),
    widgetsOfPublishers: Array.from({ length: 40 }, () => 8),
  });
  const body = makeTraffic({ world, events: EVENTS, shard: 0, startMs: START_MS });
  for (let at = 0; at < body.byteLength; at += BATCH_EVENTS * RECORD_BYTES) {
    const part = body.subarray(at, at + BATCH_EVENTS * RECORD_BYTES);
    await shipBatch(pool, {
      shard: 0,
      spoolOffset: at,
      body: part,
      recordCount: part.byteLength / RECORD_BYTES,
      receivedAt: new Date(START_MS),
    });
  }
  await settleAvailable({ pool, clock: () => new Date(START_MS + 60_000) });
  return world;
}

/** All threads of this process, ClickHouse's included; PostgreSQL only hands the batches over. */
async function timedLoad(pool: Pool, analytics: Analytics, rolledUpFrom: RolledUpFrom): Promise<number> {
  const before = process.cpuUsage();
  const facts = await new FactLoader({ pool, analytics }, FACTS_AT_ONCE, rolledUpFrom).load();
  const { user, system } = process.cpuUsage(before);
  const perSecond = EVENTS / ((user + system) / 1_000_000);
  console.log(`  loaded ${EVENTS} events, ${facts} facts: ${Math.round(perSecond)} events/s of a core`);
  return perSecond;
}

async function insertAsMade(analytics: Analytics): Promise<void> {
  const owners = (await RollupStates.load(analytics.client)).all();
  const columns = FACT_COLUMNS.join(', ');
  await analytics.client.command({
    query: `create or replace table ${COPY} engine = Memory as select ${columns} from ${FACT_TABLES.byAdvertiser}`,
  });
  await replaceTables(analytics);
  for (const table of Object.values(FACT_TABLES)) {
    await analytics.client.command({
      query: `insert into ${table} (${columns}) select ${columns} from ${COPY}`,
      clickhouse_settings: { insert_deduplication_token: randomUUID() },
    });
  }
  await analytics.client.command({ query: `drop table ${COPY} sync` });
  await buildAll(analytics, owners, ROLL_UP_ALL);
}

/** The screens' questions of the sample's first accounts and of the network on the sample's day. */
export function sampleQuestions(sample: LoaderSample): AskedQuestion[] {
  const day = dayOfNumber(Math.floor(START_MS / 86_400_000));
  return askedQuestions().map((question) => {
    const { scope } = question;
    const of =
      'advertiserId' in scope
        ? { advertiserId: sample.advertiserId }
        : 'publisherId' in scope
          ? { publisherId: sample.publisherId }
          : scope;
    const { filters, ...query } = question.query;
    // A filter names records of the made network; what a country's rows are is asked of both.
    const kept = filters?.country === undefined ? {} : { filters };
    return { ...question, scope: of, query: { ...query, ...kept, to: day } };
  });
}

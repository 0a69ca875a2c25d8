import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAnalytics } from '../../apps/server/src/analytics/open-analytics.ts';
import { ROLL_UP_ALL, ROLLED_UP_FROM } from '../../apps/server/src/analytics/rollup-sets.ts';
import { loadSample, MIN_LOADED_PER_CORE_SECOND } from './load/report-loader.ts';
import { atLeast, type BenchResult, median, writeResult } from './result.ts';

const ROUNDS = 3;

const WAYS = { 'rollups of everybody': ROLL_UP_ALL, 'rollups of owners with many facts': ROLLED_UP_FROM };

/** What the loader loads where it has 1.2 million settled events to catch up with: facts, rollups, viewers' keys. */
export async function run(): Promise<BenchResult> {
  const loaded = new Map(Object.keys(WAYS).map((way) => [way, [] as number[]]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [way, rolledUpFrom] of Object.entries(WAYS)) {
      const folder = await mkdtemp(join(tmpdir(), 'placard-bench-loading-'));
      const analytics = await openAnalytics({ dataDir: folder });
      try {
        loaded.get(way)?.push((await loadSample(analytics, rolledUpFrom)).eventsPerCoreSecond);
      } finally {
        await analytics.close();
        await rm(folder, { recursive: true, force: true });
      }
    }
  }
  const figures = [...loaded].map(([way, rates]) => [
    `events loaded per second of a core, ${way}`,
    atLeast(Math.round(median(rates)), MIN_LOADED_PER_CORE_SECOND, 'events/s'),
  ]);
  return await writeResult('loading', ROUNDS, Object.fromEntries(figures));
}

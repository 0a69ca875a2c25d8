import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAnalytics } from '../../apps/server/src/analytics/open-analytics.ts';
import { loadSample, MIN_LOADED_PER_CORE_SECOND } from './load/report-loader.ts';
import { atLeast, type BenchResult, median, writeResult } from './result.ts';

const ROUNDS = 3;

/** What the loader loads where it has 1.2 million settled events to catch up with: facts, rollups, viewers' keys. */
export async function run(): Promise<BenchResult> {
  const loaded: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const folder = await mkdtemp(join(tmpdir(), 'placard-bench-loading-'));
    const analytics = await openAnalytics({ dataDir: folder });
    try {
      loaded.push((await loadSample(analytics)).eventsPerCoreSecond);
    } finally {
      await analytics.close();
      await rm(folder, { recursive: true, force: true });
    }
  }
  return await writeResult('loading', ROUNDS, {
    'events loaded per second of a core': atLeast(
      Math.round(median(loaded)),
      MIN_LOADED_PER_CORE_SECOND,
      'events/s',
    ),
  });
}

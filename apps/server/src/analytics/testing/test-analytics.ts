import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Analytics, openAnalytics } from '../open-analytics.ts';

export type TestAnalytics = {
  readonly analytics: Analytics;
  /** Closes it and removes its folder. */
  readonly end: () => Promise<void>;
};

/** An analytics store of one test file's own, empty, in a temporary folder. */
export async function openTestAnalytics(): Promise<TestAnalytics> {
  const folder = await mkdtemp(join(tmpdir(), 'placard-analytics-'));
  const analytics = await openAnalytics({ dataDir: folder });
  return {
    analytics,
    end: async () => {
      await analytics.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

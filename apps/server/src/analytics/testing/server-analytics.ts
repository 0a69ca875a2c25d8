import { openAnalytics } from '../open-analytics.ts';
import { ClickHouseProcess } from './run-clickhouse.ts';
import type { TestAnalytics } from './test-analytics.ts';

/** In the place of `openTestAnalytics`: the same on a server of one's own. */
export async function openTestAnalytics(): Promise<TestAnalytics> {
  const server = await ClickHouseProcess.start();
  const analytics = await openAnalytics({ dataDir: '/nowhere', clickhouseUrl: server.url });
  return {
    analytics,
    end: async () => {
      await analytics.close();
      await server.end();
    },
  };
}

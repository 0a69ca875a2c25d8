import { ROW_COUNTED } from '@placard/domain/analytics/facts';
import type { ReportFileFormat } from '@placard/domain/analytics/report-file';
import { ADVERTISER_METRICS } from '@placard/domain/analytics/report-offers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FACT_TABLES } from '../../analytics/fact-tables.ts';
import type { Analytics } from '../../analytics/open-analytics.ts';
import { openTestAnalytics } from '../../analytics/testing/test-analytics.ts';
import { createTestApi, type TestApi, type TestUser } from '../../http/testing/test-api.ts';
import { giveReportFile } from './give-report-file.ts';

/** `npm run test:long -- report-file`: a million rows take hardly more memory than a tenth of them. */
const ROWS = 1_000_000;
/** What ten times the rows may take more, in MB. Measured: 77 as CSV and 109 as Parquet, of files of 128 and 28 MB. */
const MORE_MB = 200;

let analytics: Analytics;
let endAnalytics: () => Promise<void>;
let api: TestApi;
let user: TestUser;

beforeAll(async () => {
  ({ analytics, end: endAnalytics } = await openTestAnalytics());
  api = await createTestApi({ analytics });
  user = await api.user({ roles: ['advertiser'] });
  const step = 50_000;
  for (let first = 0; first < ROWS; first += step) {
    await analytics.client.command({
      query: `insert into ${FACT_TABLES.byAdvertiser}
                (bucket, day, advertiser_id, campaign_id, ad_set_id, country, kind, impressions, viewables, clicks, charged_micros)
              select toDateTime(if(n % 10 = 0, '2026-03-04', '2026-03-05') || ' 12:00:00', 'UTC'), toDate('2026-03-05'), {advertiser:UInt32}, 7, 1 + n, 'DE', ${ROW_COUNTED},
                     1 + n % 1000, n % 77, n % 9, n * 1234567
                from (select toInt64(number) + {first:UInt32} as n from numbers({step:UInt32}))`,
      query_params: { advertiser: user.accountId, first, step },
    });
  }
});
afterAll(async () => {
  await api.close();
  await endAnalytics();
});

/** Takes a file as fast as it comes. @returns the most memory that the process had meanwhile */
async function take(format: ReportFileFormat, filter: string | undefined) {
  const deps = { ...api.deps, analytics };
  const question = {
    ...{
      from: '2026-03-01',
      to: '2026-03-10',
      by: 'adSet,country,date',
      metrics: ADVERTISER_METRICS.join(),
      format,
    },
    ...(filter === undefined ? {} : { filter }),
  };
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  const scope = { advertiserId: user.accountId };
  const { signal } = new AbortController();
  const file = await giveReportFile(deps, user.actor, scope, question, { gone: signal });
  for await (const piece of file.content) expect(piece.length).toBeGreaterThan(0);
  clearInterval(timer);
  return { rows: file.rowCount, peakMb: Math.round(peak / 1e6) };
}

it.each(['csv', 'parquet'] as const)('%s of a million rows in the memory of some', async (format) => {
  const few = await take(format, 'date:2026-03-04');
  const all = await take(format, undefined);
  expect([few.rows, all.rows]).toEqual([ROWS / 10, ROWS]);
  expect(all.peakMb - few.peakMb).toBeLessThan(MORE_MB);
});

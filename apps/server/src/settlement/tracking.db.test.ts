import {
  type TRACKING_RECORD,
  TRACKING_RECORD_BYTES,
  writeTrackingRecord,
} from '@placard/contract/wire/tracking-link';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { EVENT_KIND_CODES } from '@placard/domain/event-kind';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FactLoader } from '../analytics/loader.ts';
import type { Analytics } from '../analytics/open-analytics.ts';
import { runReport } from '../analytics/run-report.ts';
import { openTestAnalytics } from '../analytics/testing/test-analytics.ts';
import { settleAvailable } from './settle-available.ts';
import { bodyOf, makeWorld, shipBatch, type World } from './testing/world.ts';

const NOON = Date.UTC(2026, 4, 13, 12, 0, 0);

let database: TestDatabase;
let analytics: Analytics;
let endAnalytics: () => Promise<void>;
let world: World;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ analytics, end: endAnalytics } = await openTestAnalytics());
  const campaigns = [{ totalBudgetMicros: 10n ** 9n, adSets: [{ totalBudgetMicros: 10n ** 9n }] }];
  world = await makeWorld(database.db, {
    advertisers: [{ timeZone: 'UTC', walletMicros: 10n ** 9n, campaigns }],
    widgetsOfPublishers: [1],
  });
});
afterAll(async () => {
  await endAnalytics();
  await database.drop();
});

function tracked(records: readonly Partial<ReturnType<typeof TRACKING_RECORD.read>>[]): Buffer {
  const body = Buffer.alloc(records.length * TRACKING_RECORD_BYTES);
  for (const [index, record] of records.entries()) {
    writeTrackingRecord(body, index * TRACKING_RECORD_BYTES, {
      kind: EVENT_KIND_CODES.impression,
      device: 1,
      atMs: NOON,
      adSetId: world.adSets[0]?.id ?? 0,
      creativeId: 7,
      country: 'DE',
      language: 'de',
      widthPx: 300,
      heightPx: 250,
      ...record,
    });
  }
  return body;
}

it('counts what another ad server tells apart from everything else, and charges nothing', async () => {
  const [adSet] = world.adSets;
  const event = {
    ...{ sequence: 0, shard: 0, decidedAtMs: NOON, eventAtMs: NOON + 1_000, priceMicros: 2_000_000_000 },
    ...{ adSetId: adSet?.id ?? 0, widgetId: world.widgets[0]?.id ?? 0, creativeId: 7 },
  };
  const own = bodyOf([
    { ...event, kind: 'impression' },
    { ...event, kind: 'viewable' },
  ]);
  const others = tracked([
    {},
    {},
    { country: 'FR', kind: EVENT_KIND_CODES.click },
    { adSetId: 999_999 },
    { kind: EVENT_KIND_CODES.click },
  ]);
  const body = Buffer.concat([others, own]);
  const receivedAt = new Date(NOON);
  await shipBatch(database.pool, { shard: 0, spoolOffset: 0, body, recordCount: 7, receivedAt });
  await settleAvailable({ pool: database.pool, clock: () => new Date(NOON) });
  await new FactLoader({ pool: database.pool, analytics }).load();

  const scope = { advertiserId: adSet?.advertiserId ?? 0 };
  const days = { from: '2026-05-13', to: '2026-05-13', timeZone: 'UTC' };
  const report = await runReport({ analytics }, scope, {
    ...days,
    metrics: ['trackingImpressions', 'trackingClicks', 'impressions', 'clicks', 'spend'],
    by: ['creative', 'country'],
  });
  expect(report.totals).toEqual({
    trackingImpressions: 2,
    trackingClicks: 2,
    impressions: 1,
    clicks: 0,
    spend: 2_000_000n,
  });
  expect(
    report.rows.map(({ dims, metrics }) => [dims.creative, dims.country, metrics.trackingClicks]),
  ).toEqual([
    ['7', 'DE', 1],
    ['7', 'FR', 1],
  ]);
  // No widget, so no row of its own, where nobody asks for it.
  const plain = await runReport({ analytics }, scope, { ...days, metrics: ['impressions'], by: ['website'] });
  expect(plain.rows).toHaveLength(1);
  const spent = await database.db.selectFrom('ad_set_spend').selectAll().execute();
  expect(spent.map((row) => [row.impression_count, row.click_count, row.spent_micros])).toEqual([
    [1n, 0n, 2_000_000n],
  ]);
});

import { readdirSync, truncateSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { settleAvailable } from '../settlement/settle-available.ts';
import { bodyOf, makeWorld, shipBatch } from '../settlement/testing/world.ts';
import { agrees, compareLedgerAndReports } from './compare-ledger.ts';
import { isDamage } from './damage.ts';
import { FactLoader } from './loader.ts';
import { type Analytics, openAnalytics } from './open-analytics.ts';

const NOON = Date.UTC(2026, 10, 21, 12, 0, 0);
let database: TestDatabase;
let folder: string;
let analytics: Analytics;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'placard-damage-'));
  analytics = await openAnalytics({ dataDir: folder });
});
afterAll(async () => {
  await analytics.close();
  await rm(folder, { recursive: true, force: true });
  await database.drop();
});

it('says what is damage and what is anything else', () => {
  expect(isDamage(Object.assign(new Error('Empty marks file'), { code: '246' }))).toBe(true);
  // NOT_ENOUGH_SPACE passes by itself.
  expect(isDamage(Object.assign(new Error('Cannot reserve 1.00 MiB'), { code: '243' }))).toBe(false);
  expect(isDamage(new Error('246'))).toBe(false);
});

it('builds reports anew when the engine finds a file of its own empty, as a full disk leaves it', async () => {
  const campaigns = [{ totalBudgetMicros: 10n ** 9n, adSets: [{ totalBudgetMicros: 10n ** 9n }] }];
  const world = await makeWorld(database.db, {
    advertisers: [{ timeZone: 'UTC', walletMicros: 10n ** 9n, campaigns }],
    widgetsOfPublishers: [1],
  });
  const event = {
    ...{ shard: 0, sequence: 0, decidedAtMs: NOON, eventAtMs: NOON + 2_000, priceMicros: 2_000_500 },
    ...{ adSetId: world.adSets[0]?.id ?? 0, widgetId: world.widgets[0]?.id ?? 0 },
  };
  const body = bodyOf([
    { ...event, kind: 'impression' },
    { ...event, kind: 'viewable' },
  ]);
  await shipBatch(database.pool, {
    ...{ shard: 0, spoolOffset: 0, body, recordCount: 2, receivedAt: new Date(NOON) },
  });
  await settleAvailable({ pool: database.pool, clock: () => new Date(NOON) });
  const loader = new FactLoader({ pool: database.pool, analytics });
  await loader.load();
  const compare = async () => await compareLedgerAndReports({ pool: database.pool, analytics, loader });
  expect(agrees(await compare())).toBe(true);

  await analytics.client.command({ query: 'system drop mark cache' });
  await analytics.client.command({ query: 'system drop uncompressed cache' });
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((each) => /\.c?mrk\d?$/.test(each))) truncateSync(join(folder, file));
  await expect(compare()).rejects.toThrow();
  expect(analytics.damage.said).not.toBeNull();

  // What the worker does each second.
  await loader.load();
  await loader.load();
  expect(analytics.damage.said).toBeNull();
  const told = await database.db.selectFrom('audit_log').select(['actor_kind', 'action', 'detail']).execute();
  expect(told).toEqual([{ actor_kind: 'system', action: 'database.rebuild_reports', detail: {} }]);
  expect(agrees(await compare())).toBe(true);
});

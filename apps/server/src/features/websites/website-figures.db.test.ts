import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FactLoader } from '../../analytics/loader.ts';
import type { Analytics } from '../../analytics/open-analytics.ts';
import { PAGE_VIEW_INSERT_COLUMNS, PAGE_VIEW_TABLE } from '../../analytics/page-view-table.ts';
import { openTestAnalytics } from '../../analytics/testing/test-analytics.ts';
import type { Actor } from '../../deps.ts';
import { settleAvailable } from '../../settlement/settle-available.ts';
import {
  bodyOf,
  type EventSpec,
  makeWorld,
  ownerOf,
  shipBatch,
  type World,
} from '../../settlement/testing/world.ts';
import { giveReport } from '../reports/give-report.ts';
import { refusalOf, TEST_NOW, testDeps } from '../testing/fixtures.ts';
import { listWebsiteFigures } from './list-website-figures.ts';

/** TEST_NOW is 2026-05-13, noon in UTC; in the first publisher's Auckland it is the 14th, 0:00. */
const ZONE = 'Pacific/Auckland';
const DAY = { from: '2026-05-14', to: '2026-05-14' };
const DAY_BEFORE = { from: '2026-05-13', to: '2026-05-13' };

let database: TestDatabase;
let analytics: Analytics;
let endAnalytics: () => Promise<void>;
let world: World;
let me: Actor;
let neighbour: Actor;
const deps = () => ({ ...testDeps(database.db), analytics });
const site = (index: number) => world.widgets[index]?.websiteId ?? 0;
const all = () => world.widgets.map((widget) => widget.websiteId).join();

beforeAll(async () => {
  database = await createTestDatabase();
  ({ analytics, end: endAnalytics } = await openTestAnalytics());
  const budget = { totalBudgetMicros: 10n ** 9n };
  world = await makeWorld(database.db, {
    advertisers: [{ timeZone: 'UTC', walletMicros: 10n ** 9n, campaigns: [{ ...budget, adSets: [budget] }] }],
    widgetsOfPublishers: [1, 1, 1],
  });
  const actor = (index: number, timeZone: string): Actor =>
    ownerOf(world.widgets[index]?.publisherId, 'publisher', timeZone);
  me = actor(0, ZONE);
  neighbour = actor(2, 'UTC');
  // The first two websites are one publisher's, the third is another's.
  await database.pool.query('update website set publisher_id = $1 where id = $2', [me.accountId, site(1)]);
  await database.pool.query(
    'insert into website_code (website_id, first_seen_at, last_seen_at) values ($1, now(), now())',
    [site(0)],
  );
  const event = (sequence: number, kind: EventSpec['kind'], widget: number, atMs: number): EventSpec => ({
    kind,
    sequence,
    shard: 0,
    decidedAtMs: atMs,
    eventAtMs: atMs + 2_000,
    adSetId: world.adSets[0]?.id ?? 0,
    widgetId: world.widgets[widget]?.id ?? 0,
    priceMicros: 2_000_500,
    viewer: sequence,
  });
  const seen = (sequence: number, widget: number, atMs: number) => [
    event(sequence, 'impression', widget, atMs),
    event(sequence, 'viewable', widget, atMs),
  ];
  const noon = TEST_NOW.getTime();
  const body = bodyOf([
    ...seen(0, 0, noon),
    ...seen(1, 0, noon),
    // The last of the local day before.
    ...seen(2, 0, noon - 60_000),
    ...seen(3, 2, noon),
  ]);
  await shipBatch(database.pool, { shard: 0, spoolOffset: 0, body, recordCount: 8, receivedAt: TEST_NOW });
  await settleAvailable({ pool: database.pool, clock: () => TEST_NOW });
  await new FactLoader({ pool: database.pool, analytics }).load();
  const view = (website: number, publisherId: number, bucket: string, views: number, reason = 0) => ({
    ...{ bucket, publisher_id: publisherId, website_id: site(website), reason, views },
    ...{ country: 'DE', device: 1, referrer_host: '', path: '/', visitor: [1] },
  });
  await analytics.client.insert({
    table: PAGE_VIEW_TABLE,
    columns: [...PAGE_VIEW_INSERT_COLUMNS],
    format: 'JSONEachRow',
    values: [
      view(0, me.accountId, '2026-05-13 12:00:00', 5),
      view(0, me.accountId, '2026-05-13 11:00:00', 7),
      view(0, me.accountId, '2026-05-13 12:00:00', 100, 3),
      view(2, neighbour.userId, '2026-05-13 12:00:00', 11),
    ],
  });
});
afterAll(async () => {
  await endAnalytics();
  await database.drop();
});

describe('figures of listed websites', () => {
  it('are of the days of the account’s zone, to the micro, in the order asked', async () => {
    const ids = `${site(1)},${site(0)},2147483647,9999999999,${site(0)}`;
    const nothing = { id: site(1), pageViews: null, impressions: 0, earnings: 0 };
    const earned = (await listWebsiteFigures(deps(), me, { ids, ...DAY })).at(1)?.earnings ?? 0;
    expect(earned).toBeGreaterThan(0);
    expect(await listWebsiteFigures(deps(), me, { ids, ...DAY })).toEqual([
      nothing,
      { id: site(0), pageViews: 5, impressions: 2, earnings: earned },
    ]);
    const alone = await listWebsiteFigures(deps(), me, { ids: String(site(0)), ...DAY });
    expect(alone.map(({ id }) => id)).toEqual([site(0)]);
    expect((await listWebsiteFigures(deps(), me, { ids, ...DAY_BEFORE })).at(1)).toMatchObject({
      pageViews: 7,
      impressions: 1,
    });
    expect(
      (await listWebsiteFigures(deps(), me, { ids, from: '2026-05-12', to: '2026-05-12' })).at(1),
    ).toEqual({ id: site(0), pageViews: 0, impressions: 0, earnings: 0 });
  });

  it('add up to the report’s of the same days', async () => {
    const days = { from: DAY_BEFORE.from, to: DAY.to };
    const figures = await listWebsiteFigures(deps(), me, { ids: all(), ...days });
    const { totals } = await giveReport(
      deps(),
      me,
      { publisherId: me.accountId },
      { ...days, metrics: 'impressions,earnings', limit: 10 },
    );
    const sum = (of: 'impressions' | 'earnings') => figures.reduce((whole, one) => whole + one[of], 0);
    expect({ impressions: sum('impressions'), earnings: sum('earnings') }).toEqual(totals);
  });

  it('show nobody another’s', async () => {
    expect((await listWebsiteFigures(deps(), me, { ids: all(), ...DAY })).map(({ id }) => id)).toEqual([
      site(0),
      site(1),
    ]);
    expect(
      await listWebsiteFigures(deps(), neighbour, { ids: all(), from: '2026-05-13', to: '2026-05-13' }),
    ).toMatchObject([{ id: site(2), pageViews: 11, impressions: 1 }]);
  });

  it('refuses days that are upside down, too many, or too far ahead', async () => {
    for (const days of [
      { from: DAY.to, to: DAY_BEFORE.from },
      { from: '2024-01-01', to: DAY.to },
      { from: DAY.from, to: '2026-05-16' },
    ]) {
      const refusal = await refusalOf(listWebsiteFigures(deps(), me, { ids: all(), ...days }));
      expect(refusal.code).toBe('invalid_input');
    }
  });
});

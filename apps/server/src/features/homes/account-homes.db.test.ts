import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { addDays } from '@placard/domain/time-zone';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FactLoader } from '../../analytics/loader.ts';
import type { Analytics } from '../../analytics/open-analytics.ts';
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
import { readPublisherEarnings } from '../reports/publisher-earnings.ts';
import { createActor, createTestCampaign, TEST_NOW, testDeps } from '../testing/fixtures.ts';
import { readAdvertiserHome } from './advertiser-home.ts';
import { readPublisherHome } from './publisher-home.ts';

/** It is the morning of the 13th there, and its days begin at 04:00 UTC. */
const ZONE = 'America/New_York';
const TODAY = '2026-05-13';
const DAY_MS = 86_400_000;

let database: TestDatabase;
let analytics: Analytics;
let endAnalytics: () => Promise<void>;
let world: World;
let advertiser: Actor;
let publisher: Actor;
const deps = () => ({ ...testDeps(database.db), analytics });
const run = async (statement: ReturnType<typeof sql>) => await statement.execute(database.db);

let offset = 0;
let sequence = 0;

/** So many viewable impressions of an ad set at a moment, of 2,000 micros each. */
async function shown(atMs: number, adSet: number, times: number): Promise<void> {
  const events = Array.from({ length: times }, (): EventSpec => {
    sequence += 1;
    return {
      kind: 'impression',
      sequence,
      shard: 0,
      decidedAtMs: atMs,
      eventAtMs: atMs + 2_000,
      adSetId: world.adSets[adSet]?.id ?? 0,
      widgetId: world.widgets[0]?.id ?? 0,
      priceMicros: 2_000_000,
      viewer: sequence,
    };
  }).flatMap((event): EventSpec[] => [event, { ...event, kind: 'viewable' }]);
  const body = bodyOf(events);
  const receivedAt = new Date(atMs + 3_000);
  await shipBatch(database.pool, {
    shard: 0,
    spoolOffset: offset,
    body,
    recordCount: events.length,
    receivedAt,
  });
  offset += body.length;
  await settleAvailable({ pool: database.pool, clock: () => receivedAt });
}

beforeAll(async () => {
  database = await createTestDatabase();
  ({ analytics, end: endAnalytics } = await openTestAnalytics());
  const budget = { totalBudgetMicros: 10n ** 9n };
  const campaign = { ...budget, adSets: [budget] };
  world = await makeWorld(database.db, {
    advertisers: [{ timeZone: ZONE, walletMicros: 100_000n, campaigns: [campaign, campaign] }],
    widgetsOfPublishers: [2],
  });
  advertiser = ownerOf(world.adSets[0]?.advertiserId, 'advertiser', ZONE);
  publisher = ownerOf(world.widgets[0]?.publisherId, 'publisher', ZONE);
  const noon = TEST_NOW.getTime();
  await shown(noon - 12 * DAY_MS, 0, 4); // the 1st
  await shown(noon - 13 * DAY_MS, 0, 5); // April
  await shown(noon - 3 * DAY_MS, 0, 3);
  await shown(noon - 7 * DAY_MS, 0, 2);
  await shown(noon - 8.5 * 3_600_000, 0, 1); // 03:30 UTC: yesterday there
  await shown(noon - 7.5 * 3_600_000, 0, 2); // 04:30 UTC: today there
  await new FactLoader({ pool: database.pool, analytics }).load();
});
afterAll(async () => {
  await endAnalytics();
  await database.drop();
});

describe("the advertiser's home", () => {
  it("has the report's sums of the account's days", async () => {
    const home = await readAdvertiserHome(deps(), advertiser);
    const spend = async (from: string) =>
      (
        await giveReport(
          deps(),
          advertiser,
          { advertiserId: advertiser.accountId },
          {
            ...{ from, to: TODAY, metrics: 'spend', limit: 1 },
          },
        )
      ).totals.spend;
    expect([home.spentToday, home.spentThisMonth]).toEqual([0.004, 0.024]);
    expect([await spend(TODAY), await spend('2026-05-01')]).toEqual([0.004, 0.024]);
  });

  it('tells how long the balance lasts at the pace of the last whole days', async () => {
    // 100,000 micros less 17 × 2,000; 6 × 2,000 in the 7 days before today.
    expect(await readAdvertiserHome(deps(), advertiser)).toMatchObject({
      balance: 0.066,
      lasts: { kind: 'days', days: 38, of: 7 },
    });
  });

  it('names what is rejected with its reason, and counts the rest', async () => {
    await run(sql`insert into creative (advertiser_id, name, type, width_px, height_px, ad_code, status, public_key, rejection_code, rejection_text)
      select ${advertiser.accountId}, 'Creative ' || n, 'third_party', 300, 250, '<i>', 'rejected', 'rejected-key-12345-' || n, 'other', 'Too loud'
        from generate_series(1, 4) n`);
    const { rejectedCreatives, rejectedCampaigns } = await readAdvertiserHome(deps(), advertiser);
    expect(rejectedCreatives).toMatchObject({ count: 4, items: [{}, {}, { text: 'Too loud' }] });
    expect(rejectedCampaigns).toEqual({ count: 0, items: [] });
  });

  it('names running campaigns that are limited with the reason that lists show', async () => {
    const { limited } = await readAdvertiserHome(deps(), advertiser);
    expect(limited).toMatchObject({ count: 2, lookedAt: 2, active: 2 });
    expect(limited.items.map(({ reason }) => reason)).toEqual(['no_active_creative', 'no_active_creative']);
  });

  it('judges no campaign that was shown too little', async () => {
    expect(await readAdvertiserHome(deps(), advertiser)).toMatchObject({ best: null, worst: null });
  });

  it('shows who has arrived no checklist, also where nothing was shown lately', async () => {
    const later = { ...deps(), clock: () => new Date(TEST_NOW.getTime() + 300 * DAY_MS) };
    for (const at of [deps(), later]) {
      expect(await readAdvertiserHome(at, advertiser)).toMatchObject({ steps: null });
    }
    expect((await readAdvertiserHome(later, advertiser)).lasts).toEqual({
      kind: 'idle',
      days: null,
      of: null,
    });
  });

  it('leads a newcomer from step to step, and says nothing of anybody else', async () => {
    const newcomer = await createActor(database.db, ['advertiser']);
    const states = async () => {
      const { steps } = await readAdvertiserHome(deps(), newcomer);
      return steps?.filter(({ state }) => state !== 'later').map(({ step, state }) => `${step} ${state}`);
    };
    expect(await states()).toEqual(['fund next']);
    // A transfer under way holds nothing up.
    const deposited = await sql<{ id: number }>`
      insert into deposit (advertiser_id, gateway, amount_micros, reference)
      values (${newcomer.accountId}, 'manual', 10000000, 'PL-NEWCOMER') returning id`.execute(database.db);
    expect(await states()).toEqual(['fund waits', 'campaign next']);
    await run(sql`update deposit set status = 'cancelled' where id = ${deposited.rows[0]?.id}`);
    expect(await states()).toEqual(['fund next']);
    const { campaignId } = await createTestCampaign(deps(), newcomer);
    expect(await states()).toEqual(['fund next', 'campaign done']);
    expect(await readAdvertiserHome(deps(), newcomer)).toMatchObject({
      newestCampaignId: campaignId,
      spentThisMonth: 0,
      lasts: { kind: 'empty' },
      rejectedCreatives: { count: 0 },
    });
    await run(
      sql`insert into ledger_account (kind, owner_id, entry_count) values ('advertiser_wallet', ${newcomer.accountId}, 1)`,
    );
    await run(sql`insert into creative (advertiser_id, name, type, width_px, height_px, ad_code, public_key)
      values (${newcomer.accountId}, 'Tower', 'third_party', 300, 250, '<i>', 'newcomer-key-12345')`);
    expect(await states()).toEqual(['fund done', 'campaign done', 'creative done', 'submit next']);
    await run(
      sql`update campaign set submitted_at = ${TEST_NOW}, approved_at = ${TEST_NOW} where id = ${campaignId}`,
    );
    expect((await states())?.at(-1)).toBe('approved next');
    await run(sql`update creative set approved_at = ${TEST_NOW} where advertiser_id = ${newcomer.accountId}`);
    expect((await states())?.at(-1)).toBe('impression next');
  });
});

describe("the publisher's home", () => {
  it("has the report's sums of the account's days", async () => {
    const home = await readPublisherHome(deps(), publisher);
    const earned = async (from: string, to = TODAY) =>
      (
        await giveReport(
          deps(),
          publisher,
          { publisherId: publisher.accountId },
          {
            ...{ from, to, metrics: 'earnings', limit: 1 },
          },
        )
      ).totals.earnings;
    const { today, yesterday, last7Days, thisMonth } = home;
    expect({ today, yesterday, last7Days, thisMonth }).toEqual({
      today: 0.0028,
      yesterday: 0.0014,
      last7Days: 0.0084,
      thisMonth: 0.0168,
    });
    const before = addDays(TODAY, -1);
    expect([today, yesterday, last7Days, thisMonth]).toEqual([
      await earned(TODAY),
      await earned(before, before),
      await earned(addDays(TODAY, -6)),
      await earned('2026-05-01'),
    ]);
  });

  it('adds up the next payout from the books, and what it lacks', async () => {
    const { payout } = await readPublisherHome(deps(), publisher);
    const books = await readPublisherEarnings(deps(), publisher);
    expect(payout).toEqual({
      date: '2026-06-01',
      amount: 0.0238,
      missing: 49.9762,
      minPayout: 50,
      automatic: false,
    });
    expect(books.available + books.pending).toBe(0.0238);
    await run(sql`update network_settings set min_payout_micros = 23800`);
    expect((await readPublisherHome(deps(), publisher)).payout.missing).toBe(0);
  });

  it('names widgets that nobody has viewed for 7 days, once they are as old', async () => {
    const [first, second] = world.widgets;
    const quiet = async () =>
      (await readPublisherHome(deps(), publisher)).quietWidgets.items.map(({ id }) => id);
    const ago = (ms: number) => new Date(TEST_NOW.getTime() - ms);
    await run(sql`update widget set created_at = ${ago(30 * DAY_MS)}, seen_at = ${ago(7 * DAY_MS - 1)}`);
    expect(await quiet()).toEqual([]);
    await run(sql`update widget set seen_at = ${ago(7 * DAY_MS)} where id = ${first?.id}`);
    expect(await quiet()).toEqual([first?.id]);
    await run(
      sql`update widget set seen_at = null, created_at = ${ago(7 * DAY_MS - 1)} where id = ${second?.id}`,
    );
    expect(await quiet()).toEqual([first?.id]);
    await run(sql`update widget set created_at = ${ago(7 * DAY_MS)} where id = ${second?.id}`);
    expect(await quiet()).toEqual([second?.id, first?.id]);
    await run(sql`update widget set status = 'suspended' where id = ${second?.id}`);
    expect(await quiet()).toEqual([first?.id]);
  });

  it('counts active websites by their ads.txt and names those without our line', async () => {
    await run(sql`insert into website (publisher_id, domain, categories, monthly_traffic, analytics_key, status, ads_txt_result)
      select ${publisher.accountId}, w.domain, '{politics}', 5, 'key-of-' || w.domain, w.status, w.result
        from (values ('a.example.com', 'active', 'missing_line'), ('b.example.com', 'active', 'ok'),
                     ('c.example.com', 'pending', 'missing_line')) w(domain, status, result)`);
    expect((await readPublisherHome(deps(), publisher)).adsTxt).toMatchObject({
      ok: 1,
      missingLine: 1,
      missing: [{ domain: 'a.example.com' }],
    });
  });

  it('leads a newcomer from step to step', async () => {
    const newcomer = await createActor(database.db, ['publisher']);
    const states = async () => {
      const { steps } = await readPublisherHome(deps(), newcomer);
      return steps?.filter(({ state }) => state !== 'later').map(({ step, state }) => `${step} ${state}`);
    };
    expect(await states()).toEqual(['website next']);
    await run(sql`insert into website (publisher_id, domain, categories, monthly_traffic, analytics_key)
                  values (${newcomer.accountId}, 'new.example.com', '{politics}', 5, 'newcomer-website-key')`);
    expect((await states())?.at(-1)).toBe('approved next');
    await run(
      sql`update website set approved_at = now(), status = 'active', ads_txt_result = 'ok' where domain = 'new.example.com'`,
    );
    expect((await states())?.slice(-2)).toEqual(['widget next', 'ads_txt done']);
    await run(sql`insert into widget (website_id, publisher_id, type, name, embed_key)
      select id, publisher_id, 'banner', 'Beside', 'newcomer-embed-key' from website where domain = 'new.example.com'`);
    expect(await states()).toContain('snippet next');
    await run(sql`update widget set seen_at = now() where publisher_id = ${newcomer.accountId}`);
    expect((await states())?.at(-1)).toBe('impression next');
    expect(await readPublisherHome(deps(), publisher)).toMatchObject({ steps: null });
  });
});

import { FILTER_REASONS } from '@placard/domain/filter-reason';
import { DAY_MS } from '@placard/domain/time-zone';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CollectedWorld, NOON } from '../../settlement/testing/collected-world.ts';
import { refusalOf } from '../testing/fixtures.ts';
import { listWebsites } from '../websites/list-websites.ts';
import { readCampaignCode } from './read-campaign-code.ts';
import { readWebsiteCode } from './read-website-code.ts';

const REASON = FILTER_REASONS;

let at: CollectedWorld;
beforeEach(async () => {
  at = await CollectedWorld.make();
});
afterEach(async () => {
  await at.end();
});

describe('the live check', () => {
  it('of a website tells when it was seen, from where, and whose it is', async () => {
    const { websiteId } = at.widget();
    expect((await readWebsiteCode(at.deps, at.publisher, { id: websiteId })).check).toEqual({
      ...{ firstSeenAt: null, lastSeenAt: null, hitsLastHour: 0, problems: [] },
    });
    await at.ship([
      at.viewRecord({
        reason: REASON.wrong_site.code,
        onOwnDomain: false,
        pageHost: 'copy.example',
        atMs: NOON - 1,
      }),
      at.viewRecord({ onOwnDomain: false, atMs: NOON - 70 * 60_000 }),
      at.viewRecord({}),
    ]);
    await at.settle();
    const code = await readWebsiteCode(at.deps, at.publisher, { id: websiteId });
    expect(code.check).toEqual({
      firstSeenAt: new Date(NOON - 70 * 60_000).toISOString(),
      lastSeenAt: new Date(NOON).toISOString(),
      hitsLastHour: 2,
      problems: [
        {
          ...{ problem: 'wrong_site', detail: 'copy.example', count: 1 },
          ...{ firstAt: new Date(NOON - 1).toISOString(), lastAt: new Date(NOON - 1).toISOString() },
        },
      ],
    });
    expect(code.ownership).toEqual({ how: 'analytics_code', at: new Date(NOON).toISOString() });
    expect(code.viewsLast30Days).toBe(2);
    expect(code.snippet).toMatch(
      /^<script async src="https:\/\/ads\.test\/analytics\.js" data-site="[^"]+"><\/script>$/,
    );
    const stranger = { ...at.publisher, accountId: at.widget(1).publisherId };
    expect((await refusalOf(readWebsiteCode(at.deps, stranger, { id: websiteId }))).code).toBe(
      'website_not_found',
    );
  });

  it('counts calls of the last sixty minutes, this one’s alone, and names problems by when they were last', async () => {
    const { websiteId } = at.widget();
    const other = at.widget(1).websiteId;
    const hits = async (kind: string, id: number, minutesAgo: number, count: number) =>
      await at.database.pool.query('insert into code_hits values ($1, $2, $3, $4)', [
        ...[kind, id, NOON / 60_000 - minutesAgo, count],
      ]);
    const problem = async (kind: string, id: number, name: string, detail: string, secondsAgo: number) =>
      await at.database.pool.query(
        `insert into code_problem (subject_kind, subject_id, problem, detail, count, first_at, last_at)
         values ($1, $2, $3, $4, 3, $5, $6)`,
        [kind, id, name, detail, new Date(NOON - 90_000), new Date(NOON - secondsAgo * 1_000)],
      );
    await hits('website', websiteId, 0, 1);
    await hits('website', websiteId, 59, 10);
    await hits('website', websiteId, 60, 100);
    await hits('website', other, 0, 1_000);
    await hits('campaign', websiteId, 0, 1_000);
    await problem('website', websiteId, 'wrong_site', 'old.example', 9);
    await problem('website', websiteId, 'other_currency', 'EUR', 5);
    await problem('website', websiteId, 'click_not_counted', '', 5);
    await problem('website', other, 'wrong_site', 'theirs.example', 0);
    await problem('campaign', websiteId, 'other_currency', 'GBP', 0);
    const deps = { ...at.deps, clock: () => new Date(NOON + 59_999) };
    const { check } = await readWebsiteCode(deps, at.publisher, { id: websiteId });
    expect(check.hitsLastHour).toBe(11);
    expect(check.problems.map(({ problem: name, detail }) => [name, detail])).toEqual([
      ['click_not_counted', ''],
      ['other_currency', 'EUR'],
      ['wrong_site', 'old.example'],
    ]);
    expect(check.problems[0]).toMatchObject({
      ...{
        count: 3,
        firstAt: new Date(NOON - 90_000).toISOString(),
        lastAt: new Date(NOON - 5_000).toISOString(),
      },
    });
  });

  it('keeps calls of the last two hours by the minute, and writes down none before', async () => {
    await at.ship([
      at.viewRecord({ atMs: NOON - 120 * 60_000 - 1 }),
      at.viewRecord({ atMs: NOON - 120 * 60_000 }),
      at.viewRecord({ atMs: NOON - 119 * 60_000 }),
    ]);
    at.now = NOON;
    await at.settle();
    const minutes = await at.database.db.selectFrom('code_hits').select('minute').orderBy('minute').execute();
    expect(minutes.map(({ minute }) => NOON / 60_000 - minute)).toEqual([120, 119]);
  });

  it('shows measured traffic in the list, declared where there is none, and sorts by what it shows', async () => {
    const list = async () =>
      await listWebsites(at.deps, at.publisher, { page: 1, pageSize: 10, sort: '-traffic' });
    expect((await list()).items[0]).toMatchObject({
      traffic: 1_000,
      trafficSource: 'declared',
      ownership: null,
    });
    await at.ship([
      at.viewRecord({}),
      at.viewRecord({ atMs: NOON - 29 * DAY_MS }),
      at.viewRecord({ atMs: NOON - 30 * DAY_MS }),
    ]);
    await at.settle();
    const after = await list();
    expect(after.items[0]).toMatchObject({ traffic: 2, trafficSource: 'measured', monthlyTraffic: 1_000 });
    expect(after.stats.totalTraffic).toBe(2);
    await at.database.pool.query(
      `update website set ads_txt_result = 'ok', ads_txt_checked_at = $2 where id = $1`,
      [at.widget().websiteId, new Date(NOON)],
    );
    expect((await list()).items[0]?.ownership).toEqual({ how: 'ads_txt', at: new Date(NOON).toISOString() });
  });

  it('of a campaign tells visits, conversions and problems, to its advertiser alone', async () => {
    const unseen = await readCampaignCode(at.deps, at.advertiser, { id: at.adSet().campaignId });
    expect(unseen).toMatchObject({
      ...{ visits: 0, conversions: { counted: 0, unattributed: 0, filtered: 0, lastAt: null } },
      check: { firstSeenAt: null, lastSeenAt: null, hitsLastHour: 0, problems: [] },
    });
    await at.ship([
      at.clicked(0),
      at.call('opened', {}),
      at.call('visit', { sequence: 0 }),
      at.call('conversion', { sequence: 0, value: 1n, currency: 'EUR' }),
      at.call('conversion', {}),
    ]);
    await at.settle();
    const code = await readCampaignCode(at.deps, at.advertiser, { id: at.adSet().campaignId });
    expect(code).toMatchObject({
      ...{ currency: 'USD', clickParameter: 'placard_click', conversionWindowDays: 30, visits: 1 },
      conversions: {
        counted: 1,
        unattributed: 1,
        filtered: 0,
        lastAt: new Date(NOON + 10_000).toISOString(),
      },
      check: { problems: [{ problem: 'other_currency', detail: 'EUR', count: 1 }] },
    });
    expect(code.snippet).toContain(' data-campaign="');
    const stranger = { ...at.advertiser, accountId: at.widget().publisherId };
    const refused = await refusalOf(readCampaignCode(at.deps, stranger, { id: at.adSet().campaignId }));
    expect(refused.code).toBe('campaign_not_found');
  });
});

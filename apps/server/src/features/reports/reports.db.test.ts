import { tmpdir } from 'node:os';
import { TALLY_BYTES, writeTally } from '@placard/contract/wire/event-record';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { TALLY_OUTCOMES } from '@placard/domain/decision/tally-outcomes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FactLoader } from '../../analytics/loader.ts';
import type { Analytics } from '../../analytics/open-analytics.ts';
import type { ReportScope } from '../../analytics/report-sql.ts';
import { openTestAnalytics } from '../../analytics/testing/test-analytics.ts';
import type { Actor } from '../../deps.ts';
import { watchNetwork } from '../../jobs/watch-network.ts';
import { settleAvailable } from '../../settlement/settle-available.ts';
import {
  bodyOf,
  type EventSpec,
  makeWorld,
  ownerOf,
  shipBatch,
  type World,
} from '../../settlement/testing/world.ts';
import { refusalOf, testDeps } from '../testing/fixtures.ts';
import { readEarningMonths } from './earning-months.ts';
import { listFilteredEvents } from './filtered-events.ts';
import { giveReport } from './give-report.ts';
import { readPublisherEarnings } from './publisher-earnings.ts';
import { readWhyUnpaid } from './why-unpaid.ts';

const NOON = Date.UTC(2026, 4, 13, 12, 0, 0);

let database: TestDatabase;
let analytics: Analytics;
let endAnalytics: () => Promise<void>;
let world: World;
const deps = () => ({ ...testDeps(database.db), analytics });

beforeAll(async () => {
  database = await createTestDatabase();
  ({ analytics, end: endAnalytics } = await openTestAnalytics());
  const campaigns = [{ totalBudgetMicros: 10n ** 9n, adSets: [{ totalBudgetMicros: 10n ** 9n }] }];
  world = await makeWorld(database.db, {
    advertisers: [{ timeZone: 'UTC', walletMicros: 10n ** 9n, campaigns }],
    widgetsOfPublishers: [1, 1],
  });
  const event = (sequence: number, kind: EventSpec['kind']): EventSpec => ({
    kind,
    sequence,
    shard: 0,
    decidedAtMs: NOON,
    eventAtMs: NOON + 2_000,
    adSetId: world.adSets[0]?.id ?? 0,
    widgetId: world.widgets[0]?.id ?? 0,
    priceMicros: 2_000_500,
    viewer: sequence,
  });
  const events = [0, 1, 2].flatMap((n) => [event(n, 'impression'), event(n, 'viewable')]);
  const unfilled = (outcome: keyof typeof TALLY_OUTCOMES, count: number) => {
    const bytes = Buffer.alloc(TALLY_BYTES);
    const place = { device: 1, country: 'DE', widthPx: 0, heightPx: 0, atMs: NOON };
    const widgetId = world.widgets[0]?.id ?? 0;
    writeTally(bytes, 0, { ...place, widgetId, outcome: TALLY_OUTCOMES[outcome], count });
    return bytes;
  };
  const counted = bodyOf([...events, event(0, 'impression'), event(1, 'impression'), event(0, 'viewable')]);
  await shipBatch(database.pool, {
    shard: 0,
    spoolOffset: 0,
    body: Buffer.concat([counted, unfilled('filled', 4), unfilled('floor', 2), unfilled('too_narrow', 3)]),
    recordCount: 12,
    receivedAt: new Date(NOON),
  });
  await settleAvailable({ pool: database.pool, clock: () => new Date(NOON) });
  await new FactLoader({ pool: database.pool, analytics }).load();
});
afterAll(async () => {
  await endAnalytics();
  await database.drop();
});

const actorOf = (accountId: number | undefined): Actor => ({
  ...ownerOf(accountId, 'advertiser'),
  roles: [],
});
const days = { from: '2026-05-12', to: '2026-05-13', limit: 100 };

describe('report', () => {
  it('gives dollars to the micro, names beside ids, every day, and the period before', async () => {
    const actor = actorOf(world.adSets[0]?.advertiserId);
    const report = await giveReport(
      deps(),
      actor,
      { advertiserId: actor.accountId },
      {
        ...days,
        metrics: 'impressions,spend,averageCpm,ctr',
        by: 'campaign,country',
        grain: 'day',
        compare: 'previous',
        filter: 'country:DE,country:AT',
        sort: '-spend',
      },
    );
    const figures = { impressions: 3, spend: 0.006001, averageCpm: 2.000333, ctr: 0 };
    expect(report.totals).toEqual(figures);
    expect(report.previousTotals).toEqual({ impressions: 0, spend: 0, averageCpm: null, ctr: null });
    expect(report.series.map((one) => [one.at, one.metrics.impressions])).toEqual([
      ['2026-05-12', 0],
      ['2026-05-13', 3],
    ]);
    expect(report.previousSeries).toHaveLength(2);
    expect(report.rows).toEqual([
      {
        dims: { campaign: String(world.adSets[0]?.campaignId), country: 'DE' },
        labels: { campaign: 'Autumn', country: 'Germany' },
        within: {},
        metrics: figures,
      },
    ]);
    expect([report.currency, report.timeZone]).toEqual(['USD', 'UTC']);
  });

  it('refuses what does not exist, what the role does not see, and too much', async () => {
    const actor = actorOf(world.widgets[0]?.publisherId);
    const scope = { publisherId: actor.accountId };
    const ask = async (query: object) =>
      await refusalOf(giveReport(deps(), actor, scope, { ...days, metrics: 'impressions', ...query }));
    const refusals = [
      await ask({ metrics: 'money' }),
      await ask({ metrics: 'spend' }),
      await ask({ by: 'campaign' }),
      await ask({ by: 'country,device,size' }),
      await ask({ by: 'website,country,device,date' }),
      await ask({ by: 'weekday,hourOfDay', from: '2026-02-10' }),
      await ask({ compareFrom: '2026-05-01' }),
      await ask({ compareTo: '2026-05-01' }),
      await ask({ compareFrom: '2026-05-02', compareTo: '2026-05-01' }),
      await ask({ compareFrom: '2024-02-01', compareTo: '2026-05-01' }),
      await ask({ filter: 'campaign!:1' }),
      await ask({ filter: 'campaign~:a' }),
      await ask({ filter: 'country' }),
      await ask({ filter: 'website:abc' }),
      await ask({ filter: 'hourOfDay:99' }),
      await ask({ filter: 'country!:Germany' }),
      await ask({ sort: '-clicks' }),
      await ask({ from: '2026-05-14' }),
    ];
    expect(refusals.map((error) => error.code)).toEqual(refusals.map(() => 'invalid_input'));
    expect(refusals.slice(13, 16).flatMap(({ issues }) => issues?.map(({ path }) => path))).toEqual([
      ...['filter', 'filter', 'filter'],
    ]);
    // 92 days are the most that hours of weekdays are asked for, and what is said names them.
    expect(refusals[5]?.issues).toMatchObject([{ path: 'to', code: 'report_hours_too_long' }]);
    expect(refusals[5]?.issues?.[0]?.message).toContain('at most 92 days');
    const most = { ...days, from: '2026-02-11', metrics: 'impressions', by: 'weekday,hourOfDay' };
    expect((await giveReport(deps(), actor, scope, most)).rows).toHaveLength(1);
  });

  it('compares with any days, breaks down by two dimensions and the day, and leaves values out', async () => {
    const actor = actorOf(world.adSets[0]?.advertiserId);
    const ask = async (query: object) =>
      await giveReport(
        deps(),
        actor,
        { advertiserId: actor.accountId },
        { ...days, metrics: 'impressions', from: '2026-05-10', to: '2026-05-11', ...query },
      );
    const compared = await ask({ grain: 'day', compareFrom: '2026-05-13', compareTo: '2026-05-13' });
    expect([compared.totals, compared.previousTotals]).toEqual([{ impressions: 0 }, { impressions: 3 }]);
    expect([compared.comparedFrom, compared.comparedTo, compared.previousSeries?.length]).toEqual([
      ...['2026-05-13', '2026-05-13'],
      1,
    ]);
    const whole = { from: '2026-05-12', to: '2026-05-13' };
    const alone = await ask(whole);
    expect([alone.comparedFrom, alone.previousTotals]).toEqual([null, null]);
    // Before the first day that there is there are none to compare with.
    const early = await ask({ from: '2000-01-01', to: '2000-01-02', compare: 'previous' });
    expect([early.comparedFrom, early.comparedTo, early.previousTotals]).toEqual([null, null, null]);
    expect((await ask({ ...whole, by: 'campaign,country,date' })).rows.map(({ dims }) => dims)).toEqual([
      { campaign: String(world.adSets[0]?.campaignId), country: 'DE', date: '2026-05-13' },
    ]);
    const totals = async (filter: string) => (await ask({ ...whole, filter })).totals.impressions;
    expect([await totals('country!:DE'), await totals('country!:AT')]).toEqual([0, 3]);
    expect(await totals('country:DE,country!:DE')).toBe(0);
  });

  it('finds records by a part of their name, those of the caller’s own figures', async () => {
    const actor = actorOf(world.adSets[0]?.advertiserId);
    const scope = { advertiserId: actor.accountId };
    const totals = async (filter: string, query: object = {}) =>
      (await giveReport(deps(), actor, scope, { ...days, metrics: 'impressions', filter, ...query })).totals
        .impressions;
    expect([await totals('campaign~:UTUM'), await totals('campaign~:winter')]).toEqual([3, 0]);
    expect(await totals('campaign~:winter,campaign~:autumn')).toBe(3);
    expect(await totals('campaign~:autumn,country!:DE')).toBe(0);
    // Of a period that is only compared with as well.
    const early = { from: '2026-05-01', to: '2026-05-02' };
    const { previousTotals } = await giveReport(deps(), actor, scope, {
      ...{ ...days, ...early, metrics: 'impressions', filter: 'campaign~:autumn' },
      ...{ compareFrom: '2026-05-13', compareTo: '2026-05-13' },
    });
    expect(previousTotals).toEqual({ impressions: 3 });
  });

  it('says how far behind the figures are: by what is settled and not loaded, and by what is not settled', async () => {
    const actor = actorOf(world.adSets[0]?.advertiserId);
    const at = async (nowMs: number) => {
      const { updatedAt, lateSeconds } = await giveReport(
        { ...deps(), clock: () => new Date(nowMs) },
        actor,
        { advertiserId: actor.accountId },
        { ...days, metrics: 'impressions' },
      );
      return [Date.parse(updatedAt) - NOON, lateSeconds];
    };
    expect(await at(NOON + 90_000)).toEqual([90_000, 0]);
    await database.pool.query(
      `insert into event_batch (shard, spool_offset, spool_end, record_count, body, received_at)
       values (77, 0, 1, 1, 'x', $1)`,
      [new Date(NOON + 30_000)],
    );
    expect(await at(NOON + 90_000)).toEqual([30_000, 60]);
    await database.pool.query('delete from event_batch where shard = 77');
    expect(await at(NOON + 90_000)).toEqual([90_000, 0]);
    // As if another settlement's facts waited to be loaded: figures are those of the last one that is.
    await database.pool.query(
      `with next as (insert into settlement (event_count, charged_micros) values (0, 0) returning id)
       insert into fact_batch (settlement_id, fact_count, body, layout)
       select next.id, fact_count, body, layout from fact_batch, next order by settlement_id desc limit 1`,
    );
    expect(await at(NOON + 90_000)).toEqual([0, 90]);
    await database.pool.query(
      'delete from fact_batch where settlement_id > (select settlement_id from analytics_checkpoint)',
    );
  });

  it('says of an ad set its campaign and of a widget its website, and of nothing else', async () => {
    const [adSet, widget] = [world.adSets[0], world.widgets[0]];
    const withinOf = async (accountId: number | undefined, by: string, scope: ReportScope) => {
      const question = { ...days, metrics: 'impressions', by };
      const { rows } = await giveReport(deps(), actorOf(accountId), scope, question);
      return rows.map(({ dims, within }) => [dims, within]);
    };
    const [adSetId, campaignId] = [String(adSet?.id), String(adSet?.campaignId)];
    const [widgetId, websiteId] = [String(widget?.id), String(widget?.websiteId)];
    const advertiser = { advertiserId: adSet?.advertiserId ?? 0 };
    expect(await withinOf(adSet?.advertiserId, 'adSet,device', advertiser)).toEqual([
      [{ adSet: adSetId, device: expect.any(String) }, { adSet: campaignId }],
    ]);
    expect(await withinOf(adSet?.advertiserId, 'campaign', advertiser)).toEqual([
      [{ campaign: campaignId }, {}],
    ]);
    const publisher = { publisherId: widget?.publisherId ?? 0 };
    expect(await withinOf(widget?.publisherId, 'widget', publisher)).toEqual([
      [{ widget: widgetId }, { widget: websiteId }],
    ]);
    // What nobody filled has no ad set.
    const all = await withinOf(adSet?.advertiserId, 'adSet,widget', { network: true });
    expect(all).toContainEqual([
      { adSet: adSetId, widget: widgetId },
      { adSet: campaignId, widget: websiteId },
    ]);
    expect(all.filter(([dims]) => dims?.adSet === '0').map(([, within]) => within)).toEqual([
      { widget: websiteId },
    ]);
  });

  it('shows nobody another’s figures', async () => {
    const stranger = actorOf(world.widgets[1]?.publisherId);
    const scope = { publisherId: stranger.accountId };
    const report = await giveReport(deps(), stranger, scope, {
      ...days,
      metrics: 'impressions,earnings',
      by: 'widget',
    });
    expect([report.totals, report.rows]).toEqual([{ impressions: 0, earnings: 0 }, []]);
  });
});

describe('why unpaid', () => {
  const part = () => ({ widgetId: world.widgets[0]?.id ?? 0 });

  it('tells what became of the views of a widget, the commonest reason first', async () => {
    const actor = actorOf(world.widgets[0]?.publisherId);
    expect(await readWhyUnpaid(deps(), actor, { ...days, ...part() })).toMatchObject({
      widget: { id: part().widgetId, floorCpm: null, status: 'active', blockCount: 0 },
      ...{ requests: 9, filled: 4, impressions: 3, viewables: 3, clicks: 0, earnings: 0.0042 },
      overDelivered: 0,
      noFill: [
        { outcome: 'too_narrow', count: 3 },
        { outcome: 'floor', count: 2 },
      ],
      filtered: [
        { reason: 'repeated', kind: 'impression', count: 2 },
        { reason: 'repeated', kind: 'viewable', count: 1 },
      ],
    });
    const elsewhere = await readWhyUnpaid(deps(), actor, { ...days, websiteId: 2_147_483_647 });
    expect([elsewhere.widget, elsewhere.requests, elsewhere.filtered]).toEqual([null, 0, []]);
  });

  it('of another’s widget is not found, and days that run backwards are refused', async () => {
    const stranger = actorOf(world.widgets[1]?.publisherId);
    expect((await refusalOf(readWhyUnpaid(deps(), stranger, { ...days, ...part() }))).code).toBe(
      'widget_not_found',
    );
    const owner = actorOf(world.widgets[0]?.publisherId);
    const backwards = { from: '2026-05-14', to: '2026-05-13' };
    expect((await refusalOf(readWhyUnpaid(deps(), owner, backwards))).code).toBe('invalid_input');
  });
});

describe('earnings by month', () => {
  it('tell the running month from closed ones, to nobody else', async () => {
    const actor = actorOf(world.widgets[0]?.publisherId);
    expect(await readEarningMonths(deps(), actor)).toEqual({
      currency: 'USD',
      items: [{ month: '2026-05-01', earned: 0.0042, closedAt: null }],
    });
    const other = actorOf(world.widgets[1]?.publisherId);
    const months = async () =>
      (await readEarningMonths(deps(), other)).items.map(({ month }) => month.slice(5, 7));
    expect(await months()).toEqual([]);
    const insert = `insert into earning_month (publisher_id, month) select $1, unnest('{2026-03-01,2026-05-01,2026-04-01}'::date[])`;
    await database.pool.query(insert, [other.accountId]);
    expect(await months()).toEqual(['05', '04', '03']);
  });
});

describe('filtered events and earnings', () => {
  it('names reasons and kinds, most frequent first', async () => {
    const actor = actorOf(world.widgets[0]?.publisherId);
    expect(await listFilteredEvents(deps(), actor, { publisherId: actor.accountId }, days)).toEqual([
      { reason: 'repeated', kind: 'impression', count: 2 },
      { reason: 'repeated', kind: 'viewable', count: 1 },
    ]);
    const only = (part: object) =>
      listFilteredEvents(deps(), actor, { publisherId: actor.accountId }, { ...days, ...part });
    expect(await only({ widgetId: world.widgets[0]?.id })).toHaveLength(2);
    expect(await only({ widgetId: world.widgets[1]?.id })).toEqual([]);
  });

  it('come from the ledger', async () => {
    const actor = actorOf(world.widgets[0]?.publisherId);
    const earnings = await readPublisherEarnings(deps(), actor);
    expect(earnings).toEqual({
      currency: 'USD',
      available: 0,
      pending: 0.0042,
      total: 0.0042,
      nextPaymentDate: '2026-06-01',
    });
    expect(await readPublisherEarnings(deps(), actorOf(world.widgets[1]?.publisherId))).toMatchObject({
      pending: 0,
      total: 0,
    });
  });
});

describe('the alarm for what was shown for nothing', () => {
  it('begins with a day of which too much was, lasts as long as that is so, and is none where nobody wants it', async () => {
    const campaigns = [{ totalBudgetMicros: 10n ** 9n, adSets: [{ totalBudgetMicros: 10n ** 9n }] }];
    const poor = await makeWorld(database.db, {
      advertisers: [{ timeZone: 'UTC', walletMicros: 10n ** 6n, campaigns }],
      widgetsOfPublishers: [1],
    });
    const [adSetId, widgetId] = [poor.adSets[0]?.id ?? 0, poor.widgets[0]?.id ?? 0];
    const day = NOON + 24 * 3_600_000;
    // A dollar each, of which there is one.
    const events = Array.from({ length: 12 }, (_, sequence) => {
      const event = { sequence, shard: 1, decidedAtMs: day, eventAtMs: day + 2_000, adSetId, widgetId };
      const at = { ...event, priceMicros: 1_000_000_000, viewer: sequence };
      return [
        { ...at, kind: 'impression' as const },
        { ...at, kind: 'viewable' as const },
      ];
    }).flat();
    const batch = { shard: 1, spoolOffset: 0, body: bodyOf(events), recordCount: events.length };
    await shipBatch(database.pool, { ...batch, receivedAt: new Date(day) });
    await settleAvailable({ pool: database.pool, clock: () => new Date(day) });
    await new FactLoader({ pool: database.pool, analytics }).load();
    const since = async (atMs: number) => {
      const looks = { ...deps(), clock: () => new Date(atMs), dataDir: tmpdir(), mailServer: false };
      await watchNetwork(looks);
      const alarms = database.db.selectFrom('network_alarm').where('kind', '=', 'over_delivered');
      return (await alarms.select('first_seen_at').execute()).map(
        ({ first_seen_at: at }) => at.getTime() - day,
      );
    };
    expect(await since(day - 24 * 3_600_000)).toEqual([]);
    expect(await since(day + 60_000)).toEqual([60_000]);
    expect(await since(day + 120_000)).toEqual([60_000]);
    expect(await since(day + 24 * 3_600_000)).toEqual([]);
    await database.db.updateTable('alarm_settings').set({ over_delivered_bp: null }).execute();
    expect(await since(day + 180_000)).toEqual([]);
  });
});

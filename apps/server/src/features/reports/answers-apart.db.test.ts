import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { ROW_COUNTED, ROW_FILTERED, ROW_REQUESTED, ROW_TRACKED } from '@placard/domain/analytics/facts';
import type { Metric } from '@placard/domain/analytics/metrics';
import { HOURLY_MAX_DAYS, REPORT_MAX_DAYS } from '@placard/domain/day-bounds';
import { TALLY_OUTCOMES } from '@placard/domain/decision/tally-outcomes';
import { FILTER_REASONS } from '@placard/domain/filter-reason';
import { addDays } from '@placard/domain/time-zone';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FACT_TABLES } from '../../analytics/fact-tables.ts';
import type { Analytics } from '../../analytics/open-analytics.ts';
import { ReportRefusedError } from '../../analytics/report-refused-error.ts';
import type { ReportScope } from '../../analytics/report-sql.ts';
import { type ReportQuery, runReport } from '../../analytics/run-report.ts';
import { openTestAnalytics } from '../../analytics/testing/test-analytics.ts';
import { makeWorld, ownerOf, type World } from '../../settlement/testing/world.ts';
import { refusalOf, TEST_NOW, testDeps } from '../testing/fixtures.ts';
import { listFilteredEvents } from './filtered-events.ts';
import { giveReport, refusedToCaller } from './give-report.ts';
import { readLabels } from './report-labels.ts';
import { readUpdatedAt } from './updated-at.ts';
import { readWhyUnpaid } from './why-unpaid.ts';

let database: TestDatabase;
let analytics: Analytics;
let endAnalytics: () => Promise<void>;
let world: World;
const deps = () => ({ ...testDeps(database.db), analytics });
const days = { from: '2026-05-12', to: '2026-05-13', limit: 100 };

beforeAll(async () => {
  database = await createTestDatabase();
  ({ analytics, end: endAnalytics } = await openTestAnalytics());
  const campaigns = [{ totalBudgetMicros: 10n ** 9n, adSets: [{ totalBudgetMicros: 10n ** 9n }] }];
  world = await makeWorld(database.db, {
    advertisers: [{ timeZone: 'UTC', walletMicros: 0n, campaigns }],
    widgetsOfPublishers: [2, 1],
  });
});
afterAll(async () => {
  await endAnalytics();
  await database.drop();
});

type Sums = Readonly<Record<string, number | string>>;
const insert = async (table: keyof typeof FACT_TABLES, rows: readonly Sums[]) => {
  const values = rows.map((row) => ({ bucket: '2026-05-13 10:00:00', day: '2026-05-13', ...row }));
  await analytics.client.insert({
    ...{ table: FACT_TABLES[table], values, format: 'JSONEachRow' },
    columns: [...new Set(values.flatMap((row) => Object.keys(row)))] as [string, ...string[]],
  });
};

describe('what was not paid', () => {
  it('is listed by how often it was, whatever its kind, by reasons that this release knows', async () => {
    const [place, , elsewhere] = world.widgets;
    const of = { publisher_id: place?.publisherId ?? 0, widget_id: place?.id ?? 0, kind: ROW_FILTERED };
    await insert('byPublisher', [
      { ...of, code: FILTER_REASONS.bot.code, filtered_impressions: 2 },
      { ...of, code: FILTER_REASONS.repeated.code, filtered_viewables: 3, filtered_clicks: 5 },
      { ...of, code: 250, filtered_impressions: 9 },
      { ...of, publisher_id: elsewhere?.publisherId ?? 0, code: FILTER_REASONS.bot.code, filtered_clicks: 7 },
    ]);
    const actor = ownerOf(place?.publisherId, 'publisher');
    expect(await listFilteredEvents(deps(), actor, { publisherId: actor.accountId }, days)).toEqual([
      { reason: 'repeated', kind: 'click', count: 5 },
      { reason: 'repeated', kind: 'viewable', count: 3 },
      { reason: 'bot', kind: 'impression', count: 2 },
    ]);
    const other = ownerOf(elsewhere?.publisherId, 'publisher');
    expect(await listFilteredEvents(deps(), other, { publisherId: other.accountId }, days)).toEqual([
      { reason: 'bot', kind: 'click', count: 7 },
    ]);
  });

  it('is told with what is kept away from a widget: by its website and by itself', async () => {
    const [place, beside, elsewhere] = world.widgets;
    const block = async (table: 'website' | 'widget', id: number | undefined, value: string) =>
      await database.pool.query(
        `insert into ${table}_block (${table}_id, kind, value) values ($1, 'advertiser_domain', $2)`,
        [id, value],
      );
    await block('website', place?.websiteId, 'one.example');
    await block('widget', place?.id, 'one.example');
    await block('widget', place?.id, 'two.example');
    await block('widget', beside?.id, 'three.example');
    await block('website', elsewhere?.websiteId, 'four.example');
    await block('widget', elsewhere?.id, 'four.example');
    await database.pool.query(
      `update widget set floor_cpm_micros = 1250000, seen_at = '2026-05-13 08:00Z' where id = $1`,
      [place?.id],
    );
    const of = { publisher_id: place?.publisherId ?? 0, widget_id: place?.id ?? 0, kind: ROW_REQUESTED };
    await insert('byPublisher', [
      { ...of, code: TALLY_OUTCOMES.floor, requests: 1 },
      { ...of, code: TALLY_OUTCOMES.filled, requests: 4, filled: 4 },
      { ...of, code: 250, requests: 2 },
      { ...of, widget_id: beside?.id ?? 0, code: TALLY_OUTCOMES.floor, requests: 8 },
    ]);
    const actor = ownerOf(place?.publisherId, 'publisher');
    const unpaid = await readWhyUnpaid(deps(), actor, { ...days, widgetId: place?.id });
    expect(unpaid).toMatchObject({
      widget: { floorCpm: 1.25, seenAt: '2026-05-13T08:00:00.000Z', blockCount: 3, name: 'Top 0' },
      ...{ requests: 7, filled: 4, noFill: [{ outcome: 'floor', count: 1 }] },
    });
    const ofBeside = await readWhyUnpaid(deps(), actor, { ...days, widgetId: beside?.id });
    expect(ofBeside).toMatchObject({ widget: { id: beside?.id, blockCount: 2, seenAt: null }, requests: 8 });
    const ofWebsite = await readWhyUnpaid(deps(), actor, days);
    expect([ofWebsite.widget, ofWebsite.requests]).toEqual([null, 15]);
  });
});

describe('how late figures are', () => {
  it('is told by the first that waits at any ad server, behind what is settled of it', async () => {
    const at = (seconds: number) => new Date(TEST_NOW.getTime() + seconds * 1_000);
    const arrive = async (shard: number, offset: number, seconds: number) =>
      await database.pool.query(
        `insert into event_batch (shard, spool_offset, spool_end, record_count, body, received_at)
         values ($1, $2, $2::bigint + 10, 1, 'x', $3)`,
        [shard, offset, at(seconds)],
      );
    const updated = async () =>
      (await readUpdatedAt({ ...deps(), clock: () => at(100) }, 'fact_batch')).getTime() - TEST_NOW.getTime();
    expect(await updated()).toBe(100_000);
    // Settled up to its second batch, which came before the third did.
    await database.pool.query(
      'insert into settlement_checkpoint (shard, spool_offset) values (3, 10), (5, 10)',
    );
    await arrive(3, 0, 5);
    expect(await updated()).toBe(100_000);
    await arrive(3, 10, 40);
    await arrive(3, 20, 50);
    expect(await updated()).toBe(40_000);
    await arrive(5, 0, 1);
    expect(await updated()).toBe(40_000);
    await arrive(9, 0, 60);
    await arrive(9, 10, 70);
    expect(await updated()).toBe(40_000);
    await arrive(11, 0, 30);
    expect(await updated()).toBe(30_000);
    await database.pool.query('delete from event_batch where shard in (3, 11)');
    expect(await updated()).toBe(60_000);
    await database.pool.query('delete from event_batch');
    await database.pool.query('delete from settlement_checkpoint');
    // Nothing was ever loaded: no last settlement says until when.
    await database.pool.query(
      `with s as (insert into settlement (event_count, charged_micros) values (0, 0) returning id)
       insert into fact_batch (settlement_id, fact_count, body, layout) select id, 1, 'x', 3 from s`,
    );
    expect(await updated()).toBe(100_000);
    await database.pool.query('delete from fact_batch');
  });

  it('is rounded to seconds, and nothing where a clock was put back meanwhile', async () => {
    const actor = ownerOf(world.adSets[0]?.advertiserId, 'advertiser');
    const late = async (times: readonly number[]) => {
      let told = 0;
      const clock = () => new Date(TEST_NOW.getTime() + (times[Math.min(told++, times.length - 1)] ?? 0));
      return (
        await giveReport(
          { ...deps(), clock },
          actor,
          { advertiserId: actor.accountId },
          { ...days, metrics: 'impressions' },
        )
      ).lateSeconds;
    };
    await database.pool.query(
      `insert into event_batch (shard, spool_offset, spool_end, record_count, body, received_at)
       values (1, 0, 1, 1, 'x', $1)`,
      [TEST_NOW],
    );
    expect([await late([3_000_000]), await late([1_600]), await late([1_400])]).toEqual([3_000, 2, 1]);
    await database.pool.query('delete from event_batch');
    // The days are judged by it twice, then it is asked for what is now, and at the end.
    expect(await late([5_000, 5_000, 0])).toBe(0);
  });
});

describe('names', () => {
  it('are looked for among ten thousand records at most', async () => {
    const actor = ownerOf(world.adSets[0]?.advertiserId, 'advertiser');
    const scope = { advertiserId: actor.accountId };
    const ask = async () => {
      const query = { ...days, metrics: 'impressions', filter: 'creative~:autumn' };
      return await giveReport(deps(), actor, scope, query);
    };
    const add = async (from: number, count: number) =>
      await analytics.client.command({
        query: `insert into ${FACT_TABLES.byAdvertiser} (bucket, day, advertiser_id, creative_id, kind, impressions)
                select toDateTime('2026-05-13 12:00:00', 'UTC'), toDate('2026-05-13'), {advertiser:UInt32}, {from:UInt32} + number, ${ROW_COUNTED}, 1
                  from numbers({count:UInt32})`,
        query_params: { advertiser: actor.accountId, from, count },
      });
    await add(1, 10_000);
    expect((await ask()).rows).toEqual([]);
    await add(10_001, 1);
    expect((await refusalOf(ask())).issues).toMatchObject([
      { path: 'filter', code: 'report_names_too_many' },
    ]);
    const whole = await runReport({ analytics }, scope, {
      ...{ metrics: ['impressions'], by: ['creative'], limit: 20_000, timeZone: 'UTC' },
      ...{ from: days.from, to: days.to },
    });
    expect([whole.rows.length, whole.rowCount]).toEqual([10_000, 10_001]);
    const usual = await runReport({ analytics }, scope, {
      ...{ metrics: ['impressions'], by: ['creative'], timeZone: 'UTC', from: days.from, to: days.to },
    });
    expect(usual.rows).toHaveLength(100);
  });

  it('of weekdays, countries and languages are words, of what is none of them nothing', async () => {
    const of = async (
      dimension: 'weekday' | 'country' | 'language' | 'device',
      values: readonly string[],
    ) => [
      ...((
        await readLabels(
          database.db,
          values.map((value) => ({ dims: { [dimension]: value } })),
        )
      ).get(dimension) ?? []),
    ];
    expect(await of('weekday', ['1', '7'])).toEqual([
      ['1', 'Monday'],
      ['7', 'Sunday'],
    ]);
    expect(await of('country', ['AT', '', 'T1', 'QQ', 'AUT'])).toEqual([
      ['AT', 'Austria'],
      ['QQ', 'QQ'],
    ]);
    expect(await of('language', ['de', '', 'qq', 'deu'])).toEqual([
      ['de', 'German'],
      ['qq', 'qq'],
    ]);
    expect(await of('device', ['mobile'])).toEqual([]);
    expect(await readLabels(database.db, [])).toEqual(new Map());
  });
});

describe('a question', () => {
  const lastDay = '2026-05-13';
  const ask = async (query: Partial<ReportQuery>, scope: ReportScope = { publisherId: 999_999 }) =>
    await runReport({ analytics }, scope, {
      ...{ metrics: ['impressions'], timeZone: 'UTC', from: lastDay, to: lastDay },
      ...query,
    });
  const refused = async (query: Partial<ReportQuery>, scope?: ReportScope) => {
    const error = await ask(query, scope).catch((cause: unknown) => cause);
    if (!(error instanceof ReportRefusedError)) throw error;
    return [error.name, error.message, error.tooLongByHour];
  };
  const saying = (message: string, byHour = false) => ['ReportRefusedError', message, byHour];

  it('has a figure, dimensions that differ, and an order by what it shows', async () => {
    expect(await refused({ metrics: [] })).toEqual(saying('A report needs a metric.'));
    expect(await refused({ by: ['country', 'country'] })).toEqual(saying('A dimension is named twice.'));
    const three = await refused({ by: ['country', 'device', 'date', 'size'] });
    expect(three).toEqual(saying('A report has at most 2 dimensions and the date beside them.'));
    expect((await ask({ by: ['country', 'date', 'device'] })).rows).toEqual([]);
    const clicks = { key: 'clicks', descending: true } as const;
    expect(await refused({ sort: clicks })).toEqual(
      saying("A report can't be sorted by clicks, which it does not show."),
    );
    expect(await refused({ by: ['country'], sort: { ...clicks, key: 'device' } })).toEqual(
      saying("A report can't be sorted by device, which it does not show."),
    );
    expect((await ask({ by: ['country'], sort: { ...clicks, key: 'country' } })).rows).toEqual([]);
  });

  it('names nothing that its scope does not see, to keep or to leave out', async () => {
    const unseen = saying('campaign is not shown to publishers.');
    expect(await refused({ by: ['campaign'] })).toEqual(unseen);
    expect(await refused({ filters: { campaign: ['1'] } })).toEqual(unseen);
    expect(await refused({ without: { campaign: ['1'] } })).toEqual(unseen);
    expect(await refused({ metrics: ['impressions', 'spend'] })).toEqual(
      saying('spend is not shown to publishers.'),
    );
    expect(await refused({ metrics: ['earnings'] }, { advertiserId: 999_999 })).toEqual(
      saying('earnings is not shown to advertisers.'),
    );
  });

  it('has rows of what other ad servers tell only where it asks for that', async () => {
    const advertiser = 888;
    await insert('byAdvertiser', [
      { advertiser_id: advertiser, website_id: 3, kind: ROW_COUNTED, impressions: 2 },
      { advertiser_id: advertiser, kind: ROW_TRACKED, tracking_impressions: 5 },
    ]);
    const by = async (...metrics: Metric[]) =>
      (await ask({ metrics, by: ['website'] }, { advertiserId: advertiser })).rows.map(
        ({ dims }) => dims.website,
      );
    expect([await by('impressions'), await by('impressions', 'clicks')]).toEqual([['3'], ['3']]);
    expect(await by('impressions', 'trackingImpressions')).toEqual(['3', '0']);
    expect(await ask({ metrics: ['impressions'] })).toMatchObject({ rows: [], rowCount: 0 });
  });

  it('covers so many days, fewer by the hour, and so do those that it is compared with', async () => {
    const before = (days: number) => addDays(lastDay, 1 - days);
    const whole = saying(`A report of this kind covers 1 to ${REPORT_MAX_DAYS} days.`);
    const hours = `A report of this kind covers 1 to ${HOURLY_MAX_DAYS} days.`;
    expect((await ask({ from: before(REPORT_MAX_DAYS), grain: 'month' })).series.length).toBeGreaterThan(12);
    expect(await refused({ from: before(REPORT_MAX_DAYS + 1) })).toEqual(whole);
    expect(await refused({ from: before(0) })).toEqual(whole);
    const compare = { from: before(REPORT_MAX_DAYS + 1), to: lastDay };
    expect(await refused({ compare })).toEqual(whole);
    const hourly = [{ grain: 'hour' }, { by: ['weekday', 'hourOfDay'] }] as const;
    for (const kind of hourly) {
      expect((await ask({ ...kind, from: before(HOURLY_MAX_DAYS) })).rows).toEqual([]);
      expect(await refused({ ...kind, from: before(HOURLY_MAX_DAYS + 1) })).toEqual(saying(hours, true));
      expect(await refused({ ...kind, from: before(0) })).toEqual(saying(hours));
    }
    for (const by of [['weekday'], ['hourOfDay']] as const)
      expect((await ask({ by, from: before(HOURLY_MAX_DAYS + 1) })).rows).toEqual([]);
  });

  it('is compared with days that overlap its own as with others', async () => {
    const publisher = 777;
    await insert(
      'byPublisher',
      [11, 12, 13].map((day) => ({
        ...{ bucket: `2026-05-${day} 10:00:00`, day: `2026-05-${day}` },
        ...{ publisher_id: publisher, kind: ROW_COUNTED, impressions: 10 ** (day - 11) },
      })),
    );
    const compared = async (now: readonly [number, number], before: readonly [number, number]) => {
      const range = ([from, to]: readonly [number, number]) => ({
        from: `2026-05-${from}`,
        to: `2026-05-${to}`,
      });
      const query = { ...range(now), compare: range(before), grain: 'day' } as const;
      const found = await ask(query, { publisherId: publisher });
      return [found.totals.impressions, found.previousTotals?.impressions, found.previousSeries?.length];
    };
    expect(await compared([12, 13], [11, 12])).toEqual([110, 11, 2]);
    expect(await compared([11, 12], [12, 13])).toEqual([11, 110, 2]);
    expect(await compared([11, 13], [12, 12])).toEqual([111, 10, 1]);
    expect(await compared([12, 12], [11, 13])).toEqual([10, 111, 3]);
    expect(await compared([13, 13], [11, 12])).toEqual([100, 11, 2]);
    expect(await compared([11, 11], [12, 13])).toEqual([1, 110, 2]);
  });
});

it('what is no fault of whoever asks is thrown on as it is', async () => {
  const fault = new Error('the engine is away');
  await expect(refusedToCaller(Promise.reject(fault))).rejects.toBe(fault);
});

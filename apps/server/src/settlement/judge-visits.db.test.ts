import { ROW_COUNTED, ROW_FILTERED } from '@placard/domain/analytics/facts';
import { FILTER_REASONS } from '@placard/domain/filter-reason';
import { DAY_MS } from '@placard/domain/time-zone';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decodeFacts } from './facts.ts';
import { decodePageViews } from './page-views.ts';
import { VISIT_PARKING_MS } from './parked-visits.ts';
import { Settler } from './settler.ts';
import { CollectedWorld, NOON } from './testing/collected-world.ts';
import { bodyOf } from './testing/world.ts';

const REASON = FILTER_REASONS;

let at: CollectedWorld;
beforeEach(async () => {
  at = await CollectedWorld.make();
});
afterEach(async () => {
  await at.end();
});

describe('visits and conversions', () => {
  it('count once for a click that counted, whatever is sent again', async () => {
    await at.ship([
      at.clicked(0),
      at.call('opened', {}),
      at.call('visit', { sequence: 0 }),
      at.call('visit', { sequence: 0 }),
      at.call('conversion', { sequence: 0 }),
      at.call('conversion', { sequence: 0 }),
    ]);
    await at.settle();
    expect(await at.counts()).toEqual({ visit: 1, conversion: 1, unattributed: 0, filtered: 1 });
    const stored = await at.database.db.selectFrom('fact_batch').select(['body', 'layout']).execute();
    const facts = stored.flatMap(({ body, layout }) => decodeFacts(body, layout));
    const collected = facts.filter(({ visits, conversions }) => visits + conversions > 0);
    const where = {
      adSetId: at.adSet().id,
      widgetId: at.widget().id,
      creativeId: 1,
      quarter: NOON / 900_000,
    };
    const row = { ...where, country: 'DE', language: 'de', widthPx: 300, heightPx: 250, device: 1 };
    expect(collected).toMatchObject([
      { ...row, kind: ROW_COUNTED, code: 0, visits: 1, conversions: 1 },
      { ...row, kind: ROW_FILTERED, code: REASON.repeated.code, visits: 0, conversions: 1 },
    ]);
    await at.ship([at.call('visit', { sequence: 0 }), at.call('conversion', { sequence: 0 })], 1);
    await at.settle();
    expect(await at.counts()).toEqual({ visit: 1, conversion: 1, unattributed: 0, filtered: 2 });
  });

  it('count an order once per campaign, from whatever click and shard it is told again', async () => {
    await at.ship([at.clicked(0), at.clicked(1), at.clicked(2, 1)]);
    await at.ship(
      [at.call('conversion', { sequence: 0, orderId: 'A-1', value: 5_000_001n, currency: 'USD' })],
      1,
    );
    await at.settle();
    await at.ship([at.call('conversion', { sequence: 1, orderId: 'A-1', value: 9_000_000n })], 2);
    await at.ship([
      at.call('conversion', { sequence: 0, orderId: 'A-2', value: 1n }),
      at.call('conversion', { sequence: 2, adSetIndex: 1, orderId: 'A-1' }),
    ]);
    await at.settle();
    expect(await at.counts()).toMatchObject({ conversion: 2, filtered: 1 });
    expect(await at.counts(1)).toMatchObject({ conversion: 1, filtered: 0 });
    const { rows } = await at.database.pool.query<{
      order_id: string;
      value_micros: bigint;
      since_click_ms: string;
    }>(
      `select order_id, value_micros, extract(epoch from converted_at - clicked_at) * 1000 as since_click_ms
         from campaign_conversion order by id`,
    );
    expect(rows.map((row) => [row.order_id, row.value_micros && BigInt(row.value_micros)])).toEqual([
      ['A-1', 5_000_001n],
      ['A-2', 1n],
      ['A-1', null],
    ]);
    for (const { since_click_ms } of rows) expect(Number(since_click_ms)).toBeGreaterThan(0);
    const stored = await at.database.db.selectFrom('fact_batch').select(['body', 'layout']).execute();
    const sums = stored.flatMap(({ body, layout }) => decodeFacts(body, layout));
    expect(sums.reduce((sum, { conversionValueMicros }) => sum + conversionValueMicros, 0n)).toBe(5_000_002n);
  });

  it('are kept with a reason where the click does not count', async () => {
    await at.ship([
      at.clicked(0),
      // Too fast for a person.
      bodyOf([
        { ...at.decision(1), kind: 'impression', eventAtMs: NOON + 10 },
        { ...at.decision(1), kind: 'click', eventAtMs: NOON + 20 },
      ]),
      at.call('conversion', { sequence: 1 }),
      at.call('conversion', { sequence: 0, atMs: NOON + 31 * DAY_MS, orderId: 'late' }),
      at.call('conversion', { sequence: 0, reason: REASON.bot.code }),
      // Of no click of the campaign: no report has it, so the figure beside the code has it neither.
      at.call('conversion', { reason: REASON.bot.code }),
      at.call('conversion', { sequence: 0, campaignIndex: 1, reason: REASON.bot.code }),
      at.call('conversion', { sequence: 0, campaignIndex: 1 }),
      at.call('conversion', {}),
    ]);
    await at.settle();
    expect(await at.counts()).toEqual({ visit: 0, conversion: 0, unattributed: 1, filtered: 3 });
    expect(await at.counts(1)).toEqual({ visit: 0, conversion: 0, unattributed: 0, filtered: 0 });
    expect(await at.problems()).toEqual(['click_not_counted::1', 'late_conversion::1', 'other_campaign::1']);
  });

  it('count in another currency without their value, and it is told', async () => {
    await at.ship([
      at.clicked(0),
      at.call('conversion', { sequence: 0, orderId: '1', value: 100n, currency: 'EUR' }),
      at.call('conversion', { sequence: 0, orderId: '2', value: 100n, currency: 'GBP' }),
      at.call('conversion', { sequence: 0, orderId: '3', currency: 'GBP' }),
    ]);
    await at.settle();
    expect(await at.counts()).toMatchObject({ conversion: 3 });
    expect(await at.problems()).toEqual(['other_currency:GBP:2']);
  });

  it('wait for a click that is settled later, through a new start, and not for ever', async () => {
    await at.ship(
      [at.call('visit', { sequence: 0 }), at.call('conversion', { sequence: 0, orderId: 'x' })],
      1,
    );
    await at.ship(
      [at.call('conversion', { sequence: 0, orderId: 'x' }), at.call('conversion', { sequence: 9 })],
      1,
    );
    await at.settle();
    expect(await at.counts()).toMatchObject({ visit: 0, conversion: 0, filtered: 0 });
    at.now += VISIT_PARKING_MS - 1_000;
    // Its impression is missing too: the click waits as well.
    await at.ship([bodyOf([{ ...at.decision(0), kind: 'click', eventAtMs: NOON + 2_000 }])]);
    await at.settle();
    expect(await at.counts()).toMatchObject({ visit: 0, conversion: 0 });
    await at.ship([bodyOf([{ ...at.decision(0), kind: 'impression', eventAtMs: NOON + 100 }])]);
    await at.settle();
    expect(await at.counts()).toMatchObject({ visit: 1, conversion: 1, filtered: 0 });
    at.now += 1_000;
    await at.settle();
    expect(await at.counts()).toMatchObject({ visit: 1, conversion: 1, filtered: 1 });
    expect(await at.problems()).toEqual(['click_not_counted::1']);
    const left = await at.database.pool.query('select 1 from parked_visit');
    expect(left.rowCount).toBe(0);
  });

  it('find the click for 30 days, long after its other bits are gone', async () => {
    await at.ship([at.clicked(0)]);
    await at.settle();
    for (const days of [10, 29]) {
      at.now = NOON + days * DAY_MS;
      await at.tidy();
      await at.ship([at.call('conversion', { sequence: 0, orderId: `day ${days}`, atMs: at.now })]);
      await at.settle();
    }
    expect(await at.counts()).toMatchObject({ conversion: 2, filtered: 0 });
    at.now = NOON + 40 * DAY_MS;
    await at.tidy();
    const { rows } = await at.database.pool.query<{ pages: bigint }>(
      'select count(*) as pages from seen_page',
    );
    expect(Number(rows[0]?.pages)).toBe(0);
  });

  it('are counted once when a transaction fails after its work and is done again', async () => {
    const settler = new Settler({ clock: () => new Date(at.now) });
    await at.ship([at.clicked(0)]);
    await at.settle(settler);
    await at.ship([
      at.call('visit', { sequence: 0 }),
      at.call('conversion', { sequence: 0, orderId: 'A' }),
      at.call('conversion', { sequence: 5, orderId: 'B' }),
      at.viewRecord({}),
    ]);
    await at.database.pool.query(
      `create function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
       create trigger fail before insert or update on settlement_checkpoint for each row execute function fail()`,
    );
    await expect(at.settle(settler)).rejects.toThrow('no');
    expect(await at.counts()).toEqual({});
    await at.database.pool.query('drop trigger fail on settlement_checkpoint');
    await at.settle(settler);
    await at.settle(settler);
    expect(await at.counts()).toMatchObject({ visit: 1, conversion: 1, filtered: 0 });
    const views = await at.database.pool.query('select sum(views)::int as views from website_traffic_day');
    expect(views.rows).toEqual([{ views: 1 }]);
  });

  it('are found again by their click and by their order, each by its own', async () => {
    await at.ship([at.clicked(0), at.clicked(1), at.clicked(2)]);
    await at.ship([
      at.call('visit', { sequence: 0 }),
      at.call('conversion', { sequence: 0, orderId: 'A' }),
      at.call('conversion', { sequence: 1 }),
    ]);
    await at.settle();
    // New ones stand between those that were counted before.
    await at.ship([
      at.call('visit', { sequence: 2 }),
      at.call('visit', { sequence: 0 }),
      at.call('conversion', { sequence: 2, orderId: 'B' }),
      at.call('conversion', { sequence: 0 }),
      at.call('conversion', { sequence: 2, orderId: 'A' }),
      at.call('visit', { sequence: 1 }),
      at.call('conversion', { sequence: 1 }),
      at.call('conversion', { sequence: 2 }),
    ]);
    await at.settle();
    expect(await at.counts()).toEqual({ visit: 3, conversion: 5, unattributed: 0, filtered: 2 });
    await at.settle();
    await at.ship([at.call('conversion', { sequence: 2 }), at.call('conversion', { sequence: 0 })]);
    await at.settle();
    expect(await at.counts()).toMatchObject({ conversion: 5, filtered: 4 });
  });

  it('that wait are written once, and judged in their order also after a new start', async () => {
    const settler = new Settler({ clock: () => new Date(at.now) });
    const order = { orderId: 'A', currency: 'USD' };
    await at.ship([at.call('conversion', { ...order, sequence: 1, value: 1n })]);
    await at.settle(settler);
    await at.ship([at.call('conversion', { ...order, sequence: 0, value: 2n })]);
    await at.settle(settler);
    const waiting = await at.database.db.selectFrom('parked_visit').select('parked_at').execute();
    expect(waiting.map(({ parked_at }) => parked_at.getTime())).toEqual([NOON, NOON]);
    await at.ship([
      at.clicked(0),
      at.clicked(1),
      at.call('conversion', { ...order, sequence: 2, orderId: 'B' }),
    ]);
    await at.settle();
    const counted = await at.database.db.selectFrom('campaign_conversion').select('value_micros').execute();
    expect([await at.counts(), counted]).toMatchObject([
      { conversion: 1, filtered: 1 },
      [{ value_micros: 1n }],
    ]);
    expect(await at.database.db.selectFrom('parked_visit').select('id').execute()).toHaveLength(1);
  });

  it('are not over while batches are left: among them may be what they wait for', async () => {
    const settler = new Settler({ clock: () => new Date(at.now), maxEvents: 1 });
    await at.ship([
      at.call('conversion', { sequence: 0 }),
      bodyOf([{ ...at.decision(1), kind: 'click', eventAtMs: NOON + 2_000 }]),
    ]);
    await at.settle(settler);
    at.now += VISIT_PARKING_MS;
    await at.ship([at.call('opened', {})]);
    await at.ship([at.clicked(0)]);
    await at.ship([bodyOf([{ ...at.decision(1), kind: 'impression', eventAtMs: NOON + 100 }])]);
    await at.settle(settler);
    expect(await at.counts()).toMatchObject({ conversion: 1, filtered: 0 });
    const { rows } = await at.database.pool.query(
      'select click_count::int, impression_count::int from ad_set_spend',
    );
    expect(rows).toEqual([{ click_count: 2, impression_count: 2 }]);
  });
});

describe('page views', () => {
  it('are those of websites there are; a code is seen where a person called it, at home where it belongs', async () => {
    const other = { websiteId: at.widget(1).websiteId };
    await at.ship([
      at.viewRecord({ atMs: NOON + 60_000, onOwnDomain: false }),
      at.viewRecord({ atMs: NOON + 120_000, visitor: 2 }),
      at.viewRecord({ atMs: NOON + 90_000 }),
      at.viewRecord({ atMs: NOON, reason: REASON.bot.code }),
      at.viewRecord({ ...other, reason: REASON.wrong_site.code, pageHost: 'a.test', onOwnDomain: false }),
      at.viewRecord({ websiteId: 999_999 }),
    ]);
    await at.settle();
    const { pool } = at.database;
    const minutes = `(extract(epoch from first_seen_at - $1) / 60)::int as first,
      (extract(epoch from last_seen_at - $1) / 60)::int as last, (extract(epoch from own_domain_at - $1))::int as own`;
    const codes = await pool.query(`select website_id, ${minutes} from website_code`, [new Date(NOON)]);
    expect(codes.rows).toEqual([{ website_id: at.widget().websiteId, first: 1, last: 2, own: 90 }]);
    const hits = await pool.query<{ hits: string }>(
      `select subject_id || ':' || minute - $1 || ':' || hits as hits from code_hits order by subject_id, minute`,
      [NOON / 60_000],
    );
    const [one, two] = [at.widget().websiteId, at.widget(1).websiteId];
    expect(hits.rows.map((row) => row.hits)).toEqual([
      `${one}:0:1`,
      `${one}:1:2`,
      `${one}:2:1`,
      `${two}:0:1`,
    ]);
    expect(await at.problems()).toEqual(['wrong_site:a.test:1']);
    const traffic = await pool.query('select website_id, views::int from website_traffic_day');
    expect(traffic.rows).toEqual([{ website_id: one, views: 3 }]);
    const stored = await pool.query<{ fact_count: number; body: Buffer }>(
      'select fact_count, body from page_view_batch',
    );
    const facts = stored.rows.flatMap(({ body }) => decodePageViews(body));
    expect(
      facts.map(({ publisherId, reason, views, visitors }) => [publisherId, reason, views, visitors]),
    ).toEqual([
      [at.widget().publisherId, 0, 3, ['1', '2']],
      [at.widget().publisherId, REASON.bot.code, 1, []],
      [at.widget(1).publisherId, REASON.wrong_site.code, 1, []],
    ]);
    expect(stored.rows.map(({ fact_count }) => fact_count)).toEqual([3]);
  });
});

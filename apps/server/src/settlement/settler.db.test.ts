import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fact } from './fact-columns.ts';
import { Settler } from './settler.ts';
import { type Limits, limitedWorld, NOON, spoolOn } from './testing/spools.ts';
import { type AdSetSpec, bodyOf, shipBatch, type World } from './testing/world.ts';

const DOLLAR = 1_000_000n;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

const worldOf = async (adSet: AdSetSpec, limits: Limits = {}) =>
  await limitedWorld(database.db, adSet, limits);
const spoolOf = (world: World) => spoolOn(database, world);

function filtered(facts: readonly Fact[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const fact of facts) {
    if (fact.kind !== 1) continue;
    counts[fact.code] = (counts[fact.code] ?? 0) + fact.impressions + fact.viewables + fact.clicks;
  }
  return counts;
}

describe('settling', () => {
  it('charges a viewable impression once and shares it', async () => {
    const spool = spoolOf(await worldOf({ totalBudgetMicros: 100n * DOLLAR }));
    await spool.ship([spool.event('impression', 0), spool.event('viewable', 0), spool.event('viewable', 0)]);
    await spool.ship([spool.event('viewable', 0)]);
    expect(await spool.settle()).toMatchObject({ events: 4, chargedMicros: 2_000n });
    expect(await spool.balance('advertiser_wallet')).toBe(1000n * DOLLAR - 2_000n);
    expect(await spool.balance('publisher_pending')).toBe(1_400n);
    expect(filtered(await spool.facts())).toEqual({ 7: 2 });
    const earned = await database.db
      .selectFrom('earning_month')
      .selectAll()
      .where('publisher_id', '=', spool.widget.publisherId)
      .execute();
    expect(earned).toMatchObject([{ month: '2026-11-01', earned_micros: 1_400n, closed_at: null }]);
  });

  it.each([
    ['a viewable impression', 1_000, {}],
    ['a viewable impression of a video', 2_000, { isVideo: true }],
    ['a viewable impression that another process took', 900, { otherClock: true }],
    ['a video’s that another process took', 1_900, { isVideo: true, otherClock: true }],
  ])(
    'filters %s sooner than %i ms after its decision as too fast, and charges nothing',
    async (_name, least, more) => {
      const spool = spoolOf(await worldOf({ totalBudgetMicros: 100n * DOLLAR }));
      const at = (afterMs: number) => ({ ...more, eventAtMs: NOON + afterMs });
      await spool.ship([0, 1, 2, 3].map((n) => spool.event('impression', n, at(1))));
      await spool.ship([5, least - 1, least, least + 1].map((ms, n) => spool.event('viewable', n, at(ms))));
      // Its first use was the one too fast: what comes later is a repeat.
      await spool.ship([spool.event('viewable', 0, at(5_000))]);
      expect(await spool.settle()).toMatchObject({ chargedMicros: 4_000n });
      expect(filtered(await spool.facts())).toEqual({ 7: 1, 9: 2 });
    },
  );

  it('judges one that waited for its impression by its own time', async () => {
    const spool = spoolOf(await worldOf({ totalBudgetMicros: 100n * DOLLAR }));
    await spool.ship([spool.event('viewable', 0, { eventAtMs: NOON + 999 })]);
    await spool.settle();
    await spool.ship([spool.event('impression', 0)]);
    expect(await spool.settle()).toMatchObject({ chargedMicros: 0n });
    expect(filtered(await spool.facts())).toEqual({ 9: 1 });
  });

  it('carries thousandths from one transaction to the next', async () => {
    const spool = spoolOf(await worldOf({ totalBudgetMicros: 100n * DOLLAR }));
    const each = { priceMicros: 1_250, shareBp: 10_000 };
    for (let sequence = 0; sequence < 10; sequence += 1) {
      await spool.ship([spool.event('impression', sequence, each), spool.event('viewable', sequence, each)]);
      await spool.settle();
    }
    expect(await spool.balance('advertiser_wallet')).toBe(1000n * DOLLAR - 12n);
    const spend = await database.db
      .selectFrom('ad_set_spend')
      .selectAll()
      .where('ad_set_id', '=', spool.adSet.id)
      .executeTakeFirstOrThrow();
    expect(spend).toMatchObject({ spent_micros: 12n, cpm_carry_thousandths: 500, viewable_count: 10n });
    // Each charge was of a single micro, or of two.
    const campaign = database.db.selectFrom('campaign_spend').select('spent_micros');
    expect(await campaign.where('campaign_id', '=', spool.adSet.campaignId).execute()).toEqual([
      { spent_micros: 12n },
    ]);
    const days = database.db.selectFrom('ad_set_day_spend').select('spent_micros');
    expect(await days.where('ad_set_id', '=', spool.adSet.id).execute()).toEqual([{ spent_micros: 12n }]);
    const earned = database.db.selectFrom('earning_month').select('earned_micros');
    expect(await earned.where('publisher_id', '=', spool.widget.publisherId).execute()).toEqual([
      { earned_micros: 12n },
    ]);
  });

  it.each([
    ['ad set total', { totalBudgetMicros: 5_000n }, {}],
    ['ad set day', { totalBudgetMicros: DOLLAR, dailyBudgetMicros: 5_000n }, {}],
    ['campaign', { totalBudgetMicros: DOLLAR }, { campaignMicros: 5_000n }],
    ['campaign day', { totalBudgetMicros: DOLLAR }, { campaignDayMicros: 5_000n }],
    ['wallet', { totalBudgetMicros: DOLLAR }, { walletMicros: 5_000n }],
  ] as const)(
    'stops at the %s to the micro and counts the rest as over-delivered',
    async (_, adSet, extra) => {
      const spool = spoolOf(await worldOf(adSet, extra));
      const events = [0, 1, 2, 3].flatMap((n) => [spool.event('impression', n), spool.event('viewable', n)]);
      await spool.ship(events);
      expect(await spool.settle()).toMatchObject({ chargedMicros: 5_000n });
      const facts = await spool.facts();
      const total = (name: 'viewables' | 'overDelivered') => facts.reduce((sum, fact) => sum + fact[name], 0);
      expect(total('viewables')).toBe(4);
      expect(total('overDelivered')).toBe(2);
      expect(facts.reduce((sum, fact) => sum + fact.overDeliveredMicros, 0n)).toBe(3_000n);
    },
  );

  it('keeps daily budgets by the advertiser’s day', async () => {
    const spool = spoolOf(await worldOf({ totalBudgetMicros: DOLLAR, dailyBudgetMicros: 2_000n }));
    // 23:00 UTC is midnight in Berlin in November.
    const lateMs = Date.UTC(2026, 10, 21, 22, 59, 59);
    const earlyMs = Date.UTC(2026, 10, 21, 23, 0, 0);
    await spool.ship(
      [lateMs, lateMs, earlyMs].flatMap((eventAtMs, n) => [
        spool.event('impression', n, { eventAtMs }),
        spool.event('viewable', n, { eventAtMs }),
      ]),
    );
    await spool.settle();
    const days = await database.db
      .selectFrom('ad_set_day_spend')
      .select(['day', 'spent_micros'])
      .where('ad_set_id', '=', spool.adSet.id)
      .orderBy('day')
      .execute();
    expect(days).toEqual([
      { day: '2026-11-21', spent_micros: 2_000n },
      { day: '2026-11-22', spent_micros: 2_000n },
    ]);
  });

  it('remembers what a campaign’s day has had, over transactions', async () => {
    const spool = spoolOf(await worldOf({ totalBudgetMicros: DOLLAR }, { campaignDayMicros: 3_000n }));
    for (const sequence of [0, 1]) {
      await spool.ship([spool.event('impression', sequence), spool.event('viewable', sequence)]);
      await spool.settle();
    }
    expect(await spool.balance('advertiser_wallet')).toBe(1000n * DOLLAR - 3_000n);
  });

  it('bills what was decided in the horizon’s minute, and nothing from before', async () => {
    const spool = spoolOf(await worldOf({ totalBudgetMicros: 100n * DOLLAR }));
    const minute = Math.floor(NOON / 60_000);
    const { minute: before } = await database.db
      .selectFrom('seen_horizon')
      .select('minute')
      .executeTakeFirstOrThrow();
    await database.db.updateTable('seen_horizon').set({ minute }).execute();
    const at = (decidedAtMs: number) => ({ decidedAtMs, eventAtMs: NOON + 2_000 });
    const events = [NOON - 60_000, NOON - 1, NOON, NOON + 60_000 - 1].flatMap((ms, n) => [
      spool.event('impression', n, at(ms)),
      spool.event('viewable', n, { ...at(ms), eventAtMs: NOON + 90_000 }),
    ]);
    await spool.ship(events);
    const settled = await spool.settle(NOON + 100_000);
    await database.db.updateTable('seen_horizon').set({ minute: before }).execute();
    expect(settled).toMatchObject({ chargedMicros: 4_000n });
  });

  it('charges a click by CPC, and judges fast ones and the ladder', async () => {
    const spool = spoolOf(await worldOf({ totalBudgetMicros: 100n * DOLLAR }));
    const cpc = { isCpc: true, priceMicros: 200_000, viewer: 77_000 };
    await spool.ship([
      spool.event('impression', 0, cpc),
      spool.event('click', 0, { ...cpc, eventAtMs: NOON + 299 }),
      spool.event('impression', 1, cpc),
      spool.event('click', 1, { ...cpc, eventAtMs: NOON + 3_000 }),
      spool.event('impression', 2, cpc),
      spool.event('click', 2, { ...cpc, eventAtMs: NOON + 9_000 }),
    ]);
    expect(await spool.settle()).toMatchObject({ chargedMicros: 200_000n });
    expect(filtered(await spool.facts())).toEqual({ 9: 1, 10: 1 });
    const spend = database.db.selectFrom('ad_set_spend').selectAll().where('ad_set_id', '=', spool.adSet.id);
    expect(await spend.execute()).toMatchObject([
      { spent_micros: 200_000n, impression_count: 3n, viewable_count: 0n, click_count: 1n },
    ]);
    // They are kept as they were judged, for as long as the latest asks.
    await spool.ship([
      spool.event('impression', 3, cpc),
      spool.event('click', 3, { ...cpc, eventAtMs: NOON + 4_000 }),
    ]);
    await spool.settle();
    const { rows } = await database.pool.query<{ last_at: Date }>(
      `select clicked_at_s, last_at from viewer_clicks where viewer_hash = decode(lpad(to_hex($1::int), 16, '0'), 'hex')`,
      [cpc.viewer],
    );
    expect(rows).toEqual([
      { clicked_at_s: [3, 9, 4].map((second) => NOON / 1_000 + second), last_at: new Date(NOON + 9_000) },
    ]);
  });

  it('lets an event wait for its impression a minute, and no longer', async () => {
    const spool = spoolOf(await worldOf({ totalBudgetMicros: 100n * DOLLAR }));
    await spool.ship([spool.event('viewable', 0), spool.event('viewable', 1)]);
    expect(await spool.settle(NOON)).toMatchObject({ chargedMicros: 0n });
    await spool.ship([spool.event('impression', 0), spool.event('viewable', 0)]);
    expect(await spool.settle(NOON + 59_000)).toMatchObject({ chargedMicros: 2_000n });
    expect(filtered(await spool.facts())).toEqual({ 7: 1 });
    await spool.settle(NOON + 60_000);
    expect(filtered(await spool.facts())).toEqual({ 7: 1, 8: 1 });
    const parked = await database.db.selectFrom('parked_event').selectAll().execute();
    expect(parked).toEqual([]);
  });

  it('never passes a hole in a spool, and goes on when it is filled', async () => {
    const spool = spoolOf(await worldOf({ totalBudgetMicros: 100n * DOLLAR }));
    await spool.ship([spool.event('impression', 0)]);
    await spool.ship([spool.event('viewable', 0)], 64);
    expect(await spool.settle()).toMatchObject({ events: 1, chargedMicros: 0n });
    const body = bodyOf([spool.event('impression', 1)]);
    const receivedAt = new Date(NOON);
    await shipBatch(database.pool, { shard: spool.shard, spoolOffset: 64, body, recordCount: 1, receivedAt });
    expect(await spool.settle()).toMatchObject({ events: 2, chargedMicros: 2_000n });
  });

  it('stands still before a batch that is no records, in its shard alone', async () => {
    const world = await worldOf({ totalBudgetMicros: 100n * DOLLAR });
    const [damaged, sound] = [spoolOf(world), spoolOf(world)];
    const { shard } = damaged;
    const receivedAt = new Date(NOON);
    const body = bodyOf([damaged.event('impression', 0)]).subarray(0, -1);
    await shipBatch(database.pool, { shard, spoolOffset: 0, body, recordCount: 1, receivedAt });
    const next = bodyOf([damaged.event('impression', 1)]);
    await shipBatch(database.pool, {
      shard,
      spoolOffset: body.byteLength,
      body: next,
      recordCount: 1,
      receivedAt,
    });
    await sound.ship([sound.event('impression', 0), sound.event('viewable', 0)]);
    const settler = new Settler({ clock: () => new Date(NOON + 5_000) });
    const client = await database.pool.connect();
    try {
      const settled = await settler.settleOnce(client);
      expect(settled).toMatchObject({ eventCount: 2, chargedMicros: 2_000, damaged: [{ shard }] });
      expect(await settler.settleOnce(client)).toMatchObject({ settlementId: null, damaged: [{ shard }] });
      // An operator has put it right: who is told so looks again.
      await database.pool.query('update event_batch set body = $1 where shard = $2 and spool_offset = 0', [
        ...[bodyOf([damaged.event('impression', 0)]), shard],
      ]);
      expect(await settler.settleOnce(client)).toMatchObject({ settlementId: null, damaged: [{ shard }] });
      settler.forget();
      expect(await settler.settleOnce(client)).toMatchObject({ eventCount: 2, damaged: [] });
    } finally {
      client.release();
      await database.pool.query('delete from event_batch where shard = $1', [shard]);
    }
  });

  it('filters what names ad sets and widgets that no column can hold, as what names none', async () => {
    const spool = spoolOf(await worldOf({ totalBudgetMicros: 100n * DOLLAR }));
    const ids = [0, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];
    await spool.ship([
      spool.event('impression', 0),
      ...ids.map((adSetId, index) => spool.event('impression', index + 1, { adSetId })),
      ...ids.map((widgetId, index) => spool.event('impression', index + 11, { widgetId })),
      spool.event('viewable', 0),
    ]);
    expect(await spool.settle()).toMatchObject({ events: 10, chargedMicros: 2_000n });
    expect(filtered(await spool.facts())).toEqual({ 1: ids.length });
  });

  it('keeps what delivery found and does not let it use up the decision', async () => {
    const spool = spoolOf(await worldOf({ totalBudgetMicros: 100n * DOLLAR }));
    await spool.ship([
      spool.event('impression', 0),
      spool.event('viewable', 0, { reason: 3 }),
      spool.event('viewable', 0),
    ]);
    expect(await spool.settle()).toMatchObject({ chargedMicros: 2_000n });
    expect(filtered(await spool.facts())).toEqual({ 3: 1 });
  });

  it('books what is earned to the first month after all that are closed, by publisher and by widget', async () => {
    const spool = spoolOf(await worldOf({ totalBudgetMicros: 100n * DOLLAR }));
    const { publisherId } = spool.widget;
    const earned = async (table: 'earning_month' | 'earning_month_widget') => {
      const rows = await database.db
        .selectFrom(table)
        .select(['month', 'earned_micros'])
        .where('publisher_id', '=', publisherId)
        .orderBy('month')
        .execute();
      return rows.map(({ month, earned_micros }) => [month, earned_micros]);
    };
    const month = async (first: string, closedAt: Date | null) => {
      const values = { publisher_id: publisherId, month: first, earned_micros: 0n, closed_at: closedAt };
      await database.db.insertInto('earning_month').values(values).execute();
    };
    await month('2026-10-01', new Date(NOON));
    // Open still, though it is over.
    await month('2026-12-01', null);
    await spool.ship([spool.event('impression', 0), spool.event('viewable', 0)]);
    await spool.settle();
    expect(await earned('earning_month_widget')).toEqual([['2026-11-01', 1_400n]]);
    await database.db
      .updateTable('earning_month')
      .set({ closed_at: new Date(NOON) })
      .where('publisher_id', '=', publisherId)
      .where('month', '<', '2026-12-01')
      .execute();
    const at = (ms: number) => ({ eventAtMs: ms, decidedAtMs: ms - 2_000 });
    const [december, january] = [at(Date.UTC(2026, 11, 1)), at(Date.UTC(2027, 0, 1))];
    await spool.ship(
      [{}, {}, december, january].flatMap((more, index) => [
        spool.event('impression', index + 1, more),
        spool.event('viewable', index + 1, more),
      ]),
    );
    await spool.settle(Date.UTC(2027, 0, 1, 1));
    expect(await earned('earning_month')).toEqual([
      ['2026-10-01', 0n],
      ['2026-11-01', 1_400n],
      ['2026-12-01', 4_200n],
      ['2027-01-01', 1_400n],
    ]);
    expect(await earned('earning_month_widget')).toEqual([
      ['2026-11-01', 1_400n],
      ['2026-12-01', 4_200n],
      ['2027-01-01', 1_400n],
    ]);
  });

  it('counts months by the network’s days, of what is earned and of what is invoiced', async () => {
    const spool = spoolOf(await worldOf({ totalBudgetMicros: DOLLAR }));
    await database.db.updateTable('network_settings').set({ time_zone: 'Asia/Tokyo' }).execute();
    // Midnight there is 15:00 UTC.
    const midnight = Date.UTC(2026, 9, 31, 15);
    await spool.ship(
      [midnight - 1, midnight, midnight].flatMap((eventAtMs, n) => [
        spool.event('impression', n, { decidedAtMs: midnight - 5_000, eventAtMs }),
        spool.event('viewable', n, { decidedAtMs: midnight - 5_000, eventAtMs }),
      ]),
    );
    await spool.settle();
    await database.db.updateTable('network_settings').set({ time_zone: 'UTC' }).execute();
    const earned = database.db
      .selectFrom('earning_month')
      .select(['month', 'earned_micros'])
      .orderBy('month');
    expect(await earned.where('publisher_id', '=', spool.widget.publisherId).execute()).toEqual([
      { month: '2026-10-01', earned_micros: 1_400n },
      { month: '2026-11-01', earned_micros: 2_800n },
    ]);
    const charged = database.db
      .selectFrom('campaign_month')
      .select(['month', 'charged_micros'])
      .orderBy('month');
    expect(await charged.where('campaign_id', '=', spool.adSet.campaignId).execute()).toEqual([
      { month: '2026-10-01', charged_micros: 2_000n },
      { month: '2026-11-01', charged_micros: 4_000n },
    ]);
  });

  it('takes nothing of who never deposited, and writes no row of what cost or earned nothing', async () => {
    const spool = spoolOf(await worldOf({ totalBudgetMicros: DOLLAR }, { walletMicros: 0n }));
    const other = spoolOf(await worldOf({ totalBudgetMicros: DOLLAR }));
    const bots = spoolOf(await worldOf({ totalBudgetMicros: DOLLAR }));
    await spool.ship([spool.event('impression', 0), spool.event('viewable', 0), spool.event('viewable', 0)]);
    await other.ship([other.event('impression', 0), other.event('viewable', 0, { shareBp: 0 })]);
    expect(await spool.settle()).toMatchObject({ events: 5, chargedMicros: 2_000n, spentCampaignIds: [] });
    const facts = await spool.facts();
    expect(facts.reduce((sum, fact) => sum + fact.overDeliveredMicros, 0n)).toBe(2_000n);
    for (const table of ['campaign_spend', 'campaign_month'] as const) {
      const rows = database.db.selectFrom(table).where('campaign_id', '=', spool.adSet.campaignId);
      expect(await rows.selectAll().execute()).toEqual([]);
    }
    const days = database.db.selectFrom('ad_set_day_spend').where('ad_set_id', '=', spool.adSet.id);
    expect(await days.selectAll().execute()).toEqual([]);
    await bots.ship([bots.event('viewable', 0, { reason: 3 })]);
    await bots.settle();
    const counted = database.db.selectFrom('ad_set_spend').where('ad_set_id', '=', bots.adSet.id);
    expect(await counted.selectAll().execute()).toEqual([]);
    for (const table of ['earning_month', 'earning_month_widget'] as const) {
      const rows = database.db.selectFrom(table).where('publisher_id', '=', other.widget.publisherId);
      expect(await rows.selectAll().execute()).toEqual([]);
    }
  });
});

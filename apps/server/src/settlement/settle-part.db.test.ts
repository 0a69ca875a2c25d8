import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { FILTER_REASONS } from '@placard/domain/filter-reason';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AlreadyPostedError } from '../ledger/ledger-errors.ts';
import { settleAvailable } from './settle-available.ts';
import { PartSettler, settleAllParts } from './settle-part.ts';
import { releaseSettlementLock, takeSettlementLock } from './settlement-lock.ts';
import { OtherPartsError } from './settlement-parts.ts';
import { Settler } from './settler.ts';
import { sliceOf } from './slices.ts';
import { bodyOf, type EventSpec, makeWorld, shipBatch, type World } from './testing/world.ts';
import { DEFAULT_BATCHES_KEPT_MS, tidyEventLog } from './tidy-event-log.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const DAY_MS = 24 * 3_600_000;
const clock = () => new Date(NOON);

let database: TestDatabase;
let world: World;
let client: PoolClient;
let shipped = 0;
let sequence = 0;
/** So many that the two advertisers have different ones. */
let settlers = 2;

beforeAll(async () => {
  database = await createTestDatabase();
  const adSets = [{ totalBudgetMicros: 10n ** 9n }];
  const campaigns = [{ totalBudgetMicros: 10n ** 9n, adSets }];
  const advertiser = { timeZone: 'UTC', walletMicros: 10n ** 9n, campaigns };
  world = await makeWorld(database.db, { advertisers: [advertiser, advertiser], widgetsOfPublishers: [1] });
  while (slice(0) === slice(1)) settlers += 1;
  client = await database.pool.connect();
});
afterAll(async () => {
  client.release();
  await database.drop();
});

function slice(advertiser: number): number {
  return sliceOf(world.adSets[advertiser]?.advertiserId ?? 0, settlers);
}

/** An impression seen by somebody of each advertiser: $ 0.002 each. */
async function ship(more: Partial<EventSpec> = {}): Promise<void> {
  const events = [0, 1].flatMap((advertiser) => {
    const event: Omit<EventSpec, 'kind'> = {
      ...{ shard: 0, sequence, decidedAtMs: NOON, eventAtMs: NOON + 2_000, priceMicros: 2_000_000 },
      ...{ adSetId: world.adSets[advertiser]?.id ?? 0, widgetId: world.widgets[0]?.id ?? 0, ...more },
    };
    sequence += 1;
    return [
      { ...event, kind: 'impression' as const },
      { ...event, kind: 'viewable' as const },
    ];
  });
  const body = bodyOf(events);
  await shipBatch(database.pool, {
    ...{ shard: 0, spoolOffset: shipped, body, recordCount: events.length, receivedAt: clock() },
  });
  shipped += body.byteLength;
}

async function judge(atMs = NOON): Promise<boolean> {
  const settled = await new Settler({ clock: () => new Date(atMs), settlers }).settleOnce(client);
  // Only who settles what was judged charges.
  expect(settled).toMatchObject({ chargedMicros: 0, spentCampaignIds: [] });
  return settled.settlementId !== null;
}

async function spent(): Promise<bigint[]> {
  const rows = await database.db
    .selectFrom('ledger_account')
    .select(['owner_id', 'balance_micros'])
    .where('kind', '=', 'advertiser_wallet')
    .orderBy('owner_id')
    .execute();
  return rows.map((row) => 10n ** 9n - row.balance_micros);
}

describe('several settlers', () => {
  it('settle what is theirs, once, whoever comes first', async () => {
    await ship();
    expect(await judge()).toBe(true);
    expect(await judge()).toBe(false);
    expect(await spent()).toEqual([0n, 0n]);
    const second = new PartSettler(clock, { settlers, slice: slice(1) });
    const settled = await second.settleOnce(client);
    expect(settled).toMatchObject({ chargedMicros: 2_000, counted: [{ impressions: 1, viewables: 1 }] });
    expect(await spent()).toEqual([0n, 2_000n]);
    expect(await second.settleOnce(client)).toEqual({
      ...{ settlementId: null, eventCount: 0, chargedMicros: 0, more: false, spentCampaignIds: [] },
      ...{ counted: [], gaps: [], damaged: [] },
    });
    await new PartSettler(clock, { settlers, slice: slice(0) }).settleOnce(client);
    expect(await spent()).toEqual([2_000n, 2_000n]);
    const { rows } = await client.query<{ events: number; charged: number }>(
      'select event_count::int as events, charged_micros::int as charged from settlement order by id',
    );
    // Events are counted where they were judged, money where it was charged.
    expect(rows.map(({ events, charged }) => [events, charged])).toEqual([
      [4, 0],
      [0, 2_000],
      [0, 2_000],
    ]);
  });

  it('tell of what was counted, not of what was filtered', async () => {
    await ship({ reason: FILTER_REASONS.bot.code });
    await judge();
    const settled = await new PartSettler(clock, null).settleOnce(client);
    expect(settled).toMatchObject({ chargedMicros: 0, more: true, eventCount: 0, counted: [] });
    await settleAllParts(client, clock);
  });

  it('go on where one has failed, with all of what it had taken', async () => {
    await ship();
    await judge();
    await client.query(
      `create function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
       create trigger fail before insert on fact_batch for each row execute function fail()`,
    );
    const settler = new PartSettler(clock, null);
    await expect(settler.settleOnce(client)).rejects.toThrow('no');
    await client.query('drop trigger fail on fact_batch');
    expect((await settler.settleOnce(client)).chargedMicros).toBe(4_000);
    expect((await settler.settleOnce(client)).settlementId).toBeNull();
  });

  it('wait for one who has taken the same part, and find it done or undone', async () => {
    const other = await database.pool.connect();
    try {
      for (const [end, chargedMicros] of [
        ['rollback', 2_000],
        ['commit', 0],
      ] as const) {
        await ship();
        await judge();
        await other.query('begin');
        await other.query('delete from settlement_part where slice = $1', [slice(0)]);
        const settling = new PartSettler(clock, { settlers, slice: slice(0) }).settleOnce(client);
        await other.query(end);
        expect((await settling).chargedMicros).toBe(chargedMicros);
      }
    } finally {
      other.release();
    }
    await settleAllParts(client, clock);
  });

  it('do nothing with parts of another number: whoever begins to lead settles them first', async () => {
    await ship();
    await judge();
    for (const others of [1, settlers + 1]) {
      await expect(new Settler({ clock, settlers: others }).settleOnce(client)).rejects.toThrow(
        OtherPartsError,
      );
    }
    const [before] = await spent();
    expect(await settleAvailable({ pool: database.pool, clock })).toEqual({
      ...{ events: 0, chargedMicros: 4_000n, spentCampaignIds: [] },
    });
    expect(await spent()).toEqual([(before ?? 0n) + 2_000n, expect.any(BigInt)]);
    expect((await new Settler({ clock, settlers: 1 }).settleOnce(client)).settlementId).toBeNull();
  });

  it('are one where all is settled at once, and what fails leaves it to the next', async () => {
    const settle = async () => await settleAvailable({ pool: database.pool, clock });
    const other = await database.pool.connect();
    await takeSettlementLock(other);
    await expect(settle()).rejects.toThrow('another worker is settling');
    await releaseSettlementLock(other);
    await shipBatch(database.pool, {
      ...{ shard: 9, spoolOffset: 0, body: Buffer.of(0), recordCount: 1, receivedAt: clock() },
    });
    await expect(settle()).rejects.toThrow('of shard 9 is damaged at byte 0');
    expect(await takeSettlementLock(other)).toBe(true);
    await releaseSettlementLock(other);
    other.release();
    await client.query('delete from event_batch where shard = 9');
    expect(await settle()).toEqual({ events: 0, chargedMicros: 0n, spentCampaignIds: [] });
    // What a campaign has left is spent by the one that has a budget of so much.
    await database.db.updateTable('campaign').set({ total_budget_micros: 1n }).execute();
    await ship();
    const spentIds = [...new Set(world.adSets.map(({ campaignId }) => campaignId))];
    const spentBefore = await database.db.updateTable('campaign_spend').set({ spent_micros: 0n }).execute();
    expect(spentBefore[0]?.numUpdatedRows).toBe(2n);
    expect(await settle()).toEqual({ events: 4, chargedMicros: 2n, spentCampaignIds: spentIds });
    await database.db
      .updateTable('campaign')
      .set({ total_budget_micros: 10n ** 9n })
      .execute();
  });

  it('post to the ledger once: what is there already under that name stops them', async () => {
    await ship();
    await judge();
    const reference = `'settlement:' || (select max(settlement_id) from settlement_part)`;
    await client.query(
      `insert into ledger_transaction (kind, reference, detail) values ('settlement', ${reference}, '{}')`,
    );
    const before = await spent();
    await expect(settleAllParts(client, clock)).rejects.toThrow(AlreadyPostedError);
    expect(await spent()).toEqual(before);
    await client.query(
      "update settlement_part set settlement_id = nextval(pg_get_serial_sequence('settlement', 'id'))",
    );
    await settleAllParts(client, clock);
    expect(await spent()).toEqual(before.map((micros) => micros + 2_000n));
  });

  it('are not run ahead of by more than eight parts each', async () => {
    const wait = async (parts: number) =>
      await client.query(
        `insert into settlement_part select -n, $1, 0, $2, 1, '' from generate_series(1, $3::int) n`,
        [settlers, clock(), parts],
      );
    await ship();
    await wait(8 * settlers);
    expect(await new Settler({ clock, settlers }).settleOnce(client)).toMatchObject({
      ...{ settlementId: null, more: true, eventCount: 0 },
    });
    await client.query('delete from settlement_part where settlement_id = -1');
    expect(await judge()).toBe(true);
    await client.query('delete from settlement_part where settlement_id < 0');
    await settleAllParts(client, clock);
  });

  it('hold the horizon back, before which months are closed, to what the slowest has settled', async () => {
    const horizonAt = async (nowMs: number) =>
      (await tidyEventLog(client, new Date(nowMs), DEFAULT_BATCHES_KEPT_MS)).horizonMinute;
    const settledUpTo = await horizonAt(NOON);
    await ship();
    await judge();
    expect(await horizonAt(NOON + 60_000)).toBe(settledUpTo);
    await settleAllParts(client, clock);
    expect(await horizonAt(NOON + 60_000)).toBe(settledUpTo + 1);
    // The oldest of several, and not beyond a clock that was set back since.
    for (const minutes of [3, 2, 30]) {
      await ship();
      await judge(NOON + minutes * 60_000);
    }
    expect(await horizonAt(NOON + 3_600_000)).toBe(settledUpTo + 2);
    await client.query('delete from settlement_part where judged_at < $1', [new Date(NOON + 30 * 60_000)]);
    expect(await horizonAt(NOON + 4 * 60_000)).toBe(settledUpTo + 4);
    await settleAllParts(client, clock);
    expect(await horizonAt(NOON + DAY_MS)).toBeGreaterThan(settledUpTo + 1);
  });
});

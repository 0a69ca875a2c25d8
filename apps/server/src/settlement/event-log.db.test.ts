import { TOKEN_EVENT_AT } from '@placard/contract/wire/event-record';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { PAGE_VIEWS_KEPT_DAYS } from '@placard/domain/analytics/kept-days';
import { EVENT_KIND_CODES, EVENT_LIFETIME_MS } from '@placard/domain/event-kind';
import { DAY_MS } from '@placard/domain/time-zone';
import type { PoolClient } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ParkedEvents } from './parked-events.ts';
import { ParkedVisits } from './parked-visits.ts';
import { readBatches } from './read-batches.ts';
import { pageKey, SeenPages } from './seen-pages.ts';
import { storeParts, takeParts } from './settlement-parts.ts';
import { Settler } from './settler.ts';
import { bodyOf, makeWorld, shipBatch, type World } from './testing/world.ts';
import { DEFAULT_BATCHES_KEPT_MS, HORIZON_STEP_MINUTES, tidyEventLog } from './tidy-event-log.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Of the event before it is told from its repeats, and three days beyond. */
const REACH_MS = EVENT_LIFETIME_MS.click + 3 * DAY_MS;
const KEPT_CLICK_MS = 30 * DAY_MS + EVENT_LIFETIME_MS.click + DAY_MS;

let database: TestDatabase;
let world: World;
let client: PoolClient;

beforeAll(async () => {
  database = await createTestDatabase();
  const campaigns = [{ totalBudgetMicros: 1n, adSets: [{ totalBudgetMicros: 1n }] }];
  world = await makeWorld(database.db, {
    advertisers: [{ timeZone: 'UTC', walletMicros: 0n, campaigns }],
    widgetsOfPublishers: [1],
  });
  client = await database.pool.connect();
});
afterAll(async () => {
  client.release();
  await database.drop();
});

/** Rows of one column, in its order. */
async function all(query: string): Promise<unknown[]> {
  const { rows } = await client.query<unknown[]>({ text: query, rowMode: 'array' });
  return rows.map(([value]) => value);
}

async function batch(
  shard: number,
  from: number,
  more: { to?: number; events?: number; atMs?: number } = {},
) {
  await client.query(
    `insert into event_batch (shard, spool_offset, spool_end, record_count, body, received_at)
     values ($1, $2, $3, $4, '', $5)`,
    [shard, from, more.to ?? from + 10, more.events ?? 1, new Date(more.atMs ?? NOON)],
  );
}

describe('batches that wait', () => {
  afterEach(async () => {
    await client.query('truncate event_batch, settlement_checkpoint');
  });
  const read = async (maxEvents: number, heldBack: readonly number[] = []) => {
    const { batches, gaps, more } = await readBatches(client, maxEvents, new Set(heldBack));
    return { found: batches.map(({ shard, spoolOffset }) => `${shard}:${spoolOffset}`), gaps, more };
  };

  it('come by their arrival over the shards, and in the order of its spool within one', async () => {
    await batch(5, 0, { atMs: NOON + 3 });
    await batch(5, 10, { atMs: NOON });
    await batch(2, 0, { atMs: NOON + 4 });
    await batch(2, 10, { atMs: NOON + 6 });
    await batch(9, 0, { atMs: NOON + 4 });
    expect(await read(100)).toEqual({ found: ['5:0', '5:10', '2:0', '9:0', '2:10'], gaps: [], more: false });
    expect(await read(100, [2])).toMatchObject({ found: ['5:0', '5:10', '9:0'] });
  });

  it('are as many as a transaction may have, and one at least', async () => {
    await batch(1, 0, { events: 4 });
    await batch(1, 10, { events: 2, atMs: NOON + 1 });
    await batch(2, 0, { events: 3, atMs: NOON + 2 });
    expect(await read(3)).toMatchObject({ found: ['1:0'], more: true });
    expect(await read(5)).toMatchObject({ found: ['1:0'], more: true });
    expect(await read(8)).toMatchObject({ found: ['1:0', '1:10'], more: true });
    expect(await read(9)).toMatchObject({ found: ['1:0', '1:10', '2:0'], more: false });
    await client.query('delete from event_batch where shard = 2');
    // What was read is all that was asked for: behind it more may wait.
    expect([(await read(6)).more, (await read(7)).more]).toEqual([true, false]);
  });

  it('go on where the shard is settled to, and not beyond a hole', async () => {
    await client.query(
      'insert into settlement_checkpoint (shard, spool_offset) values (1, 20), (2, 20), (3, 20)',
    );
    await batch(1, 10);
    await batch(1, 20);
    await batch(1, 40);
    await batch(1, 50);
    await batch(2, 30);
    expect(await read(100)).toEqual({
      ...{ found: ['1:20'], more: false },
      gaps: [
        { shard: 1, expectedOffset: 30n, foundOffset: 40n },
        { shard: 2, expectedOffset: 20n, foundOffset: 30n },
      ],
    });
  });

  it('are 512 of a shard at once', async () => {
    await client.query(
      `insert into event_batch (shard, spool_offset, spool_end, record_count, body)
       select 1, 10 * n, 10 * n + 10, 1, '' from generate_series(0, 512) n`,
    );
    const [most, before] = [await read(10_000), await read(512)];
    expect([most.found.length, most.found.at(-1), most.more]).toEqual([512, '1:5110', true]);
    expect(before.found).toHaveLength(512);
    await client.query('delete from event_batch where spool_offset > 5100');
    expect(await read(10_000)).toMatchObject({ more: false, found: { length: 511 } });
  });
});

it('a checkpoint that somebody else has moved stops the transaction that would move it on', async () => {
  const ship = async (sequence: number, spoolOffset: number) => {
    const { id: adSetId } = world.adSets[0] ?? { id: 0 };
    const at = { decidedAtMs: NOON, eventAtMs: NOON + 2_000, shard: 7, sequence, priceMicros: 1 };
    const body = bodyOf([{ ...at, kind: 'impression', adSetId, widgetId: world.widgets[0]?.id ?? 0 }]);
    const batched = { shard: 7, spoolOffset, body, recordCount: 1, receivedAt: new Date(NOON) };
    await shipBatch(database.pool, batched);
    return spoolOffset + body.byteLength;
  };
  const settler = new Settler({ clock: () => new Date(NOON + 5_000) });
  const next = await ship(0, 0);
  expect((await settler.settleOnce(client)).eventCount).toBe(1);
  await ship(1, next);
  await client.query(
    `create function move_on() returns trigger language plpgsql as
       $$ begin update settlement_checkpoint set spool_offset = spool_offset + 1; return new; end $$;
     create trigger move_on before insert on fact_batch for each row execute function move_on()`,
  );
  await expect(settler.settleOnce(client)).rejects.toThrow('was moved by somebody else');
  await client.query('drop trigger move_on on fact_batch');
  expect(await all('select spool_offset::int from settlement_checkpoint')).toEqual([next]);
  expect((await settler.settleOnce(client)).eventCount).toBe(1);
  await client.query('truncate event_batch, settlement_checkpoint, seen_page');
});

describe('pages in memory', () => {
  it('are read once, and of more than are kept the oldest go after a commit', async () => {
    const seen = new SeenPages(2);
    const keys = [1, 2, 3].map((minute) => pageKey(0, minute, 1, 7));
    for (const key of keys) seen.want(1, key);
    await seen.loadWanted(client);
    expect(keys.map((key) => seen.add(1, key, 7))).toEqual([true, true, true]);
    await seen.store(client);
    seen.committed();
    expect(() => seen.has(1, keys[0] ?? 0, 7)).toThrow('was not loaded');
    expect(keys.slice(1).map((key) => [seen.has(1, key, 7), seen.has(1, key, 8)])).toEqual([
      ...[true, true].map((set) => [set, false]),
    ]);
    // From the database again, with what was set; what was written is written no more.
    seen.want(1, keys[0] ?? 0);
    await seen.loadWanted(client);
    expect([seen.has(1, keys[0] ?? 0, 7), seen.add(1, keys[0] ?? 0, 7)]).toEqual([true, false]);
    await client.query('truncate seen_page');
    await seen.store(client);
    expect(await all('select count(*)::int from seen_page')).toEqual([0]);
  });
});

it('a page that went is asked for anew, also where it was the last that was', async () => {
  const seen = new SeenPages(0);
  const key = pageKey(0, 1, 2, 7);
  for (const known of [false, true]) {
    seen.want(2, key);
    await seen.loadWanted(client);
    expect([seen.has(2, key, 7), seen.add(2, key, 7)]).toEqual([known, !known]);
    await seen.store(client);
    seen.committed();
  }
  await client.query('truncate seen_page');
});

it('what waits for its impression is read in the order in which it came, and of one moment by its decision and kind', async () => {
  const park = async (parkedAtMs: number, kind: 'viewable' | 'click', sequence: number, shard = 0) => {
    const event = {
      decidedAtMs: NOON,
      eventAtMs: NOON,
      shard,
      sequence,
      priceMicros: 1,
      adSetId: 1,
      widgetId: 1,
    };
    await client.query(
      'insert into parked_event (shard, minute, sequence, kind, parked_at, record) values ($1, $2, $3, $4, $5, $6)',
      [
        ...[shard, NOON / MINUTE_MS, sequence, EVENT_KIND_CODES[kind], new Date(parkedAtMs)],
        bodyOf([{ ...event, kind }]),
      ],
    );
  };
  await park(NOON + 1, 'viewable', 1);
  await park(NOON, 'viewable', 9, 1);
  await park(NOON, 'click', 9);
  await park(NOON, 'viewable', 9);
  await park(NOON, 'click', 8);
  const parked = new ParkedEvents();
  await parked.load(client);
  const found = parked
    .expired(NOON + HOUR_MS)
    .map(({ view, kind }) => [
      ...[view.getUint16(TOKEN_EVENT_AT.shard), view.getUint32(TOKEN_EVENT_AT.sequence), kind],
    ]);
  const { viewable, click } = EVENT_KIND_CODES;
  expect([parked.size, found]).toEqual([
    5,
    [
      [0, 8, click],
      [0, 9, viewable],
      [0, 9, click],
      [1, 9, viewable],
      [0, 1, viewable],
    ],
  ]);
  await client.query('truncate parked_event');
  await client.query(`insert into parked_visit (parked_at, record) values ($1, decode('00', 'hex'))`, [
    new Date(NOON),
  ]);
  await expect(new ParkedVisits().load(client)).rejects.toThrow('a parked visit is no record');
  await client.query('truncate parked_visit');
});

describe('parts that wait for their settlers', () => {
  it('are taken eight at once by whose they are, in the order in which they were judged', async () => {
    const part = (slice: number, eventCount: number) => ({ slice, eventCount, body: Buffer.of(eventCount) });
    await storeParts(
      client,
      2,
      [part(0, 20), part(1, 1), ...Array.from({ length: 9 }, (_, n) => part(0, n + 2))],
      new Date(NOON),
    );
    await storeParts(client, 3, [part(0, 30)], new Date(NOON));
    const taken = async (of: Parameters<typeof takeParts>[1]) => {
      const parts = await takeParts(client, of);
      return parts.map(({ body }) => body[0]);
    };
    expect(await taken({ settlers: 2, slice: 1 })).toEqual([1]);
    expect(await taken({ settlers: 2, slice: 0 })).toEqual([20, 2, 3, 4, 5, 6, 7, 8]);
    expect(await taken({ settlers: 2, slice: 1 })).toEqual([]);
    expect(await taken(null)).toEqual([9, 10, 30]);
    expect(await taken(null)).toEqual([]);
  });
});

describe('what settlement needs no more', () => {
  const HORIZON = Math.floor((NOON - REACH_MS) / MINUTE_MS);
  const tidy = async (nowMs = NOON) => await tidyEventLog(client, new Date(nowMs));
  const horizonAt = async (minute: number) => {
    await client.query('update seen_horizon set minute = $1', [minute]);
  };
  beforeEach(async () => await horizonAt(0));

  it('of the bitmaps is what lies before the horizon, of counted clicks what no conversion may name any more', async () => {
    const clicksFrom = Math.floor((NOON - KEPT_CLICK_MS) / MINUTE_MS);
    const visit = async (minute: number) =>
      await client.query(
        'insert into campaign_visit (shard, minute, sequence, campaign_id, visited_at) values (0, $1, 0, $2, now())',
        [minute, world.adSets[0]?.campaignId],
      );
    for (const [kind, minute] of [
      [1, HORIZON - 1],
      [1, HORIZON],
      [3, HORIZON - 1],
      [0, HORIZON - 1],
      [0, clicksFrom - 1],
      [0, clicksFrom],
    ]) {
      await client.query(
        `insert into seen_page (shard, minute, kind, page, bits) values (0, $1, $2, 0, decode(repeat('00', 4096), 'hex'))`,
        [minute, kind],
      );
    }
    for (const minute of [clicksFrom - 1, clicksFrom]) await visit(minute);
    expect(await tidy()).toEqual({ horizonMinute: HORIZON, batches: 0, pages: 2 });
    expect(await all(`select kind || ':' || minute from seen_page order by kind, minute`)).toEqual([
      `0:${clicksFrom}`,
      `0:${HORIZON - 1}`,
      `1:${HORIZON}`,
    ]);
    expect(await all('select minute from campaign_visit')).toEqual([clicksFrom]);
  });

  it.each([
    ['a viewer’s clicks after 25 hours', 'viewer_clicks', 'last_at', 25 * HOUR_MS],
    ['a sampled view after two hours', 'view_sample', 'at', 2 * HOUR_MS],
    ['page views after 400 days', 'page_view_batch', 'settled_at', PAGE_VIEWS_KEPT_DAYS * DAY_MS],
  ])('is %s, to the millisecond', async (_name, table, column, keptMs) => {
    const insert: Record<string, string> = {
      viewer_clicks: `select decode(lpad($1::text, 16, '0'), 'hex'), '{1}', $2`,
      view_sample: `select $2, decode(repeat('00', 44), 'hex') where $1 > 0`,
      page_view_batch: `select $1::int, $2, 1, ''`,
    };
    const columns: Record<string, string> = {
      viewer_clicks: 'viewer_hash, clicked_at_s, last_at',
      view_sample: 'at, record',
      page_view_batch: 'settlement_id, settled_at, fact_count, body',
    };
    await client.query(
      `insert into settlement (id, event_count, charged_micros) overriding system value
       values (1, 0, 0), (2, 0, 0) on conflict do nothing`,
    );
    for (const [id, atMs] of [
      [1, NOON - keptMs - 1],
      [2, NOON - keptMs],
    ] as const) {
      await client.query(`insert into ${table} (${columns[table]}) ${insert[table]}`, [id, new Date(atMs)]);
    }
    await tidy();
    const left = await client.query<{ at: Date }>(`select ${column} as at from ${table}`);
    expect(left.rows.map(({ at }) => at.getTime())).toEqual([NOON - keptMs]);
  });

  it('is a code’s calls of more than two hours ago, by the minute', async () => {
    const first = (NOON - 2 * HOUR_MS) / MINUTE_MS;
    await client.query(
      `insert into code_hits (subject_kind, subject_id, minute, hits) select 'website', 1, minute, 1 from unnest($1::int[]) minute`,
      [[first - 1, first]],
    );
    await tidy();
    expect(await all('select minute from code_hits')).toEqual([first]);
  });

  it('is what is settled and ten minutes old, but not the newest batch of a shard', async () => {
    const old = NOON - DEFAULT_BATCHES_KEPT_MS;
    await client.query(
      'insert into settlement_checkpoint (shard, spool_offset) values (1, 30), (2, 10), (3, 100)',
    );
    for (const from of [0, 10, 20, 30]) await batch(1, from, { atMs: old - 1 });
    await batch(2, 0, { atMs: old });
    await batch(2, 10, { atMs: old - 1 });
    await batch(3, 0, { atMs: old - 1 });
    expect(await tidy()).toMatchObject({ batches: 3 });
    expect(
      await all(`select shard || ':' || spool_offset from event_batch order by shard, spool_offset`),
    ).toEqual([...['1:30', '2:0', '2:10', '3:0']]);
    await tidyEventLog(client, new Date(NOON + 1), DEFAULT_BATCHES_KEPT_MS);
    expect(await all(`select spool_offset::int from event_batch where shard = 2 order by 1`)).toEqual([10]);
    await client.query('truncate event_batch, settlement_checkpoint');
  });

  it('moves the horizon by one step at most, and never back', async () => {
    await horizonAt(HORIZON - HORIZON_STEP_MINUTES - 1);
    expect((await tidy()).horizonMinute).toBe(HORIZON - 1);
    expect((await tidy()).horizonMinute).toBe(HORIZON);
    expect((await tidy(NOON - DAY_MS)).horizonMinute).toBe(HORIZON);
    expect((await tidy(NOON + MINUTE_MS - 1)).horizonMinute).toBe(HORIZON);
    expect((await tidy(NOON + MINUTE_MS)).horizonMinute).toBe(HORIZON + 1);
  });

  it('is what the horizon says, also while a clock is days ahead', async () => {
    await horizonAt(HORIZON);
    // Two hours of step, two hours of keeping; a minute more, for the horizon is of whole minutes.
    const kept = NOON / MINUTE_MS + 1;
    await client.query(
      `insert into code_hits (subject_kind, subject_id, minute, hits) values ('website', 2, $1, 1), ('website', 2, $1 - 1, 1)`,
      [kept],
    );
    await client.query('truncate page_view_batch');
    const viewsFrom = NOON + 2 * HOUR_MS + MINUTE_MS - PAGE_VIEWS_KEPT_DAYS * DAY_MS;
    await client.query(
      `insert into page_view_batch (settlement_id, settled_at, fact_count, body) values (1, $1, 1, ''), (2, $2, 1, '')`,
      [new Date(viewsFrom - 1), new Date(viewsFrom)],
    );
    await tidy(NOON + 30 * DAY_MS);
    expect(await all('select minute from code_hits where subject_id = 2')).toEqual([kept]);
    expect(await all('select settlement_id::int from page_view_batch')).toEqual([2]);
  });

  it('goes all at once or not at all', async () => {
    await horizonAt(HORIZON - 10);
    await client.query('alter table page_view_batch rename to page_views_elsewhere');
    await expect(tidy()).rejects.toThrow('page_view_batch');
    await client.query('alter table page_views_elsewhere rename to page_view_batch');
    expect(await all('select minute from seen_horizon')).toEqual([HORIZON - 10]);
    expect((await tidy()).horizonMinute).toBe(HORIZON);
  });
});

import { startTraces } from '@placard/db/process/traces';
import { createTestDatabase, type TestDatabase } from '@placard/db/testing/database';
import { runTraceCollector } from '@placard/db/testing/trace-collector';
import { EVENT_LIFETIME_MS } from '@placard/domain/event-kind';
import { DAY_MS } from '@placard/domain/time-zone';
import type { PoolClient } from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { releaseSettlementLock, takeSettlementLock } from './settlement-lock.ts';
import { SettlementLoop } from './settlement-loop.ts';
import { type Settled, Settler } from './settler.ts';
import { limitedWorld, NOON, spoolOn } from './testing/spools.ts';
import { bodyOf, shipBatch, type World } from './testing/world.ts';

type Pause = { readonly ms: number; readonly end: () => void };

let database: TestDatabase;
let client: PoolClient;
let world: World;
let spool: ReturnType<typeof spoolOn>;
let nowMs: number;
/** On the clock that is never set. */
let passedMs: number;
let sequence = 0;

let pauses: Pause[];
let settled: [events: number, chargedMicros: number][];
let leading: boolean[];
let said: Record<string, unknown>[];
let loop: SettlementLoop;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await limitedWorld(database.db, { totalBudgetMicros: 10n ** 9n });
  client = await database.pool.connect();
});
afterAll(async () => {
  client.release();
  await database.drop();
});

beforeEach(() => {
  nowMs = NOON;
  passedMs = 5_000;
  vi.spyOn(performance, 'now').mockImplementation(() => passedMs);
  [pauses, settled, leading, said] = [[], [], [], []];
  spool = spoolOn(database, world);
  loop = loopOf(1);
});
afterEach(async () => {
  await loop.stop();
  await lockIsFree();
  vi.restoreAllMocks();
  await client.query('drop trigger if exists fail on fact_batch');
  await client.query('truncate event_batch, settlement_checkpoint, settlement_part');
});

/** The server notices soon, not at once, that a connection is gone. */
async function lockIsFree(): Promise<void> {
  await vi.waitUntil(async () => await takeSettlementLock(client), { interval: 5, timeout: 30_000 });
  await releaseSettlementLock(client);
}

function loopOf(settlers: number): SettlementLoop {
  return new SettlementLoop({
    ...{ pool: database.pool, databaseUrl: database.url, settlers, clock: () => new Date(nowMs) },
    logger: pino({ base: null, timestamp: false }, { write: (line: string) => said.push(JSON.parse(line)) }),
    onSettled: ({ eventCount, chargedMicros }: Settled) => settled.push([eventCount, chargedMicros]),
    onLeading: (now) => leading.push(now),
    wait: async (ms, signal) =>
      await new Promise<void>((end) => {
        if (signal.aborted) end();
        signal.addEventListener('abort', () => end());
        pauses.push({ ms, end });
      }),
  });
}

/** Waits until the loop does. */
async function pause(): Promise<Pause> {
  return await vi.waitUntil(() => pauses.shift(), { interval: 2, timeout: 15_000 });
}

/** Lets it go on for one turn. @returns how long it waits after it */
async function turn(from: Pause): Promise<Pause> {
  from.end();
  return await pause();
}

/** An impression that was seen: 2,000 micros. */
async function ship(decidedAtMs = NOON): Promise<void> {
  const at = { decidedAtMs, eventAtMs: decidedAtMs + 2_000 };
  await spool.ship([spool.event('impression', sequence, at), spool.event('viewable', sequence, at)]);
  sequence += 1;
}

async function numberOf(query: string): Promise<unknown> {
  const { rows } = await client.query<{ number: number }>(`select (${query})::int as number`);
  return rows[0]?.number;
}

it('settles what was judged for others first, then what lies there, and looks again five times a second', async () => {
  await ship();
  await new Settler({ clock: () => new Date(NOON), settlers: 2 }).settleOnce(client);
  await ship();
  loop.start();
  loop.start();
  const first = await pause();
  expect(settled).toEqual([
    [0, 2_000],
    [2, 2_000],
  ]);
  const second = await turn(first);
  expect([first.ms, second.ms, leading, settled.length]).toEqual([200, 200, [true], 2]);
  await ship();
  await turn(second);
  expect(settled.slice(2)).toEqual([[2, 2_000]]);
  await loop.stop();
  expect(leading).toEqual([true, false]);
  // Its connection is gone, and its lock with it.
  await lockIsFree();
  expect(said).toEqual([]);
});

it('stands by while another leads, asks each second, and holds no connection meanwhile', async () => {
  await takeSettlementLock(client);
  await ship();
  loop.start();
  const second = await turn(await pause());
  expect([second.ms, leading, settled]).toEqual([1_000, [], []]);
  expect(database.pool.totalCount - database.pool.idleCount).toBe(1);
  await releaseSettlementLock(client);
  expect((await turn(second)).ms).toBe(200);
  expect([leading, settled]).toEqual([[true], [[2, 2_000]]]);
});

it('goes on when it was interrupted, at once at first and at most two seconds later, and each time it leads anew', async () => {
  await ship();
  await client.query(
    `create function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
     create trigger fail before insert on fact_batch for each row execute function fail()`,
  );
  loop.start();
  let last = await pause();
  const lengths = [last.ms];
  while (lengths.length < 7) {
    await lockIsFree();
    last = await turn(last);
    lengths.push(last.ms);
  }
  expect(lengths).toEqual([100, 200, 400, 800, 1_600, 2_000, 2_000]);
  expect(said.map(({ level, pauseMs, msg }) => [level, pauseMs, msg])).toEqual(
    lengths.map((ms) => [40, ms, 'settlement was interrupted and goes on']),
  );
  expect(leading).toEqual(lengths.flatMap(() => [true, false]));
  await client.query('drop trigger fail on fact_batch');
  await lockIsFree();
  last = await turn(last);
  expect([last.ms, settled]).toEqual([200, [[2, 2_000]]]);
  // The next interruption has nothing to do with those. Nothing is asked of the connection when it breaks.
  await client.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
  );
  last = await turn(last);
  expect(last.ms).toBe(100);
  await ship();
  await lockIsFree();
  expect([(await turn(last)).ms, settled.length]).toEqual([200, 2]);
});

it('tells once of a hole and of a damaged batch, which hold back nothing else', async () => {
  const at = { recordCount: 1, receivedAt: new Date(NOON) };
  const body = bodyOf([spool.event('impression', 0)]);
  await shipBatch(database.pool, { ...at, shard: 901, spoolOffset: 64, body });
  await shipBatch(database.pool, { ...at, shard: 902, spoolOffset: 0, body: body.subarray(1) });
  await ship();
  loop.start();
  let last = await pause();
  const first = said.length;
  for (let turns = 0; turns < 3; turns += 1) {
    last = await turn(last);
    // Tidying it looks at all anew, and finds nothing that it could settle.
    passedMs += 100;
  }
  await shipBatch(database.pool, { ...at, shard: 903, spoolOffset: 128, body });
  last = await turn(last);
  expect((await turn(last)).ms).toBe(200);
  const hole = {
    level: 50,
    msg: 'events of this shard wait: the batch that follows what is settled is missing',
  };
  expect([first, settled]).toEqual([2, [[2, 2_000]]]);
  expect(said).toEqual([
    { ...hole, shard: 901, expectedOffset: '0', foundOffset: '64' },
    { level: 50, shard: 902, err: expect.anything(), msg: 'events of this shard wait' },
    { ...hole, shard: 903, expectedOffset: '0', foundOffset: '128' },
  ]);
});

it('folds what was spent each minute and tidies each ten, by the time that passes', async () => {
  await client.query('update seen_horizon set minute = 0');
  const horizon = Math.floor((NOON - EVENT_LIFETIME_MS.click - 3 * DAY_MS) / 60_000);
  const horizonAt = async () => await numberOf('select minute from seen_horizon');
  const folded = async () => (await numberOf('select sum(charged_micros) from spend_day')) as number | null;
  loop.start();
  let last = await pause();
  await ship();
  const before = await folded();
  passedMs += 199;
  last = await turn(last);
  expect([await folded(), await horizonAt(), settled.length]).toEqual([before, 0, 1]);
  passedMs += 1;
  last = await turn(last);
  const spent = await numberOf('select sum(charged_micros) from spend_line');
  expect([await folded(), await horizonAt()]).toEqual([spent, horizon]);
  // What the horizon has passed is billed no more, which it must have read anew.
  await ship((horizon - 1) * 60_000);
  await ship(horizon * 60_000);
  nowMs += 60_000;
  passedMs += 59_999;
  last = await turn(last);
  expect([await folded(), settled.at(-1)]).toEqual([spent, [4, 2_000]]);
  passedMs += 1;
  last = await turn(last);
  expect([await folded(), await horizonAt()]).toEqual([Number(spent) + 2_000, horizon]);
  passedMs += 9 * 60_000 - 1;
  last = await turn(last);
  expect(await horizonAt()).toBe(horizon);
  passedMs += 1;
  await turn(last);
  expect(await horizonAt()).toBe(horizon + 1);
});

it('goes on at once while batches are left', async () => {
  await client.query(
    `insert into event_batch (shard, spool_offset, spool_end, record_count, body)
     select 904, 64 * n, 64 * n + 64, 1, $1 from generate_series(0, 512) n`,
    [bodyOf([spool.event('impression', 0)])],
  );
  loop.start();
  expect((await pause()).ms).toBe(200);
  expect(settled).toEqual([
    [512, 0],
    [1, 0],
  ]);
});

it('judges for several settlers, and looks sooner while these are behind', async () => {
  loop = loopOf(2);
  loop.start();
  let last = await pause();
  await ship();
  last = await turn(last);
  await vi.waitUntil(() => settled.length === 2, { timeout: 30_000 });
  expect([last.ms, settled]).toEqual([
    200,
    [
      [2, 0],
      [0, 2_000],
    ],
  ]);
  // Nobody can read these: they wait, and it is told.
  await client.query(
    `insert into settlement_part select -n, 2, n % 2, $1, 1, '' from generate_series(1, 16) n`,
    [new Date(NOON)],
  );
  await ship();
  for (const ms of [20, 20]) {
    last = await turn(last);
    expect(last.ms).toBe(ms);
  }
  await vi.waitUntil(() => new Set(said.map(({ settler }) => settler)).size === 2, { timeout: 30_000 });
  expect(said[0]).toMatchObject({ level: 40, msg: 'a settler was interrupted and goes on' });
  await client.query('truncate settlement_part');
  expect((await turn(last)).ms).toBe(200);
});

it('a trace of what was settled says how many events that were; of nothing there is none', async () => {
  const collector = await runTraceCollector();
  const traces = startTraces({ endpoint: collector.url, headers: {}, share: 1 }, 'placard-worker', () => {});
  try {
    loop.start();
    const idle = await pause();
    await ship();
    await turn(idle);
    await loop.stop();
  } finally {
    await traces.stop();
    await collector.stop();
  }
  const told = collector.spans.filter(({ name }) => name === 'settle events');
  expect(told.map(({ attributes }) => attributes['placard.events'])).toEqual(['2']);
});

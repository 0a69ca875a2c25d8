import { readFile } from 'node:fs/promises';
import { TOKEN_EVENT_BYTES } from '@placard/contract/wire/event-record';
import { createDb, createPool } from '@placard/db/database';
import { startTestCluster } from '@placard/db/testing/cluster';

import { foldSpend } from '../../apps/server/src/settlement/fold-spend.ts';
import { takeSettlementLock } from '../../apps/server/src/settlement/settlement-lock.ts';
import { Settler } from '../../apps/server/src/settlement/settler.ts';
import { SettlerThreads } from '../../apps/server/src/settlement/settler-threads.ts';
import { makeWorld, shipBatch, type World } from '../../apps/server/src/settlement/testing/world.ts';
import { makeTraffic } from './load/event-traffic.ts';
import type { Pool } from './load/network.ts';
import { type SeveralSpeed, type Spent, settleBySeveral } from './load/several-settlers.ts';
import { atLeast, atMost, type BenchResult, median, writeResult } from './result.ts';

const ROUNDS = 5;
const SETTLERS = 2;
const EVENTS_A_ROUND = 400_000;
/** As the shipper cuts them. */
const BATCH_EVENTS = 4_000;
const YARDSTICK_EVENTS = 1_000;
const STEADY_PER_SECOND = 25_000;
const STEADY_MS = 8_000;
const SHIP_EVERY_MS = 100;
const POLL_MS = 200;
const START = Date.UTC(2026, 10, 21, 12);

/**
 * Spool to ledger: events that lie in the event log already are settled by the real settler, in turn with the
 * yardstick, the same records stored by the same PostgreSQL as packed rows of 1,000. "Of a core" counts the processor
 * time of the settler's process and of its PostgreSQL backend, which take turns, with what folding the lines takes afterwards. In turn with both, as many
 * events by two settlers as the worker has them: judged here, settled by threads. Then the lag at a steady rate.
 */
export async function run(): Promise<BenchResult> {
  const cluster = await startTestCluster({ durable: true });
  try {
    const databaseUrl = await cluster.createDatabase('bench_settlement');
    const pool = createPool({ url: databaseUrl, name: 'placard-bench', max: 4 });
    await proveDurable(pool);
    const threads = new SettlerThreads({
      ...{ settlers: SETTLERS, databaseUrl, logger: console, onSettled: () => undefined },
    });
    try {
      return await measure(pool, threads);
    } finally {
      await threads.stop();
      await pool.end();
    }
  } finally {
    await cluster.stop();
  }
}

/** Test clusters do without fsync unless asked, and what their command line says no `alter system` outdoes. */
async function proveDurable(pool: Pool): Promise<void> {
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    const { rows } = await pool.query<{ value: string }>('select current_setting($1) as value', [setting]);
    if (rows[0]?.value !== 'on') throw new Error(`a figure for settling is worth nothing without ${setting}`);
  }
}

async function measure(pool: Pool, threads: SettlerThreads): Promise<BenchResult> {
  const world = await makeNetwork(pool);
  await pool.query(
    'create table yardstick (id bigint generated always as identity primary key, body bytea not null)',
  );
  await pool.query('alter table yardstick alter column body set storage external');
  const clock = () => new Date(START);
  const settler = new Settler({ clock });
  const settled: Speed[] = [];
  const several: SeveralSpeed[] = [];
  const stored: number[] = [];
  let offset = 0;
  const ship = async (minute: number) => {
    const body = makeTraffic({ world, events: EVENTS_A_ROUND, shard: 0, startMs: START + minute * 60_000 });
    offset = await shipAll(pool, body, offset);
    return body;
  };
  // The first round warms up and is not kept.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const body = await ship(2 * round);
    const own = await settleAll(pool, settler);
    const yardstick = await storePacked(pool, body);
    await ship(2 * round + 1);
    const two = await settleBySeveral({ pool, threads, settlers: SETTLERS, clock });
    console.log(
      `round ${round}: ${Math.round(own.perCoreSecond)} events per second of a core, ` +
        `${Math.round(own.perSecond)} on the clock, packed rows ${Math.round(yardstick)}; ` +
        `by ${SETTLERS} settlers ${Math.round(two.perCoreSecond)} of a core, ${Math.round(two.perSecond)} on the clock`,
    );
    if (round === 0) {
      await foldAll(pool);
      continue;
    }
    settled.push(own);
    several.push(two);
    stored.push(yardstick);
  }
  const foldMsPerEvent = (await foldAll(pool)) / (2 * ROUNDS * EVENTS_A_ROUND);
  await proveBooks(pool);
  const steady = await holdRate(pool, world, settler);
  const yardstick = median(stored);
  return await writeResult('settlement', ROUNDS, {
    'events settled per second of a core': atLeast(
      median(settled.map((own) => 1_000 / (1_000 / own.perCoreSecond + foldMsPerEvent))),
      300_000,
      'events/s',
      yardstick,
    ),
    'processor time of folding lines, of that': atMost(foldMsPerEvent * 1_000, 1, 'µs/event'),
    'events settled per second on the clock': atLeast(
      median(settled.map((own) => own.perSecond)),
      150_000,
      'events/s',
      yardstick,
    ),
    // Storing is the least that must happen to an event before it is settled: how many times its cost settling is.
    'cost of settling, in packed rows stored': atMost(
      median(settled.map((own, round) => (stored[round] ?? Number.NaN) / own.perSecond)),
      6.7,
      'times',
      yardstick,
    ),
    ...figuresOfSeveral(settled, several),
    'longest lag at 25,000 events/s': atMost(steady.longestLagMs / 1000, 2, 's'),
    'ledger entries per second at 25,000 events/s': atMost(steady.entriesPerSecond, 25_000, 'entries/s'),
  });
}

/** How much more two settlers do, and where the processor's time of their events goes: two cores have 2 µs for each µs. */
function figuresOfSeveral(settled: readonly Speed[], several: readonly SeveralSpeed[]) {
  const spent = (key: keyof Spent) => atMost(median(several.map((two) => two.spent[key])), 3, 'µs/event');
  return {
    'two settlers, events per second on the clock, of one': atLeast(
      median(several.map((two, round) => two.perSecond / (settled[round]?.perSecond ?? Number.NaN))),
      1.7,
      'times',
    ),
    'two settlers, processor time of judging': spent('judgingUs'),
    'two settlers, processor time of settling threads': spent('settlingUs'),
    'two settlers, processor time of the judge’s backend': spent('judgingBackendUs'),
    'two settlers, processor time of the rest of PostgreSQL': spent('otherPostgresUs'),
  };
}

/** @returns where the spool ends then */
async function shipAll(pool: Pool, body: Buffer, from: number): Promise<number> {
  let offset = from;
  for (let at = 0; at < body.byteLength; at += BATCH_EVENTS * TOKEN_EVENT_BYTES) {
    const part = body.subarray(at, at + BATCH_EVENTS * TOKEN_EVENT_BYTES);
    const recordCount = part.byteLength / TOKEN_EVENT_BYTES;
    const receivedAt = new Date(START);
    await shipBatch(pool, { shard: 0, spoolOffset: offset, body: part, recordCount, receivedAt });
    offset += part.byteLength;
  }
  return offset;
}

/** A thousand ad sets of two hundred advertisers on two thousand widgets of three hundred publishers. */
async function makeNetwork(pool: Pool): Promise<World> {
  const dollars = (amount: number) => BigInt(amount) * 1_000_000n;
  const adSet = { totalBudgetMicros: dollars(1_000_000), dailyBudgetMicros: dollars(900_000) };
  const campaign = { totalBudgetMicros: dollars(5_000_000), adSets: Array.from({ length: 5 }, () => adSet) };
  return await makeWorld(createDb(pool), {
    advertisers: Array.from({ length: 200 }, (_, index) => ({
      timeZone: ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Tokyo'][index % 4] ?? 'UTC',
      walletMicros: dollars(1_000_000),
      campaigns: [campaign],
    })),
    widgetsOfPublishers: Array.from({ length: 300 }, (_, index) => (index % 3 === 0 ? 10 : 5)),
  });
}

type Speed = {
  readonly perSecond: number;
  /** Per second of processor time, that of the settler's process and of its PostgreSQL backend together. */
  readonly perCoreSecond: number;
};

async function settleAll(pool: Pool, settler: Settler): Promise<Speed> {
  const client = await pool.connect();
  try {
    if (!(await takeSettlementLock(client))) throw new Error('somebody else settles the bench');
    settler.forget();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const backend = rows[0]?.pid ?? 0;
    const started = { atMs: performance.now(), cpuMs: await cpuMsOf(backend) };
    let events = 0;
    for (;;) {
      const { eventCount, more } = await settler.settleOnce(client);
      events += eventCount;
      if (more) continue;
      const cpuMs = (await cpuMsOf(backend)) - started.cpuMs;
      const wallMs = performance.now() - started.atMs;
      return { perSecond: (events / wallMs) * 1000, perCoreSecond: (events / cpuMs) * 1000 };
    }
  } finally {
    client.release(true);
  }
}

/**
 * Folds the lines of all rounds, about as many as the worker finds after its minute between two folds.
 * @returns processor time in milliseconds
 */
async function foldAll(pool: Pool): Promise<number> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const backend = rows[0]?.pid ?? 0;
    const startedMs = await cpuMsOf(backend);
    await foldSpend(client);
    return (await cpuMsOf(backend)) - startedMs;
  } finally {
    client.release();
  }
}

/** Processor time of this process and of a PostgreSQL backend; Linux counts it in hundredths of a second. */
async function cpuMsOf(backendPid: number): Promise<number> {
  const own = process.cpuUsage();
  const stat = await readFile(`/proc/${backendPid}/stat`, 'utf8');
  // Fields after the command's name, which may hold spaces: utime and stime are the 14th and 15th of all.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (own.user + own.system) / 1000 + (Number(fields[11]) + Number(fields[12])) * 10;
}

async function storePacked(pool: Pool, body: Buffer): Promise<number> {
  const started = performance.now();
  for (let at = 0; at < body.byteLength; at += YARDSTICK_EVENTS * TOKEN_EVENT_BYTES) {
    await pool.query({
      name: 'yardstick',
      text: 'insert into yardstick (body) values ($1)',
      values: [body.subarray(at, at + YARDSTICK_EVENTS * TOKEN_EVENT_BYTES)],
    });
  }
  return (body.byteLength / TOKEN_EVENT_BYTES / (performance.now() - started)) * 1000;
}

/** A figure for wrong books is worth nothing. */
async function proveBooks(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ total: string; drift: string; charged: string }>(
    `select (select sum(balance_micros) from ledger_account)::text as total,
            ((select sum(charged_micros) from settlement) - (select sum(charged_micros) from spend_line))::text as drift,
            (select sum(charged_micros) from settlement)::text as charged`,
  );
  const row = rows[0];
  if (row?.total !== '0' || row.drift !== '0' || row.charged === '0') {
    throw new Error(`the books are off: ${JSON.stringify(row)}`);
  }
}

/** Ships at a steady rate while the settler polls as it does in the worker. */
async function holdRate(
  pool: Pool,
  world: World,
  settler: Settler,
): Promise<{ longestLagMs: number; entriesPerSecond: number }> {
  const { rows } = await pool.query<{ offset: string; entries: string }>(
    `select (select spool_offset from settlement_checkpoint where shard = 0)::text as "offset",
            (select count(*) from ledger_entry)::text as entries`,
  );
  const body = makeTraffic({
    world,
    events: (STEADY_PER_SECOND * STEADY_MS) / 1000,
    shard: 0,
    startMs: START + 3_600_000,
  });
  const stepBytes = ((STEADY_PER_SECOND * SHIP_EVERY_MS) / 1000) * TOKEN_EVENT_BYTES;
  const shipped: { readonly untilEvent: number; readonly atMs: number }[] = [];
  const shipping = (async () => {
    const started = performance.now();
    for (let at = 0; at < body.byteLength; at += stepBytes) {
      await sleepUntil(started + (at / stepBytes) * SHIP_EVERY_MS);
      const part = body.subarray(at, at + stepBytes);
      const recordCount = part.byteLength / TOKEN_EVENT_BYTES;
      const spoolOffset = Number(rows[0]?.offset ?? 0) + at;
      await shipBatch(pool, { shard: 0, spoolOffset, body: part, recordCount, receivedAt: new Date() });
      shipped.push({ untilEvent: (at + part.byteLength) / TOKEN_EVENT_BYTES, atMs: performance.now() });
    }
  })();
  const longestLagMs = await followShipping(pool, settler, {
    total: body.byteLength / TOKEN_EVENT_BYTES,
    shipped,
  });
  await shipping;
  const after = await pool.query<{ entries: string }>('select count(*)::text as entries from ledger_entry');
  const entries = Number(after.rows[0]?.entries ?? 0) - Number(rows[0]?.entries ?? 0);
  return { longestLagMs, entriesPerSecond: (entries / STEADY_MS) * 1000 };
}

async function followShipping(
  pool: Pool,
  settler: Settler,
  traffic: { readonly total: number; readonly shipped: readonly { untilEvent: number; atMs: number }[] },
): Promise<number> {
  const client = await pool.connect();
  try {
    if (!(await takeSettlementLock(client))) throw new Error('somebody else settles the bench');
    settler.forget();
    let settledEvents = 0;
    let next = 0;
    let longestLagMs = 0;
    while (settledEvents < traffic.total) {
      const { eventCount, more } = await settler.settleOnce(client);
      settledEvents += eventCount;
      const nowMs = performance.now();
      for (let batch = traffic.shipped[next]; batch !== undefined; batch = traffic.shipped[next]) {
        if (batch.untilEvent > settledEvents) break;
        longestLagMs = Math.max(longestLagMs, nowMs - batch.atMs);
        next += 1;
      }
      if (!more) await sleepUntil(performance.now() + POLL_MS);
    }
    return longestLagMs;
  } finally {
    client.release(true);
  }
}

async function sleepUntil(atMs: number): Promise<void> {
  const ms = atMs - performance.now();
  if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
}

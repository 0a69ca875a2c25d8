import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '@placard/db/database';
import { runningClusterUrl } from '@placard/db/embedded/running-cluster';
import { freePorts } from '@placard/db/testing/free-ports';
import { type RunningPlacard, runPlacard } from '@placard/tooling/running-placard';
import { expect, onTestFinished, test } from 'vitest';
import { HostileRequests } from '../../../apps/delivery/src/http/front/testing/hostile-requests.ts';
import { figure, msUntil } from '../faults/back-again.ts';
import { Draw } from '../faults/random.ts';
import { momentMs } from '../load/logged-stall.ts';
import { loggingEnvironment, readStalls } from '../load/stall-logs.ts';
import { writeResult } from '../result.ts';
import { faultOf, makeCall } from './api-calls.ts';
import { CallsUnderWay, tellStall } from './calls-under-way.ts';
import { makeDeliveryCall, type Page } from './delivery-calls.ts';
import { failuresIn, writeRaw } from './raw-bytes.ts';
import { ROLES, type Role, signEverybodyIn } from './sessions.ts';

const CALLS = Number(process.env.PLACARD_FUZZ_CALLS ?? 500_000);
/** A printed seed makes the same calls again; what they meet depends on what the ones before did. */
const SEED = Number(process.env.PLACARD_FUZZ_SEED ?? Date.now() % 1_000_000_000);
/** 1: a stall is told with the functions it was spent in; sampling them slows all a little. */
const PROFILE = process.env.PLACARD_FUZZ_PROFILE === '1';
const LANES = 12;
const REFRESH_EVERY = 300;
const TELL_EVERY = 1_000;
const BROWSER =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
/** An event loop that its own program held for longer stalled. */
const STALL_MS = 100;
/** From here on it is told; what was blocked from STALL_MS on. */
const TELL_MS = 60;
/** By this much a process may have grown from the first third of the calls to the last. */
const GROWTH_MOST = 1.25;

type Totals = {
  api: number;
  delivery: number;
  raw: number;
  good: number;
  refused: number;
  waits: number;
  longestRanMs: number;
  longestBlockedMs: number;
  /** Whatever held an event loop up, the wait for a processor among it. */
  longestStallMs: number;
  readonly faults: Map<string, string>;
};
type Fuzz = {
  readonly placard: RunningPlacard;
  readonly pool: ReturnType<typeof createPool>;
  readonly watchUrls: readonly string[];
  readonly page: Page;
  readonly totals: Totals;
  readonly draw: Draw;
  readonly hostile: HostileRequests;
  readonly underWay: CallsUnderWay;
  readonly stallFolder: string;
  readonly toldStalls: Set<string>;
  readonly since: number;
  tokens: Readonly<Partial<Record<Role, string>>>;
};

function note(fuzz: Fuzz, where: string, fault: string, detail: string): void {
  const key = `${where}: ${fault.slice(0, 120)}`;
  if (fuzz.totals.faults.size < 200 && !fuzz.totals.faults.has(key)) {
    fuzz.totals.faults.set(key, `${fault} — ${detail.slice(0, 600)}`);
    process.stdout.write(`FAULT ${key}\n  ${fault}\n  ${detail.slice(0, 600)}\n`);
  }
}

async function callApi(fuzz: Fuzz): Promise<void> {
  const { draw, totals, placard } = fuzz;
  const call = makeCall(draw);
  const { access } = call.operation.meta;
  const own = access === 'public' || access === 'signedIn' ? draw.oneOf(ROLES) : (access[0] as Role);
  const role = draw.chance(0.85) ? own : draw.oneOf(ROLES);
  const token = draw.chance(0.93)
    ? fuzz.tokens[role]
    : draw.oneOf([undefined, 'made-up', '\u00ff'.repeat(50)]);
  totals.api += 1;
  const answered = fuzz.underWay.begin(
    'main-api.ts',
    `${call.operation.name} ${call.manner} as ${role}: ${call.operation.method} ${call.path.slice(0, 200)}, ${call.body?.length ?? 0} characters of body`,
  );
  const answer = await fetch(placard.url + call.path, {
    method: call.operation.method,
    redirect: 'manual',
    signal: AbortSignal.timeout(60_000),
    headers: { ...call.headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    ...(call.body === undefined ? {} : { body: call.body }),
  });
  const body = await answer.text();
  answered();
  if (answer.status < 400) totals.good += 1;
  else if (answer.status < 500) totals.refused += 1;
  else totals.waits += 1;
  const fault = faultOf(call, answer.status, answer.headers.get('content-type') ?? '', body);
  if (fault !== undefined)
    note(
      fuzz,
      call.operation.name,
      fault,
      `${role} ${call.operation.method} ${call.path} ${call.body ?? ''}`,
    );
}

async function callDelivery(fuzz: Fuzz): Promise<void> {
  const { draw, totals, placard, page } = fuzz;
  const call = makeDeliveryCall(page, draw);
  totals.delivery += 1;
  const answered = fuzz.underWay.begin(
    'delivery/src/main.ts',
    `${call.method} ${call.path.slice(0, 200)}, ${call.body?.length ?? 0} characters of body`,
  );
  const answer = await fetch(placard.deliveryUrl + call.path, {
    method: call.method,
    redirect: 'manual',
    signal: AbortSignal.timeout(60_000),
    headers: { 'user-agent': BROWSER },
    ...(call.body === undefined ? {} : { body: call.body }),
  });
  const body = await answer.text();
  answered();
  for (const [, token = ''] of body.matchAll(/"t":"([\w-]{80})"/g)) {
    if (page.tokens.length >= 50) page.tokens.shift();
    page.tokens.push(token);
  }
  if (answer.status >= 500)
    note(
      fuzz,
      `delivery ${call.path.slice(0, 3)}`,
      `answered ${answer.status}`,
      `${call.method} ${call.path} ${body}`,
    );
}

async function writeBytes(fuzz: Fuzz): Promise<void> {
  const { totals, placard, hostile, draw } = fuzz;
  const url = new URL(draw.chance(0.5) ? placard.url : placard.deliveryUrl);
  const pieces = hostile.next();
  totals.raw += 1;
  const isApi = url.href === `${placard.url}/`;
  const answered = fuzz.underWay.begin(
    isApi ? 'main-api.ts' : 'delivery/src/main.ts',
    `raw bytes ${JSON.stringify(pieces).slice(0, 200)}`,
  );
  const answer = await writeRaw(Number(url.port), pieces);
  answered();
  for (const failure of failuresIn(answer))
    note(fuzz, `bytes to ${isApi ? 'the API' : 'delivery'}`, failure, JSON.stringify(pieces));
}

async function residentBytes(fuzz: Fuzz): Promise<number[]> {
  return await Promise.all(
    fuzz.watchUrls.map(async (url) => await figure(url, 'process_resident_memory_bytes')),
  );
}

/** Tells those that were logged since the last look. */
function lookAtStalls({ totals, stallFolder, toldStalls, underWay, since }: Fuzz): void {
  for (const stall of readStalls(stallFolder)) {
    const name = `${stall.pid} ${stall.from}`;
    if (stall.from < since || toldStalls.has(name)) continue;
    toldStalls.add(name);
    totals.longestStallMs = Math.max(totals.longestStallMs, stall.to - stall.from);
    totals.longestRanMs = Math.max(totals.longestRanMs, stall.ranMs);
    totals.longestBlockedMs = Math.max(totals.longestBlockedMs, stall.blockedMs);
    if (stall.ranMs > TELL_MS || stall.blockedMs > STALL_MS)
      process.stdout.write(`${tellStall(stall, underWay.during(stall))}\n`);
  }
}

async function runCalls(fuzz: Fuzz): Promise<number[]> {
  let started = 0;
  let early: number[] = [];
  const lane = async () => {
    while (started < CALLS) {
      started += 1;
      const at = started;
      if (at % REFRESH_EVERY === 0) fuzz.tokens = await signEverybodyIn(fuzz.pool, fuzz.placard);
      if (at % TELL_EVERY === 0) {
        lookAtStalls(fuzz);
        process.stdout.write(`${at} calls, ${fuzz.totals.faults.size} faults\n`);
      }
      if (at === Math.ceil(CALLS / 3)) early = await residentBytes(fuzz);
      const kind = fuzz.draw.between(1, 10);
      const call = kind <= 7 ? callApi : kind <= 9 ? callDelivery : writeBytes;
      await call(fuzz).catch((cause) =>
        note(fuzz, 'no answer', String(cause), String((cause as Error).cause)),
      );
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return early;
}

test(`${CALLS} valid, nearly valid and hostile calls break nothing`, async () => {
  process.stdout.write(`seed ${SEED}\n`);
  const [watchPort = 0] = await freePorts(2);
  const stallFolder = mkdtempSync(join(tmpdir(), 'placard-stalls-'));
  onTestFinished(() => rmSync(stallFolder, { recursive: true }));
  const placard = await runPlacard({
    demo: true,
    environment: {
      ...loggingEnvironment(stallFolder, PROFILE),
      PLACARD_CALLS_PER_MINUTE: '10000000',
      PLACARD_DELIVERY_PROCESSES: '1',
      PLACARD_WATCH_PORT: String(watchPort),
    },
  });
  onTestFinished(placard.stop);
  const pool = createPool({
    url: runningClusterUrl(join(placard.dataDir, 'postgres')),
    name: 'placard-fuzz',
    max: 3,
  });
  const { rows } = await pool.query<{ embed_key: string }>(
    'select embed_key from widget order by id limit 20',
  );
  const fuzz: Fuzz = {
    ...{ placard, pool, tokens: {}, draw: new Draw(SEED), hostile: new HostileRequests(SEED) },
    watchUrls: [`http://127.0.0.1:${watchPort}`, `http://127.0.0.1:${watchPort + 1}`],
    ...{ underWay: new CallsUnderWay(), stallFolder, toldStalls: new Set(), since: momentMs() },
    page: { keys: rows.map((row) => row.embed_key), tokens: [] },
    totals: {
      ...{ api: 0, delivery: 0, raw: 0, good: 0, refused: 0, waits: 0 },
      ...{ longestRanMs: 0, longestBlockedMs: 0, longestStallMs: 0 },
      faults: new Map(),
    },
  };
  const before = await placard.pids();
  fuzz.tokens = await signEverybodyIn(fuzz.pool, fuzz.placard);
  const early = await runCalls(fuzz);
  lookAtStalls(fuzz);
  const late = await residentBytes(fuzz);
  const growth = Math.max(...late.map((bytes, index) => bytes / (early[index] ?? bytes)));
  const after = await placard.pids();
  const { totals } = fuzz;
  const most = (value: number, target: number, unit: string) => ({
    value,
    unit,
    target,
    met: value <= target,
  });
  await writeResult('fuzz', CALLS, {
    calls: { value: CALLS, unit: 'calls', target: 500_000, met: CALLS >= 500_000 },
    'unexpected answers': most(totals.faults.size, 0, 'kinds'),
    'longest stall of an event loop, by running': most(Math.round(totals.longestRanMs), STALL_MS, 'ms'),
    'memory, last third against first': most(growth, GROWTH_MOST, '×'),
  });
  process.stdout.write(
    `fuzz: ${totals.api} calls of the API (${totals.good} good, ${totals.refused} refused, ${totals.waits} told to wait), ` +
      `${totals.delivery} of delivery, ${totals.raw} connections of raw bytes, seed ${SEED}; ${totals.faults.size} kinds of faults; ` +
      `longest stalls ${Math.round(totals.longestRanMs)} ms by running, ${Math.round(totals.longestBlockedMs)} ms blocked, ${Math.round(totals.longestStallMs)} ms with the wait for a processor; memory ×${growth.toFixed(2)}\n`,
  );
  await pool.end();
  expect(
    await msUntil(async () => (await fetch(`${placard.url}/login`)).status === 200, 5_000),
  ).not.toBeNull();
  expect([...totals.faults.values()]).toEqual([]);
  // Nobody was ended and started again.
  expect(after).toEqual(before);
});

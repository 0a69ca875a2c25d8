import { join } from 'node:path';
import { createPool } from '@placard/db/database';
import { runningClusterUrl } from '@placard/db/embedded/running-cluster';
import { freePorts } from '@placard/db/testing/free-ports';
import { type RunningPlacard, runPlacard } from '@placard/tooling/running-placard';
import { expect, onTestFinished, test } from 'vitest';
import { HostileRequests } from '../../../apps/delivery/src/http/front/testing/hostile-requests.ts';
import { figure, msUntil } from '../faults/back-again.ts';
import { Draw } from '../faults/random.ts';
import { writeResult } from '../result.ts';
import { faultOf, makeCall } from './api-calls.ts';
import { makeDeliveryCall, type Page } from './delivery-calls.ts';
import { failuresIn, writeRaw } from './raw-bytes.ts';
import { ROLES, type Role, signEverybodyIn } from './sessions.ts';

const CALLS = Number(process.env.PLACARD_FUZZ_CALLS ?? 500_000);
/** A printed seed makes the same calls again; what they meet depends on what the ones before did. */
const SEED = Number(process.env.PLACARD_FUZZ_SEED ?? Date.now() % 1_000_000_000);
const LANES = 12;
const REFRESH_EVERY = 300;
const TELL_EVERY = 1_000;
const BROWSER =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
/** A stall of the event loop beyond it is one. */
const STALL_MS = 100;
/** By this much a process may have grown from the first third of the calls to the last. */
const GROWTH_MOST = 1.25;

type Totals = {
  api: number;
  delivery: number;
  raw: number;
  good: number;
  refused: number;
  waits: number;
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
  const answer = await fetch(placard.url + call.path, {
    method: call.operation.method,
    redirect: 'manual',
    signal: AbortSignal.timeout(60_000),
    headers: { ...call.headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    ...(call.body === undefined ? {} : { body: call.body }),
  });
  const body = await answer.text();
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
  const answer = await fetch(placard.deliveryUrl + call.path, {
    method: call.method,
    redirect: 'manual',
    signal: AbortSignal.timeout(60_000),
    headers: { 'user-agent': BROWSER },
    ...(call.body === undefined ? {} : { body: call.body }),
  });
  const body = await answer.text();
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
  for (const failure of failuresIn(await writeRaw(Number(url.port), pieces)))
    note(
      fuzz,
      `bytes to ${url.href === `${placard.url}/` ? 'the API' : 'delivery'}`,
      failure,
      JSON.stringify(pieces),
    );
}

async function residentBytes(fuzz: Fuzz): Promise<number[]> {
  return await Promise.all(
    fuzz.watchUrls.map(async (url) => await figure(url, 'process_resident_memory_bytes')),
  );
}

async function lookAtStalls(fuzz: Fuzz): Promise<void> {
  for (const url of fuzz.watchUrls) {
    const ms = 1_000 * (await figure(url, 'nodejs_eventloop_lag_max_seconds'));
    fuzz.totals.longestStallMs = Math.max(fuzz.totals.longestStallMs, ms);
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
        await lookAtStalls(fuzz);
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
  const placard = await runPlacard({
    demo: true,
    environment: {
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
    page: { keys: rows.map((row) => row.embed_key), tokens: [] },
    totals: {
      ...{ api: 0, delivery: 0, raw: 0, good: 0, refused: 0, waits: 0, longestStallMs: 0 },
      faults: new Map(),
    },
  };
  const before = await placard.pids();
  fuzz.tokens = await signEverybodyIn(fuzz.pool, fuzz.placard);
  const early = await runCalls(fuzz);
  await lookAtStalls(fuzz);
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
    'longest stall of an event loop': most(totals.longestStallMs, STALL_MS, 'ms'),
    'memory, last third against first': most(growth, GROWTH_MOST, '×'),
  });
  process.stdout.write(
    `fuzz: ${totals.api} calls of the API (${totals.good} good, ${totals.refused} refused, ${totals.waits} told to wait), ` +
      `${totals.delivery} of delivery, ${totals.raw} connections of raw bytes, seed ${SEED}; ${totals.faults.size} kinds of faults; ` +
      `longest stall ${Math.round(totals.longestStallMs)} ms; memory ×${growth.toFixed(2)}\n`,
  );
  await pool.end();
  expect(
    await msUntil(async () => (await fetch(`${placard.url}/login`)).status === 200, 5_000),
  ).not.toBeNull();
  expect([...totals.faults.values()]).toEqual([]);
  // Nobody was ended and started again.
  expect(after).toEqual(before);
});

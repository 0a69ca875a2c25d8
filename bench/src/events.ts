import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '@placard/db/database';
import { startTestCluster, withDatabase } from '@placard/db/testing/cluster';
import { type Child, runLoad, startBare, startDelivery } from './load/children.ts';
import type { LoadReport } from './load/load-client.ts';
import { seedNetwork, writePlan } from './load/network.ts';
import { atLeast, atMost, type BenchResult, type Figure, median, writeResult } from './result.ts';

const ROUNDS = 5;
const ROUND_MS = 2_000;
const CONNECTIONS = [32, 256];
const LOAD_SHARE = 0.7;
const AD_SETS = 1_000;
const TOKENS = 4_000;
const WIDGETS_A_CALL = 20;
/**
 * Each token comes from so many viewers: of one of them more than 120 impressions a minute are filed as too many, and
 * what is measured is how events are taken that count. Delivery keeps 50,000 viewers.
 */
const VIEWERS_A_TOKEN = 5;
const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/**
 * One beacon of one event, answered after it is on disk, against a bare server that reads the same body and answers
 * 204, in turn. Tokens are real ones; the shipper moves the events into PostgreSQL meanwhile.
 */
export async function run(): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), 'placard-bench-'));
  const cluster = await startTestCluster();
  const bare = await startBare();
  try {
    const url = await cluster.createDatabase('bench_events');
    const pool = createPool({
      url: withDatabase(cluster.access.superuserUrl, 'bench_events'),
      name: 'placard-bench',
      max: 1,
    });
    await seedNetwork(pool, AD_SETS);
    await writePlan(pool, AD_SETS, 1_000_000);
    await pool.end();
    const delivery = await startDelivery({
      DATABASE_URL: url,
      PLACARD_DATA_DIR: join(folder, 'data'),
      // One call asks for widgets of many websites, which no page of any of them could.
      PLACARD_ALLOW_ANY_SITE: '1',
      PLACARD_TRUSTED_PROXIES: '127.0.0.1',
    });
    try {
      const requestsFile = join(folder, 'events.json');
      await writeFile(requestsFile, JSON.stringify(eventRequests(await takeTokens(delivery))));
      const figures: Record<string, Figure> = {};
      for (const connections of CONNECTIONS) {
        Object.assign(figures, await compare({ delivery, bare, requestsFile }, connections));
      }
      return await writeResult('events', ROUNDS, figures);
    } finally {
      await delivery.stop();
    }
  } finally {
    await bare.stop();
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function takeTokens(delivery: Child): Promise<string[]> {
  const tokens: string[] = [];
  for (let call = 0; tokens.length < TOKENS; call += 1) {
    const widgets = Array.from({ length: WIDGETS_A_CALL }, (_, index) => {
      const widget = 1 + ((call * WIDGETS_A_CALL + index) % 500);
      return `widget-embed-key-${String(widget).padStart(5, '0')}.728`;
    });
    const response = await fetch(`http://127.0.0.1:${delivery.port}/a?w=${widgets.join()}&l=en`, {
      headers: { 'user-agent': BROWSER },
    });
    const { a } = (await response.json()) as { readonly a: readonly ({ readonly t: string } | null)[] };
    for (const ad of a) if (ad !== null) tokens.push(ad.t);
    if (call > TOKENS) throw new Error('the network fills too few widgets');
  }
  return tokens;
}

/** From as many addresses as there are requests. */
function eventRequests(tokens: readonly string[]): string[] {
  return Array.from({ length: tokens.length * VIEWERS_A_TOKEN }, (_, viewer) => {
    const body = `i${tokens[viewer % tokens.length]}`;
    return [
      'POST /e HTTP/1.1',
      'Host: ads.example.com',
      `User-Agent: ${BROWSER}`,
      `X-Forwarded-For: 11.${viewer >> 16}.${(viewer >> 8) & 255}.${viewer & 255}`,
      'Content-Type: text/plain;charset=UTF-8',
      `Content-Length: ${body.length}`,
      'Accept: */*',
      '',
      body,
    ].join('\r\n');
  });
}

async function compare(
  parts: { readonly delivery: Child; readonly bare: Child; readonly requestsFile: string },
  connections: number,
): Promise<Record<string, Figure>> {
  const { delivery, bare, requestsFile } = parts;
  const load = (target: Child, rate?: number): Promise<LoadReport> =>
    runLoad({
      port: target.port,
      connections,
      durationMs: ROUND_MS,
      requestsFile,
      ...(rate === undefined ? {} : { rate }),
    });
  const ours: LoadReport[] = [];
  const bares: LoadReport[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const own = await load(delivery);
    const other = await load(bare);
    if (own.refused + own.broken > 0) throw new Error(`${own.refused} answers refused, ${own.broken} broken`);
    if (round === 0) continue;
    ours.push(own);
    bares.push(other);
  }
  const ownPerSecond = median(ours.map((report) => report.perSecond));
  const barePerSecond = median(bares.map((report) => report.perSecond));
  const ratio = median(
    ours.map((report, round) => report.perSecond / (bares[round]?.perSecond ?? Number.NaN)),
  );
  const paced: LoadReport[] = [];
  for (let round = 0; round < ROUNDS; round += 1) paced.push(await load(delivery, ownPerSecond * LOAD_SHARE));
  const p99Ms = median(paced.map((report) => report.p99Ms));
  console.log(
    `${connections} connections: ${Math.round(ownPerSecond)}/s against ${Math.round(barePerSecond)}/s bare, ` +
      `ack p99 ${p99Ms.toFixed(2)} ms at 70 % load`,
  );
  return {
    [`share of bare, ${connections} connections`]: atLeast(ratio, 0.5, 'ratio', barePerSecond),
    [`events a second, ${connections} connections`]: atLeast(ownPerSecond, 0, '1/s', barePerSecond),
    [`ack p99 at 70 % load, ${connections} connections`]: atMost(p99Ms, 10, 'ms'),
  };
}

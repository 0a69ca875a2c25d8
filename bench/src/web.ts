import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromiumFlags, findChromium } from '@placard/tooling/browser';
import { type RunningPlacard, runPlacard } from '@placard/tooling/running-placard';
import { type Browser, chromium, type Page } from 'playwright-core';
import { BUDGETS_KIB } from '../../apps/web/build/byte-budgets.ts';
import { atMost, type BenchResult, type Figure, median, writeResult } from './result.ts';

const ROUNDS = 5;
const MAX_LCP_MS = 1_200;
const MAX_INP_MS = 100;
const MAX_CLS = 0.02;
const CPU_SLOWDOWN = 4;
/** 10 Mbit/s, and the way to a server that isn't next door. */
const NETWORK = { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 };
const REPORTED_ONCE_QUIET_MS = 500;

/** JavaScript of the peers' first loads, KiB gzip (promises.md): react-admin's minimum, Umami's least. */
const REACT_ADMIN_KIB = 308;
const UMAMI_KIB = 783;

type Screen = {
  readonly key: string;
  readonly path: string;
  readonly signedIn: boolean;
  readonly maxKib: number;
  readonly peerKib: number;
  /** What a person would do first; each press and letter is an interaction. */
  readonly use: (page: Page) => Promise<void>;
};

const SCREENS: readonly Screen[] = [
  {
    key: 'login',
    path: '/login',
    signedIn: false,
    maxKib: BUDGETS_KIB.login,
    peerKib: REACT_ADMIN_KIB,
    use: async (page) => {
      await page.getByRole('radio', { name: 'Publisher' }).click();
      await page.getByLabel('Email').pressSequentially('ada@example');
      await page.getByRole('button', { name: 'Login', exact: true }).click();
    },
  },
  {
    key: 'list',
    path: '/advertiser/campaigns',
    signedIn: true,
    maxKib: BUDGETS_KIB.list,
    peerKib: REACT_ADMIN_KIB,
    use: async (page) => {
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click();
      await page.keyboard.press('Escape');
      await page.getByRole('searchbox').first().pressSequentially('lamp');
      await page.getByRole('button', { name: 'User menu' }).click();
    },
  },
  {
    key: 'statistics',
    path: '/advertiser/statistics',
    signedIn: true,
    maxKib: BUDGETS_KIB.statistics,
    peerKib: UMAMI_KIB,
    use: async (page) => {
      await page.getByRole('button', { name: 'User menu' }).click();
      await page.keyboard.press('Escape');
      await page.getByRole('searchbox', { name: 'Find in the breakdown' }).pressSequentially('lamp');
      await page.locator('main').getByRole('button').first().click();
    },
  },
];

type Load = {
  readonly lcpMs: number;
  readonly inpMs: number;
  readonly cls: number;
  readonly scripts: readonly string[];
};

/**
 * Cold loads of three screens of the demo network on a slowed processor and line, in turn with a page of a bare
 * `node:http` server that says its sentence without any script: what no application can go below.
 */
export async function run(): Promise<BenchResult> {
  const placard = await runPlacard({ demo: true });
  const bare = await startBarePage();
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags() });
  try {
    const token = await tokenOfAdvertiser(placard);
    const loads = new Map<string, Load[]>(['bare', ...SCREENS.map(({ key }) => key)].map((key) => [key, []]));
    for (let round = 0; round <= ROUNDS; round += 1) {
      const bareLoad = await load(browser, bare.url, undefined, (page) => page.getByRole('button').click());
      // The first round warms browser and server and is not kept.
      if (round > 0) loads.get('bare')?.push(bareLoad);
      for (const screen of SCREENS) {
        const url = placard.url + screen.path;
        const measured = await load(browser, url, screen.signedIn ? token : undefined, screen.use);
        if (round > 0) loads.get(screen.key)?.push(measured);
      }
    }
    return await writeResult('web', ROUNDS, await figures(loads));
  } finally {
    await browser.close();
    bare.server.closeAllConnections();
    bare.server.close();
    await placard.stop();
  }
}

async function figures(loads: ReadonlyMap<string, readonly Load[]>): Promise<Record<string, Figure>> {
  const middle = (key: string, pick: (load: Load) => number) =>
    Number(median((loads.get(key) ?? []).map(pick)).toFixed(3));
  const bareLcpMs = middle('bare', (each) => each.lcpMs);
  const bareInpMs = middle('bare', (each) => each.inpMs);
  const found: Record<string, Figure> = {};
  for (const { key, maxKib, peerKib } of SCREENS) {
    const worst = Math.max(
      ...(await Promise.all((loads.get(key) ?? []).map(({ scripts }) => kibOf(scripts)))),
    );
    const lcpMs = middle(key, (each) => each.lcpMs);
    const inpMs = middle(key, (each) => each.inpMs);
    found[`${key}Scripts`] = atMost(Number(worst.toFixed(1)), maxKib, 'KiB gzip', peerKib);
    found[`${key}Lcp`] = atMost(lcpMs, MAX_LCP_MS, 'ms', bareLcpMs);
    found[`${key}Inp`] = atMost(inpMs, MAX_INP_MS, 'ms', bareInpMs);
    found[`${key}Cls`] = atMost(
      middle(key, (each) => each.cls),
      MAX_CLS,
      'CLS',
    );
  }
  return found;
}

async function tokenOfAdvertiser(placard: RunningPlacard): Promise<string> {
  const account = placard.demoAccounts?.find(({ role }) => role === 'advertiser');
  if (account === undefined) throw new Error('the demo has no advertiser');
  const answer = await fetch(`${placard.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: account.email, password: account.password }),
  });
  return ((await answer.json()) as { data: { token: string } }).data.token;
}

/** Collects in the page what the browser reports: the last largest paint, shifts, and the slowest interaction. */
const OBSERVE = `window.vitals = { lcpMs: 0, inpMs: 0, cls: 0 };
const watch = (type, take, more) => new PerformanceObserver((list) => list.getEntries().forEach(take))
  .observe({ type, buffered: true, ...more });
watch('largest-contentful-paint', (entry) => { vitals.lcpMs = entry.startTime; });
watch('layout-shift', (entry) => { if (!entry.hadRecentInput) vitals.cls += entry.value; });
watch('event', (entry) => { if (entry.interactionId) vitals.inpMs = Math.max(vitals.inpMs, entry.duration); },
  { durationThreshold: 16 });`;

async function load(
  browser: Browser,
  url: string,
  token: string | undefined,
  use: (page: Page) => Promise<void>,
): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(OBSERVE);
    if (token !== undefined) await page.addInitScript(`localStorage.setItem('access_token', '${token}')`);
    const scripts = new Set<string>();
    page.on('response', (response) => {
      if (/javascript/.test(response.headers()['content-type'] ?? '')) scripts.add(response.url());
    });
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', NETWORK);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.goto(url, { waitUntil: 'networkidle' });
    const first = [...scripts];
    await use(page);
    // The browser reports an interaction only after its frame, and nothing tells when it has reported all.
    await page.waitForTimeout(REPORTED_ONCE_QUIET_MS);
    const vitals = await page.evaluate<Omit<Load, 'scripts'>>('vitals');
    return { ...vitals, scripts: first };
  } finally {
    await context.close();
  }
}

/** As a browser that only knows gzip gets them, the smallest ones uncompressed. */
async function kibOf(scripts: readonly string[]): Promise<number> {
  const sizes = await Promise.all(scripts.map(bytesOf));
  return sizes.reduce((sum, bytes) => sum + bytes, 0) / 1_024;
}

function bytesOf(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => resolve(bytes));
      response.on('error', reject);
    }).on('error', reject);
  });
}

async function startBarePage(): Promise<{ server: Server; url: string }> {
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bare</title></head>
<body><h1>Nothing but this sentence is loaded.</h1><button>Press</button></body></html>`;
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

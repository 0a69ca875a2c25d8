import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sdkSnippet, widgetSnippet } from '@placard/contract/wire/snippet';
import type { Ad, AdsAnswer } from '@placard/contract/wire/tag-protocol';
import { chromiumFlags, findChromium } from '@placard/tooling/browser';
import { type Browser, chromium, type Page } from 'playwright-core';
import { atMost, type BenchResult, median, writeResult } from './result.ts';

const ROUNDS = 9;
const MAX_SDK_BYTES = 2_800;
const MAX_ANALYTICS_BYTES = 1_000;
const MAX_MAIN_THREAD_MS = 5;
/** EthicalAds' client, brotli: the smallest peer that measures viewability (promises.md). */
const PEER_SDK_BYTES = 8_946;
/** Umami's script, brotli: page views alone. */
const PEER_ANALYTICS_BYTES = 1_963;

const WIDGETS = ['one', 'two', 'three', 'four'];
const SIZE = { widthPx: 300, heightPx: 250 };
const IMAGE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="250"><rect width="300" height="250" fill="#4c3fd1"/></svg>';

/** One call for ads, one post with what the tag would report a second later. */
const ASKING_SCRIPT = `fetch('/a?w=${WIDGETS}').then((response) => response.json()).then(({ a }) => {
  setTimeout(() => {
    const body = a.flatMap(({ t }) => ['i' + t, 'v' + t]).join('\\n');
    fetch('/e', { method: 'POST', keepalive: true, mode: 'no-cors', body });
  }, 1400);
});`;

const ASKING = '<script async src="/asking.js"></script>';
/** As the tag marks an ad. */
const MARK =
  '<a href="/r" title="Report this ad" style="position:absolute;top:0;right:0;padding:0 5px;border:4px solid #0000;font:10px/16px sans-serif;color:#333;background:#fffd padding-box;text-decoration:none">Ad ►</a>';

type Measured = { readonly scriptMs: number; readonly busyMs: number; readonly layoutShift: number };

/**
 * What the tag costs a publisher's page: its bytes, the shift it causes and the main thread's time, in turn with the same
 * page that has the same four ads as plain markup and a script that does nothing but ask and report, in as many
 * requests as the tag: what no tag can go below. A third page has the ads as a publisher must show them, marked as ads, with
 * the same script: what the browser takes for showing those four marks is no tag's.
 */
export async function run(): Promise<BenchResult> {
  const dist = new URL('../../apps/tag/dist/', import.meta.url);
  const sdk = await readFile(new URL('sdk.js', dist));
  const compressed = await readFile(new URL('sdk.js.br', dist));
  const analytics = await readFile(new URL('analytics.js.br', dist));
  const site = new Site(sdk);
  await site.start();
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags() });
  const tagged: Measured[] = [];
  const asking: Measured[] = [];
  const marked: Measured[] = [];
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      const withTag = await measure(browser, site, '/tagged');
      const onlyAsking = await measure(browser, site, '/asking');
      const alsoMarked = await measure(browser, site, '/marked');
      // The first round warms the browser and is not kept.
      if (round === 0) continue;
      tagged.push(withTag);
      asking.push(onlyAsking);
      marked.push(alsoMarked);
    }
  } finally {
    await browser.close();
    await site.stop();
  }
  const scriptMs = median(tagged.map((each) => each.scriptMs));
  const askingMs = median(asking.map((each) => each.scriptMs));
  const taggedBusyMs = median(tagged.map((each) => each.busyMs));
  const askingBusyMs = median(asking.map((each) => each.busyMs));
  const markedBusyMs = median(marked.map((each) => each.busyMs));
  return writeResult('tag', ROUNDS, {
    sdkBrotli: atMost(compressed.length, MAX_SDK_BYTES, 'bytes', PEER_SDK_BYTES),
    analyticsBrotli: atMost(analytics.length, MAX_ANALYTICS_BYTES, 'bytes', PEER_ANALYTICS_BYTES),
    layoutShift: atMost(Math.max(...tagged.map((each) => each.layoutShift)), 0, 'CLS'),
    mainThreadScript: atMost(round(scriptMs), MAX_MAIN_THREAD_MS, 'ms', round(askingMs)),
    mainThreadBeyondYardstick: atMost(
      round(taggedBusyMs - askingBusyMs),
      MAX_MAIN_THREAD_MS,
      'ms',
      round(askingBusyMs),
    ),
    mainThreadBeyondMarkedAds: atMost(
      round(taggedBusyMs - markedBusyMs),
      MAX_MAIN_THREAD_MS,
      'ms',
      round(markedBusyMs),
    ),
  });
}

function round(ms: number): number {
  return Math.round(ms * 100) / 100;
}

async function measure(browser: Browser, site: Site, path: string): Promise<Measured> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const seen = site.nextViewables(WIDGETS.length);
  const cdp = await context.newCDPSession(page);
  // The processor's time of the main thread: time on the clock would also tell what else the machine was doing.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(site.url + path, { waitUntil: 'networkidle' });
  await seen;
  const { metrics } = await cdp.send('Performance.getMetrics');
  const msOf = (name: string) =>
    (metrics.find((metric) => metric.name === name)?.value ?? Number.NaN) * 1_000;
  // On these pages no script runs but the tag's.
  const measured = { scriptMs: msOf('ScriptDuration'), busyMs: msOf('TaskDuration') };
  const layoutShift = await layoutShiftOf(page);
  await context.close();
  return { ...measured, layoutShift };
}

function layoutShiftOf(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    let shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve(shift), 50);
  })`);
}

/** A publisher's two pages and a delivery that fills every widget, on one address: no other renderer joins in. */
class Site {
  readonly #sdk: Buffer;
  readonly #server: Server;
  #viewables = 0;
  #told: { readonly after: number; readonly resolve: () => void } | null = null;

  constructor(sdk: Buffer) {
    this.#sdk = sdk;
    this.#server = createServer((request, response) => {
      const url = new URL(request.url ?? '/', this.url);
      if (url.pathname === '/e') {
        let body = '';
        request.on('data', (chunk) => {
          body += String(chunk);
        });
        request.on('end', () => {
          this.#viewables += body.split('\n').filter((line) => line.startsWith('v')).length;
          this.#tell();
          response.writeHead(204).end();
        });
        return;
      }
      const [type, content] = this.#answer(url);
      response.writeHead(content === '' ? 404 : 200, { 'content-type': type }).end(content);
    });
  }

  start(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resolves when so many more viewable impressions have been reported: the tag is then done with the page. */
  nextViewables(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#told = { after: this.#viewables + count, resolve };
      this.#tell();
    });
  }

  #tell(): void {
    if (this.#told !== null && this.#viewables >= this.#told.after) this.#told.resolve();
  }

  #answer({ pathname, searchParams }: URL): [type: string, content: string | Buffer] {
    switch (pathname) {
      case '/sdk.js':
        return ['text/javascript; charset=utf-8', this.#sdk];
      case '/a':
        return ['application/json', JSON.stringify(fill(searchParams.get('w') ?? ''))];
      case '/i/ad':
        return ['image/svg+xml', IMAGE];
      case '/tagged':
        return ['text/html; charset=utf-8', pageOf(sdkSnippet(this.url), taggedWidget)];
      case '/asking.js':
        return ['text/javascript; charset=utf-8', ASKING_SCRIPT];
      case '/asking':
        return ['text/html; charset=utf-8', pageOf(ASKING, plainWidget)];
      case '/marked':
        return ['text/html; charset=utf-8', pageOf(ASKING, markedWidget)];
      default:
        return ['text/plain', ''];
    }
  }
}

function fill(asked: string): AdsAnswer {
  return {
    a: asked.split(',').map((widget, index): Ad => {
      return {
        t: `${index}${'t'.repeat(79)}`,
        k: 'b',
        m: ['Ad ►', 'Report this ad'],
        w: 300,
        h: 250,
        s: '/i/ad',
        a: `Ad of ${widget}`,
      };
    }),
  };
}

function taggedWidget(embedKey: string): string {
  return widgetSnippet({ embedKey, type: 'banner', sizes: [SIZE] });
}

function plainWidget(): string {
  return '<div style="min-height:250px"><a href="/c" style="display:block;width:300px;margin:auto"><img src="/i/ad" alt="Ad" width="300" height="250" style="display:block"></a></div>';
}

function markedWidget(): string {
  return `<div style="min-height:250px"><div style="position:relative;width:300px;margin:auto"><a href="/c" style="display:block"><img src="/i/ad" alt="Ad" width="300" height="250" style="display:block"></a>${MARK}</div></div>`;
}

function pageOf(head: string, widgetOf: (key: string) => string): string {
  const text = '<p>The council met on Tuesday and decided nothing, which took until midnight.</p>'.repeat(20);
  // Two columns, so that all four are in view: what comes after the ads' way into view is measured too.
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>News</title>${head}</head><body>
<div style="columns:2">${WIDGETS.map(widgetOf).join('')}</div>${text}</body></html>`;
}

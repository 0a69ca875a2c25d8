import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AD_STYLES, markText } from '@placard/contract/wire/ad-styles';
import { frameScript } from '@placard/contract/wire/frame-script';
import {
  type Ad,
  CLICK_PATH,
  FAR_MARK,
  FRAME_EMBEDDED_PARAMETER,
  LATER,
  LOOK_BESIDE_PATH,
  LOOK_PATH,
} from '@placard/contract/wire/tag-protocol';
import { test as base, type Page, type Request } from '@playwright/test';

type Faults = 'none' | 'ads-cut' | 'ads-500' | 'ads-hang';

/** A delivery server that speaks the wire protocol, answers what the test laid out and remembers what was asked. */
export class FakeDelivery {
  readonly ads = new Map<string, Omit<Ad, 't' | 'm'> | null>();
  /** Keys of widgets that may wait until they come near the window. */
  readonly waiting = new Set<string>();
  /** Documents of third-party code by path. */
  readonly frames = new Map<string, string>();
  /** The documents do not say that they have loaded, as what a blocker puts in their place does not. */
  silentFrames = false;
  readonly adCalls: URL[] = [];
  /** Lines of the event posts, in the order they came. */
  readonly events: string[] = [];
  eventPosts = 0;
  readonly clicks: string[] = [];
  /** Bodies of the calls of analytics.js, in the order they came. */
  readonly collected: Record<string, unknown>[] = [];
  /** Answers to the next of these calls; then all are taken. */
  readonly collectAnswers: number[] = [];
  readonly frameCalls: string[] = [];
  fault: Faults = 'none';
  looksFetched = 0;
  /** The script of the exact look is not there, nor beside the tag. */
  lookMissing = false;
  /** Before it lies what keeps each script by its path alone. */
  keptByPath = false;
  readonly #server: Server;
  #tokens = 0;
  readonly #taking: Promise<void>[] = [];
  readonly #scripts = new Map<string, Buffer>();

  constructor() {
    this.#server = createServer((request, response) => this.#handle(request, response));
  }

  async start(): Promise<void> {
    for (const name of ['sdk.js', 'analytics.js', 'look.js']) {
      this.#scripts.set(`/${name}`, await readFile(new URL(`../dist/${name}`, import.meta.url)));
    }
    await listen(this.#server);
  }

  stop(): Promise<void> {
    return close(this.#server);
  }

  get url(): string {
    return `http://127.0.0.1:${portOf(this.#server)}`;
  }

  count(letter: 'i' | 'v'): number {
    return this.events.filter((line) => line.startsWith(letter)).length;
  }

  /** Reported impressions, in the order of their decisions. */
  get impressions(): string[] {
    return this.events.filter((line) => line.startsWith('i')).sort();
  }

  #handle(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', this.url);
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('cross-origin-resource-policy', 'cross-origin');
    const isLook = url.pathname === LOOK_PATH || (isLookAt(url) && !this.keptByPath);
    const script = this.#scripts.get(isLook ? LOOK_PATH : url.pathname);
    if (isLook) this.looksFetched += 1;
    if (isLook && this.lookMissing) response.writeHead(404).end();
    else if (script !== undefined) send(response, 'text/javascript; charset=utf-8', script);
    else if (url.pathname === '/a') this.#answerAds(url, response);
    else if (url.pathname === '/e') this.#taking.push(this.#takeEvents(request, response));
    else if (url.pathname === '/collect') this.#taking.push(this.#collect(request, response));
    else if (url.pathname.startsWith('/i/')) sendImage(url, response);
    else if (url.pathname.startsWith('/f/')) this.#sendFrame(url, response);
    else if (url.pathname.startsWith(`${CLICK_PATH}/`)) {
      this.clicks.push(url.pathname);
      send(response, 'text/html', `landed with ${url.pathname}`);
    } else if (url.pathname.startsWith('/r/')) send(response, 'text/html', 'Report this ad');
    else if (url.pathname === '/barrier') void this.#answerBarrier(response);
    else response.writeHead(404).end();
  }

  #answerAds(url: URL, response: ServerResponse): void {
    this.adCalls.push(url);
    if (this.fault === 'ads-cut') response.destroy();
    else if (this.fault === 'ads-500') response.writeHead(500).end('{"error":true}');
    else if (this.fault !== 'ads-hang') {
      const asked = (url.searchParams.get('w') ?? '').split(',');
      const answer = asked.map((part) => {
        const key = part.replace(/\.\d+~?$/, '');
        if (part.endsWith(FAR_MARK) && this.waiting.has(key)) return LATER;
        const ad = this.ads.get(key);
        this.#tokens += 1;
        return ad
          ? { t: `${key}-${this.#tokens}`, m: [markText('Ad'), 'Report this ad'], y: AD_STYLES[ad.k], ...ad }
          : null;
      });
      send(response, 'application/json', JSON.stringify({ a: answer }));
    }
  }

  /** Answers once the posts of before are taken, whose bodies may come after the question. */
  async #answerBarrier(response: ServerResponse): Promise<void> {
    await Promise.all(this.#taking);
    send(response, 'text/plain', 'ok');
  }

  async #takeEvents(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    this.eventPosts += 1;
    this.events.push(...body.split('\n'));
    response.writeHead(204).end();
  }

  async #collect(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    this.collected.push(JSON.parse(body));
    response.writeHead(this.collectAnswers.shift() ?? 204).end();
  }

  #sendFrame(url: URL, response: ServerResponse): void {
    this.frameCalls.push(url.pathname + url.search);
    response.setHeader(
      'content-security-policy',
      'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
    );
    if (url.searchParams.has(FRAME_EMBEDDED_PARAMETER)) {
      response.setHeader('cross-origin-embedder-policy', 'credentialless');
    }
    const html = this.frames.get(url.pathname) ?? FRAME_HTML;
    const token = url.searchParams.get('t') ?? '';
    const link = `${this.url}${CLICK_PATH}/${token}`;
    const document = `<!doctype html>${this.silentFrames ? '' : frameScript(token, link)}${html}`;
    send(response, 'text/html; charset=utf-8', document.replaceAll('{{CLICK_URL}}', link));
  }
}

/** Pages of a publisher, on another site than delivery (localhost and 127.0.0.1). */
export class FakePublisher {
  readonly pages = new Map<string, { html: string; headers?: Record<string, string> }>();
  readonly #server: Server = createServer((request, response) => {
    const page = this.pages.get(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (page === undefined) {
      response.writeHead(404).end();
      return;
    }
    const { 'content-type': type = 'text/html; charset=utf-8', ...headers } = page.headers ?? {};
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    send(response, type, page.html);
  });

  start(): Promise<void> {
    return listen(this.#server);
  }

  stop(): Promise<void> {
    return close(this.#server);
  }

  get url(): string {
    return `http://localhost:${portOf(this.#server)}`;
  }
}

const FRAME_HTML =
  '<body style="margin:0;height:100vh;background:linear-gradient(120deg,#0b7285,#15aabf);color:#fff;font:20px sans-serif;display:grid;place-items:center">Third-party code</body>';

/** /i/WxH/TITLE: a picture of that size. */
function sendImage(url: URL, response: ServerResponse): void {
  const [, , size = '', title = ''] = url.pathname.split('/');
  const [width, height] = size.split('x');
  if (!height) {
    response.writeHead(404).end();
    return;
  }
  send(
    response,
    'image/svg+xml',
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g"><stop stop-color="#4c3fd1"/><stop offset="1" stop-color="#9c6ade"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/><text x="50%" y="54%" fill="#fff" font-family="sans-serif" font-size="${Math.min(28, Number(height) / 3)}" text-anchor="middle">${title || size}</text></svg>`,
  );
}

function send(response: ServerResponse, type: string, body: string | Buffer): void {
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, resolve));
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function isLookAt({ pathname, search }: URL): boolean {
  return [LOOK_PATH, LOOK_BESIDE_PATH].includes(pathname + search);
}

/** What the documents of each page have asked for, of the exact look, that nobody has waited for yet. */
const looking = new WeakMap<Page, Set<Request>>();

/** Until the script of the exact look, where one was asked for, has run or was refused. */
export async function looksThere(page: Page): Promise<void> {
  const asked = looking.get(page);
  for (const request of asked ?? []) {
    asked?.delete(request);
    if (!(await request.response())?.ok()) continue;
    // A module that is asked for again is that of before. As a string, which no page's policy forbids and nothing rewrites.
    await request.frame().evaluate(`import(${JSON.stringify(request.url())}).then(() => 0)`);
  }
}

export const test = base.extend<{ delivery: FakeDelivery; publisher: FakePublisher }>({
  page: async ({ page }, use) => {
    const asked = new Set<Request>();
    looking.set(page, asked);
    page.on('request', (request) => {
      if (isLookAt(new URL(request.url()))) asked.add(request);
    });
    page.on('framenavigated', (frame) => {
      for (const request of asked) if (request.frame() === frame) asked.delete(request);
    });
    await use(page);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
  delivery: async ({}, use) => {
    const delivery = new FakeDelivery();
    await delivery.start();
    await use(delivery);
    await delivery.stop();
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  publisher: async ({}, use) => {
    const publisher = new FakePublisher();
    await publisher.start();
    await use(publisher);
    await publisher.stop();
  },
});

export { expect } from '@playwright/test';

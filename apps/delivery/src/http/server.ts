import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { COLLECT_PATH } from '@placard/contract/wire/collect-protocol';
import {
  CLICK_PATH,
  EVENTS_PATH,
  FRAME_PATH,
  IMAGE_PATH,
  LOOK_BESIDE_PATH,
  LOOK_PATH,
  PREVIEW_PATH,
  REPORT_PATH,
} from '@placard/contract/wire/tag-protocol';
import { TRACKING_PATH } from '@placard/contract/wire/tracking-link';
import type { Logger } from 'pino';
import type { AdsHandler } from './ads.ts';
import { MAX_URL_LENGTH } from './ads-query.ts';
import { answerError, answerErrorAndClose, answerPreflight } from './answers.ts';
import type { CollectHandler } from './collect.ts';
import { refuseUnread } from './cut-off.ts';
import type { EventsHandler } from './events.ts';
import { answerDemo, type Scripts } from './files.ts';
import { answerFrame } from './frame.ts';
import type { Images } from './images.ts';
import { answerPreviewFrame } from './preview-frame.ts';
import type { ReportsHandler } from './reports.ts';
import { answerRobots } from './robots.ts';
import { SecureResponse } from './secure-response.ts';
import type { TrackingHandler } from './tracking.ts';
import { isLocalRequest } from './visitor.ts';

export type Health = {
  /** `degraded`: ads, clicks and events are served, but something is missing. `failing`: events are refused. */
  readonly status: 'ok' | 'degraded' | 'failing';
  /** What was looked at. */
  readonly checks: Readonly<Record<string, 'ok' | 'away' | 'failing'>>;
  /** Figures of the business. */
  readonly detail: object;
};

export type ServerDeps = {
  readonly ads: AdsHandler;
  readonly events: EventsHandler;
  readonly collect: CollectHandler;
  readonly reports: ReportsHandler;
  readonly tracking: TrackingHandler;
  readonly scripts: Scripts;
  /** `dashboardUrl`: who may frame previews. */
  readonly frame: Parameters<typeof answerFrame>[2] & { readonly dashboardUrl: string };
  readonly images: Images;
  readonly dataDir: string;
  readonly demo: () => boolean;
  readonly metrics: () => string;
  readonly health: () => Health;
  readonly log: Logger;
};

/** Slow senders are cut off: a request's head within 5 s, all of it within 10. */
const LIMITS = {
  maxHeaderSize: 16 * 1_024,
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
} as const;

/** Of the public address, '' where it has none. */
const pathOf = ({ frame }: ServerDeps) => new URL(frame.publicUrl).pathname.replace(/\/+$/, '');

export function createDeliveryServer(deps: ServerDeps): Server {
  const isSecure = deps.frame.publicUrl.startsWith('https:');
  const options = isSecure ? { ...LIMITS, ServerResponse: SecureResponse } : LIMITS;
  const below = pathOf(deps);
  const server = createServer(options, (request, response) => {
    // Where the public address has a path: some proxies take it off, others leave it.
    if (below !== '' && request.url?.startsWith(`${below}/`)) request.url = request.url.slice(below.length);
    try {
      route(request, response, deps);
    } catch (error) {
      answerFailed(error, response, deps);
    }
  });
  server.on('clientError', refuseUnread);
  return server;
}

function route(request: IncomingMessage, response: ServerResponse, deps: ServerDeps): void {
  const url = request.url ?? '';
  const method = request.method ?? '';
  // The hottest first: `/a?`.
  if (
    url.charCodeAt(1) === 97 &&
    url.charCodeAt(2) === 63 &&
    method === 'GET' &&
    url.length <= MAX_URL_LENGTH
  ) {
    deps.ads.answer(request, response);
  } else if (url.length > MAX_URL_LENGTH) {
    answerErrorAndClose(request, response, 'url_too_long', {
      message: `An address has at most ${MAX_URL_LENGTH} characters.`,
    });
  } else if (method === 'POST') {
    if (url === EVENTS_PATH || url.startsWith(`${EVENTS_PATH}?`))
      settle(deps.events.post(request, response), response, deps);
    else if (url === COLLECT_PATH) settle(deps.collect.post(request, response), response, deps);
    else if (url.startsWith(`${REPORT_PATH}/`)) settle(deps.reports.take(request, response), response, deps);
    else answerErrorAndClose(request, response, 'not_found', { message: 'There is nothing here.' });
  } else if (method === 'GET' || method === 'HEAD') {
    routeRead(request, response, deps);
  } else if (method === 'OPTIONS') {
    answerPreflight(response);
  } else {
    answerErrorAndClose(request, response, 'method_not_allowed', { message: 'Use GET or POST.' });
  }
}

function routeRead(request: IncomingMessage, response: ServerResponse, deps: ServerDeps): void {
  const path = request.url ?? '';
  const method = request.method ?? '';
  const bare = path.split('?', 1)[0] ?? '';
  if (bare === '/a') {
    deps.ads.answer(request, response);
  } else if (path.startsWith(`${CLICK_PATH}/`)) {
    deps.events.click(request, response, path);
  } else if (path.startsWith(`${EVENTS_PATH}/`)) {
    deps.events.pixel(request, response, bare);
  } else if (path.startsWith(`${TRACKING_PATH}/`)) {
    deps.tracking.answer(request, response, bare);
  } else if (path.startsWith(`${FRAME_PATH}/`)) {
    answerFrame(response, { path, method }, deps.frame);
  } else if (bare === PREVIEW_PATH) {
    answerPreviewFrame(response, { method }, deps.frame.dashboardUrl);
  } else if (path.startsWith(`${REPORT_PATH}/`)) {
    deps.reports.show(request, response);
  } else if (path.startsWith(`${IMAGE_PATH}/`)) {
    settle(deps.images.answer(request, response, bare), response, deps);
  } else if (path === LOOK_BESIDE_PATH) {
    settle(deps.scripts.answer(request, response, LOOK_PATH.slice(1), 'private'), response, deps);
  } else if (bare === '/sdk.js' || bare === '/analytics.js' || bare === LOOK_PATH) {
    settle(deps.scripts.answer(request, response, bare.slice(1)), response, deps);
  } else if (bare === '/robots.txt') {
    answerRobots(request, response, pathOf(deps));
  } else if (bare === '/health') {
    answerHealth(request, response, deps);
  } else if (bare === '/metrics' && isLocalRequest(request)) {
    response.writeHead(200, [
      'Content-Type',
      'text/plain; version=0.0.4; charset=utf-8',
      'Cache-Control',
      'no-store',
      'X-Content-Type-Options',
      'nosniff',
    ]);
    response.end(deps.metrics());
  } else if (bare === '/demo' && deps.demo()) {
    settle(answerDemo(response, deps.dataDir), response, deps);
  } else {
    answerError(response, 'not_found', { message: 'There is nothing here.' });
  }
}

/** What takes its time: a file, or a body that has to arrive. */
function settle(answer: Promise<void>, response: ServerResponse, deps: ServerDeps): void {
  answer.catch((error: unknown) => answerFailed(error, response, deps));
}

/** One request that fails is told so; those of others go on. */
function answerFailed(error: unknown, response: ServerResponse, { log }: ServerDeps): void {
  log.error({ error: String(error), stack: error instanceof Error ? error.stack : '' }, 'a request failed');
  if (!response.headersSent) answerError(response, 'unavailable', { message: 'Something went wrong.' });
  else response.destroy();
}

/** Figures of the business are for the operator's own network. */
function answerHealth(request: IncomingMessage, response: ServerResponse, deps: ServerDeps): void {
  const { status, checks, detail } = deps.health();
  response.writeHead(status === 'failing' ? 503 : 200, [
    'Content-Type',
    'application/json; charset=utf-8',
    'Cache-Control',
    'no-store',
    'X-Content-Type-Options',
    'nosniff',
  ]);
  response.end(JSON.stringify({ data: { status, checks, ...(isLocalRequest(request) ? detail : {}) } }));
}

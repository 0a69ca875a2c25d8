import { randomUUID } from 'node:crypto';
import type { AnyRouter } from '@orpc/server';
import { ACCOUNT_HEADER } from '@placard/contract/accounts';
import { traced } from '@placard/db/process/traces';
import { networkOfAddress, siteOfAddress } from '@placard/domain/address/address-network';
import { withoutPort } from '@placard/domain/address/without-port';
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { HasAnalytics } from '../analytics/open-analytics.ts';
import type { Caller } from '../api/access.ts';
import { AppError, tooOften } from '../api/app-error.ts';
import { addBodyParsers, JSON_LIMIT_BYTES, mayUpload } from '../api/body-parsers.ts';
import { withRequest } from '../api/current-request.ts';
import { createRateLimiter } from '../api/rate-limiter.ts';
import { FILE_BYTES_HEADER, FILE_ROWS_HEADER, type StreamedFile } from '../api/streamed-file.ts';
import { callerOf } from '../auth/sessions.ts';
import type { HasClock, HasDataDir, HasDb, HasLog, HasSecrets, HasUrls } from '../deps.ts';
import { keptFor } from '../fairness/kept.ts';
import { readSellersJson } from '../features/ads-txt/sellers-json.ts';
import { addWebhook, WEBHOOK_PATH } from '../features/billing/card-payments/webhook-route.ts';
import { addProviderCallback } from '../features/single-sign-on/callback.ts';
import type { HasCards } from '../gateways/card-gateway.ts';
import { withCharset } from '../text-charset.ts';
import { type AccountTurns, turnKey } from './account-turns.ts';
import { addApiDocs } from './api-docs.ts';
import { createApiHandler } from './api-handler.ts';
import type { Arrival } from './arrivals.ts';
import { addAwayPage } from './away-page.ts';
import { addDownloads } from './downloads.ts';
import { errorBody, refusalOf } from './error-encoding.ts';
import { probesOf, readHealth } from './health.ts';
import { logAnswers } from './log-answers.ts';
import { paceConnections } from './new-connections.ts';
import { addOneClick } from './one-click.ts';
import { refuseUnread } from './refuse-unread.ts';
import { addRobots } from './robots.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { createSentBytes } from './sent-bytes.ts';
import { inlineScriptSources, isScreenPath, serveDashboard } from './static-files.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
    arrival: Arrival;
    /** Its body was still on its way when it was looked who calls. */
    bodyIsLate: boolean;
    /** Aborted when the connection ends before the whole answer was handed to it. */
    gone: AbortSignal;
  }
}

export type HttpOptions = {
  /** Whose `x-forwarded-for` is believed: nobody's (false), or comma-separated addresses and networks. */
  readonly trustProxy: boolean | string;
  /** Calls a minute and IP; 0 = no limit. */
  readonly callsPerMinute: number;
  /** What one account may do at once. */
  readonly accountTurns: AccountTurns;
  /** What one person may send within 24 hours; by default what is promised. */
  readonly sentBytesADay?: number;
  /** Told of each answer, for the figures of whoever watches. */
  readonly onAnswered?: (status: number, tookMs: number) => void;
  /** Folder of the built dashboard. */
  readonly webFolder: string;
  /** Folder of the packed client for other programs; where there is none, none is offered. */
  readonly clientFolder?: string;
};

type HttpDeps = HasDb & HasClock & HasUrls & HasCards & HasLog & HasAnalytics & HasDataDir & HasSecrets;

/** Ids are positive four-byte integers. */
const ACCOUNT_ID = /^[1-9]\d{0,8}$/;

/** The name of a scheme is read in any case (RFC 9110, 11.1). */
function bearerToken(request: FastifyRequest): string | null {
  return /^bearer +(.*)$/i.exec(request.headers.authorization ?? '')?.[1]?.trim() ?? null;
}

function headerText(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

function answerErrors(app: FastifyInstance, deps: HttpDeps): void {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    let refusal = refusalOf(error);
    if (refusal === null && error.statusCode === 413) refusal = new AppError('too_large');
    if (refusal === null && error.statusCode !== undefined && error.statusCode < 500) {
      refusal = new AppError('bad_request');
    }
    if (refusal === null || refusal.code === 'unavailable') {
      deps.log.error({ err: error, requestId: request.id }, 'request failed');
    }
    const answer = refusal ?? new AppError('internal');
    if (answer.retryAfterSeconds !== undefined) reply.header('retry-after', answer.retryAfterSeconds);
    // Also where the route had begun to say how long its answer may be kept.
    reply.header('cache-control', 'no-store');
    return reply.code(answer.status).send(errorBody(answer));
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    if (isScreenPath(request.method, path) && 'sendFile' in reply) reply.sendFile('index.html');
    else
      reply
        .code(404)
        .header('cache-control', 'no-store')
        .send(errorBody(new AppError('not_found')));
  });
}

/** Aborted when the connection ends before the whole answer was handed to it. */
function goneOf(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const { raw } = reply;
  const look = () => {
    if (!raw.writableFinished) gone.abort();
  };
  if (raw.destroyed) look();
  else raw.once('close', look);
  return gone.signal;
}

const HEALTH_KEPT_MS = 2_000;
const SELLERS_KEPT_MS = 60_000;

/** For whoever watches: what was looked at, and 503 where anything of it does not work. */
function addHealth(app: FastifyInstance, deps: HttpDeps): void {
  const probes = probesOf(deps);
  const health = keptFor(
    HEALTH_KEPT_MS,
    () => deps.clock().getTime(),
    async () => await readHealth(probes),
  );
  app.get('/api/health', async (_request, reply) => {
    const data = await health();
    return reply
      .code(data.status === 'ok' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ data });
  });
}

/** Where buyers look up who sells through this network: sellers.json 1.0. */
function addSellersJson(app: FastifyInstance, deps: HttpDeps): void {
  const sellers = keptFor(
    SELLERS_KEPT_MS,
    () => deps.clock().getTime(),
    async () => JSON.stringify(await readSellersJson(deps)),
  );
  app.get('/sellers.json', async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=300')
      .header('access-control-allow-origin', '*')
      .type('application/json; charset=utf-8')
      .send(await sellers()),
  );
}

/** A /48 of IPv6 has 65,536 networks, of which each may make all calls of one: it makes those of so many. */
export const NETWORKS_OF_A_SITE = 16;

/**
 * Files, and what the gateway tells, which comes in bursts from a few addresses and costs the check of a signature. Told by the
 * route: an address may be written in more ways than one (`/api/webhooks/stripe/../../auth/login`, `/%61pi/…`).
 */
function isUncounted({ method, routeOptions }: FastifyRequest): boolean {
  const { url = '' } = routeOptions;
  if (url === WEBHOOK_PATH) return true;
  return /^(?:GET|HEAD)$/.test(method) && !url.startsWith('/api/') && url !== '/sellers.json';
}

/** So many calls a minute and address, of everything that costs more than a file. */
function limitCalls(app: FastifyInstance, deps: HttpDeps, { callsPerMinute }: HttpOptions): void {
  const limiter = createRateLimiter({ limit: callsPerMinute, windowMs: 60_000 });
  const ofSites = createRateLimiter({ limit: callsPerMinute * NETWORKS_OF_A_SITE, windowMs: 60_000 });
  app.addHook('onRequest', async (request, reply) => {
    if (callsPerMinute === 0 || isUncounted(request)) return;
    const [network, nowMs] = [networkOfAddress(request.ip), deps.clock().getTime()];
    const waitMs = limiter.take(network, nowMs) || ofSites.take(siteOfAddress(request.ip), nowMs);
    const { calls, resetMs } = limiter.left(network, nowMs);
    reply.headers({
      'ratelimit-limit': callsPerMinute,
      'ratelimit-remaining': calls,
      'ratelimit-reset': Math.ceil(resetMs / 1000),
    });
    if (waitMs > 0) throw tooOften(waitMs);
  });
}

/** The account that a call is for, of several one belongs to. Anything but an id is nobody's account. */
function accountNamed(request: FastifyRequest): number | null {
  const named = headerText(request, ACCOUNT_HEADER);
  if (named === null) return null;
  return ACCOUNT_ID.test(named) ? Number(named) : 0;
}

/** Of a file that is sent while it is written: nobody knows its length, but how many rows it has, and about how many bytes. */
function headersOf({ name, type, rowCount, bytesAbout }: StreamedFile): Record<string, string | number> {
  return {
    'content-type': type,
    'content-disposition': `attachment; filename="${name}"`,
    [FILE_ROWS_HEADER]: rowCount,
    [FILE_BYTES_HEADER]: bytesAbout,
  };
}

const NOT_FOUND = 404;

/** A call as a span of its caller's trace, or of its own; its address stays out, which may hold a token. */
async function traceCall(
  request: FastifyRequest,
  reply: FastifyReply,
  call: (onOperation: (method: string, path: string) => void) => Promise<{ readonly matched: boolean }>,
): Promise<void> {
  const parent = headerText(request, 'traceparent') ?? undefined;
  const attributes = { 'http.request.method': request.method, 'placard.request_id': request.id };
  const matched = await traced(
    `${request.method} /api`,
    { kind: 'server', parent, attributes },
    async (span) => {
      const answered = await call((method, path) => {
        span.rename(`${method} /api${path}`);
        span.set({ 'http.route': `/api${path}` });
      });
      const status = answered.matched ? reply.statusCode : NOT_FOUND;
      span.set({ 'http.response.status_code': status });
      if (status >= 500) span.fail();
      return answered.matched;
    },
  );
  if (!matched) throw new AppError('not_found');
}

function addApi(app: FastifyInstance, router: AnyRouter, deps: HttpDeps, options: HttpOptions): void {
  const turns = options.accountTurns;
  const handler = createApiHandler(router, deps, turns);
  app.route({
    // No operation has HEAD, which would do all of a GET's work for nobody: refused like a path that is none of ours.
    method: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    url: '/api/*',
    exposeHeadRoute: false,
    onRequest: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      request.gone = goneOf(reply);
      const { method, ip, gone } = request;
      const [token, accountId] = [bearerToken(request), accountNamed(request)];
      const arrival = await turns.arrivals.enter({ method, token, accountId, ip, gone });
      request.arrival = arrival;
      reply.raw.once('close', arrival.leave);
      if (reply.raw.destroyed) arrival.leave();
      // Before the body is read: who is nobody shall not make us read much.
      request.caller = await callerOf(deps.db, { token, now: deps.clock(), accountId, ip });
      if (request.caller.kind === 'user') arrival.known(turnKey(request.caller.actor, ip));
      // Nobody's place in a line is held by a body that is still on its way.
      request.bodyIsLate = request.raw.complete === false;
      if (request.bodyIsLate) arrival.leave();
      const isForm = headerText(request, 'content-type')?.startsWith('multipart/') === true;
      if (isForm && !mayUpload(request.url, request.caller.kind === 'user')) {
        throw new AppError(request.caller.kind === 'user' ? 'bad_request' : 'unauthenticated');
      }
      if (isForm && request.caller.kind === 'user') {
        // Before the body is read: what waits here is in nobody's memory.
        const giveBack = await turns.upload.take(turnKey(request.caller.actor, ip), gone);
        reply.raw.once('close', giveBack);
        if (reply.raw.destroyed) giveBack();
      }
    },
    handler: async (request, reply) =>
      await traceCall(request, reply, async (onOperation) => {
        const facts = {
          onOperation,
          id: request.id,
          ip: request.ip,
          userAgent: headerText(request, 'user-agent') ?? '',
          idempotencyKey: headerText(request, 'idempotency-key'),
          ifMatch: headerText(request, 'if-match'),
          gone: request.gone,
          giveWay: request.arrival.giveWay,
          onReportRead: (sources: readonly string[]) => {
            reply.header('placard-report-source', sources.join(' '));
          },
        };
        const onRetryAfter = (seconds: number) => reply.header('retry-after', seconds);
        const onEntityTag = (tag: string) => reply.header('etag', tag);
        const onFile = (file: StreamedFile) => reply.headers(headersOf(file));
        const { caller, arrival, bodyIsLate } = request;
        const context = {
          ...{ caller, request: facts, onRetryAfter, onEntityTag, onFile },
          ...{ bodyIsLate, onDone: arrival.leave },
          callerIn: async (accountId: number) =>
            await callerOf(deps.db, {
              token: bearerToken(request),
              now: deps.clock(),
              accountId,
              ip: facts.ip,
            }),
        };
        const accountId = caller.kind === 'user' ? caller.actor.accountId : null;
        const apiKeyId = caller.kind === 'user' ? (caller.key?.id ?? null) : null;
        return await withRequest(
          { ...facts, accountId, apiKeyId },
          async () => await handler.handle(request, reply, { prefix: '/api', context }),
        );
      }),
  });
}

/** Whoever sends a file names its type; how text in it is encoded is said here, for all of them. */
function nameCharset(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    const type = reply.getHeader('content-type');
    if (typeof type === 'string') reply.header('content-type', withCharset(type));
  });
}

/** With its port each connection would be another caller, and have limits of its own. */
function leaveOutPorts(headers: FastifyRequest['headers']): void {
  const told = headers['x-forwarded-for'];
  if (typeof told !== 'string') return;
  headers['x-forwarded-for'] = told
    .split(',')
    .map((hop) => withoutPort(hop.trim()))
    .join(', ');
}

/** Looked at every five seconds: a head that is not there after fifteen is cut. */
export const SLOW_HEADS = { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 } as const;

/** The whole HTTP server, ready to listen or to be tested with `inject`. */
export async function createHttpServer(
  router: AnyRouter,
  deps: HttpDeps,
  options: HttpOptions,
): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy,
    bodyLimit: JSON_LIMIT_BYTES,
    // Nobody's header becomes an id in our log.
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    requestTimeout: 60_000,
    http: SLOW_HEADS,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseUnread,
    // Addresses that are none: told in our words too.
    frameworkErrors: (_error, _request, reply) => {
      (reply as FastifyReply).code(400).send(errorBody(new AppError('bad_request')));
    },
    routerOptions: { ignoreTrailingSlash: true },
  });
  const endWaiting = paceConnections(app.server, options.accountTurns.arrivals.connecting);
  app.addHook('preClose', async () => endWaiting());
  for (const name of ['caller', 'arrival', 'bodyIsLate', 'gone']) app.decorateRequest(name, null, []);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    // First: whatever asks for the caller's address reads it from here.
    if (options.trustProxy !== false) leaveOutPorts(request.headers);
  });
  logAnswers(app, deps, options.onAnswered);
  nameCharset(app);
  await addSecurityHeaders(app, deps, inlineScriptSources(options.webFolder));
  limitCalls(app, deps, options);
  addAwayPage(app, deps);
  addBodyParsers(app, createSentBytes(deps.clock, options.sentBytesADay));
  answerErrors(app, deps);
  addHealth(app, deps);
  addSellersJson(app, deps);
  addRobots(app);
  await addOneClick(app, deps);
  await addWebhook(app, deps);
  addProviderCallback(app, deps);
  addApiDocs(app, options.clientFolder);
  addDownloads(app, deps);
  addApi(app, router, deps, options);
  await serveDashboard(app, options.webFolder);
  return app;
}

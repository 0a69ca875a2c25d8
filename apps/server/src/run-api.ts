import { fileURLToPath } from 'node:url';
import { createDb, createPool } from '@placard/db/database';
import { collectAlone } from '@placard/db/process/collect-alone';
import type { Metric } from '@placard/db/process/metrics-text';
import { startWatchServer } from '@placard/db/process/watch-server';
import type { Pool } from 'pg';
import { type Analytics, openAnalytics, tellEngineGone } from './analytics/open-analytics.ts';
import type { AppDeps } from './app-deps.ts';
import { createSweepLoop } from './auth/sweep-expired.ts';
import { createRouter } from './compose.ts';
import type { ServerConfig } from './config.ts';
import type { DemoAccount } from './demo/fill-demo.ts';
import { eraseImages } from './features/images/erase-images.ts';
import { type OpenImages, openImages } from './features/images/open-images.ts';
import { removeUnusedImages } from './features/images/unused-images.ts';
import { ensureOperator } from './features/users/first-operator.ts';
import { openCards } from './gateways/open-cards.ts';
import { openProvider } from './gateways/open-provider.ts';
import { createAccountTurns } from './http/account-turns.ts';
import { probesOf, readHealth } from './http/health.ts';
import { createHttpServer } from './http/server.ts';
import { createMailLoop } from './mail/mail-sender.ts';
import { smtpSender } from './mail/smtp.ts';
import { openDeps } from './open-deps.ts';
import { endWithParent, tellParent } from './process-end.ts';
import { Repeating } from './repeating.ts';
import { claimReports, onceDatabaseIsThere, requireOurDatabase } from './require-database.ts';
import { serverLog } from './server-log.ts';
import { networkFigures, type WorkerFigures } from './watch/network-figures.ts';
import { RequestFigures } from './watch/request-figures.ts';
import { workerSettings } from './worker-settings.ts';

const WEB_FOLDER = fileURLToPath(new URL('../../web/dist', import.meta.url));
const CLIENT_FOLDER = fileURLToPath(new URL('../../../packages/client/dist', import.meta.url));

/** Images of before there was a bucket, and those that were restored. */
const PUSH_IMAGES_MS = 10 * 60_000;
const ERASE_IMAGES_MS = 60 * 60_000;

/** Something that runs until it is stopped. */
type Part = { stop(): Promise<unknown> };

/** The API's own loops: they start at once and live through the database being away. */
async function startLoops(
  config: ServerConfig,
  deps: AppDeps,
  pushImages: OpenImages['push'],
): Promise<Part[]> {
  const loops: Repeating[] = [createSweepLoop(deps)];
  if (config.smtpUrl !== undefined) {
    const send = await smtpSender(config.smtpUrl, config.mailFrom, config.mailReplyTo);
    loops.push(createMailLoop({ ...deps, send }));
  }
  const erase = async () => {
    const unused = await removeUnusedImages(deps);
    if (unused > 0) deps.log.info({ count: unused }, 'images that nothing used were let go');
    const count = await eraseImages(deps);
    if (count > 0) deps.log.info({ count }, 'images that nobody has any more were removed');
  };
  const onEraseError = (cause: unknown) => deps.log.warn({ err: cause }, 'images were not removed');
  loops.push(new Repeating(erase, ERASE_IMAGES_MS, onEraseError));
  if (pushImages !== null) {
    const onError = (cause: unknown) =>
      deps.log.warn({ err: cause }, 'images were not brought into the bucket');
    const push = async () => {
      const count = await pushImages();
      if (count > 0) deps.log.info({ count }, 'images of the folder were brought into the bucket');
    };
    loops.push(new Repeating(push, PUSH_IMAGES_MS, onError));
  }
  for (const loop of loops) loop.start();
  return loops;
}

/** The worker, with connections of its own: a rush of calls does not hold up settlement, nor the other way round. */
async function startWorkerHere(
  config: ServerConfig,
  deps: AppDeps,
  analytics: Analytics,
): Promise<Part & { readonly figures: WorkerFigures }> {
  const { startWorker } = await import('./worker.ts');
  const pool = createPool({
    url: config.databaseUrl,
    name: 'placard-worker',
    onIdleError: (error) => deps.log.warn({ err: error }, 'a database connection was lost'),
  });
  const db = createDb(pool);
  const worker = await startWorker({
    pool,
    db,
    analytics,
    logger: deps.log,
    clock: deps.clock,
    secrets: deps.secrets,
    ...workerSettings(config),
    cards: deps.cards,
  });
  return {
    figures: worker.figures,
    stop: async () => {
      await worker.stop();
      await db.destroy();
    },
  };
}

/** Visitors for the demo, who make its figures move. @param accounts none where this is no demo */
async function startVisitors(
  config: ServerConfig,
  deps: AppDeps,
  accounts: readonly DemoAccount[],
): Promise<Part[]> {
  const perMinute = config.demoVisitors;
  if (perMinute === 0 || accounts.length === 0 || !config.worker) return [];
  const [{ createLiveVisitors }, { createRandom }] = await Promise.all([
    import('./demo/live-visitors.ts'),
    import('./demo/random.ts'),
  ]);
  const visitors = createLiveVisitors({
    db: deps.db,
    deliveryUrl: config.deliveryUrl,
    random: createRandom(deps.clock().getTime()),
    perMinute,
    onError: (error) => deps.log.debug({ err: error }, 'a visitor of the demo got no answer'),
  });
  visitors.start();
  return [visitors];
}

/** Tells whoever watches how API and worker are, on a port of its own. */
async function startWatch(
  config: ServerConfig,
  deps: AppDeps,
  figures: () => readonly Metric[],
): Promise<readonly Part[]> {
  if (config.watch === null) return [];
  const pool = createPool({
    url: config.databaseUrl,
    name: 'placard-watch',
    max: 1,
    statementTimeoutMs: 5_000,
    giveUpAfterMs: 5_000,
  });
  const probes = probesOf(deps);
  const network = {
    pool,
    dataDir: config.dataDir,
    backupsDir: config.backups?.into ?? null,
    momentsDir: config.pointInTime?.into ?? null,
  };
  const server = await startWatchServer(config.watch, {
    readiness: async () => await readHealth(probes),
    metrics: async () => [...figures(), ...(await networkFigures(network))],
  });
  return [{ stop: async () => await Promise.all([server.stop(), pool.end()]) }];
}

/** Connections for a question at the start. */
async function withPool<Result>(
  config: ServerConfig,
  work: (pool: Pool) => Promise<Result>,
): Promise<Result> {
  const pool = createPool({ url: config.databaseUrl, name: 'placard-server', max: 1 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/**
 * The API, and in this process the worker unless it runs apart.
 * @param filled before all else: it settles and loads what it settled, and an installation for the demo has no operator yet
 */
export async function runApi(config: ServerConfig, filled: Promise<readonly DemoAccount[]>): Promise<void> {
  const demoAccounts = await filled;
  collectAlone();
  const log = serverLog(config.logLevel);
  const analytics = await openAnalytics({ ...config, apart: { onGone: tellEngineGone(log) } });
  const images = await openImages(config.dataDir, config.objects);
  const cards = await openCards(config.stripe);
  const deps = openDeps(config, {
    log,
    analytics,
    cards,
    provider: await openProvider(config),
    images: images.store,
  });
  const parts: Part[] = [];
  endWithParent(deps.log, async () => {
    // What was started last ends first: calls, which may still need the rest.
    for (const part of parts.toReversed()) await part.stop();
    await deps.afterAnswer.idle();
    await deps.db.destroy();
    await analytics.close();
    images.close();
    await deps.traces.stop();
  });
  const requests = new RequestFigures();
  const app = await createHttpServer(createRouter(deps), deps, {
    trustProxy: config.trustProxy,
    callsPerMinute: config.callsPerMinute,
    accountTurns: createAccountTurns(),
    webFolder: WEB_FOLDER,
    clientFolder: CLIENT_FOLDER,
    onAnswered: (status, tookMs) => requests.add(status, tookMs),
  });
  let worker: Awaited<ReturnType<typeof startWorkerHere>> | undefined;
  parts.push(
    ...(await startWatch(config, deps, () => [...requests.metrics(), ...(worker?.figures.metrics() ?? [])])),
  );
  parts.push({ stop: async () => await app.close() });
  // Before the database is asked anything: while it is away, who comes is told so.
  await app.listen({ host: config.host, port: config.port });
  deps.log.info({ host: config.host, port: config.port }, 'the API takes requests');
  await onceDatabaseIsThere(
    async () => await withPool(config, async (pool) => await requireOurDatabase(pool, deps.secrets)),
  );
  if (analytics.embedded) {
    const claim = await onceDatabaseIsThere(
      async () => await claimReports(config.databaseUrl, 'placard-server', deps.log),
    );
    parts.unshift({ stop: async () => await claim.release() });
  }
  const operatorLink = await onceDatabaseIsThere(async () => await ensureOperator(deps, config.operator));
  parts.unshift(...(await startLoops(config, deps, images.push)));
  if (config.worker) {
    worker = await startWorkerHere(config, deps, analytics);
    parts.unshift(worker);
  }
  parts.unshift(...(await startVisitors(config, deps, demoAccounts)));
  tellParent({
    type: 'ready',
    ...(operatorLink === null ? {} : { operatorLink }),
    ...(demoAccounts.length === 0 ? {} : { demoAccounts }),
  });
}

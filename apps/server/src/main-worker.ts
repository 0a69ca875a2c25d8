import { createDb, createPool } from '@placard/db/database';
import { callOrEnd } from '@placard/db/process/command-call';
import { settingsHelp } from '@placard/db/process/commands';
import { startTraces } from '@placard/db/process/traces';
import { startWatchServer } from '@placard/db/process/watch-server';
import { openSecrets } from '@placard/db/secrets/installation-key';
import { systemClock } from '@placard/domain/clock';
import type { Pool } from 'pg';
import {
  type Analytics,
  openAnalytics,
  requireAnalytics,
  tellEngineGone,
} from './analytics/open-analytics.ts';
import { readServerConfig, type ServerConfig } from './config.ts';
import { openDataFolder } from './data-folder.ts';
import { openCards } from './gateways/open-cards.ts';
import { works } from './http/health.ts';
import { endWithParent, tellParent } from './process-end.ts';
import { claimReports, onceDatabaseIsThere, requireOurDatabase } from './require-database.ts';
import { serverLog } from './server-log.ts';
import { networkFigures } from './watch/network-figures.ts';
import { type RunningWorker, startWorker } from './worker.ts';
import { workerSettings } from './worker-settings.ts';

/** Tells whoever watches how the worker is, on a port of its own. */
async function startWatch(config: ServerConfig, pool: Pool, worker: RunningWorker, analytics: Analytics) {
  if (config.watch === null) return null;
  const network = { pool, dataDir: config.dataDir, backupsDir: config.backups?.into ?? null };
  return await startWatchServer(config.watch, {
    readiness: async () => {
      const database = await works(async () => await pool.query('select 1'));
      const reports = await works(async () => await requireAnalytics(analytics));
      const word = (good: boolean) => (good ? 'ok' : 'failing');
      const checks = { database: word(database), analytics: word(reports) };
      return { status: database && reports ? 'ok' : 'failing', checks };
    },
    metrics: async () => [...worker.figures.metrics(), ...(await networkFigures(network))],
  });
}

/** The worker in a process of its own; with `npm start` it runs in the server's. */
async function main(): Promise<void> {
  callOrEnd({
    help: settingsHelp(
      'worker',
      'The worker alone: settlement, pacing, reports and mails, for several machines.',
    ),
  });
  const config = readServerConfig();
  openDataFolder(config.dataDir);
  const logger = serverLog(config.logLevel);
  const traces = startTraces(config.traces, 'placard-worker', (lost) =>
    logger.warn(lost, 'traces were lost'),
  );
  const analytics = await openAnalytics({ ...config, apart: { onGone: tellEngineGone(logger) } });
  const pool = createPool({
    url: config.databaseUrl,
    name: 'placard-worker',
    onIdleError: (error) => logger.warn({ err: error }, 'a database connection was lost'),
  });
  const db = createDb(pool);
  const secrets = openSecrets(config.secretKeys, config.dataDir);
  await onceDatabaseIsThere(async () => await requireOurDatabase(pool, secrets));
  const claim = analytics.embedded
    ? await onceDatabaseIsThere(async () => await claimReports(config.databaseUrl, 'placard-worker', logger))
    : null;
  const worker = await startWorker({
    pool,
    db,
    analytics,
    logger,
    clock: systemClock,
    secrets,
    ...workerSettings(config),
    cards: await openCards(config.stripe),
  });
  const watch = await startWatch(config, pool, worker, analytics);
  endWithParent(logger, async () => {
    await worker.stop();
    await analytics.close();
    await db.destroy();
    await claim?.release();
    await watch?.stop();
    await traces.stop();
  });
  logger.info('the worker runs');
  tellParent({ type: 'ready' });
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

import { createDb, createPool } from '@placard/db/database';
import { logLines } from '@placard/db/process/log-lines';
import { installationKey } from '@placard/db/secrets/installation-key';
import { createSecrets } from '@placard/db/secrets/secrets';
import { systemClock } from '@placard/domain/clock';
import { pino } from 'pino';
import { openAnalytics } from './analytics/open-analytics.ts';
import { readServerConfig } from './config.ts';
import { openCards } from './gateways/open-cards.ts';
import { endWithParent, tellParent } from './process-end.ts';
import { startWorker } from './worker.ts';

/** The worker in a process of its own; with `npm start` it runs in the server's. */
async function main(): Promise<void> {
  const config = readServerConfig();
  const logger = pino(
    { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    logLines(),
  );
  const analytics = await openAnalytics({ dataDir: config.dataDir, clickhouseUrl: config.clickhouseUrl });
  const pool = createPool({
    url: config.databaseUrl,
    name: 'placard-worker',
    onIdleError: (error) => logger.warn({ err: error }, 'a database connection was lost'),
  });
  const db = createDb(pool);
  const worker = await startWorker({
    pool,
    db,
    analytics,
    logger,
    clock: systemClock,
    publicUrl: config.publicUrl,
    backups: config.backups,
    secrets: createSecrets(config.secretKey ?? installationKey(config.dataDir)),
    cards: await openCards(config.stripe),
  });
  endWithParent(logger, async () => {
    await worker.stop();
    await analytics.close();
    await db.destroy();
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

import type { ServerConfig } from './config.ts';
import type { WorkerDeps } from './worker.ts';

/** What the worker takes from the settings as they are, in the API's process and in one of its own. */
export function workerSettings(config: ServerConfig) {
  return {
    databaseUrl: config.databaseUrl,
    settlers: config.settlers,
    publicUrl: config.publicUrl,
    deliveryUrl: config.deliveryUrl,
    dataDir: config.dataDir,
    objects: config.objects,
    backups: config.backups,
    pointInTime: config.pointInTime,
    hasKeyFile: config.secretKeys === undefined,
    mailServer: config.smtpUrl !== undefined,
  } satisfies Partial<WorkerDeps>;
}

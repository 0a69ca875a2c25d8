import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startCluster } from '@placard/db/embedded/cluster';
import { isClusterRunning, runningClusterUrl } from '@placard/db/embedded/running-cluster';
import { takeLock } from '@placard/db/process/file-lock';
import { unfinishedRestore } from '@placard/db/process/unfinished-restore';
import { BackupFault } from './backup-fault.ts';

/**
 * Does something with the database of a data folder: the one of a running Placard, or started for it and ended again.
 * @throws BackupFault where there is none, or half of a restore
 */
export async function withDatabase<Result>(
  dataDir: string,
  databaseUrl: string | undefined,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const unfinished = unfinishedRestore(dataDir);
  if (unfinished !== undefined) throw new BackupFault(unfinished);
  if (databaseUrl !== undefined) return await work(databaseUrl);
  const home = join(dataDir, 'postgres');
  if (!existsSync(home))
    throw new BackupFault(
      `There is no Placard in ${dataDir}. Set PLACARD_DATA_DIR to its data folder, or DATABASE_URL.`,
    );
  const lock = takeLock(join(dataDir, 'launcher.lock'), 'a backup');
  if (!('release' in lock)) {
    if (isClusterRunning(home)) return await work(runningClusterUrl(home));
    if (lock.unseen === true)
      throw new BackupFault(
        `Placard runs on ${dataDir} in another container, or was killed there a moment ago. Run this command in that one (docker compose exec).`,
      );
    throw new BackupFault('Placard is just starting or ending here. Try again in a moment.');
  }
  try {
    const cluster = await startCluster({ home });
    try {
      return await work(cluster.url);
    } finally {
      await cluster.stop();
    }
  } finally {
    lock.release();
  }
}

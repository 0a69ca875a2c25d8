import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isUnused } from '@placard/db/backup/load';
import { removeCluster } from '@placard/db/embedded/cluster';
import { emptyFolder, isEmptyFolder, namesIn } from '@placard/db/process/empty-folder';
import { type FileLock, takeLock } from '@placard/db/process/file-lock';
import { UNFINISHED_RESTORE } from '@placard/db/process/unfinished-restore';
import { BackupFault } from './backup-fault.ts';

const LOCK = 'launcher.lock';
export type Unused = {
  /** Absolute. */
  readonly dataDir: string;
  /** Undefined: the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined;
};

/** What stands in the data folder and is no folder that was made ready, empty, for a disk of its own. */
function usedIn(dataDir: string): string[] {
  return namesIn(dataDir).filter((name) => !isEmptyFolder(join(dataDir, name)));
}

/** @param but a name that may be in the folder */
export async function refuseUsed({ dataDir, databaseUrl }: Unused, but?: string): Promise<void> {
  const found = existsSync(dataDir) ? usedIn(dataDir).filter((name) => name !== but) : [];
  if (found.includes(UNFINISHED_RESTORE)) {
    throw new BackupFault(
      `A restore into ${dataDir} was not finished: what is in it is half of a backup. Empty that folder and restore again.`,
    );
  }
  if (found.length > 0) {
    throw new BackupFault(
      `The data folder ${dataDir} is not empty (${found.slice(0, 3).join(', ')}). A backup is restored into an empty one: ` +
        'move this folder away, or choose another by PLACARD_DATA_DIR.',
    );
  }
  if (databaseUrl !== undefined && !(await isUnused(databaseUrl)))
    throw new BackupFault(
      'The database at DATABASE_URL is in use already. A backup is restored into an empty one.',
    );
}

/**
 * Holds a folder that is still unused now that it is held: while the backup was checked another restore may have filled it, and a
 * Placard may have run on it.
 */
async function lockUnused(order: Unused): Promise<FileLock> {
  const lock = takeLock(join(order.dataDir, LOCK), 'a restore');
  if (!('release' in lock)) throw new BackupFault(`The data folder ${order.dataDir} is in use.`);
  try {
    await refuseUsed(order, LOCK);
    return lock;
  } catch (cause) {
    lock.release();
    throw cause;
  }
}

/**
 * What is in the way of it is no news beside why the restore failed; the mark stays then, and nothing starts on what is left.
 * @param ready folders that were there, empty, and may be disks
 */
async function empty(dataDir: string, ready: readonly string[]): Promise<void> {
  try {
    await removeCluster(join(dataDir, 'postgres'), ready.includes('postgres'));
    for (const name of ready) emptyFolder(join(dataDir, name));
    const others = namesIn(dataDir).filter((name) => name !== UNFINISHED_RESTORE && !ready.includes(name));
    for (const name of [...others, UNFINISHED_RESTORE])
      rmSync(join(dataDir, name), { recursive: true, force: true });
  } catch {
    // Left to whoever is told of the mark.
  }
}

/**
 * Does the work of a restore in an unused data folder. One that is killed leaves a mark, with which nothing starts on the folder;
 * one that fails leaves it empty.
 */
export async function fillUnused<Result>(order: Unused, work: () => Promise<Result>): Promise<Result> {
  const { dataDir } = order;
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const lock = await lockUnused(order);
  const ready = namesIn(dataDir).filter((name) => name !== LOCK);
  try {
    writeFileSync(join(dataDir, UNFINISHED_RESTORE), '', { flush: true });
    const outcome = await work();
    rmSync(join(dataDir, UNFINISHED_RESTORE));
    return outcome;
  } catch (cause) {
    await empty(dataDir, ready);
    throw cause;
  } finally {
    lock.release();
  }
}

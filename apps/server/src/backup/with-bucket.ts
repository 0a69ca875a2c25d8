import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ObjectSettings } from '@placard/db/objects/object-settings';
import { type ObjectStore, ObjectStoreError } from '@placard/db/objects/object-store';
import { openObjectStore } from '@placard/db/objects/open-object-store';
import { type FileLock, takeLock } from '@placard/db/process/file-lock';
import { systemFault } from '@placard/db/process/system-fault';
import { fetchBackup, OldNotRemoved, type SentBackup, sendBackup } from './backup-bucket.ts';
import { BackupFault } from './backup-fault.ts';
import { refuseUsed } from './fill-unused.ts';

const FETCHING = '.from-bucket-';
const LOCK = '.lock';

/** Runs `work` with the bucket and a folder of its own, which is gone afterwards, as is what killed runs left. @param beside which it lies */
export async function withStore<Result>(
  settings: ObjectSettings,
  beside: string,
  work: (store: ObjectStore, folder: string) => Promise<Result>,
): Promise<Result> {
  mkdirSync(dirname(beside), { recursive: true });
  sweepFetched(beside);
  const folder = mkdtempSync(`${beside}${FETCHING}`);
  try {
    takeLock(join(folder, LOCK), '');
    const store = await openObjectStore(settings);
    try {
      return await work(store, folder);
    } finally {
      store.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whole backups that runs left which were killed. One that begins just now has not locked its folder yet: it is empty. */
function sweepFetched(beside: string): void {
  const [within, prefix] = [dirname(beside), `${basename(beside)}${FETCHING}`];
  for (const name of readdirSync(within).filter((each) => each.startsWith(prefix))) {
    const folder = join(within, name);
    try {
      if (readdirSync(folder).length > 0 && 'release' in takeLock(join(folder, LOCK), ''))
        rmSync(folder, { recursive: true, force: true });
    } catch {
      // Somebody else's: they keep nobody from restoring.
    }
  }
}

/** Of those that send from this machine, whichever folder they back up into. */
const SENDING = 'backup-bucket.lock';
const ASK_EVERY_MS = 250;
/** Manifests of the bucket, for a moment; a killed run leaves them to the next one. */
const FETCHED = '.manifests';

/**
 * Sends a backup once no other one of this data folder is on its way: contents of one whose manifest is not there yet would be
 * taken for those of backups that went.
 * @param say told where it has to wait
 * @throws BackupFault, with which the backup in the folder stays
 */
export async function sendToBucket(
  settings: ObjectSettings,
  folder: string,
  keep: number | null,
  { dataDir, say }: { readonly dataDir: string; readonly say: (sentence: string) => void },
): Promise<SentBackup> {
  const backup = { folder, name: basename(folder) };
  const into = dirname(folder);
  let lock: FileLock | undefined;
  try {
    lock = await lockSending(existsSync(dataDir) ? dataDir : into, say);
    for (const name of readdirSync(into))
      if (name.startsWith(`${FETCHED}.`)) rmSync(join(into, name), { recursive: true, force: true });
    return await withStore(
      settings,
      join(into, FETCHED),
      async (store, fetchedInto) => await sendBackup(store, backup, keep, fetchedInto),
    );
  } catch (cause) {
    const isTold = cause instanceof ObjectStoreError || cause instanceof BackupFault;
    const said = isTold ? cause.message : systemFault(cause);
    if (said === undefined) throw cause;
    const how =
      cause instanceof OldNotRemoved
        ? ' and sent to the bucket, but what is old was not removed there'
        : ', but not sent to the bucket';
    throw new BackupFault(`Backed up into ${folder}${how}. ${said}`, { cause });
  } finally {
    lock?.release();
  }
}

async function lockSending(beside: string, say: (sentence: string) => void): Promise<FileLock> {
  for (let told = false; ; told = true) {
    const lock = takeLock(join(beside, SENDING), '');
    if ('release' in lock) return lock;
    if (!told) say('Another backup is on its way to the bucket; this one waits for it …');
    await sleep(ASK_EVERY_MS);
  }
}

/**
 * Runs `work` with a folder that holds the backup; it is gone afterwards. @param dataDir the copy lies beside it
 * @throws BackupFault where that is in use, or the database: before gigabytes were fetched
 */
export async function withFetched<Result>(
  order: {
    readonly bucket: ObjectSettings;
    readonly backup: string | null;
    readonly dataDir: string;
    readonly databaseUrl: string | undefined;
    readonly say?: (sentence: string) => void;
  },
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  await refuseUsed(order);
  return await withStore(
    order.bucket,
    order.dataDir,
    async (store, into) => await work(await fetchBackup(store, order.backup, into, order.say)),
  );
}

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { ObjectSettings } from '@placard/db/objects/object-settings';
import { type ObjectStore, ObjectStoreError } from '@placard/db/objects/object-store';
import { openObjectStore } from '@placard/db/objects/open-object-store';
import { fetchBackup, type SentBackup, sendBackup } from './backup-bucket.ts';
import { BackupFault } from './backup-fault.ts';

/** Runs `work` with the bucket and a folder of its own, which is gone afterwards. @param beside which it lies */
export async function withStore<Result>(
  settings: ObjectSettings,
  beside: string,
  work: (store: ObjectStore, folder: string) => Promise<Result>,
): Promise<Result> {
  mkdirSync(dirname(beside), { recursive: true });
  const folder = mkdtempSync(`${beside}.from-bucket-`);
  const store = await openObjectStore(settings);
  try {
    return await work(store, folder);
  } finally {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @throws BackupFault, with which the backup in the folder stays */
export async function sendToBucket(
  settings: ObjectSettings,
  folder: string,
  keep: number | null,
): Promise<SentBackup> {
  const backup = { folder, name: basename(folder) };
  try {
    return await withStore(
      settings,
      join(dirname(folder), '.manifests'),
      async (store, fetchedInto) => await sendBackup(store, backup, keep, fetchedInto),
    );
  } catch (cause) {
    if (!(cause instanceof ObjectStoreError || cause instanceof BackupFault)) throw cause;
    throw new BackupFault(`Backed up into ${folder}, but not sent to the bucket. ${cause.message}`, {
      cause,
    });
  }
}

/** Runs `work` with a folder that holds the backup; it is gone afterwards. @param dataDir the copy lies beside it */
export async function withFetched<Result>(
  order: {
    readonly bucket: ObjectSettings;
    readonly backup: string | null;
    readonly dataDir: string;
    readonly say?: (sentence: string) => void;
  },
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  return await withStore(
    order.bucket,
    order.dataDir,
    async (store, into) => await work(await fetchBackup(store, order.backup, into, order.say)),
  );
}

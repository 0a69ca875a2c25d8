import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MANIFEST } from '@placard/db/backup/backups';
import { fetchObject } from '@placard/db/objects/fetch-object';
import { type ObjectStore, ObjectStoreError, type StoredObject } from '@placard/db/objects/object-store';
import { systemFault } from '@placard/db/process/system-fault';
import { isAsSent } from './as-sent.ts';
import { BackupFault } from './backup-fault.ts';
import { requireWhole } from './backup-files.ts';
import {
  type Backups,
  chooseNewest,
  type Outdated,
  outdated,
  readManifest,
  sortBackups,
} from './manifest.ts';
import { readSeen, writeSeen } from './seen-contents.ts';

/** One object for each backup, which names its files, and one for each content: what two backups share is there once. */
const BACKUPS = 'backups/';
const CONTENTS = 'backups/files/';
const NAME = /^backups\/(placard-\d{8}T\d{9}Z)\.json$/;

export interface SentBackup {
  readonly files: number;
  readonly bytes: number;
  /** Old backups that went. */
  readonly removed: readonly string[];
  /** Sentences about those that don't count among the ones that stay. */
  readonly beside: readonly string[];
}

/** The backup is there; what it takes the place of is so still. */
export class OldNotRemoved extends BackupFault {}

const manifestKey = (name: string) => `${BACKUPS}${name}.json`;

/** Names of the backups in the bucket. */
async function namesIn(store: ObjectStore): Promise<string[]> {
  const names: string[] = [];
  for await (const { key } of store.list(BACKUPS)) {
    const name = NAME.exec(key)?.[1];
    if (name !== undefined) names.push(name);
  }
  return names.sort();
}

async function contentsIn(store: ObjectStore): Promise<Map<string, StoredObject>> {
  const there = new Map<string, StoredObject>();
  for await (const object of store.list(CONTENTS)) there.set(object.key.slice(CONTENTS.length), object);
  return there;
}

/**
 * Copies a whole backup into the bucket: contents first, the manifest last, so that one that was broken off is none. What lies
 * there already, and is what was sent, is not sent again. Afterwards only the newest `keep` stay (null: all), and contents that none of them names go:
 * two installations need two prefixes.
 */
export async function sendBackup(
  store: ObjectStore,
  backup: { readonly folder: string; readonly name: string },
  keep: number | null,
  fetchedInto: string,
): Promise<SentBackup> {
  const manifest = readManifest(backup.folder);
  const into = dirname(backup.folder);
  const seen = readSeen(into);
  let there = await contentsIn(store);
  const whole = new Set<string>();
  let [files, bytes] = [0, 0];
  for (const file of manifest.files) {
    if (whole.has(file.sha256)) continue;
    whole.add(file.sha256);
    const [found, path] = [there.get(file.sha256), join(backup.folder, file.name)];
    if (found?.bytes === file.bytes && (await isAsSent(store, found, path, seen.get(file.sha256)))) continue;
    // Under its name every later backup would take it for that content.
    await requireWhole(backup.folder, file);
    await store.putFile(`${CONTENTS}${file.sha256}`, path);
    files += 1;
    bytes += file.bytes;
  }
  if (files > 0) there = await contentsIn(store);
  writeSeen(
    into,
    new Map(
      [...whole].flatMap((sha256) => {
        const tag = there.get(sha256)?.tag ?? null;
        return tag === null ? [] : [[sha256, tag]];
      }),
    ),
  );
  await store.putFile(manifestKey(backup.name), join(backup.folder, MANIFEST));
  if (keep === null) return { files, bytes, removed: [], beside: [] };
  try {
    const { old, beside } = await removeOld(store, backup.name, keep, [...there.keys()], fetchedInto);
    return { files, bytes, removed: old, beside };
  } catch (cause) {
    // Its manifests are fetched first, into a folder whose disk may be full.
    const said = cause instanceof ObjectStoreError ? cause.message : systemFault(cause);
    throw said === undefined ? cause : new OldNotRemoved(said, { cause });
  }
}

/** Fetches the manifest of each into a folder of its own below `into`. */
async function fetchManifests(store: ObjectStore, names: readonly string[], into: string): Promise<Backups> {
  for (const name of names) await fetchFile(store, manifestKey(name), join(into, name, MANIFEST));
  return sortBackups(names, (name) => readManifest(join(into, name)));
}

async function removeOld(
  store: ObjectStore,
  made: string,
  keep: number,
  contents: readonly string[],
  fetchedInto: string,
): Promise<Outdated> {
  const backups = await fetchManifests(store, await namesIn(store), fetchedInto);
  const found = outdated(backups, made, keep);
  // Their names first: a backup that is half removed is none.
  await store.remove(found.old.map(manifestKey));
  // What one that can't be read needs nobody knows: until somebody has looked into it everything stays.
  if (backups.unreadable.length > 0) return found;
  const needed = new Set<string>();
  for (const { name } of backups.whole)
    if (!found.old.includes(name))
      for (const { sha256 } of readManifest(join(fetchedInto, name)).files) needed.add(sha256);
  await store.remove(
    contents.filter((sha256) => !needed.has(sha256)).map((sha256) => `${CONTENTS}${sha256}`),
  );
  return found;
}

async function fetchFile(store: ObjectStore, key: string, path: string): Promise<void> {
  if (!(await fetchObject(store, key, path)))
    throw new BackupFault(`${key} of the backup is missing in the bucket.`);
}

/**
 * Fetches a backup into a folder of its own below `into`, as it was where it was made. What is damaged is found by who restores it.
 * @param name null: the newest. @param say told what newer one is none. @returns the folder
 * @throws BackupFault where it is not there
 */
export async function fetchBackup(
  store: ObjectStore,
  name: string | null,
  into: string,
  say: (sentence: string) => void = () => {},
): Promise<string> {
  const names = await namesIn(store);
  const chosen = name ?? chooseNewest(await fetchManifests(store, names, into), say, new Date());
  if (chosen === undefined) throw new BackupFault('There is no whole backup in the bucket.');
  if (!names.includes(chosen)) {
    const others = names.length === 0 ? 'none' : names.slice(-5).join(', ');
    throw new BackupFault(`There is no backup ${chosen} in the bucket. The newest are: ${others}.`);
  }
  const folder = join(into, chosen);
  if (name !== null) await fetchManifests(store, [chosen], into);
  const { files } = readManifest(folder);
  for (const { name: file, sha256 } of files) {
    const path = join(folder, file);
    if (!existsSync(path)) await fetchFile(store, `${CONTENTS}${sha256}`, path);
  }
  return folder;
}

import { createReadStream, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { backupName, backupNamesIn } from '@placard/db/backup/backups';
import { type Snapshot, withSnapshot } from '@placard/db/backup/snapshot';
import { takeLock } from '@placard/db/process/file-lock';
import { installationKeys, keyFilePath } from '@placard/db/secrets/installation-key';
import { BackupFault } from './backup-fault.ts';
import { filesBelow, syncFolder, syncFolders, takeOver, writeBackupFile } from './backup-files.ts';
import {
  type BackupFile,
  backupsIn,
  type Manifest,
  type Outdated,
  outdated,
  readManifest,
  writeManifest,
} from './manifest.ts';
import { refusePlace } from './refuse-place.ts';
import { BackupKey } from './sealing.ts';

export interface BackupOrder {
  readonly databaseUrl: string;
  /** Absolute. */
  readonly dataDir: string;
  /** The folder that backups lie in, each in a folder of its own. */
  readonly into: string;
  /** Null: not sealed. */
  readonly passphrase: string | null;
  /** Whole backups that stay, this one included; null: all. */
  readonly keep: number | null;
  readonly program: string;
  readonly now: () => Date;
}

export interface BackupReport {
  readonly folder: string;
  readonly takenAt: string;
  readonly rows: number;
  readonly files: number;
  readonly bytes: number;
  /** Files of earlier backups that were taken over. */
  readonly known: number;
  readonly removed: readonly string[];
  /** Sentences about those that don't count among the ones that stay, or can't be removed. */
  readonly beside: readonly string[];
}

const UNFINISHED = 'unfinished-';
const REMOVING = 'removing-';
/** Of the data folder, before the database is looked at: what left the spool meanwhile is in the database then. */
const BEFORE = ['spool'];
/** After it: an image is stored before its row is, and a key that was replaced meanwhile stands in the file with the new one. */
const AFTER = ['secret.key', 'images', 'networks', 'demo'];

type Earlier = { readonly folder: string; readonly manifest: Manifest };

/** The newest backup that is there, to take known files over from. */
function earlierOf(into: string): Earlier | null {
  for (const name of backupNamesIn(into).toReversed()) {
    try {
      return { folder: join(into, name), manifest: readManifest(join(into, name)) };
    } catch {
      // One that was damaged is no help.
    }
  }
  return null;
}

/** With the salt of the earlier backup, so that its sealed files stay files of this one; a new passphrase gets a new one. */
function keyFor(passphrase: string | null, earlier: Earlier | null): BackupKey | null {
  if (passphrase === null) return null;
  const derivation = earlier?.manifest.encryption ?? null;
  if (derivation === null) return BackupKey.make(passphrase);
  try {
    return BackupKey.open(passphrase, derivation);
  } catch (cause) {
    if (cause instanceof BackupFault) return BackupKey.make(passphrase);
    throw cause;
  }
}

class Taking {
  readonly files: BackupFile[] = [];
  known = 0;
  readonly #order: BackupOrder;
  readonly #folder: string;
  readonly #key: BackupKey | null;
  readonly #earlier: Earlier | null;
  readonly #byName: ReadonlyMap<string, BackupFile>;

  constructor(order: BackupOrder, folder: string, key: BackupKey | null, earlier: Earlier | null) {
    this.#order = order;
    this.#folder = folder;
    this.#key = key;
    const isAlike = (earlier?.manifest.encryption?.salt ?? null) === (key?.derivation.salt ?? null);
    this.#earlier = isAlike ? earlier : null;
    this.#byName = new Map(this.#earlier?.manifest.files.map((file) => [file.name, file]));
  }

  async copy(parts: readonly string[]): Promise<void> {
    for (const part of parts)
      for (const name of await filesBelow(this.#order.dataDir, part)) await this.#file(name);
  }

  /** An image is named by its content: one that an earlier backup holds is that one. */
  async #file(name: string): Promise<void> {
    const known = name.startsWith('images/') ? this.#byName.get(name) : undefined;
    if (
      known !== undefined &&
      this.#earlier !== null &&
      (await takeOver(this.#earlier.folder, this.#folder, known))
    ) {
      this.files.push(known);
      this.known += 1;
      return;
    }
    const path = join(this.#order.dataDir, name);
    try {
      this.files.push(await writeBackupFile(this.#folder, name, createReadStream(path), this.#key));
    } catch (cause) {
      // A segment of the spool that was shipped meanwhile is gone: the database has it.
      if (existsSync(path)) throw cause;
      rmSync(join(this.#folder, name), { force: true });
    }
  }

  async tables(snapshot: Snapshot): Promise<Manifest['tables']> {
    const tables: Manifest['tables'] = [];
    for (const table of snapshot.tables) {
      const { rows, rowCount } = snapshot.read(table);
      this.files.push(await writeBackupFile(this.#folder, `tables/${table.name}`, rows, this.#key));
      tables.push({ name: table.name, columns: [...table.columns], rows: rowCount() });
    }
    return tables;
  }
}

/** What could be removed, and sentences about what could not: a folder that is another user's keeps no backup from being made. */
type Removal = { readonly gone: readonly string[]; readonly kept: readonly string[] };

const codeOf = (cause: unknown) => (cause as NodeJS.ErrnoException).code ?? String(cause);

/** Takes the name away first: a backup that is half removed is none. */
async function removeBackups(into: string, names: readonly string[]): Promise<Removal> {
  const [gone, kept]: [string[], string[]] = [[], []];
  for (const name of names) {
    try {
      await rename(join(into, name), join(into, `${REMOVING}${name}`));
      gone.push(name);
    } catch (cause) {
      kept.push(`${name} cannot be removed (${codeOf(cause)}). Remove it by hand.`);
    }
  }
  return {
    gone,
    kept: [
      ...kept,
      ...(await sweep(
        into,
        gone.map((name) => `${REMOVING}${name}`),
      )),
    ],
  };
}

/** @returns a sentence about each that could not be removed */
async function sweep(into: string, names: readonly string[]): Promise<string[]> {
  const kept: string[] = [];
  for (const name of names) {
    await rm(join(into, name), { recursive: true, force: true }).catch((cause: unknown) => {
      kept.push(`What is left of ${name} cannot be removed (${codeOf(cause)}). Remove it by hand.`);
    });
  }
  return kept;
}

/** @param made the backup just made. One that can't be read is no backup: it takes no other's place, and stays for whoever looks into it. */
async function rotate(into: string, made: string, keep: number | null): Promise<Outdated> {
  if (keep === null) return { old: [], beside: [] };
  const { old, beside } = outdated(backupsIn(into), made, keep);
  const { gone, kept } = await removeBackups(into, old);
  return { old: gone, beside: [...beside, ...kept] };
}

/** The keys of the data folder, none where the settings have the key. */
function keyTexts(dataDir: string): readonly string[] {
  if (!existsSync(keyFilePath(dataDir))) return [];
  const { key, old } = installationKeys(dataDir);
  return [key, ...old.map((each) => each.key)].map((each) => each.toString('hex'));
}

/**
 * Writes everything that cannot be made anew into a folder of its own, while Placard runs. Analytics is not in it: it is
 * built from the facts in the database. The folder has its name only when it is whole and on the disk.
 */
export async function takeBackup(order: BackupOrder): Promise<BackupReport> {
  refusePlace(order.into, order.dataDir);
  const into = resolve(order.into);
  mkdirSync(into, { recursive: true, mode: 0o700 });
  const lock = takeLock(join(into, '.lock'), '');
  if (!('release' in lock)) throw new BackupFault(`Another backup into ${into} is under way.`);
  try {
    const left = readdirSync(into).filter((name) => name.startsWith(UNFINISHED) || name.startsWith(REMOVING));
    const kept = await sweep(into, left);
    const report = await takeInto(order, into);
    return { ...report, beside: [...kept, ...report.beside] };
  } finally {
    lock.release();
  }
}

async function takeInto(order: BackupOrder, into: string): Promise<BackupReport> {
  const began = order.now();
  const name = backupName(began);
  const folder = join(into, `${UNFINISHED}${name}`);
  mkdirSync(folder, { mode: 0o700 });
  try {
    const earlier = earlierOf(into);
    const key = keyFor(order.passphrase, earlier);
    const taking = new Taking(order, folder, key, earlier);
    const keysBefore = keyTexts(order.dataDir);
    await taking.copy(BEFORE);
    const content = await withSnapshot(order.databaseUrl, async (snapshot) => {
      const takenAt = order.now().toISOString();
      const { schema, sequences, figures } = snapshot;
      const tables = await taking.tables(snapshot);
      return { takenAt, tables, schema: [...schema], sequences: [...sequences], figures };
    });
    await taking.copy(AFTER);
    if (!keysBefore.every((text) => keyTexts(order.dataDir).includes(text)))
      throw new BackupFault('An old installation key was dropped while this was backed up. Back up again.');
    const { files, known } = taking;
    await writeManifest(
      folder,
      { ...content, program: order.program, files, encryption: key?.derivation ?? null },
      key,
    );
    await syncFolders(folder);
    await rename(folder, join(into, name));
    await syncFolder(into);
    const { old: removed, beside } = await rotate(into, name, order.keep);
    const rows = content.tables.reduce((sum, table) => sum + table.rows, 0);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    return {
      folder: join(into, name),
      takenAt: content.takenAt,
      rows,
      files: files.length,
      bytes,
      known,
      removed,
      beside,
    };
  } catch (cause) {
    await rm(folder, { recursive: true, force: true });
    throw cause;
  }
}

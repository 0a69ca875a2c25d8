import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isLogName, isLogNeeded } from '@placard/domain/backup/point-in-time';
import { filesBelow, readBackupFile, syncFolder, writeBackupFile } from '../backup/backup-files.ts';
import type { Chain } from './chain.ts';

const COMING = '.coming';
export const LOG = 'wal';
export const IMAGES = 'images';
export const KEYS = 'keys';
const KEY_FILE = 'secret.key';

/** Writes a file of a chain under another name first: under its own it is whole and on the disk. */
async function put(chain: Chain, from: string, name: string): Promise<void> {
  const coming = join(chain.folder, COMING);
  rmSync(join(coming, name), { force: true });
  await writeBackupFile(coming, name, createReadStream(from), chain.key);
  mkdirSync(join(chain.folder, name, '..'), { recursive: true, mode: 0o700 });
  await rename(join(coming, name), join(chain.folder, name));
}

/** Pieces of the log that wait beside the database, oldest first, and what they take. */
export function waitingLog(archive: string): { readonly names: readonly string[]; readonly bytes: number } {
  if (!existsSync(archive)) return { names: [], bytes: 0 };
  const names = readdirSync(archive).filter(isLogName).sort();
  const bytes = names.reduce(
    (sum, name) => sum + (statSync(join(archive, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
  return { names, bytes };
}

/**
 * Moves the log that waits into a chain. One that is killed between two lines sends a piece again, which is the same.
 * @returns pieces
 */
export async function keepLog(chain: Chain, archive: string): Promise<number> {
  const { names } = waitingLog(archive);
  for (const name of names) await put(chain, join(archive, name), `${LOG}/${name}`);
  if (names.length === 0) return 0;
  await syncFolder(join(chain.folder, LOG));
  for (const name of names) await rm(join(archive, name));
  return names.length;
}

/**
 * Images and keys that are not in the chain yet: they are no part of the log. A key file is kept in each of its states, by
 * the time of its change: a moment before it needs the one before it.
 */
export async function keepFilesBeside(chain: Chain, dataDir: string): Promise<number> {
  let kept = 0;
  const keep = async (from: string, name: string) => {
    if (existsSync(join(chain.folder, name))) return;
    await put(chain, from, name);
    kept += 1;
  };
  for (const name of await filesBelow(dataDir, IMAGES)) await keep(join(dataDir, name), name);
  const key = statSync(join(dataDir, KEY_FILE), { throwIfNoEntry: false });
  if (key !== undefined)
    await keep(join(dataDir, KEY_FILE), `${KEYS}/${String(Math.ceil(key.mtimeMs)).padStart(15, '0')}`);
  for (const folder of [IMAGES, KEYS])
    if (kept > 0 && existsSync(join(chain.folder, folder))) await syncFolder(join(chain.folder, folder));
  return kept;
}

/** Whether a content is that by which an image is named; a name of another form says nothing. */
export async function isImageNamed(name: string, content: () => Readable): Promise<boolean> {
  const named = /^([0-9a-f]{64})\.\w+$/.exec(basename(name))?.[1];
  if (named === undefined) return true;
  const hash = createHash('sha256');
  await pipeline(content(), hash);
  return hash.digest('hex') === named;
}

/**
 * Reads the images that are kept, and takes those that were damaged from the data folder once more: they are kept once for all
 * moments, none of which could be restored without them.
 * @returns how many were
 */
export async function mendImages(chain: Chain, dataDir: string): Promise<number> {
  let mended = 0;
  for (const name of await filesBelow(dataDir, IMAGES)) {
    const kept = () => readBackupFile(chain.folder, name, chain.key);
    // One that was sealed can't be opened where it was damaged.
    if (await isImageNamed(name, kept).catch(() => false)) continue;
    const original = () => createReadStream(join(dataDir, name));
    // One that was taken down meanwhile, or is damaged itself, is no help.
    if (!(await isImageNamed(name, original).catch(() => false))) continue;
    await put(chain, join(dataDir, name), name);
    mended += 1;
  }
  if (mended > 0) await syncFolder(join(chain.folder, IMAGES));
  return mended;
}

/** The state of the key file at a moment: the last that had begun by then. @param atMs null: as late as can be */
export function keyFileAt(chain: Chain, atMs: number | null): string | null {
  const folder = join(chain.folder, KEYS);
  if (!existsSync(folder)) return null;
  const names = readdirSync(folder).filter((name) => /^\d{15}$/.test(name));
  const found = names.filter((name) => atMs === null || Number(name) <= atMs).sort();
  const name = found.at(-1) ?? names.sort()[0];
  return name === undefined ? null : `${KEYS}/${name}`;
}

/** Drops pieces that no base is played on with. */
export async function dropLog(chain: Chain, firstPiece: string): Promise<number> {
  const folder = join(chain.folder, LOG);
  if (!existsSync(folder)) return 0;
  const old = readdirSync(folder).filter((name) => !isLogNeeded(name, firstPiece));
  for (const name of old) await rm(join(folder, name));
  return old.length;
}

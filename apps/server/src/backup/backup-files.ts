import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import { copyFile, link, lstat, open, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupFault } from './backup-fault.ts';
import type { BackupFile } from './manifest.ts';
import type { BackupKey } from './sealing.ts';

/** Rows are text: the fastest step takes most of what there is to take. */
const GZIP_LEVEL = 1;
/** What comes out of packing, as of reading: in zlib's own pieces of 16 KiB, handing them on costs as much as unpacking. */
const PIECE_BYTES = 64 * 1_024;

/** Tables, and what points in time are restored from: files of the database and pieces of its log, which are empty in part. */
function isPacked(name: string): boolean {
  return ['tables/', 'cluster/', 'wal/'].some((part) => name.startsWith(part));
}

class Meter extends Transform {
  bytes = 0;
  readonly #hash: Hash = createHash('sha256');

  override _transform(chunk: Buffer, _: BufferEncoding, done: (error: null, data: Buffer) => void): void {
    this.bytes += chunk.length;
    this.#hash.update(chunk);
    done(null, chunk);
  }

  digest(): string {
    return this.#hash.digest('hex');
  }
}

/** Writes one file of a backup: packed where that pays, sealed where there is a key, on the disk when it resolves. */
export async function writeBackupFile(
  folder: string,
  name: string,
  content: Readable,
  key: BackupKey | null,
): Promise<BackupFile> {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const meter = new Meter();
  const steps = [
    ...(isPacked(name) ? [createGzip({ level: GZIP_LEVEL, chunkSize: PIECE_BYTES })] : []),
    ...(key === null ? [] : [key.seal(name)]),
  ];
  await pipeline([
    content,
    ...steps,
    meter,
    createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }),
  ]);
  return { name, bytes: meter.bytes, sha256: meter.digest() };
}

/** One file of a backup, opened where there is a key; still packed where it was packed. Errors name the file. */
export function readStoredFile(folder: string, name: string, key: BackupKey | null): Readable {
  const stored = createReadStream(join(folder, name));
  return key === null ? stored : through(stored, key.unseal(name));
}

/** The content of one file of a backup, as it was. Errors name the file. */
export function readBackupFile(folder: string, name: string, key: BackupKey | null): Readable {
  const stored = readStoredFile(folder, name, key);
  return isPacked(name) ? through(stored, createGunzip({ chunkSize: PIECE_BYTES })) : stored;
}

function through(before: Readable, after: Transform): Readable {
  before.on('error', (cause) => after.destroy(cause));
  return before.pipe(after);
}

/** @throws where what is read ends before its end, or can't be unpacked */
export async function requireUnpacked(content: Readable): Promise<void> {
  await finished(content.resume());
}

/** Reads a stored file from its first byte to its last. @throws BackupFault that names it */
export async function requireWhole(folder: string, { name, bytes, sha256 }: BackupFile): Promise<void> {
  const path = join(folder, name);
  const found = await stat(path).catch(() => null);
  if (found === null) throw new BackupFault(`The file ${path} of the backup is missing.`);
  if (found.size !== bytes)
    throw new BackupFault(
      `The file ${path} of the backup is damaged: it has ${found.size} bytes instead of ${bytes}.`,
    );
  const meter = new Meter();
  meter.resume();
  await pipeline(createReadStream(path), meter);
  if (meter.digest() !== sha256)
    throw new BackupFault(`The file ${path} of the backup is damaged: its checksum differs.`);
}

/**
 * Takes over a file of an earlier backup: the same bytes on the disk where its file system can, else a copy. It is read before: backups
 * that share one damaged file would all be lost by it.
 */
export async function takeOver(earlier: string, folder: string, file: BackupFile): Promise<boolean> {
  const [from, to] = [join(earlier, file.name), join(folder, file.name)];
  try {
    await requireWhole(earlier, file);
  } catch {
    // Whatever is the matter with it, the data folder has the original.
    return false;
  }
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  await link(from, to).catch(async () => await copyFile(from, to));
  return true;
}

/** Names of the plain files below a folder, relative to `root`; of those that are made and renamed, only the finished. */
export async function filesBelow(root: string, folder: string): Promise<string[]> {
  const found = await lstat(join(root, folder)).catch(() => null);
  if (found === null) return [];
  if (found.isFile()) return [folder];
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort();
}

/** Names are on the disk only when their folders are. */
export async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) await syncFolder(join(entry.parentPath, entry.name));
  await syncFolder(folder);
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

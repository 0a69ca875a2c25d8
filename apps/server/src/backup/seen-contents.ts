import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemFault } from '@placard/db/process/system-fault';

/** Beside the backups: the tags of the bucket's contents when they were last seen whole, so that not all is read for them. */
const SEEN = '.bucket-contents';
const LINE = /^([0-9a-f]{64}) (\S+)$/;

/** Tags by SHA-256; a line that a killed run tore is left out. */
export function readSeen(folder: string): Map<string, string> {
  const file = join(folder, SEEN);
  const seen = new Map<string, string>();
  if (!existsSync(file)) return seen;
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [, sha256, tag] = LINE.exec(line) ?? [];
    if (sha256 !== undefined && tag !== undefined) seen.set(sha256, tag);
  }
  return seen;
}

/** Where the disk takes none of it the bucket is read the next time: a backup need not stay away from it for that. */
export function writeSeen(folder: string, seen: ReadonlyMap<string, string>): void {
  const file = join(folder, SEEN);
  const lines = [...seen].map(([sha256, tag]) => `${sha256} ${tag}\n`);
  try {
    writeFileSync(`${file}.part`, lines.join(''), { mode: 0o600 });
    renameSync(`${file}.part`, file);
  } catch (cause) {
    if (systemFault(cause) === undefined) throw cause;
    rmSync(`${file}.part`, { force: true, recursive: true });
  }
}

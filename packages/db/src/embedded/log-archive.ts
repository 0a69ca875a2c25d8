import { randomUUID } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SystemUser } from './system-user.ts';

/** Beside the cluster: pieces of its log that are whole and wait for whoever takes them to where they are kept. */
const FOLDER = 'archive';
const CHAIN = 'chain';
/** PostgreSQL begins another piece after so long where anything was written: what a lost machine takes with it at most. */
const PIECE_SECONDS = 60;

export function logArchiveOf(home: string): string {
  return join(home, FOLDER);
}

/** The name under which everything that was written is in the archive without a gap; `null` while nothing is archived. */
export function readLogChain(home: string): string | null {
  const file = join(logArchiveOf(home), CHAIN);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null;
}

/** What is archived from now on is another chain's: something before it is missing. */
export function breakLogChain(home: string): void {
  const file = join(logArchiveOf(home), CHAIN);
  writeFileSync(`${file}.part`, `${randomUUID()}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.part`, file);
}

/** @returns settings of the postmaster with which it archives its log */
export function beginLogArchive(home: string, user: SystemUser | undefined): Record<string, string> {
  const folder = logArchiveOf(home);
  if (readLogChain(home) === null) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { mode: 0o700 });
    if (user !== undefined) chownSync(folder, user.uid, user.gid);
    breakLogChain(home);
  }
  const piece = `../${FOLDER}/%f`;
  return {
    archive_mode: 'on',
    archive_timeout: String(PIECE_SECONDS),
    // The server's working directory is the cluster. Under its name a piece is whole and on the disk.
    archive_command: `cp "%p" "${piece}.part" && sync "${piece}.part" && mv "${piece}.part" "${piece}"`,
  };
}

/** What is written without an archive is a gap: what comes after it begins another chain. */
export function endLogArchive(home: string): void {
  rmSync(logArchiveOf(home), { recursive: true, force: true });
}

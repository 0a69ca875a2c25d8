import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isRunning, thisProcess } from '../embedded/process-identity.ts';

/** Where Linux keeps a file system in memory. */
const PLACE = '/dev/shm';
const FOLDER_PREFIX = 'placard-tests-';
/** Four times what a run of all database tests has there at its fullest. */
export const ROOM_BYTES = 2_200_000_000;

/** What is known of a place before anything is written to it. */
export interface Room {
  /** The lines of /proc/mounts. */
  readonly mounts: string;
  readonly freeBytes: number;
  /** Memory that processes could have, of the machine's or of the container's. */
  readonly memoryBytes: number;
}

/** Whether it is memory, has room, and runs programs: tests start some that they have written themselves. */
export function isFit(place: string, { mounts, freeBytes, memoryBytes }: Room): boolean {
  const mounted = mounts.split('\n').map((line) => line.split(' '));
  const [, , type, options = ''] = mounted.findLast(([, at]) => at === place) ?? [];
  const flags = options.split(',');
  if (type !== 'tmpfs' || !flags.includes('rw') || flags.includes('noexec')) return false;
  return Math.min(freeBytes, memoryBytes) >= ROOM_BYTES;
}

function roomOf(place: string): Room {
  const { bavail, bsize } = statfsSync(place);
  return {
    mounts: readFileSync('/proc/mounts', 'utf8'),
    freeBytes: bavail * bsize,
    memoryBytes: process.availableMemory(),
  };
}

/** Of runs that were killed: what they left takes memory. PostgreSQL ends with the run that started it. */
function sweep(place: string): void {
  for (const entry of readdirSync(place)) {
    if (!entry.startsWith(FOLDER_PREFIX)) continue;
    const folder = join(place, entry);
    try {
      if (!isRunning(readFileSync(join(folder, 'process'), 'utf8'))) rmSync(folder, { recursive: true });
    } catch {
      // It is being made or swept by another run, or belongs to another user.
    }
  }
}

/**
 * Lets this process and those that it starts keep their temporary files in memory, where there is room. A database's
 * thousand files are copied and removed there at a tenth of what a disk's file system takes, which was a fifth of all
 * that the tests on a database cost.
 * @returns what ends it
 */
export function keepTemporaryFilesInMemory(): () => void {
  let folder: string;
  try {
    if (!isFit(PLACE, roomOf(PLACE))) return () => {};
    sweep(PLACE);
    folder = mkdtempSync(join(PLACE, FOLDER_PREFIX));
  } catch {
    // No Linux, or a place that is closed to us.
    return () => {};
  }
  writeFileSync(join(folder, 'process'), thisProcess());
  // As the system's own: PostgreSQL runs as another user.
  chmodSync(folder, 0o1777);
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true });
  };
}

import {
  closeSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { isRunning, processSpace, thisProcess } from '../embedded/process-identity.ts';

export interface FileLock {
  /** Whether the last run on this file was killed: its children may take a moment to end. */
  readonly tookOver: boolean;
  /** Tells who comes next that this process is ending, so that it is worth waiting for. */
  markEnding(): void;
  release(): void;
}

export interface Holder {
  readonly process: string;
  readonly url: string;
  /** The folder that the lock was made in, as `device:inode`; locks of earlier releases don't say. */
  readonly place?: string;
  readonly ending?: boolean;
  /** In which container it runs; locks of earlier releases don't say. */
  readonly space?: string;
  /** It runs where this process can't see it, in another container, or was killed there within the last seconds. */
  readonly unseen?: boolean;
}

/** By this alone one of another container is known to live. */
const TOUCHED_EVERY_MS = 2_000;
/** So long one that is gone is taken to live there. */
export const UNSEEN_FOR_MS = 10_000;

/** Of the lock itself: neither taken nor held by one that could be named. */
export class FileLockError extends Error {
  override name = 'FileLockError';
}

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

/** Says which folder this is, whatever it is called: a copy of it is another one. */
function placeOf(file: string): string {
  const { dev, ino } = statSync(dirname(file), { bigint: true });
  return `${dev}:${ino}`;
}

/** Linking is atomic and fails where the name exists; writing in place could be seen half done. */
function tryToTake(file: string, content: string): boolean {
  const mine = `${file}.${process.pid}`;
  try {
    // On a full disk there may be its name alone afterwards.
    writeFileSync(mine, content);
    linkSync(mine, file);
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw cause;
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Moves a dead run's lock away; where another start was quicker, what was moved is a living lock and goes back. */
function clearStale(file: string, stale: Holder | undefined): void {
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
    const moved = readHolder(aside);
    if (moved?.process !== stale?.process || moved?.place !== stale?.place) linkSync(aside, file);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EEXIST') throw cause;
  } finally {
    rmSync(aside, { force: true });
  }
}

/** By the clock of the disk that both are on: a machine's may be set. */
function isTouched(file: string): boolean {
  const now = `${file}.now.${process.pid}`;
  try {
    writeFileSync(now, '');
    return Math.abs(statSync(now).mtimeMs - statSync(file).mtimeMs) < UNSEEN_FOR_MS;
  } catch (cause) {
    // Released meanwhile; a full disk has room for no look, and for no second Placard either.
    return (cause as NodeJS.ErrnoException).code !== 'ENOENT';
  } finally {
    rmSync(now, { force: true });
  }
}

/**
 * Writes what is there once more, so that the disk says when: by a machine's own clock the lock would be old, or of times to come,
 * to whoever has another. Read and written by one handle, since the name may be another's by then.
 */
function touch(file: string, isOurs: (holder: Holder) => boolean): void {
  try {
    const handle = openSync(file, 'r+');
    try {
      const content = readFileSync(handle);
      if (isOurs(JSON.parse(content.toString()) as Holder)) writeSync(handle, content, 0, content.length, 0);
    } finally {
      closeSync(handle);
    }
  } catch {
    // Taken away meanwhile, or a disk that can only be read: nobody else can take the lock there.
  }
}

function held(file: string, tookOver: boolean, mine: Holder): FileLock {
  const isMine = (holder: Holder | undefined) =>
    holder?.process === mine.process && holder.place === mine.place && holder.space === mine.space;
  const isOurs = () => isMine(readHolder(file));
  const touching = setInterval(() => touch(file, isMine), TOUCHED_EVERY_MS).unref();
  return {
    tookOver,
    markEnding: () => {
      if (!isOurs()) return;
      const aside = `${file}.ending.${process.pid}`;
      try {
        writeFileSync(aside, JSON.stringify({ ...mine, ending: true }));
        renameSync(aside, file);
      } catch {
        // A full disk has no room for it: whoever comes next is told that the folder is in use.
        rmSync(aside, { force: true });
      }
    },
    release: () => {
      clearInterval(touching);
      if (isOurs()) rmSync(file, { force: true });
    },
  };
}

/**
 * Takes a lock file for this process, or says whose it is. It names the process and when it began, so that one left
 * behind by kill -9 or a power cut is never taken for a living one, even when its number was given to another program;
 * and the folder it was made in, so that one that was copied along with its folder locks nothing. Of one in another container no process is seen: that
 * lives while its lock is touched.
 * @throws FileLockError where the lock changes hands all the time
 */
export function takeLock(file: string, url: string): FileLock | Holder {
  const mine: Holder = { process: thisProcess(), url, place: placeOf(file), space: processSpace() };
  let tookOver = false;
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    if (tryToTake(file, JSON.stringify(mine))) return held(file, tookOver, mine);
    const holder = readHolder(file);
    const isHere = holder?.place === undefined || holder.place === mine.place;
    const isUnseen = holder?.space !== undefined && holder.space !== mine.space;
    if (holder && isHere && isUnseen && isTouched(file)) return { ...holder, unseen: true };
    if (holder && isHere && !isUnseen && isRunning(holder.process)) return holder;
    clearStale(file, holder);
    // A copy's lock says nothing about processes of this folder.
    tookOver ||= isHere;
  }
  throw new FileLockError(
    `The lock ${file} changes hands all the time; several starts seem to run at once. Start only one.`,
  );
}

import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning, thisProcess } from '@placard/db/embedded/process-identity';
import { Refusal } from './refusal.ts';

export interface FolderLock {
  /** Whether the last run on this folder was killed: its children may take a moment to end. */
  readonly tookOver: boolean;
  release(): void;
}

export interface Holder {
  readonly process: string;
  readonly url: string;
}

function readHolder(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

/** Linking is atomic and fails where the name exists; writing in place could be seen half done. */
function tryToTake(file: string, content: string): boolean {
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, content);
  try {
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
    if (readHolder(aside)?.process !== stale?.process) linkSync(aside, file);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EEXIST') throw cause;
  } finally {
    rmSync(aside, { force: true });
  }
}

/**
 * Takes a lock file for this process, or says whose it is. It names the process and when it began, so that one left
 * behind by kill -9 or a power cut is never taken for a living one, even when its number was given to another program.
 */
export function takeLock(file: string, url: string): FolderLock | Holder {
  const mine: Holder = { process: thisProcess(), url };
  let tookOver = false;
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    if (tryToTake(file, JSON.stringify(mine))) {
      const release = () => {
        if (readHolder(file)?.process === mine.process) rmSync(file, { force: true });
      };
      return { tookOver, release };
    }
    const holder = readHolder(file);
    if (holder && isRunning(holder.process)) return holder;
    clearStale(file, holder);
    tookOver = true;
  }
  throw new Refusal(
    `The lock ${file} changes hands all the time; several starts seem to run at once. Start only one.`,
  );
}

/** Takes the data folder for this process. */
export function lockFolder(folder: string, url: string): FolderLock {
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  const taken = takeLock(join(folder, 'launcher.lock'), url);
  if ('release' in taken) return taken;
  throw new Refusal(
    `The data folder ${folder} is in use by a Placard that runs at ${taken.url} (process ${Number.parseInt(taken.process, 10)}). ` +
      'Use that one, stop it first, or start a second one on other ports and another folder: PLACARD_DATA_DIR=./other PORT=8090 DELIVERY_PORT=8091 npm start',
  );
}

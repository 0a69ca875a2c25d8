import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isRunning, processIdentity } from '@placard/db/embedded/process-identity';

const FILE = 'launcher.children';
const LOOK_EVERY_MS = 20;
/** What children take at most to end by themselves once their launcher is gone; one that is frozen never does. */
export const FORMER_CHILDREN_MS = 12_000;

/** Keeps in the data folder which processes belong to it, for the start after a kill -9 of the launcher. */
export class ChildList {
  readonly #file: string;
  readonly #identities = new Map<string, string>();

  constructor(dataDir: string) {
    this.#file = join(dataDir, FILE);
  }

  /** @param name the child's; one of the same name was there before and is gone */
  note(name: string, pid: number): void {
    const identity = processIdentity(pid);
    if (identity === undefined) return;
    this.#identities.set(name, identity);
    const aside = `${this.#file}.${process.pid}`;
    try {
      writeFileSync(aside, JSON.stringify([...this.#identities.values()]));
      renameSync(aside, this.#file);
    } catch {
      // A full disk: the next start waits for ports only.
      rmSync(aside, { force: true });
    }
  }

  forget(): void {
    rmSync(this.#file, { force: true });
  }
}

function remembered(dataDir: string): string[] {
  try {
    const list: unknown = JSON.parse(readFileSync(join(dataDir, FILE), 'utf8'));
    return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}

function kill(identity: string): void {
  try {
    process.kill(Number.parseInt(identity, 10), 'SIGKILL');
  } catch {
    // It ended just now, or it is somebody else's: its port or its lock will say so.
  }
}

/**
 * Waits for the children of a launcher that was killed; they end by themselves. What has not ended after the patience
 * is ended the hard way: a frozen process would hold port, spool and analytics for ever. Names are for all time, so no
 * other program that got a number since is touched.
 */
export async function endFormerChildren(
  dataDir: string,
  say: (sentence: string) => void,
  patienceMs = FORMER_CHILDREN_MS,
): Promise<void> {
  const deadline = performance.now() + patienceMs;
  let left = remembered(dataDir).filter(isRunning);
  if (left.length > 0) say('The last run was killed; waiting for its processes to end …');
  while (left.length > 0 && performance.now() < deadline) {
    await delay(LOOK_EVERY_MS);
    left = left.filter(isRunning);
  }
  for (const identity of left) kill(identity);
  while (left.length > 0 && performance.now() < deadline + 2_000) {
    await delay(LOOK_EVERY_MS);
    left = left.filter(isRunning);
  }
}

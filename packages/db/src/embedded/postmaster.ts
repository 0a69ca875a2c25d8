import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/** A look costs a stat or two; 10 ms is short against the 200 ms of a start. */
const LOOK_EVERY_MS = 10;

/** The lines of postmaster.pid that matter here: the process, and `ready` once it takes connections. */
interface PidFile {
  readonly pid: number;
  readonly ready: boolean;
}

function readPidFile(cluster: string): PidFile | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number.parseInt(lines[0] ?? '', 10);
  if (!Number.isInteger(pid) || pid <= 1) return undefined;
  return { pid, ready: lines[7]?.trim() === 'ready' };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether the process is a postmaster of this very cluster, not another one that got the number since. */
function serves(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform === 'linux') {
    try {
      // A postmaster's working directory is its cluster.
      return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
    } catch {
      return false;
    }
  }
  const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.includes('postgres') && stdout.includes(cluster);
}

/** The number of the cluster's living postmaster, if it has one. */
export function runningPostmaster(cluster: string): number | undefined {
  const found = readPidFile(cluster);
  return found && serves(found.pid, cluster) ? found.pid : undefined;
}

async function goneWithin(pid: number, ms: number): Promise<boolean> {
  const deadline = performance.now() + ms;
  while (isAlive(pid)) {
    if (performance.now() > deadline) return false;
    await delay(LOOK_EVERY_MS);
  }
  return true;
}

/** Ends a postmaster: fast (open transactions are rolled back), then at once (recovery at the next start). */
export async function stopPostmaster(pid: number): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 2_000],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ESRCH') return;
      throw cause;
    }
    if (await goneWithin(pid, patienceMs)) return;
  }
  throw new EmbeddedPostgresError(
    `The PostgreSQL process ${pid} does not end. End it by hand ("kill ${pid}") and start again.`,
  );
}

/** Ends a postmaster that outlived its launcher and removes the pid file of one that did not. */
export async function clearPostmaster(cluster: string): Promise<void> {
  const orphan = runningPostmaster(cluster);
  if (orphan !== undefined) await stopPostmaster(orphan);
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

/**
 * Waits until the postmaster takes connections. Resolves to its number, or to undefined when `ended` says first
 * that it gave up. Recovery after a crash replays at most max_wal_size, a matter of seconds.
 */
export async function untilReady(
  cluster: string,
  ended: () => boolean,
  patienceMs: number,
): Promise<number | undefined> {
  // By time that no one sets: a machine may get its clock while it starts.
  const deadline = performance.now() + patienceMs;
  while (!ended()) {
    const found = readPidFile(cluster);
    if (found?.ready) return found.pid;
    if (performance.now() > deadline) {
      throw new EmbeddedPostgresError(
        `PostgreSQL has not become ready within ${patienceMs / 1000} s. What it says is at the end of ${join(cluster, '..', 'log')}.`,
      );
    }
    await delay(LOOK_EVERY_MS);
  }
  return undefined;
}

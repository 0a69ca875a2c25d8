import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

/**
 * When a process began, in a form that no other process with the same number shares: ticks since the boot and the
 * boot's id on Linux, the date elsewhere. Undefined when there is no such process.
 */
function beginningOf(pid: number): string | undefined {
  if (process.platform === 'linux') {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // The name in brackets may hold blanks; field 22 of the whole is field 20 after it. A zombie holds nothing any more.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
      return `${fields[19]}@${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`;
    } catch {
      return undefined;
    }
  }
  const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { LC_ALL: 'C' },
  });
  return stdout.trim() || undefined;
}

/** Names a process for all time: `pid beginning`. */
export function processIdentity(pid: number): string | undefined {
  const beginning = beginningOf(pid);
  return beginning === undefined ? undefined : `${pid} ${beginning}`;
}

/** The identity of the process that asks. */
export function thisProcess(): string {
  return processIdentity(process.pid) ?? `${process.pid} unknown`;
}

/** Whether the process of this identity still runs; false when its number went to another one. */
export function isRunning(identity: string): boolean {
  const pid = Number.parseInt(identity, 10);
  const now = Number.isInteger(pid) ? processIdentity(pid) : undefined;
  if (now === undefined || now === identity.trim()) return now !== undefined;
  // In a container a service with a /proc of its own is shown another boot's id than everybody else. Begun in the same hundredth of
  // a second after the boot it is the same process: unless it is the one that asks, which after a reboot may get its old number.
  return pid !== process.pid && now.split('@')[0] === identity.trim().split('@')[0];
}

/** Where numbers of processes count: two containers see none of each other's. '' where the system has one such place. */
export function processSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

import { readdir, readFile } from 'node:fs/promises';
import type { PlacardPids, RunningPlacard } from '@placard/tooling/running-placard';

/** The fields of `/proc/PID/stat` behind the command's name, which may hold spaces and brackets; none for who has gone. */
async function statOf(pid: number | string): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

async function childrenByParent(): Promise<Map<number, number[]>> {
  const children = new Map<number, number[]>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = Number((await statOf(name))[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  return children;
}

/** These and whatever they started. */
async function treeOf(roots: readonly (number | undefined)[]): Promise<number[]> {
  const children = await childrenByParent();
  const found = new Set<number>();
  const waiting = [...roots];
  while (waiting.length > 0) {
    const pid = waiting.pop();
    if (pid === undefined || found.has(pid)) continue;
    found.add(pid);
    waiting.push(...(children.get(pid) ?? []));
  }
  return [...found];
}

/** The launcher, what it supervises, and whatever those started: PostgreSQL's backends are no children of ours. */
export async function processesOf(placard: RunningPlacard): Promise<number[]> {
  const { postgres, server, deliveries } = await placard.pids();
  return await treeOf([placard.launcherPid, postgres, server, ...deliveries]);
}

export type Part = 'delivery' | 'server' | 'PostgreSQL';
const TICKS_A_SECOND = 100;

/** Processor time of each part so far, in seconds, with that of its threads and of children that have ended. */
export async function processorSeconds(pids: PlacardPids): Promise<Readonly<Record<Part, number>>> {
  const secondsOf = async (list: readonly number[]) => {
    let ticks = 0;
    for (const pid of list) {
      const fields = await statOf(pid);
      // utime, stime, cutime, cstime
      for (const field of [11, 12, 13, 14]) ticks += Number(fields[field] ?? 0);
    }
    return ticks / TICKS_A_SECOND;
  };
  return {
    delivery: await secondsOf(pids.deliveries.filter((pid) => pid !== undefined)),
    server: await secondsOf(pids.server === undefined ? [] : [pids.server]),
    PostgreSQL: await secondsOf(await treeOf([pids.postgres])),
  };
}

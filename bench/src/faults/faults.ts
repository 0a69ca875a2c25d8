import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Installation, SmallDisk } from './installation.ts';
import type { Draw } from './random.ts';

/** What a fault may take away while it lasts; what is not named here must go on as if nothing were. */
export type Hurts = 'delivery' | 'spool';

export type Fault = {
  readonly name: string;
  readonly hurts: readonly Hurts[];
  /** Does it, and undoes it again; what dies is started again by the launcher, or here where the launcher died. */
  readonly happen: (installation: Installation, draw: Draw) => Promise<void>;
};

const HOUR_MS = 3_600_000;

function signal(pid: number | undefined, name: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(pid, name);
  } catch {
    // It has ended since: there is nothing to hurt.
  }
}

/** The processes whose parent it is, as the system tells. */
export function childrenOf(pid: number): number[] {
  const found: number[] = [];
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      if (parent === pid) found.push(Number(entry));
    } catch {
      // It ended while we looked.
    }
  }
  return found;
}

function isEngine(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main-engine.ts');
  } catch {
    return false;
  }
}

const deliveryOf = ({ pids }: Installation, draw: Draw) => draw.oneOf(pids.deliveries);
const serverOf = ({ pids }: Installation) => pids.server;
/** The engine of reports, while it does not rest. */
const engineOf = ({ pids }: Installation) => childrenOf(pids.server ?? 0).find(isEngine);
const postgresOf = ({ pids }: Installation) => pids.postgres;

function kill(
  name: string,
  hurts: readonly Hurts[],
  pidOf: (i: Installation, d: Draw) => number | undefined,
): Fault {
  return {
    name: `kill -9 ${name}`,
    hurts,
    happen: async (installation, draw) => signal(pidOf(installation, draw), 'SIGKILL'),
  };
}

function freeze(
  name: string,
  hurts: readonly Hurts[],
  pidOf: (i: Installation, d: Draw) => number | undefined,
): Fault {
  return {
    name: `SIGSTOP ${name}`,
    hurts,
    happen: async (installation, draw) => {
      const pid = pidOf(installation, draw);
      signal(pid, 'SIGSTOP');
      await sleep(draw.between(300, 2_500));
      signal(pid, 'SIGCONT');
    },
  };
}

function stopPostgres(how: NodeJS.Signals, name: string): Fault {
  return {
    name: `PostgreSQL stopped (${name})`,
    hurts: [],
    happen: async (installation) => signal(postgresOf(installation), how),
  };
}

const KILL_A_BACKEND: Fault = {
  name: 'kill -9 a backend of PostgreSQL',
  hurts: [],
  happen: async ({ pids }, draw) => {
    const backends = childrenOf(pids.postgres ?? 0);
    if (backends.length > 0) signal(draw.oneOf(backends), 'SIGKILL');
  },
};

const FREEZE_BACKENDS: Fault = {
  name: 'SIGSTOP all backends of PostgreSQL',
  hurts: [],
  happen: async ({ pids }, draw) => {
    const backends = childrenOf(pids.postgres ?? 0);
    for (const pid of backends) signal(pid, 'SIGSTOP');
    await sleep(draw.between(500, 3_000));
    for (const pid of backends) signal(pid, 'SIGCONT');
  },
};

/** The launcher alone: its children see it go, end by themselves, and a new one is started over them. */
const KILL_LAUNCHER: Fault = {
  name: 'kill -9 launcher',
  hurts: ['delivery'],
  happen: async (installation) => {
    await installation.running.kill();
    await installation.start();
  },
};

const KILL_EVERYTHING: Fault = {
  name: 'kill -9 everything at once',
  hurts: ['delivery'],
  happen: async (installation) => {
    const { pids, running } = installation;
    const backends = childrenOf(pids.postgres ?? 0);
    signal(running.launcherPid, 'SIGSTOP');
    for (const pid of [pids.postgres, pids.server, ...pids.deliveries, ...backends]) signal(pid, 'SIGKILL');
    await running.kill();
    await installation.start();
  },
};

const STOP_AND_START: Fault = {
  name: 'SIGTERM and a start',
  hurts: ['delivery'],
  happen: async (installation) => {
    await installation.running.stop();
    await installation.start();
  },
};

async function fill(file: string): Promise<void> {
  const block = Buffer.alloc(1 << 20, 1);
  const handle = await open(file, 'w');
  try {
    for (let size = block.length; size >= 512; ) {
      const written = await handle.write(block, 0, size).then(
        ({ bytesWritten }) => bytesWritten,
        () => 0,
      );
      if (written < size) size >>= 1;
    }
  } finally {
    await handle.close();
  }
}

function fullDisk(disk: SmallDisk, hurts: readonly Hurts[]): Fault {
  return {
    name: `disk full under ${disk}`,
    hurts,
    happen: async (installation, draw) => {
      await fill(installation.fillerOf(disk));
      await sleep(draw.between(500, 3_000));
      rmSync(installation.fillerOf(disk), { force: true });
    },
  };
}

function moveClock(name: string, hoursOf: (draw: Draw) => number): Fault {
  return {
    name: `clock ${name}`,
    hurts: [],
    happen: async (installation, draw) => {
      installation.shiftClock(hoursOf(draw) * HOUR_MS);
      await sleep(draw.between(500, 2_000));
      installation.shiftClock(0);
    },
  };
}

export const FAULTS: readonly Fault[] = [
  kill('delivery', ['delivery'], deliveryOf),
  kill('server', [], serverOf),
  kill('the engine of reports', [], engineOf),
  kill('PostgreSQL', [], postgresOf),
  freeze('delivery', ['delivery'], deliveryOf),
  freeze('server', [], serverOf),
  freeze('the engine of reports', [], engineOf),
  freeze('PostgreSQL', [], postgresOf),
  KILL_A_BACKEND,
  FREEZE_BACKENDS,
  stopPostgres('SIGINT', 'fast'),
  stopPostgres('SIGQUIT', 'immediate'),
  KILL_LAUNCHER,
  KILL_EVERYTHING,
  STOP_AND_START,
  moveClock('a day ahead', () => 24),
  moveClock('a day back', () => -24),
  moveClock('an hour about', (draw) => (draw.chance(0.5) ? 1 : -1)),
];

/** Where small disks can be mounted. */
export const DISK_FAULTS: readonly Fault[] = [
  fullDisk('spool', ['spool']),
  fullDisk('logs', []),
  fullDisk('analytics', []),
  fullDisk('postgres', []),
];

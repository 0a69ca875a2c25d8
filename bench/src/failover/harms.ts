import { setTimeout as sleep } from 'node:timers/promises';
import type { Draw } from '../faults/random.ts';
import type { ApartInstallation } from './apart.ts';

export type Harm = {
  readonly name: string;
  /** Does it, and undoes it again; from its end on everybody has the time that is promised to be back. */
  readonly happen: (installation: ApartInstallation, draw: Draw) => Promise<void>;
};

const CUT_MS = { least: 1_000, most: 6_000 } as const;

type Cut = {
  readonly name: string;
  readonly machineOf: (installation: ApartInstallation) => string;
};

const CUTS: readonly Cut[] = [
  { name: 'delivery and PostgreSQL', machineOf: () => 'delivery' },
  { name: 'API, worker and PostgreSQL', machineOf: () => 'server' },
  { name: 'PostgreSQL and everybody', machineOf: ({ pair }) => pair.primary },
  { name: 'PostgreSQL and its standby', machineOf: ({ pair }) => pair.standby },
];

/** Packets go nowhere and nobody is told, so connections hang. */
function unplugged({ name, machineOf }: Cut): Harm {
  return {
    name: `unplugged between ${name}`,
    happen: async (installation, draw) => {
      const { wires } = installation;
      const machine = machineOf(installation);
      wires.unplug(machine, 'back');
      await sleep(draw.between(CUT_MS.least, CUT_MS.most));
      wires.plug(machine, 'back');
    },
  };
}

/** The machine's own interface goes down: whatever it begins fails at once. */
function linkDown({ name, machineOf }: Cut): Harm {
  return {
    name: `link down between ${name}`,
    happen: async (installation, draw) => {
      const { wires } = installation;
      const machine = machineOf(installation);
      wires.setLink(machine, 'back', 'down');
      await sleep(draw.between(CUT_MS.least, CUT_MS.most));
      wires.setLink(machine, 'back', 'up');
    },
  };
}

const KILLED: Harm = {
  name: 'failover: primary killed with -9',
  happen: async ({ pair }) => {
    await pair.killPrimary();
    await pair.promote();
  },
};

/** As when a machine loses its power: no connection to it is ended, they just hear nothing any more. */
const VANISHED: Harm = {
  name: "failover: primary's machine vanishes",
  happen: async ({ pair, wires }, draw) => {
    const gone = pair.primary;
    wires.unplug(gone, 'back');
    await pair.killPrimary();
    // Whoever decides to promote has to notice first.
    await sleep(draw.between(0, 4_000));
    await pair.promote();
    wires.plug(gone, 'back');
  },
};

export const CUT_HARMS: readonly Harm[] = [...CUTS.map(unplugged), ...CUTS.map(linkDown)];
export const FAILOVERS: readonly Harm[] = [KILLED, VANISHED];

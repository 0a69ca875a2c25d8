import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process';

const NETS = { front: '10.214.78', back: '10.214.79' } as const;
export type Net = keyof typeof NETS;
/** This process is on both networks, with this as the end of its addresses. */
const HUB = 1;
/** The end of the address at which whoever is the primary answers. */
const MOVING = 100;

/** Where `ip` and `setpriv` are, whoever asks. */
export const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

type Machine = { readonly namespace: string; readonly number: number };

function ip(...words: readonly string[]): void {
  execFileSync('ip', words, { stdio: ['ignore', 'ignore', 'pipe'] });
}

/**
 * Machines, each a namespace with an address on two networks: visitors, reports and those who watch come by the front, only
 * databases are on the back. So a machine can be cut from its database while visitors still reach it.
 */
export class Wires {
  readonly #machines = new Map<string, Machine>();
  #holder: string | null = null;

  constructor() {
    for (const net of ['front', 'back'] as const) {
      ip('link', 'add', 'name', this.#bridge(net), 'type', 'bridge');
      ip('addr', 'add', `${NETS[net]}.${HUB}/24`, 'dev', this.#bridge(net));
      ip('link', 'set', this.#bridge(net), 'up');
    }
  }

  hub(net: Net): string {
    return `${NETS[net]}.${HUB}`;
  }

  get movingAddress(): string {
    return `${NETS.back}.${MOVING}`;
  }

  /** All addresses of the databases' network, as pg_hba.conf has them. */
  get backNetwork(): string {
    return `${NETS.back}.0/24`;
  }

  add(name: string): void {
    const number = 10 + this.#machines.size;
    const machine = { namespace: `plf${process.pid}-${number}`, number };
    this.#machines.set(name, machine);
    ip('netns', 'add', machine.namespace);
    ip('-n', machine.namespace, 'link', 'set', 'lo', 'up');
    for (const net of ['front', 'back'] as const) {
      ip(
        ...['link', 'add', this.#near(name, net), 'type', 'veth'],
        ...['peer', 'name', net, 'netns', machine.namespace],
      );
      this.plug(name, net);
      ip('link', 'set', this.#near(name, net), 'up');
      ip('-n', machine.namespace, 'addr', 'add', `${this.address(name, net)}/24`, 'dev', net);
      ip('-n', machine.namespace, 'link', 'set', net, 'up');
    }
  }

  address(name: string, net: Net): string {
    return `${NETS[net]}.${this.#of(name).number}`;
  }

  /** Pulls the plug at the switch: nothing arrives any more and nobody is told; what is sent goes nowhere. */
  unplug(name: string, net: Net): void {
    ip('link', 'set', this.#near(name, net), 'nomaster');
  }

  plug(name: string, net: Net): void {
    ip('link', 'set', this.#near(name, net), 'master', this.#bridge(net));
  }

  /** Takes the machine's own interface down or up: there is no way to anybody then, and the machine knows. */
  setLink(name: string, net: Net, state: 'up' | 'down'): void {
    ip('-n', this.#of(name).namespace, 'link', 'set', net, state);
  }

  /** The moving address is this machine's from now on; whoever knew another way to it forgets that. */
  moveAddress(name: string): void {
    const whole = `${this.movingAddress}/24`;
    if (this.#holder !== null)
      ip('-n', this.#of(this.#holder).namespace, 'addr', 'del', whole, 'dev', 'back');
    ip('-n', this.#of(name).namespace, 'addr', 'add', whole, 'dev', 'back');
    this.#holder = name;
    for (const { namespace } of this.#machines.values()) ip('-n', namespace, 'neigh', 'flush', 'dev', 'back');
    ip('neigh', 'flush', 'dev', this.#bridge('back'));
  }

  /** Runs a program there; what comes after `ip` replaces it, so that signals reach the program. */
  start(name: string, words: readonly string[], options: SpawnOptions): ChildProcess {
    return spawn('ip', ['netns', 'exec', this.#of(name).namespace, ...words], options);
  }

  end(): void {
    for (const { namespace } of this.#machines.values()) ip('netns', 'del', namespace);
    for (const net of ['front', 'back'] as const) ip('link', 'del', this.#bridge(net));
  }

  #bridge(net: Net): string {
    return `plf${net[0]}${process.pid}`;
  }

  #near(name: string, net: Net): string {
    return `p${net[0]}${this.#of(name).number}n${process.pid}`;
  }

  #of(name: string): Machine {
    const machine = this.#machines.get(name);
    if (machine === undefined) throw new Error(`there is no machine ${name}`);
    return machine;
  }
}

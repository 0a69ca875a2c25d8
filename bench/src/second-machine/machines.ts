import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, connect as dial, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** In the guide machines are 10.0.0.x; here that may be somebody's network. */
const NET = '10.214.77';
/** As the guide's example has it: this is the machine that everybody else is a second one to. */
const HUB = 1;

/** What is missing here for machines in namespaces; empty where nothing is. */
export function missingForMachines(): string[] {
  const programs = { ip: 'iproute2', unshare: 'util-linux', mount: 'mount' };
  const missing = Object.entries(programs)
    .filter(([program]) => spawnSync('which', [program], { stdio: 'ignore' }).status !== 0)
    .map(([program, name]) => `${program} (apt-get install ${name})`);
  return process.getuid?.() === 0
    ? missing
    : [...missing, 'root, to make namespaces with a network and folders of their own'];
}

/** Of the network here in place of the guide's: its addresses end alike. */
export function addressOf(machine: string): string {
  return machine.replace(/\b10\.0\.0\.(\d+)\b/g, `${NET}.$1`);
}

/** Its own folder at the path that all machines have it at; those of the others are nowhere to be seen. */
const INTO_MACHINE = 'mount --bind "$1" "$2" && mount -t tmpfs none "$3" && shift 3 && exec "$@"';

/** Machines on one wire, each a namespace: a network, an address and a data folder of its own. This process is the first of them. */
export class Machines {
  /** Where each machine has its data folder. */
  readonly dataDir: string;
  readonly #parent: string;
  readonly #own: string;
  readonly #bridge = `plc${process.pid}`;
  readonly #forwards: Server[] = [];
  readonly #names = new Map<string, string>();
  readonly #running = new Set<ChildProcess>();

  constructor() {
    this.#parent = mkdtempSync(join(tmpdir(), 'placard-machines-'));
    this.dataDir = join(this.#parent, 'srv');
    this.#own = join(this.#parent, 'machines');
    mkdirSync(this.dataDir);
    ip('link', 'add', 'name', this.#bridge, 'type', 'bridge');
    ip('addr', 'add', `${NET}.${HUB}/24`, 'dev', this.#bridge);
    ip('link', 'set', this.#bridge, 'up');
  }

  get hub(): string {
    return `${NET}.${HUB}`;
  }

  /** The folder of a machine, as nobody but this test sees it. */
  folderOf(address: string): string {
    return join(this.#own, address);
  }

  #add(address: string): string {
    const nth = address.split('.').at(-1) ?? '';
    const [name, near, far] = [`${this.#bridge}-${nth}`, `p${nth}n${process.pid}`, `p${nth}f${process.pid}`];
    ip('netns', 'add', name);
    this.#names.set(address, name);
    ip('link', 'add', near, 'type', 'veth', 'peer', 'name', far);
    ip('link', 'set', near, 'master', this.#bridge, 'up');
    ip('link', 'set', far, 'netns', name);
    ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', far);
    ip('-n', name, 'link', 'set', far, 'up');
    ip('-n', name, 'link', 'set', 'lo', 'up');
    mkdirSync(this.folderOf(address), { recursive: true, mode: 0o755 });
    return name;
  }

  /** Runs a program there; what comes after `ip` replaces it in turn, so that signals reach the program. */
  start(address: string, words: readonly string[], environment: NodeJS.ProcessEnv): ChildProcess {
    const name = this.#names.get(address) ?? this.#add(address);
    const own = ['sh', '-c', INTO_MACHINE, 'sh', this.folderOf(address), this.dataDir, this.#own];
    const child = spawn(
      'ip',
      ['netns', 'exec', name, 'unshare', '--mount', '--propagation', 'private', ...own, ...words],
      {
        env: environment,
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    this.#running.add(child);
    child.once('exit', () => this.#running.delete(child));
    return child;
  }

  /** What listens on 127.0.0.1 here answers on this machine's address on the wire too. */
  async forward(port: number, to: number): Promise<void> {
    this.#forwards.push(await forwardTo(this.hub, port, to));
  }

  async end(): Promise<void> {
    await Promise.all(
      [...this.#running].map(async (child) => {
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }),
    );
    for (const server of this.#forwards) server.close();
    for (const name of this.#names.values()) ip('netns', 'del', name);
    ip('link', 'del', this.#bridge);
    rmSync(this.#parent, { recursive: true, force: true });
  }
}

/** What comes to `port` of an address of this machine goes on to `to` of 127.0.0.1. */
export async function forwardTo(address: string, port: number, to: number): Promise<Server> {
  const server = createServer((near) => {
    const far = dial(to, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  });
  server.listen(port, address);
  await once(server, 'listening');
  return server;
}

function ip(...words: readonly string[]): void {
  execFileSync('ip', words, { stdio: ['ignore', 'ignore', 'pipe'] });
}

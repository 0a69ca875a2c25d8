import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeCluster } from '@placard/db/embedded/cluster';
import { runningClusterUrl } from '@placard/db/embedded/running-cluster';
import { freePorts } from '@placard/db/testing/free-ports';
import { type PlacardPids, type RunningPlacard, runPlacard } from '@placard/tooling/running-placard';

const CLOCK = new URL('./shifted-clock.ts', import.meta.url);
export const SHARDS = 2;

/** Folders that get a small disk of their own, and how large it is: so much that only a fault fills it. */
export const SMALL_DISKS = { spool: 96, logs: 16, analytics: 384, postgres: 1_500 } as const;
export type SmallDisk = keyof typeof SMALL_DISKS;

/** Whether this user may mount: small disks need it. */
function mayMount(): boolean {
  return process.getuid?.() === 0;
}

/**
 * A Placard on disks that can be filled, with a clock that can be moved, which can be killed and started again on the
 * same folder and ports.
 */
export class Installation {
  readonly dataDir: string;
  readonly hasSmallDisks = mayMount();
  readonly #clockFile: string;
  readonly #databaseUrl: string | undefined;
  readonly #environment: Readonly<Record<string, string>>;
  #ports: Readonly<Record<string, string>> = {};
  #running: RunningPlacard | null = null;
  #watchPort = 0;
  #clockMs = 0;
  /** Process numbers as they last were: who is frozen doesn't answer. */
  pids: PlacardPids = { deliveries: [] };

  /** @param databaseUrl another PostgreSQL than the embedded one */
  constructor(databaseUrl?: string, environment: Readonly<Record<string, string>> = {}) {
    this.#databaseUrl = databaseUrl;
    this.#environment = environment;
    this.dataDir = mkdtempSync(join(tmpdir(), 'placard-faults-'));
    chmodSync(this.dataDir, 0o711);
    this.#clockFile = join(this.dataDir, 'clock');
    writeFileSync(this.#clockFile, '0');
    if (!this.hasSmallDisks) return;
    for (const [name, megabytes] of Object.entries(SMALL_DISKS)) {
      const folder = join(this.dataDir, name);
      mkdirSync(folder, { mode: 0o711 });
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'none', folder]);
    }
  }

  /** With it in NODE_OPTIONS a program has the clock of this installation. */
  get clockOption(): string {
    return `--import=${CLOCK}?file=${this.#clockFile}`;
  }

  get running(): RunningPlacard {
    if (this.#running === null) throw new Error('Placard does not run');
    return this.#running;
  }

  get databaseUrl(): string {
    return this.#databaseUrl ?? runningClusterUrl(join(this.dataDir, 'postgres'));
  }

  /** Starts it, or starts it again after a kill. @returns how long it took */
  async start(): Promise<number> {
    if (this.#watchPort === 0) await this.#choosePorts();
    this.#running = await runPlacard({
      dataDir: this.dataDir,
      environment: {
        ...this.#environment,
        ...this.#ports,
        ...(this.#databaseUrl === undefined ? {} : { DATABASE_URL: this.#databaseUrl }),
        PLACARD_DELIVERY_PROCESSES: String(SHARDS),
        PLACARD_WATCH_PORT: String(this.#watchPort),
        PLACARD_TRUSTED_PROXIES: '127.0.0.1,::1',
        PLACARD_ALLOW_ANY_SITE: '1',
        NODE_OPTIONS: this.clockOption,
      },
    });
    this.pids = await this.running.pids();
    return this.running.startedInMs;
  }

  async notePids(): Promise<void> {
    this.pids = await this.running.pids();
  }

  /** @param milliseconds against the clock that this installation has */
  shiftClock(milliseconds: number): void {
    writeFileSync(this.#clockFile, String(this.#clockMs + milliseconds));
  }

  /** From now on this is what its clock says. */
  setClock(epochMs: number): void {
    this.#clockMs = epochMs - Date.now();
    this.shiftClock(0);
  }

  watchUrl(process: 'server' | number): string {
    return `http://127.0.0.1:${this.#watchPort + (process === 'server' ? 0 : 1 + process)}`;
  }

  fillerOf(disk: SmallDisk): string {
    return join(this.dataDir, disk, 'filler');
  }

  async end(): Promise<void> {
    await this.#running?.stop();
    for (const name of this.hasSmallDisks ? Object.keys(SMALL_DISKS) : [])
      execFileSync('umount', ['-l', join(this.dataDir, name)]);
    await removeCluster(join(this.dataDir, 'postgres'));
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  async #choosePorts(): Promise<void> {
    const [port = 0, deliveryPort = 0, watchPort = 0] = await freePorts(3 + SHARDS);
    this.#ports = { PORT: String(port), DELIVERY_PORT: String(deliveryPort) };
    this.#watchPort = watchPort;
  }
}

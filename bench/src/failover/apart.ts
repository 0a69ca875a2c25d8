import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ClickHouseProcess } from '../../../apps/server/src/analytics/testing/run-clickhouse.ts';
import { answersOk, msUntil } from '../faults/back-again.ts';
import { forwardTo } from '../second-machine/machines.ts';
import { PostgresPair } from './postgres-pair.ts';
import { SYSTEM_PATH, Wires } from './wires.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const CLICKHOUSE_PORT = 8_123;
const DELIVERY_PORT = 8_081;
const WATCH_PORT = 9_300;
const READY_WITHIN_MS = 60_000;

type Apart = {
  readonly name: string;
  readonly machine: 'server' | 'delivery';
  readonly file: string;
  readonly environment: Readonly<Record<string, string>>;
};
const PROCESSES: readonly Apart[] = [
  {
    ...{ name: 'api', machine: 'server', file: 'apps/server/src/main-api.ts' },
    environment: { PLACARD_WORKER: '0', PORT: '8080' },
  },
  { ...{ name: 'worker', machine: 'server', file: 'apps/server/src/main-worker.ts' }, environment: {} },
  ...['0', '1'].map(
    (shard): Apart => ({
      ...{ name: `delivery ${shard}`, machine: 'delivery', file: 'apps/delivery/src/main.ts' },
      environment: {
        PLACARD_SHARD: shard,
        PLACARD_DELIVERY_PROCESSES: '2',
        DELIVERY_PORT: String(DELIVERY_PORT),
      },
    }),
  ),
];

/** Placard's processes apart, as the guide has them: a machine for API and worker, one for two shards, two for PostgreSQL. */
export class ApartInstallation {
  readonly wires = new Wires();
  readonly pair = new PostgresPair(this.wires);
  readonly #folder = mkdtempSync(join(tmpdir(), 'placard-apart-'));
  readonly #secretKey = randomBytes(32).toString('hex');
  readonly #running = new Map<string, ChildProcess>();
  readonly #said = new Map<string, string>();
  #clickhouse: ClickHouseProcess | null = null;
  #forward: Server | null = null;
  /** Processes that ended by themselves: nobody starts them again here. */
  readonly ended: string[] = [];
  /** By shard; what judges counts them. */
  readonly pids = { deliveries: [undefined, undefined] as readonly undefined[] };

  constructor() {
    for (const machine of ['server', 'delivery']) this.wires.add(machine);
    for (const { name, machine } of PROCESSES) mkdirSync(this.#dataDirOf(name, machine), { recursive: true });
  }

  get databaseUrl(): string {
    return this.pair.url;
  }

  get deliveryUrl(): string {
    return `http://${this.wires.address('delivery', 'front')}:${DELIVERY_PORT}`;
  }

  watchUrl(shard: number | 'api' | 'worker'): string {
    const index = PROCESSES.findIndex(
      ({ name }) => name === (typeof shard === 'number' ? `delivery ${shard}` : shard),
    );
    const machine = typeof shard === 'number' ? 'delivery' : 'server';
    return `http://${this.wires.address(machine, 'front')}:${WATCH_PORT + index}`;
  }

  /** Where each process says whether it is ready. */
  get readiness(): { readonly deliveries: readonly string[]; readonly all: readonly string[] } {
    const deliveries = [`${this.watchUrl(0)}/readyz`, `${this.watchUrl(1)}/readyz`];
    return {
      deliveries,
      all: [...deliveries, `${this.watchUrl('api')}/readyz`, `${this.watchUrl('worker')}/readyz`],
    };
  }

  async start(): Promise<void> {
    await this.pair.start();
    this.#clickhouse = await ClickHouseProcess.start();
    const port = Number(new URL(this.#clickhouse.url).port);
    this.#forward = await forwardTo(this.wires.hub('front'), CLICKHOUSE_PORT, port);
    const migrated = this.#spawn({
      ...{ name: 'migrate', machine: 'server', file: 'packages/db/src/main-migrate.ts', environment: {} },
    });
    const [code] = (await once(migrated, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`migrate ended with ${code}: ${this.saidBy('migrate')}`);
    for (const each of PROCESSES) {
      const child = this.#spawn(each);
      this.#running.set(each.name, child);
      child.once('exit', (status) => {
        if (this.#running.delete(each.name)) this.ended.push(`${each.name} ended with ${status}`);
      });
    }
    const isReady = async () => (await Promise.all(this.readiness.all.map(answersOk))).every(Boolean);
    if ((await msUntil(isReady, READY_WITHIN_MS)) === null) throw new Error(await this.#whyNotReady());
  }

  async #whyNotReady(): Promise<string> {
    const answers = await Promise.all(
      this.readiness.all.map(async (url) => {
        const text = fetch(url, { signal: AbortSignal.timeout(2_000) }).then((answer) => answer.text());
        return `${url}: ${await text.catch(String)}`;
      }),
    );
    const said = PROCESSES.map(({ name }) => `${name}: ${this.saidBy(name)}`);
    return ['Placard does not start', ...answers, ...said].join('\n');
  }

  /** The end of what a process has logged. */
  saidBy(name: string): string {
    return this.#said.get(name) ?? '';
  }

  async end(): Promise<void> {
    const children = [...this.#running.values()];
    this.#running.clear();
    await Promise.all(
      children.map(async (child) => {
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }),
    );
    this.#forward?.close();
    await this.#clickhouse?.end();
    await this.pair.end();
    this.wires.end();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #dataDirOf(name: string, machine: string): string {
    return join(this.#folder, machine === 'delivery' ? machine : name);
  }

  #spawn({ name, machine, file, environment }: Apart): ChildProcess {
    const front = this.wires.address(machine, 'front');
    const child = this.wires.start(machine, [process.execPath, join(ROOT, file)], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: SYSTEM_PATH,
        ...environment,
        DATABASE_URL: this.databaseUrl,
        PLACARD_SECRET_KEY: this.#secretKey,
        PLACARD_DATA_DIR: this.#dataDirOf(name, machine),
        PLACARD_URL: `http://${this.wires.address('server', 'front')}:8080`,
        PLACARD_DELIVERY_URL: this.deliveryUrl,
        ...(machine === 'server'
          ? { CLICKHOUSE_URL: `http://${this.wires.hub('front')}:${CLICKHOUSE_PORT}` }
          : {}),
        PLACARD_HOST: '0.0.0.0',
        PLACARD_WATCH_PORT: String(
          WATCH_PORT +
            Math.max(
              0,
              PROCESSES.findIndex((each) => each.name === name),
            ),
        ),
        PLACARD_WATCH_HOST: front,
        PLACARD_TRUSTED_PROXIES: this.wires.hub('front'),
        PLACARD_ALLOW_ANY_SITE: '1',
        PLACARD_LOG_LEVEL: 'warn',
      },
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.#said.set(name, (this.saidBy(name) + chunk.toString()).slice(-20_000));
      });
    return child;
  }
}

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMPILE_CACHE } from '@placard/db/testing/compile-cache';

const SERVER = fileURLToPath(new URL('./clickhouse-over-http.ts', import.meta.url));

/** A ClickHouse server in a process of its own, on a port that it keeps over its starts, with what it has stored. */
export class ClickHouseProcess {
  readonly #folder: string;
  #child: ChildProcess | null = null;
  #port = 0;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async start(): Promise<ClickHouseProcess> {
    const server = new ClickHouseProcess(await mkdtemp(join(tmpdir(), 'placard-clickhouse-')));
    await server.again();
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Starts it after it was killed. */
  async again(): Promise<void> {
    const child = fork(SERVER, [this.#folder, String(this.#port)], {
      execArgv: [],
      env: { ...process.env, ...COMPILE_CACHE },
    });
    this.#child = child;
    const [port] = (await once(child, 'message')) as [number];
    this.#port = port;
  }

  /** kill -9, wherever it is. */
  async kill(): Promise<void> {
    this.#signal('SIGKILL');
    await this.died();
  }

  /** Until it has ended by itself. */
  async died(): Promise<void> {
    const child = this.#child;
    if (child !== null && child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }

  /** It takes connections, as the system does for it, and answers nothing. */
  hang(): void {
    this.#signal('SIGSTOP');
  }

  goOn(): void {
    this.#signal('SIGCONT');
  }

  /** What is to happen once the next insert is stored. */
  async afterInsert(what: 'answer' | 'die' | 'say nothing'): Promise<void> {
    const child = this.#child;
    if (child === null) throw new Error('the server was not started');
    child.send(what);
    await once(child, 'message');
  }

  async end(): Promise<void> {
    this.goOn();
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }

  #signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }
}

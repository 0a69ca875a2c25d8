import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { PingTiming } from '@placard/db/process/silence';
import { engineCaller } from '../engine-caller.ts';
import { AnalyticsFolderError, EngineGoneError } from './engine-faults.ts';
import { ENGINE_LIMITS, type EngineLimits } from './engine-limits.ts';
import type { EngineMethod } from './engine-messages.ts';
import { type Asked, EngineProcess, type NotOpened } from './engine-process.ts';
import {
  byPurpose,
  connectionsFor,
  type EngineConnection,
  type EngineConnections,
} from './engine-purposes.ts';

/** When the engine's process rests, and what is made of one that fails. */
export const ENGINE_TIMING = {
  /** Somebody who looks at reports comes back within it; who comes later waits half a second for the first answer. */
  restAfterMs: 5 * 60_000,
  /** A process that was killed just now leaves the folder within a moment. */
  folderPatienceMs: 3_000,
  folderAgainMs: 200,
  /** One that could not be opened is not tried again before this, however many ask. */
  failedForMs: 2_000,
  pingEveryMs: 1_000,
  silentPings: 10,
  silentPingsAtStart: 120,
} as const satisfies PingTiming & Readonly<Record<string, number>>;
export type EngineTiming = { readonly [Name in keyof typeof ENGINE_TIMING]: number };

export type EngineApartOptions = {
  readonly folder: string;
  /** Statements that each opening begins with. */
  readonly first: readonly string[];
  readonly limits?: EngineLimits;
  readonly timing?: EngineTiming;
  /** Told each time that it ended by itself: how, in words. */
  readonly onGone?: (how: string) => void;
};

/** The library of the embedded engine does not run here. */
export class LibraryFault extends Error {}

/**
 * The embedded engine in a process of its own: it takes some two hundred megabytes from the first question on, and a fault of its library
 * ends it. It begins with the first question, rests while nobody asks, and is started again where it died.
 */
export class EngineApart {
  readonly connections: EngineConnections;
  readonly #options: EngineApartOptions;
  readonly #timing: EngineTiming;
  #process: EngineProcess | null = null;
  #waking: Promise<EngineProcess> | null = null;
  /** The one before, on its way out: its folder is not free yet. */
  #leaving: Promise<unknown> = Promise.resolve();
  #failed: { readonly error: Error; readonly untilMs: number } | null = null;
  #running = 0;
  #restTimer: NodeJS.Timeout | undefined;
  #deaths = 0;
  #closed = false;

  constructor(options: EngineApartOptions) {
    this.#options = options;
    this.#timing = options.timing ?? ENGINE_TIMING;
    const count = connectionsFor(options.limits ?? ENGINE_LIMITS);
    this.connections = byPurpose(Array.from({ length: count }, (_, number) => this.#connection(number)));
  }

  /** Whether it has no process because nobody asks. */
  get rests(): boolean {
    return this.#process === null && this.#waking === null && this.#failed === null;
  }

  /** How often it ended by itself: what was known of its state may be wrong since. */
  get deaths(): number {
    return this.#deaths;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Starts it where it has no process. @throws LibraryFault; AnalyticsFolderError; EngineGoneError */
  async wake(): Promise<void> {
    await this.#awake();
  }

  /** Ends it for good. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearTimeout(this.#restTimer);
    await this.#waking?.catch(() => undefined);
    this.#leave();
    await this.#leaving;
  }

  async #awake(): Promise<EngineProcess> {
    if (this.#closed) throw new EngineGoneError('is closed');
    if (this.#process !== null) return this.#process;
    if (this.#failed !== null && performance.now() < this.#failed.untilMs) throw this.#failed.error;
    this.#waking ??= this.#start().finally(() => {
      this.#waking = null;
    });
    return await this.#waking;
  }

  async #start(): Promise<EngineProcess> {
    const deadline = performance.now() + this.#timing.folderPatienceMs;
    for (;;) {
      await this.#leaving;
      const { folder, first, limits = ENGINE_LIMITS } = this.#options;
      const started = new EngineProcess({ folder, limits, first }, this.#timing);
      const failed = await started.opened;
      if (failed === null) return this.#keep(started);
      await started.close();
      if (failed.at === 'folder' && performance.now() < deadline) await pause(this.#timing.folderAgainMs);
      else throw this.#fail(failed);
    }
  }

  #keep(started: EngineProcess): EngineProcess {
    this.#failed = null;
    this.#process = started;
    this.#restLater();
    void started.ended.then((how) => {
      if (this.#process !== started) return;
      this.#process = null;
      this.#deaths += 1;
      this.#options.onGone?.(how);
    });
    return started;
  }

  #fail({ at, error }: NotOpened): Error {
    const told = this.#faultOf(at, error);
    this.#failed = { error: told, untilMs: performance.now() + this.#timing.failedForMs };
    return told;
  }

  #faultOf(at: NotOpened['at'], error: Error): Error {
    if (at === 'folder') return new AnalyticsFolderError(this.#options.folder, error);
    return at === 'library' ? new LibraryFault(error.message, { cause: error }) : error;
  }

  /** Lets its process end: nobody asks, or nobody will. */
  #leave(): void {
    const leaving = this.#process;
    this.#process = null;
    if (leaving !== null) this.#leaving = leaving.close();
  }

  async #ask(asked: Asked): Promise<Readable> {
    this.#running += 1;
    clearTimeout(this.#restTimer);
    try {
      return await this.#askAgain(asked);
    } finally {
      this.#running -= 1;
      this.#restLater();
    }
  }

  #restLater(): void {
    clearTimeout(this.#restTimer);
    if (this.#running > 0 || this.#closed) return;
    this.#restTimer = setTimeout(() => this.#leave(), this.#timing.restAfterMs).unref();
  }

  /** What only reads is asked once more where the process died over it. */
  async #askAgain(asked: Asked): Promise<Readable> {
    const process = await this.#awake();
    try {
      return await process.ask(asked);
    } catch (cause) {
      const onlyReads = READS.includes(asked.method) && engineCaller().kind === 'reader';
      if (!(cause instanceof EngineGoneError) || !onlyReads || this.#closed) throw cause;
      await process.ended;
      return await (await this.#awake()).ask(asked);
    }
  }

  #connection(connection: number): EngineConnection {
    const ask = async (
      method: EngineMethod,
      { query, query_params, clickhouse_settings }: Parameters<EngineConnection['query']>[0],
      values?: string,
    ) => {
      if (Object.keys(query_params ?? {}).length > 0) throw new TypeError('values are in the statement here');
      const settings = clickhouse_settings ?? {};
      const beside = values === undefined ? {} : { values };
      return await this.#ask({ connection, method, query, settings, ...beside });
    };
    const about = () => ({ query_id: randomUUID(), response_headers: {} });
    return {
      query: async (asked) => ({ stream: await ask('query', asked), ...about() }),
      exec: async (asked) => {
        const values = asked.values === undefined ? undefined : await text(asked.values);
        return { stream: await ask('exec', asked, values), ...about() };
      },
      insert: async (asked) => {
        const values = typeof asked.values === 'string' ? asked.values : await text(asked.values);
        await ask('insert', asked, values);
        return about();
      },
      command: async (asked) => {
        await ask('command', asked);
        return about();
      },
      ping: async () =>
        await ask('command', { query: 'select 1' }).then(
          () => ({ success: true }) as const,
          (error: unknown) => ({
            success: false,
            error: error instanceof Error ? error : new Error(String(error)),
          }),
        ),
      close: async () => await this.close(),
    };
  }
}

const READS: readonly EngineMethod[] = ['query', 'exec'];

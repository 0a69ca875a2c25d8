import { setTimeout as sleep } from 'node:timers/promises';
import { traced } from '@placard/db/process/traces';
import type { Clock } from '@placard/domain/clock';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { foldSpend } from './fold-spend.ts';
import { settleAllParts } from './settle-part.ts';
import { takeSettlementLock } from './settlement-lock.ts';
import { type Settled, Settler } from './settler.ts';
import { SettlerThreads } from './settler-threads.ts';
import { tidyEventLog } from './tidy-event-log.ts';

/** Looks for new batches this often; a batch is shipped within 100 ms, so events are settled well within a second. */
const POLL_MS = 200;
/** A worker that stands by asks for the lock this often. */
const STANDBY_MS = 1_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;
/** Often enough that what reads lines has few of them to add up, seldom enough that most fall together. */
const FOLD_EVERY_MS = 60_000;
const TIDY_EVERY_MS = 10 * 60_000;

export type SettlementLoopDeps = {
  readonly pool: Pool;
  readonly logger: Logger;
  readonly clock: Clock;
  /** With several, this only judges, and threads settle. */
  readonly settlers: number;
  /** For the connections of the threads. */
  readonly databaseUrl: string;
  /** Told of each transaction that settled something. */
  readonly onSettled: (settled: Settled) => void;
  /** Told when this worker begins to lead, and when it no longer does. */
  readonly onLeading: (leading: boolean) => void;
  /** Waits so long, or until the signal; default: by the clock of the machine. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
};

/**
 * Settles for as long as it holds the settlement lock, and stands by while another worker does. The lock belongs to
 * the connection that settles: when that is lost, so are lock and transaction, and nobody settles half.
 */
export class SettlementLoop {
  readonly #deps: SettlementLoopDeps;
  readonly #settler: Settler;
  readonly #stopping = new AbortController();
  readonly #told = new Set<string>();
  /** After the next interruption. */
  #pauseMs = FIRST_PAUSE_MS;
  #running: Promise<void> | null = null;

  constructor(deps: SettlementLoopDeps) {
    this.#deps = deps;
    this.#settler = new Settler({ clock: deps.clock, settlers: deps.settlers });
  }

  start(): void {
    this.#running ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        if (!(await this.#lead())) await this.#wait(STANDBY_MS);
      } catch (cause) {
        const pauseMs = this.#pauseMs;
        this.#pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
        this.#deps.logger.warn({ err: cause, pauseMs }, 'settlement was interrupted and goes on');
        await this.#wait(pauseMs);
      }
    }
  }

  /** @returns false when another worker leads. */
  async #lead(): Promise<boolean> {
    const client = await this.#deps.pool.connect();
    // A connection that breaks while nothing is asked of it would end the process; the next statement says so anyway.
    client.on('error', () => undefined);
    let leading = false;
    let threads: SettlerThreads | null = null;
    try {
      if (!(await takeSettlementLock(client))) return false;
      leading = true;
      this.#settler.forget();
      this.#deps.onLeading(true);
      // What was judged and not settled, perhaps for another number of settlers, comes before anything new.
      await settleAllParts(client, this.#deps.clock, this.#deps.onSettled);
      if (this.#deps.settlers > 1) threads = new SettlerThreads(this.#deps);
      await this.#settleUntilStopped(client, threads);
      return true;
    } finally {
      try {
        await threads?.stop();
        if (leading) this.#deps.onLeading(false);
      } finally {
        // Ends the connection, and with it the lock: a pool would keep both, and nobody would ever lead again.
        client.release(true);
      }
    }
  }

  async #settleUntilStopped(client: PoolClient, threads: SettlerThreads | null): Promise<void> {
    // By the time that passes: a clock that was set back must not keep either from being done for days.
    let tidyAtMs = performance.now() + POLL_MS;
    let foldAtMs = tidyAtMs;
    while (!this.#stopping.signal.aborted) {
      const settled = await traced('settle events', {}, async (span) => {
        const done = await this.#settler.settleOnce(client);
        if (done.settlementId === null) span.forget();
        span.set({ 'placard.events': done.eventCount });
        return done;
      });
      this.#pauseMs = FIRST_PAUSE_MS;
      this.#tell(settled);
      if (settled.settlementId !== null) {
        this.#deps.onSettled(settled);
        threads?.wake();
      }
      const passedMs = performance.now();
      if (passedMs >= foldAtMs) {
        foldAtMs = passedMs + FOLD_EVERY_MS;
        await foldSpend(client);
      }
      if (settled.more && settled.settlementId !== null) continue;
      if (settled.more) {
        await this.#wait(POLL_MS / 10);
        continue;
      }
      if (passedMs >= tidyAtMs) {
        tidyAtMs = passedMs + TIDY_EVERY_MS;
        await tidyEventLog(client, this.#deps.clock());
        this.#settler.forget();
      }
      await this.#wait(POLL_MS);
    }
  }

  /** Each hole and each damaged batch is worth one line, not five a second. */
  #tell(settled: Settled): void {
    for (const gap of settled.gaps) {
      this.#once(`gap:${gap.shard}:${gap.expectedOffset}`, () =>
        this.#deps.logger.error(
          {
            shard: gap.shard,
            expectedOffset: String(gap.expectedOffset),
            foundOffset: String(gap.foundOffset),
          },
          'events of this shard wait: the batch that follows what is settled is missing',
        ),
      );
    }
    for (const damaged of settled.damaged) {
      this.#once(`damaged:${damaged.message}`, () =>
        this.#deps.logger.error({ shard: damaged.shard, err: damaged }, 'events of this shard wait'),
      );
    }
  }

  #once(key: string, tell: () => void): void {
    if (this.#told.has(key)) return;
    this.#told.add(key);
    tell();
  }

  async #wait(ms: number): Promise<void> {
    await (this.#deps.wait ?? waitByClock)(ms, this.#stopping.signal);
  }
}

async function waitByClock(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}

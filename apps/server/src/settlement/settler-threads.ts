import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { Slice } from './settle-part.ts';
import type { Settled } from './settler.ts';

export type SettlerThreadData = Slice & { readonly databaseUrl: string };
/** What a thread tells. */
export type SettlerThreadWord = { readonly settled: Settled } | { readonly fault: string };

/** The thread's own program lies beside the other programs. */
const PROGRAM = new URL('main-settler-thread.ts', new URL('..', import.meta.url));
const AGAIN_MS = 1_000;
/** A transaction takes about a second; what hangs longer is ended, and its connection with it, as if it had been killed. */
const STOP_MS = 8_000;

export type SettlerThreadsDeps = {
  readonly settlers: number;
  readonly databaseUrl: string;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  readonly onSettled: (settled: Settled) => void;
  /** Another program, and another pause before it is begun anew; tests have theirs. */
  readonly program?: URL;
  readonly againMs?: number;
};

/** So many settlers, each in a thread with a connection of its own; one that dies is begun anew. */
export class SettlerThreads {
  readonly #deps: SettlerThreadsDeps;
  readonly #threads = new Map<number, Worker>();
  readonly #again = new Set<NodeJS.Timeout>();
  #stopping = false;

  constructor(deps: SettlerThreadsDeps) {
    this.#deps = deps;
    for (let slice = 0; slice < deps.settlers; slice += 1) this.#begin(slice);
  }

  /** Something was judged. */
  wake(): void {
    for (const thread of this.#threads.values()) thread.postMessage('wake');
  }

  /** Resolves when none of them works any more. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const timer of this.#again) clearTimeout(timer);
    await Promise.all(
      [...this.#threads.values()].map(async (thread) => {
        // Of one that dies meanwhile by an error, too: whoever leads gives the lock back after this.
        const left = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
        thread.postMessage('stop');
        const timer = setTimeout(() => void thread.terminate(), STOP_MS);
        await left;
        clearTimeout(timer);
      }),
    );
  }

  #begin(slice: number): void {
    const { settlers, databaseUrl, logger, onSettled, program = PROGRAM, againMs = AGAIN_MS } = this.#deps;
    const data: SettlerThreadData = { settlers, slice, databaseUrl };
    const thread = new Worker(program, { workerData: data });
    this.#threads.set(slice, thread);
    thread.on('message', (word: SettlerThreadWord) => {
      if ('settled' in word) onSettled(word.settled);
      else logger.warn({ settler: slice, said: word.fault }, 'a settler was interrupted and goes on');
    });
    thread.on('error', (cause) => logger.error({ settler: slice, err: cause }, 'a settler died'));
    thread.on('exit', () => {
      this.#threads.delete(slice);
      if (this.#stopping) return;
      const timer = setTimeout(() => {
        this.#again.delete(timer);
        this.#begin(slice);
      }, againMs);
      this.#again.add(timer);
    });
  }
}

import { setTimeout as sleep } from 'node:timers/promises';

/** What takes a third of it by itself is rare; what takes longer has waited for a database, or another server. */
const LONGEST_REST_MS = 60_000;

/**
 * Runs `work` again and again, never twice at once, with `everyMs` between two starts; work that takes long is
 * followed by a pause of three times its length, so that it never takes more than a quarter of a core, but of a minute at most: after
 * a database that stood still for ten of them nobody shall wait for half an hour. Who hurries it does
 * not wait for that, only for `hurriedMs` since the last start of work that did not answer `false`: that it had nothing to do.
 * A stop waits for the work under way: what does many things one after the other looks at the signal between two of them.
 */
export class Repeating {
  readonly #work: (stopping: AbortSignal) => Promise<unknown>;
  readonly #everyMs: number;
  readonly #hurriedMs: number;
  readonly #onError: (cause: unknown) => void;
  readonly #stopping = new AbortController();
  #wake: AbortController = new AbortController();
  #running: Promise<void> | null = null;

  constructor(
    work: (stopping: AbortSignal) => Promise<unknown>,
    everyMs: number,
    onError: (cause: unknown) => void,
    { hurriedMs = 0 }: { readonly hurriedMs?: number } = {},
  ) {
    this.#work = work;
    this.#everyMs = everyMs;
    this.#hurriedMs = hurriedMs;
    this.#onError = onError;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Runs it at once, or as soon as it may, instead of when its time has come. */
  hurry(): void {
    this.#wake.abort();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      this.#wake = new AbortController();
      const startedMs = performance.now();
      let wasIdle = false;
      try {
        wasIdle = (await this.#work(this.#stopping.signal)) === false;
      } catch (cause) {
        this.#onError(cause);
      }
      const tookMs = performance.now() - startedMs;
      const pauseMs = Math.max(this.#everyMs - tookMs, Math.min(tookMs * 3, LONGEST_REST_MS));
      if (this.#stopping.signal.aborted) return;
      await sleep(pauseMs, undefined, { signal: this.#wake.signal }).catch(() => undefined);
      const restMs = startedMs + this.#hurriedMs - performance.now();
      if (!wasIdle && restMs > 0)
        await sleep(restMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    }
  }
}

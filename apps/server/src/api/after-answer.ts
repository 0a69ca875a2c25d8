import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';

/** For what a call does once it is answered. */
export type HasAfterAnswer = { readonly afterAnswer: AfterAnswer };

/**
 * Work that a call leaves for after its answer, so that how long it takes tells nobody whether there was any. One
 * after the other, in this process: what was not done when it dies is asked for again.
 */
export class AfterAnswer {
  /** More than this many waiting are refused. */
  static readonly MAX_WAITING = 1_000;
  readonly #log: Logger;
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** @returns false when too much waits already: nothing will be done. */
  take(work: () => Promise<void>): boolean {
    if (this.#waiting >= AfterAnswer.MAX_WAITING) return false;
    this.#waiting += 1;
    this.#last = this.#last.then(async () => {
      await setImmediate();
      try {
        await work();
      } catch (error) {
        this.#log.error({ err: error }, 'what a call left for later failed');
      } finally {
        this.#waiting -= 1;
      }
    });
    return true;
  }

  /** Waits until all is done that was taken so far. */
  async idle(): Promise<void> {
    await this.#last;
  }
}

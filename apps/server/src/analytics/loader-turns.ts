import type { BegunStep } from './begun-step.ts';
import { besideReaders, building } from './engine-caller.ts';

/**
 * Who may change analytics when: loads and what else must not see one half done come one after the other, a step of the rollups' builder runs beside
 * them once it has begun, and what must see neither waits for both.
 */
export class LoaderTurns {
  #last: Promise<unknown> = Promise.resolve();
  #step: Promise<unknown> = Promise.resolve();

  /** Runs `work` while nothing is being loaded; a step may be running. */
  async besideStep<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(async () => await besideReaders(work));
    this.#last = turn.catch(() => undefined);
    return await turn;
  }

  /** Runs `work` while nothing is being loaded or built. */
  async alone<Result>(work: () => Promise<Result>): Promise<Result> {
    return await this.besideStep(async () => {
      await this.#step;
      return await work();
    });
  }

  /** Begins a step alone and ends it beside loads. @returns false where there was none */
  async step(begin: () => Promise<BegunStep | null>): Promise<boolean> {
    const begun = await this.alone(async () => {
      const end = await begin();
      if (end === null) return null;
      const ended = building(end);
      this.#step = ended.catch(() => undefined);
      // In a list: who gets a promise waits for it.
      return [ended];
    });
    await begun?.[0];
    return begun !== null;
  }
}

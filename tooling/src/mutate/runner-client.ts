import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Answer, Question } from './runner-process.ts';

const PROGRAM = fileURLToPath(new URL('runner-process.ts', import.meta.url));

/** The runner did not answer in its time. */
export class EndlessError extends Error {
  constructor() {
    super('no answer in time');
    this.name = 'EndlessError';
  }
}

/** Asks a runner in a process of its own; a new one takes the place of one that was killed. */
export class RunnerClient {
  readonly #place: string;
  readonly #mode: 'notes' | 'mutants';
  #child: ChildProcess | undefined;

  constructor(place: string, mode: 'notes' | 'mutants') {
    this.#place = place;
    this.#mode = mode;
  }

  async #started(): Promise<ChildProcess> {
    if (this.#child !== undefined) return this.#child;
    // A group of its own: what a frozen test started goes with it.
    const child = fork(PROGRAM, [], { detached: true, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    this.#child = child;
    await this.#exchange(child, { kind: 'start', place: this.#place, mode: this.#mode }, 60_000);
    return child;
  }

  #exchange(child: ChildProcess, question: Question, limitMs: number): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        child.off('message', onMessage);
        child.off('exit', onExit);
      };
      const onMessage = (given: Answer) => {
        settle();
        if (given.kind === 'failed') reject(new Error(given.message));
        else resolve(given);
      };
      const onExit = () => {
        settle();
        this.#child = undefined;
        reject(new EndlessError());
      };
      const timer = setTimeout(() => {
        this.kill();
        onExit();
      }, limitMs);
      child.once('message', onMessage);
      child.once('exit', onExit);
      child.send(question);
    });
  }

  /** @throws EndlessError when it took longer or died of it, Error with what went wrong in the runner */
  async ask(question: Question, limitMs: number): Promise<Answer> {
    return this.#exchange(await this.#started(), question, limitMs);
  }

  kill(): void {
    const pid = this.#child?.pid;
    this.#child = undefined;
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // Gone by itself.
    }
  }

  async end(): Promise<void> {
    if (this.#child === undefined) return;
    await this.ask({ kind: 'end' }, 30_000).catch(() => undefined);
    this.kill();
  }
}

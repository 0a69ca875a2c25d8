import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { NobodyWaits, type TurnLimits, Turns } from './turns.ts';

export type ThreadPoolOptions = TurnLimits & {
  /** What a thread runs: it answers each message with `{ value }` or `{ fault }`. */
  readonly file: URL;
  /** Longest time of one job: a thread that takes longer is ended. */
  readonly jobMs: number;
  /** A thread without work is ended after it: its memory is the server's. */
  readonly idleMs: number;
};

/** The thread hung or died; what it was given may be asked for again. */
export class ThreadFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ThreadFault';
  }
}

/** Gives a job to a thread. @throws ThreadFault; Error with what the job threw */
export type RunJob = (job: unknown) => Promise<unknown>;

const left = () => 'gone' as const;

type Reply = { readonly value: unknown } | { readonly fault: string };
type Idle = { readonly thread: Worker; readonly timer: NodeJS.Timeout };

/** Old space of a thread in MB; what needs more ends its thread, not the server. */
const MAX_OLD_MB = 256;

/**
 * Does heavy work beside the event loop, in threads that begin with the first job, one job at a time in each. Jobs begin
 * in turns, as Turns gives them: of bounded number and fair among keys.
 */
export class ThreadPool {
  readonly #options: ThreadPoolOptions;
  readonly #turns: Turns;
  readonly #idle: Idle[] = [];

  constructor(options: ThreadPoolOptions) {
    this.#options = options;
    this.#turns = new Turns(options);
  }

  /**
   * Takes a turn, which is waited for with nothing in hand, and does work in it that may give jobs to a thread. With
   * `gone` who waits leaves the line and the thread that works on a job is ended.
   * @throws TooManyWaiting; NobodyWaits; and whatever the work throws
   */
  async inTurn<Result>(
    key: string,
    work: (run: RunJob) => Promise<Result>,
    gone?: AbortSignal,
  ): Promise<Result> {
    return await this.#turns.run(
      key,
      async () => await work(async (job) => await this.#run(job, gone)),
      gone,
    );
  }

  /** One job in a turn of its own. @throws TooManyWaiting; NobodyWaits; ThreadFault; Error with what the job threw */
  async run(key: string, job: unknown, gone?: AbortSignal): Promise<unknown> {
    return await this.inTurn(key, async (run) => await run(job), gone);
  }

  /** A thread that dies is replaced and the job tried once more; one that hangs has taken its time already. */
  async #run(job: unknown, gone: AbortSignal | undefined): Promise<unknown> {
    const first = await this.#attempt(job, gone);
    const reply = first === 'died' ? await this.#attempt(job, gone) : first;
    if (reply === 'died') throw new ThreadFault('the thread died twice');
    if (reply === 'hung') throw new ThreadFault(`the thread took longer than ${this.#options.jobMs} ms`);
    if (reply === 'gone') throw new NobodyWaits();
    if ('fault' in reply) throw new Error(reply.fault);
    return reply.value;
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#turns.waiting;
  }

  /** Ends the threads that wait for work. */
  async close(): Promise<void> {
    await Promise.all(
      this.#idle.splice(0).map(async ({ thread, timer }) => {
        clearTimeout(timer);
        await thread.terminate();
      }),
    );
  }

  async #attempt(job: unknown, gone: AbortSignal | undefined): Promise<Reply | 'died' | 'hung' | 'gone'> {
    if (gone?.aborted === true) return 'gone';
    const thread = this.#take();
    const done = new AbortController();
    const { signal } = done;
    thread.postMessage(job);
    const outcome = await Promise.race([
      once(thread, 'message', { signal }).then(
        ([reply]) => reply as Reply,
        () => 'died' as const,
      ),
      once(thread, 'exit', { signal }).then(
        () => 'died' as const,
        () => 'died' as const,
      ),
      sleep(this.#options.jobMs, 'hung' as const, { signal }).catch(() => 'hung' as const),
      ...(gone === undefined ? [] : [once(gone, 'abort', { signal }).then(left, left)]),
    ]);
    done.abort();
    if (typeof outcome === 'string') await thread.terminate();
    else this.#keep(thread);
    return outcome;
  }

  #take(): Worker {
    const idle = this.#idle.pop();
    if (idle === undefined) {
      return new Worker(this.#options.file, { resourceLimits: { maxOldGenerationSizeMb: MAX_OLD_MB } });
    }
    clearTimeout(idle.timer);
    idle.thread.ref();
    return idle.thread;
  }

  #keep(thread: Worker): void {
    // A thread that dies while it waits has no job to fail: the next one begins anew.
    const drop = () => {
      const at = this.#idle.findIndex((idle) => idle.thread === thread);
      const [idle] = at < 0 ? [] : this.#idle.splice(at, 1);
      clearTimeout(idle?.timer);
    };
    for (const event of ['error', 'exit'] as const) thread.removeAllListeners(event);
    thread.once('error', drop);
    thread.once('exit', drop);
    thread.unref();
    const timer = setTimeout(() => {
      drop();
      void thread.terminate();
    }, this.#options.idleMs).unref();
    this.#idle.push({ thread, timer });
  }
}

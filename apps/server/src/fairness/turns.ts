export type TurnLimits = {
  /** Turns of one key at once. */
  readonly perKey: number;
  /** Turns of all keys together at once. */
  readonly atOnce: number;
  /** How many of one key may wait; the next one is refused. */
  readonly waiting: number;
  /** How many of all keys together may wait; whoever comes next is refused, whatever the key. */
  readonly waitingInAll: number;
  /** Longest wait in ms. */
  readonly patienceMs: number;
};

/** Whoever comes next waits too long or behind too many. */
export class TooManyWaiting extends Error {
  /** Whose line it is that is too long: `own` is the key's, `all` everybody's. */
  readonly whose: 'own' | 'all';

  constructor(message: string, whose: 'own' | 'all' = 'own') {
    super(message);
    this.name = 'TooManyWaiting';
    this.whose = whose;
  }
}

/** Who asked for it is gone before it was done: nobody gets the answer. */
export class NobodyWaits extends Error {
  constructor() {
    super('whoever asked for it is gone');
    this.name = 'NobodyWaits';
  }
}

type Waiter = { readonly begin: () => void };
type Line = { running: number; readonly waiting: Waiter[] };

/**
 * Lets work begin in turns, so that one key (an account, say) takes no more than its share: a few of each key at once,
 * the others wait in a line of bounded length. Among keys that wait, each gets one turn after the other, however long
 * its own line is. Nothing is held while waiting: no connection, no thread.
 */
export class Turns {
  readonly #limits: TurnLimits;
  /** In the order in which keys get their next turn. */
  readonly #lines = new Map<string, Line>();
  #running = 0;
  #waiting = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Keys that run or wait; all others are forgotten. */
  get keys(): number {
    return this.#lines.size;
  }

  /** How many wait, of all keys. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Whether any of a key runs or waits. */
  has(key: string): boolean {
    return this.#lines.has(key);
  }

  /** How many of a key wait. */
  waitingOf(key: string): number {
    return this.#lines.get(key)?.waiting.length ?? 0;
  }

  /** Whether whoever comes next begins at once. */
  isFree(key: string): boolean {
    const line = this.#lines.get(key);
    return line === undefined || (line.waiting.length === 0 && this.#mayBegin(line));
  }

  /**
   * @param gone who waits leaves the line with it; work that has begun goes on
   * @throws TooManyWaiting, NobodyWaits, and whatever the work throws.
   */
  async run<Result>(key: string, work: () => Promise<Result>, gone?: AbortSignal): Promise<Result> {
    const giveBack = await this.take(key, gone);
    try {
      return await work();
    } finally {
      giveBack();
    }
  }

  /** @returns what gives the turn back; more than once does no harm. @throws TooManyWaiting, NobodyWaits */
  async take(key: string, gone?: AbortSignal): Promise<() => void> {
    if (gone?.aborted === true) throw new NobodyWaits();
    const line = this.#lines.get(key) ?? { running: 0, waiting: [] };
    this.#lines.set(key, line);
    if (this.isFree(key)) this.#begin(line);
    else await this.#wait(key, line, gone);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      line.running -= 1;
      this.#running -= 1;
      this.#toTheEnd(key, line);
      this.#next();
    };
  }

  #mayBegin(line: Line): boolean {
    return line.running < this.#limits.perKey && this.#running < this.#limits.atOnce;
  }

  #begin(line: Line): void {
    line.running += 1;
    this.#running += 1;
  }

  /** The others come first now; a key with nothing to do is forgotten. */
  #toTheEnd(key: string, line: Line): void {
    this.#lines.delete(key);
    if (line.running > 0 || line.waiting.length > 0) this.#lines.set(key, line);
  }

  #wait(key: string, line: Line, gone?: AbortSignal): Promise<void> {
    const { waiting, waitingInAll, patienceMs } = this.#limits;
    const full = line.waiting.length >= waiting;
    if (full || this.#waiting >= waitingInAll) {
      this.#forgetEmpty(key, line);
      return Promise.reject(
        full
          ? new TooManyWaiting(`${line.waiting.length} wait already`)
          : new TooManyWaiting(`${this.#waiting} of all wait already`, 'all'),
      );
    }
    return new Promise((resolve, reject) => {
      const done = () => {
        this.#waiting -= 1;
        clearTimeout(timer);
        gone?.removeEventListener('abort', left);
      };
      const leave = (why: Error) => {
        line.waiting.splice(line.waiting.indexOf(waiter), 1);
        done();
        this.#forgetEmpty(key, line);
        reject(why);
      };
      const waiter: Waiter = {
        begin: () => {
          done();
          resolve();
        },
      };
      const left = () => leave(new NobodyWaits());
      const timer = setTimeout(
        () => leave(new TooManyWaiting(`no turn within ${patienceMs} ms`)),
        patienceMs,
      );
      gone?.addEventListener('abort', left);
      line.waiting.push(waiter);
      this.#waiting += 1;
    });
  }

  #forgetEmpty(key: string, line: Line): void {
    if (line.running + line.waiting.length === 0) this.#lines.delete(key);
  }

  /** Gives the turns that are free to the keys that wait longest for their next one. */
  #next(): void {
    for (const [key, line] of [...this.#lines]) {
      if (this.#running >= this.#limits.atOnce) return;
      if (line.waiting.length === 0 || !this.#mayBegin(line)) continue;
      this.#begin(line);
      line.waiting.shift()?.begin();
      this.#toTheEnd(key, line);
    }
  }
}

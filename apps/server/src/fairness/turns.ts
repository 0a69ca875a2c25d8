export type TurnLimits = {
  /** Turns of one key at once. */
  readonly perKey: number;
  /** Turns of all keys together at once. */
  readonly atOnce: number;
  /** How many of one key may wait; the next one is refused. */
  readonly waiting: number;
  /** Longest wait in ms. */
  readonly patienceMs: number;
};

/** Whoever comes next waits too long or behind too many. */
export class TooManyWaiting extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TooManyWaiting';
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

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Keys that run or wait; all others are forgotten. */
  get keys(): number {
    return this.#lines.size;
  }

  /** @throws TooManyWaiting, and whatever the work throws. */
  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const giveBack = await this.take(key);
    try {
      return await work();
    } finally {
      giveBack();
    }
  }

  /** @returns what gives the turn back; more than once does no harm. @throws TooManyWaiting */
  async take(key: string): Promise<() => void> {
    const line = this.#lines.get(key) ?? { running: 0, waiting: [] };
    this.#lines.set(key, line);
    if (line.waiting.length === 0 && this.#mayBegin(line)) this.#begin(line);
    else await this.#wait(key, line);
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

  #wait(key: string, line: Line): Promise<void> {
    const { waiting, patienceMs } = this.#limits;
    if (line.waiting.length >= waiting) {
      if (line.running + line.waiting.length === 0) this.#lines.delete(key);
      return Promise.reject(new TooManyWaiting(`${line.waiting.length} wait already`));
    }
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        begin: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        line.waiting.splice(line.waiting.indexOf(waiter), 1);
        if (line.running + line.waiting.length === 0) this.#lines.delete(key);
        reject(new TooManyWaiting(`no turn within ${patienceMs} ms`));
      }, patienceMs);
      line.waiting.push(waiter);
    });
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

/** How long something may be taken back. */
export const UNDO_MS = 5_000;

type Timer = ReturnType<typeof setTimeout>;

/**
 * Things to be done that may be taken back for a while: each is done once, when its time is over or when nobody can
 * take it back any more, and never after it was taken back.
 */
export class Delayed<Item> {
  readonly #work: (item: Item) => void;
  readonly #changed: () => void;
  readonly #waiting = new Map<string, { readonly item: Item; readonly timer: Timer }>();

  constructor(work: (item: Item) => void, changed: () => void) {
    this.#work = work;
    this.#changed = changed;
  }

  /** Asked for again while it waits, it waits anew. */
  add(key: string, item: Item): void {
    this.undo(key);
    const timer = setTimeout(() => this.#do(key), UNDO_MS);
    this.#waiting.set(key, { item, timer });
    this.#changed();
  }

  /** @returns whether there was something to be taken back. */
  undo(key: string): boolean {
    const waiting = this.#waiting.get(key);
    if (waiting === undefined) return false;
    clearTimeout(waiting.timer);
    this.#waiting.delete(key);
    this.#changed();
    return true;
  }

  /** What was asked for last, and waits. */
  last(): string | null {
    return [...this.#waiting.keys()].at(-1) ?? null;
  }

  keys(): ReadonlySet<string> {
    return new Set(this.#waiting.keys());
  }

  /** Does all that waits at once: whoever leaves has decided. */
  flush(): void {
    for (const key of [...this.#waiting.keys()]) this.#do(key);
  }

  #do(key: string): void {
    const waiting = this.#waiting.get(key);
    if (waiting === undefined) return;
    clearTimeout(waiting.timer);
    this.#waiting.delete(key);
    this.#work(waiting.item);
    this.#changed();
  }
}

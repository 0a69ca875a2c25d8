/**
 * Lets those who come through one in each turn of the event loop, in their order: where 200 begin something small
 * together it is one long turn, and so others' calls come in between.
 */
export class OneATurn {
  readonly #waiting: (() => void)[] = [];

  async pass(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) setImmediate(this.#next);
    });
  }

  readonly #next = () => {
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) setImmediate(this.#next);
  };
}

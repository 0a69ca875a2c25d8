type Refused = { readonly name: string; readonly message: string };

/** Gathers what comes of things that are under way at the same time, and tells it once none of them is any more. */
export class Outcomes {
  readonly #tell: (done: readonly string[], refused: readonly Refused[]) => void;
  #underWay = 0;
  #done: string[] = [];
  #refused: Refused[] = [];

  constructor(tell: (done: readonly string[], refused: readonly Refused[]) => void) {
    this.#tell = tell;
  }

  /** @returns what is called at its end, with why it was refused or null */
  begin(name: string): (message: string | null) => void {
    this.#underWay += 1;
    return (message) => {
      this.#underWay -= 1;
      if (message === null) this.#done.push(name);
      else this.#refused.push({ name, message });
      if (this.#underWay > 0) return;
      const [done, refused] = [this.#done, this.#refused];
      this.#done = [];
      this.#refused = [];
      this.#tell(done, refused);
    };
  }
}

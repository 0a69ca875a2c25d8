/** So many of a kind are known at most; then it begins anew, and what is kept already stays as it is. */
const MOST_KNOWN = 20_000;

type Item = string | number;

/** The same value for the same key, made when it is first asked for. */
export class Kept<Value> {
  private known = new Map<string, Value>();

  of(key: string, make: () => Value): Value {
    const known = this.known.get(key);
    if (known !== undefined) return known;
    if (this.known.size >= MOST_KNOWN) this.known = new Map();
    const value = make();
    this.known.set(key, value);
    return value;
  }
}

/**
 * Keeps once what many rows have alike: dates, zones, lists of devices or places. A driver makes each of them anew for
 * each row, and a list that it fills has room for seventeen.
 */
export class Alike {
  private readonly texts = new Kept<string>();
  private readonly lists = new Kept<readonly Item[]>();

  text<Text extends string>(text: Text): Text;
  text<Text extends string>(text: Text | null): Text | null;
  text<Text extends string>(text: Text | null): Text | null {
    // Equal as a text, so of the same kind.
    return text === null ? null : (this.texts.of(text, () => text) as Text);
  }

  /** @param items without commas */
  list<Value extends Item>(items: readonly Value[]): readonly Value[] {
    // A copy has room for what it holds alone.
    const copy = () => items.map((item) => (typeof item === 'string' ? this.text(item) : item));
    return this.lists.of(`${typeof items[0]} ${items.join()}`, copy) as readonly Value[];
  }
}

/**
 * The part of ICU MessageFormat that the dashboard's texts use: `{name}`, `{n, number}`,
 * `{n, plural, =0 {…} one {…} other {…}}`, `{kind, select, a {…} other {…}}`, `#` and apostrophe quoting.
 * Plural rules and digits are the browser's own (`Intl`), so no locale data is shipped: 1 KiB instead of 11.
 */
export type MessageValue = string | number;
export type MessageValues = Readonly<Record<string, MessageValue>>;

type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly name: string; readonly number: boolean }
  | { readonly kind: 'count' }
  | {
      readonly kind: 'choice';
      readonly name: string;
      readonly plural: boolean;
      readonly cases: ReadonlyMap<string, readonly Part[]>;
    };

export type Message = readonly Part[];

class Reader {
  private position = 0;
  private readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  private get here(): string {
    return this.source.charAt(this.position);
  }

  private fail(expected: string): never {
    throw new SyntaxError(`expected ${expected} at ${this.position} of "${this.source}"`);
  }

  private until(stops: string): string {
    const start = this.position;
    while (this.position < this.source.length && !stops.includes(this.here)) this.position++;
    return this.source.slice(start, this.position).trim();
  }

  private eat(character: string): void {
    if (this.here !== character) this.fail(character);
    this.position++;
  }

  /** Reads to the end, or to the brace that closes a case. */
  message(nested: boolean, inPlural: boolean): Part[] {
    const parts: Part[] = [];
    let text = '';
    const flush = () => {
      if (text !== '') parts.push({ kind: 'text', text });
      text = '';
    };
    while (this.position < this.source.length) {
      const character = this.here;
      if (character === '}' && nested) break;
      if (character === "'") text += this.quoted();
      else if (character === '{') {
        flush();
        parts.push(this.argument());
      } else if (character === '#' && inPlural) {
        flush();
        parts.push({ kind: 'count' });
        this.position++;
      } else {
        text += character;
        this.position++;
      }
    }
    flush();
    return parts;
  }

  /** An apostrophe quotes only before a brace or `#`; doubled it is itself; elsewhere it is plain text. */
  private quoted(): string {
    this.position++;
    if (this.here === "'") {
      this.position++;
      return "'";
    }
    if (!'{}#'.includes(this.here) || this.here === '') return "'";
    const end = this.source.indexOf("'", this.position);
    const stop = end < 0 ? this.source.length : end;
    const text = this.source.slice(this.position, stop);
    this.position = stop + 1;
    return text;
  }

  private argument(): Part {
    this.eat('{');
    const name = this.until(',}');
    if (this.here === '}') {
      this.position++;
      return { kind: 'value', name, number: false };
    }
    this.eat(',');
    const type = this.until(',}');
    if (type === 'number') {
      this.eat('}');
      return { kind: 'value', name, number: true };
    }
    if (type !== 'plural' && type !== 'select') this.fail('number, plural or select');
    this.eat(',');
    return { kind: 'choice', name, plural: type === 'plural', cases: this.cases(type === 'plural') };
  }

  private cases(plural: boolean): Map<string, readonly Part[]> {
    const cases = new Map<string, readonly Part[]>();
    for (;;) {
      const label = this.until('{}');
      if (this.here === '}') break;
      this.eat('{');
      cases.set(label, this.message(true, plural));
      this.eat('}');
    }
    this.eat('}');
    if (!cases.has('other')) this.fail('a case "other"');
    return cases;
  }
}

const parsed = new Map<string, Message>();

export function parseMessage(source: string): Message {
  const known = parsed.get(source);
  if (known !== undefined) return known;
  const message = new Reader(source).message(false, false);
  parsed.set(source, message);
  return message;
}

function chosen(
  part: Extract<Part, { kind: 'choice' }>,
  value: MessageValue,
  locale: string,
): readonly Part[] {
  const exact = part.cases.get(part.plural ? `=${value}` : String(value));
  if (exact !== undefined) return exact;
  const rule = part.plural ? new Intl.PluralRules(locale).select(Number(value)) : 'other';
  return part.cases.get(rule) ?? part.cases.get('other') ?? [];
}

function render(
  message: Message,
  values: MessageValues,
  locale: string,
  count: MessageValue,
  alter: Alter,
): string {
  let output = '';
  for (const part of message) {
    if (part.kind === 'text') output += alter(part.text);
    else if (part.kind === 'count') output += new Intl.NumberFormat(locale).format(Number(count));
    else {
      const value = values[part.name] ?? `{${part.name}}`;
      if (part.kind === 'choice') output += render(chosen(part, value, locale), values, locale, value, alter);
      else output += part.number ? new Intl.NumberFormat(locale).format(Number(value)) : String(value);
    }
  }
  return output;
}

/** Applied to the literal parts only, so that the pseudo-locale leaves values alone. */
type Alter = (text: string) => string;
const unaltered: Alter = (text) => text;

export function formatMessage(
  source: string,
  values: MessageValues,
  locale: string,
  alter: Alter = unaltered,
): string {
  return render(parseMessage(source), values, locale, 0, alter);
}

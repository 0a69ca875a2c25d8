/** What PDF is written in (ISO 32000-1, 7.3). Names begin with a slash; any other word is an operator or `true`, `false`, `null`. */
export type PdfValue =
  | number
  | string
  | Uint8Array
  | PdfDictionary
  | readonly PdfValue[]
  | { readonly refers: string };
export type PdfDictionary = ReadonlyMap<string, PdfValue>;

const TOKEN = /\s+|(<<|>>|[[\]])|<([0-9A-Fa-f\s]*)>|\(|(\d+) 0 R\b|([^\s<>[\]()/]+|\/[^\s<>[\]()/]*)/y;
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** Bytes as latin1. @returns the first value */
export function parsed(bytes: string): PdfValue | undefined {
  for (const value of valuesIn(bytes)) return value;
  return undefined;
}

/** Bytes as latin1, with nothing but values and operators in them. */
export function* valuesIn(bytes: string): Generator<PdfValue> {
  const open: PdfValue[][] = [];
  const closed = (value: PdfValue) => {
    const outer = open.at(-1);
    if (outer === undefined) return [value];
    outer.push(value);
    return [];
  };
  let at = 0;
  while (at < bytes.length) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(bytes);
    if (match === null) throw new Error(`no PDF at ${at}: ${bytes.slice(at, at + 40)}`);
    at = TOKEN.lastIndex;
    const [all, bracket, hex, id, word] = match;
    if (bracket === '[' || bracket === '<<') open.push([]);
    else if (bracket === ']') yield* closed(open.pop() ?? []);
    else if (bracket === '>>') yield* closed(pairs(open.pop() ?? []));
    else if (hex !== undefined) yield* closed(Buffer.from(hex.replace(/\s/g, ''), 'hex'));
    else if (id !== undefined) yield* closed({ refers: id });
    else if (word !== undefined) yield* closed(/^[-+.\d]/.test(word) ? Number(word) : word);
    else if (all === '(') {
      const { text, end } = stringFrom(bytes, at);
      at = end;
      yield* closed(Buffer.from(text, 'latin1'));
    }
  }
}

function pairs(values: readonly PdfValue[]): PdfDictionary {
  return new Map(
    Array.from({ length: values.length / 2 }, (_, index) => [
      String(values[index * 2]).slice(1),
      values[index * 2 + 1] ?? '',
    ]),
  );
}

function stringFrom(bytes: string, from: number): { readonly text: string; readonly end: number } {
  let text = '';
  let depth = 1;
  let at = from;
  for (; depth > 0 && at < bytes.length; at += 1) {
    const sign = bytes.charAt(at);
    if (sign === '\\') {
      at += 1;
      text += ESCAPED[bytes.charAt(at)] ?? bytes.charAt(at);
      continue;
    }
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (depth > 0) text += sign;
  }
  return { text, end: at };
}

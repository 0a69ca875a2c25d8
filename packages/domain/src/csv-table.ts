import { unguarded } from './csv.ts';

export type CsvFault =
  | 'empty'
  | 'unclosed_quote'
  | 'stray_quote'
  | 'column_unknown'
  | 'column_repeated'
  | 'column_missing';

export type CsvRow<Column extends string> = {
  /** As an editor counts, from 1; the header is line 1 where nothing stands before it. */
  readonly line: number;
  /** Only of columns that the file has; a row that is too short has '' in the rest. */
  readonly cells: Readonly<Partial<Record<Column, string>>>;
  /** More cells than the header has columns. */
  readonly isTooLong: boolean;
};

/** Where it is a semicolon, amounts may have a decimal comma. */
export type CsvSeparator = ',' | ';';

export type CsvTable<Column extends string> =
  | { readonly ok: true; readonly separator: CsvSeparator; readonly rows: readonly CsvRow<Column>[] }
  | { readonly ok: false; readonly fault: CsvFault; readonly line: number; readonly column: string };

type Line = { readonly line: number; readonly cells: readonly string[] };

/**
 * Reads RFC 4180 with a header, as spreadsheets write it: with or without a byte order mark, and where the header has more
 * semicolons than commas (many languages' Excel), by semicolons. Cells are texts as they were written, blanks at their
 * ends too; only what `csvField` put before a formula is taken off.
 */
export function readCsvTable<const Column extends string>(
  text: string,
  known: readonly Column[],
  required: readonly Column[],
): CsvTable<Column> {
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const header = plain.slice(0, endOfLine(plain));
  const separator: CsvSeparator = count(header, ';') > count(header, ',') ? ';' : ',';
  const read = readLines(plain, separator);
  if ('fault' in read) return { ok: false, column: '', ...read };
  const [first, ...rest] = read.lines;
  if (first === undefined) return { ok: false, fault: 'empty', line: 1, column: '' };
  const columns: Column[] = [];
  for (const cell of first.cells) {
    const column = known.find((each) => each.toLowerCase() === cell.trim().toLowerCase());
    if (column === undefined)
      return { ok: false, fault: 'column_unknown', line: first.line, column: cell.trim() };
    if (columns.includes(column)) return { ok: false, fault: 'column_repeated', line: first.line, column };
    columns.push(column);
  }
  const missing = required.find((column) => !columns.includes(column));
  if (missing !== undefined) return { ok: false, fault: 'column_missing', line: first.line, column: missing };
  const rows = rest.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(columns.map((column, at) => [column, unguarded(cells[at] ?? '')])) as Partial<
      Record<Column, string>
    >,
    isTooLong: cells.length > columns.length,
  }));
  return { ok: true, separator, rows };
}

/** The cells of each line of RFC 4180 as they are written, guards before formulas too. @returns null where it is not such a file */
export function csvCells(text: string): readonly (readonly string[])[] | null {
  const read = readLines(text.startsWith('\uFEFF') ? text.slice(1) : text, ',');
  return 'fault' in read ? null : read.lines.map(({ cells }) => cells);
}

function endOfLine(text: string): number {
  const at = text.search(/[\r\n]/);
  return at < 0 ? text.length : at;
}

function count(text: string, letter: string): number {
  return text.split(letter).length - 1;
}

/** Lines without anything in them are passed over. */
function readLines(text: string, separator: string): { lines: Line[] } | { fault: CsvFault; line: number } {
  const lines: Line[] = [];
  let [line, begun, at] = [1, 1, 0];
  let cells: string[] = [];
  const end = () => {
    if (cells.some((cell) => cell.trim() !== '')) lines.push({ line: begun, cells });
    cells = [];
  };
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      const close = closingQuote(text, at + 1);
      if (close < 0) return { fault: 'unclosed_quote', line: begun };
      cell = text.slice(at + 1, close).replaceAll('""', '"');
      line += count(cell.replaceAll('\r\n', '\n'), '\n');
      at = close + 1;
    } else {
      const from = at;
      while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at += 1;
      cell = text.slice(from, at);
      if (cell.includes('"')) return { fault: 'stray_quote', line };
    }
    cells.push(cell);
    const next = text[at];
    if (next === separator) {
      at += 1;
      if (at === text.length) cells.push('');
    } else if (next === undefined || next === '\n' || next === '\r') {
      end();
      at += next === '\r' && text[at + 1] === '\n' ? 2 : 1;
      line += 1;
      begun = line;
    } else return { fault: 'stray_quote', line };
  }
  end();
  return { lines };
}

/** The quote that is not doubled; -1 where there is none. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}

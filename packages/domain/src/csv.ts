import type { Language } from './language.ts';

/**
 * How a file is written. `plain` is RFC 4180 and what programs read: commas between cells, a dot in numbers. `semicolon` is what the
 * spreadsheets of most languages but English open: semicolons, and a comma in numbers, where they take "1.50" for a day of May.
 */
export type CsvStyle = 'plain' | 'semicolon';

const STYLES: Readonly<Record<Language, CsvStyle>> = { en: 'plain', de: 'semicolon' };

/** Of files that somebody opens who reads this language. */
export function csvStyleOf(language: Language): CsvStyle {
  return STYLES[language];
}

/**
 * What a spreadsheet may run: OWASP's list of first characters. Apostrophes before them are somebody's own text, which
 * gets one more, so that taking one off gives back what was written.
 */
const FORMULA_START = /^'*[=+\-@\t\r\n]/;
/** A negative amount begins as a formula does, and is none. */
const NEGATIVE_NUMBER = /^-\d+(\.\d+)?$/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** One field. People chose some of these texts: one that a spreadsheet would run gets an apostrophe. */
export function csvField(value: string | number | null, style: CsvStyle = 'plain'): string {
  if (value === null) return '';
  if (typeof value === 'number') return csvNumber(numberText(value), style);
  const safe = FORMULA_START.test(value) && !NEGATIVE_NUMBER.test(value) ? `'${value}` : value;
  return /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Without an exponent, which some spreadsheets read as text: to a billionth. */
function numberText(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(9).replace(/\.?0+$/, '') : text;
}

/** A number in figures, decimals after a dot. Behind a comma three decimals might be thousands: they get a fourth. */
function csvNumber(text: string, style: CsvStyle): string {
  if (style === 'plain') return text;
  return text.replace(
    /\.(\d+)$/,
    (_, decimals: string) => `,${decimals.length === 3 ? `${decimals}0` : decimals}`,
  );
}

/** A file of `plain` CSV in another style. @param numbers the columns whose cells are numbers where they look like one, as its header names them */
export function restyled(
  cells: readonly (readonly string[])[],
  numbers: readonly string[],
  style: CsvStyle,
): string {
  const [header = [], ...rows] = cells;
  const isNumber = header.map((name) => numbers.includes(name));
  const separator = separatorOf(style);
  const lines = rows.map((row) =>
    row
      .map((cell, at) =>
        isNumber[at] && NUMBER.test(cell) ? csvNumber(cell, style) : csvField(unguarded(cell), style),
      )
      .join(separator),
  );
  const head = header.map((name) => csvField(name, style)).join(separator);
  return `${CSV_START}${[head, ...lines, ''].join('\r\n')}`;
}

/** What `csvField` made a cell of. */
export function unguarded(cell: string): string {
  return cell.startsWith("'") && FORMULA_START.test(cell) ? cell.slice(1) : cell;
}

/** What a file of CSV begins with, so that spreadsheets read it as UTF-8. */
export const CSV_START = '\uFEFF';

function separatorOf(style: CsvStyle): string {
  return style === 'plain' ? ',' : ';';
}

export type CsvLine = readonly (string | number | null)[];

/** Lines of a file, each with its end. */
export function csvLines(lines: readonly CsvLine[], style: CsvStyle = 'plain'): string {
  const separator = separatorOf(style);
  return lines.map((line) => `${line.map((cell) => csvField(cell, style)).join(separator)}\r\n`).join('');
}

/** A whole file. */
export function csvText(lines: readonly CsvLine[], style: CsvStyle = 'plain'): string {
  return `${CSV_START}${csvLines(lines, style)}`;
}

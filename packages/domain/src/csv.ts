/**
 * What a spreadsheet may run: OWASP's list of first characters. Apostrophes before them are somebody's own text, which
 * gets one more, so that taking one off gives back what was written.
 */
const FORMULA_START = /^'*[=+\-@\t\r\n]/;
/** A negative amount begins as a formula does, and is none. */
const NEGATIVE_NUMBER = /^-\d+(\.\d+)?$/;

/** One field of RFC 4180. People chose some of these texts: one that a spreadsheet would run gets an apostrophe. */
export function csvField(value: string | number | null): string {
  if (value === null) return '';
  const text = String(value);
  const safe = FORMULA_START.test(text) && !NEGATIVE_NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** What `csvField` made a cell of. */
export function unguarded(cell: string): string {
  return cell.startsWith("'") && FORMULA_START.test(cell) ? cell.slice(1) : cell;
}

/** What a file of CSV begins with, so that spreadsheets read it as UTF-8. */
export const CSV_START = '\uFEFF';

export type CsvLine = readonly (string | number | null)[];

/** Lines of RFC 4180, each with its end. */
export function csvLines(lines: readonly CsvLine[]): string {
  return lines.map((line) => `${line.map(csvField).join(',')}\r\n`).join('');
}

/** A whole file. */
export function csvText(lines: readonly CsvLine[]): string {
  return `${CSV_START}${csvLines(lines)}`;
}

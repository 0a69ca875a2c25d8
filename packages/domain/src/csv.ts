/** What a spreadsheet may run: OWASP's list of first characters. */
const FORMULA_START = /^[=+\-@\t\r\n]/;
/** A negative amount begins as a formula does, and is none. */
const NEGATIVE_NUMBER = /^-\d+(\.\d+)?$/;

/** One field of RFC 4180. People chose some of these texts: one that a spreadsheet would run gets an apostrophe. */
export function csvField(value: string | number | null): string {
  if (value === null) return '';
  const text = String(value);
  const safe = FORMULA_START.test(text) && !NEGATIVE_NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** RFC 4180 with a byte order mark, so that spreadsheets read it as UTF-8. */
export function csvText(lines: readonly (readonly (string | number | null)[])[]): string {
  return `\uFEFF${lines.map((line) => line.map(csvField).join(',')).join('\r\n')}\r\n`;
}

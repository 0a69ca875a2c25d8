/** RFC 4180 with a byte order mark, so that spreadsheets read it as UTF-8. */
export function csvText(lines: readonly (readonly string[])[]): string {
  return `\uFEFF${lines.map((line) => line.map(csvField).join(',')).join('\r\n')}\r\n`;
}

/**
 * Spreadsheets run what starts like a formula, and publishers chose some of these texts: such a one gets an apostrophe.
 * A negative amount is none.
 */
function csvField(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

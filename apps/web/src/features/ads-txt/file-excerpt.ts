export type ExcerptLine = { readonly number: number; readonly text: string; readonly isAdded: boolean };
/** Lines to show, or how many are left out between them. */
export type ExcerptPart = ExcerptLine | { readonly number: number; readonly skipped: number };

const CONTEXT = 6;
/** Shorter files are shown whole. */
const WHOLE = 24;

/** A file with the lines that are to be added and what stands around them. */
export function fileExcerpt(text: string, added: readonly number[]): ExcerptPart[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  if (lines.at(-1) === '') lines.pop();
  const around = added.length === 0 ? [1] : added;
  const isShown = (number: number) =>
    lines.length <= WHOLE || around.some((one) => Math.abs(one - number) <= CONTEXT);
  const parts: ExcerptPart[] = [];
  for (const [index, line] of lines.entries()) {
    const number = index + 1;
    const last = parts.at(-1);
    if (isShown(number)) parts.push({ number, text: line, isAdded: added.includes(number) });
    else if (last !== undefined && 'skipped' in last)
      parts[parts.length - 1] = { number: last.number, skipped: last.skipped + 1 };
    else parts.push({ number, skipped: 1 });
  }
  return parts;
}

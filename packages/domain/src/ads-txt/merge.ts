import { ADS_TXT_MAX_LINES, adsTxtLines, parseAdsTxt } from './parse.ts';
import { adsTxtLineOf, judgeAdsTxt, type OurAdsTxtLine } from './verdict.ts';

export type MergedAdsTxt = {
  /** The whole file as it should be, with the line endings it had. */
  readonly text: string;
  /** Lines of `text` that are new, counted from 1; empty where nothing is missing. */
  readonly added: readonly number[];
};

/**
 * The file with our line in it: after the other lines of our domain, else after the last record, else at the end.
 * Nothing that stands in it is changed: what looks wrong to us may be another account's.
 */
export function mergeAdsTxt(text: string, ours: OurAdsTxtLine): MergedAdsTxt {
  const file = parseAdsTxt(text);
  if (judgeAdsTxt({ kind: 'file', file }, ours).result === 'ok') return { text, added: [] };
  const lines = adsTxtLines(text);
  const ofOurDomain = file.records.filter((record) => record.domain === ours.domain.toLowerCase());
  const after = (ofOurDomain.at(-1) ?? file.records.at(-1))?.line ?? endOf(lines);
  const at = Math.min(after, ADS_TXT_MAX_LINES - 1);
  const bom = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const merged = lines.toSpliced(at, 0, adsTxtLineOf(ours));
  if (merged.at(-1) !== '') merged.push('');
  return { text: bom + merged.join(endingOf(text)), added: [at + 1] };
}

/** How many lines there are without the empty ones at the end. */
function endOf(lines: readonly string[]): number {
  return lines.findLastIndex((line) => line.trim() !== '') + 1;
}

function endingOf(text: string): string {
  return /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';
}

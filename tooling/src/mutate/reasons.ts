import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Mutant } from './find-mutants.ts';

/** Why breaks of a piece of code need no test. Written by hand in `tooling/mutants/reasons.json`. */
export type Reason = {
  readonly file: string;
  /** The piece, as it stands in the file; spaces and line ends count alike. Breaks inside of it are meant. */
  readonly code: string;
  /** Only breaks of this kind; all without it. */
  readonly kind?: string;
  readonly reason: string;
};

export function readReasons(): Reason[] {
  const path = fileURLToPath(new URL('../../mutants/reasons.json', import.meta.url));
  return JSON.parse(readFileSync(path, 'utf8')) as Reason[];
}

function placesOf(code: string, text: string): { readonly start: number; readonly end: number }[] {
  const pattern = code
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[^\w]/g, '\\$&'))
    .join('\\s+');
  return [...text.matchAll(new RegExp(pattern, 'g'))].map(({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }));
}

/** The breaks that a reason speaks of. @param text the file's */
function meantBy({ code, kind }: Reason, text: string, mutants: readonly Mutant[]): Mutant[] {
  const places = placesOf(code, text);
  return mutants.filter(
    (mutant) =>
      (kind === undefined || kind === mutant.kind) &&
      places.some(({ start, end }) => start <= mutant.start && mutant.end <= end),
  );
}

/** The reason of each break of a file that has one; the first that speaks of it counts. */
export function reasonsFor(
  reasons: readonly Reason[],
  file: string,
  text: string,
  mutants: readonly Mutant[],
): ReadonlyMap<Mutant, string> {
  const found = new Map<Mutant, string>();
  for (const reason of reasons) {
    if (reason.file !== file) continue;
    for (const mutant of meantBy(reason, text, mutants)) {
      if (!found.has(mutant)) found.set(mutant, reason.reason);
    }
  }
  return found;
}

/** Whether a reason still speaks of anything. */
export function meansSomething(reason: Reason, text: string, mutants: readonly Mutant[]): boolean {
  return meantBy(reason, text, mutants).length > 0;
}

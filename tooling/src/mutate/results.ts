import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Mutant } from './find-mutants.ts';

/**
 * What became of a break: the test file that noticed it (an index of `catchers`), or it went on for too long, nobody
 * noticed, no test runs it, or it was not tried yet.
 */
export type Verdict = number | 'endless' | 'unnoticed' | 'unrun' | 'untried';

/** A break that nobody noticed. */
export type Left = {
  readonly line: number;
  readonly kind: string;
  readonly was: string;
  readonly becomes: string;
  /** No test runs it. */
  readonly unrun?: true;
  /** Why it needs no test, from `reasons.json`. */
  readonly reason?: string;
};

export type FileResult = {
  /** Hash of the file's text: another text has other breaks. */
  readonly text: string;
  readonly verdicts: readonly Verdict[];
  readonly left: readonly Left[];
};

export type PlaceResult = {
  readonly place: string;
  readonly tried: number;
  readonly caught: number;
  readonly catchers: readonly { readonly test: string; readonly text: string }[];
  readonly files: Readonly<Record<string, FileResult>>;
};

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

export function isCaught(verdict: Verdict): boolean {
  return typeof verdict === 'number' || verdict === 'endless';
}

export function readResult(path: string): PlaceResult | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as PlaceResult) : undefined;
}

/** Verdicts take a line a file, so that a change of one rule is a change of few lines. */
export function writeResult(path: string, result: PlaceResult): void {
  const text = JSON.stringify(result, null, 2).replace(/"verdicts": \[[^\]]*\]/g, (list) =>
    list.replace(/\s+/g, ''),
  );
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${text}\n`);
}

/**
 * The verdicts that still hold for a file: none when its text changed; what a test noticed while that test is as it was;
 * what nobody noticed only while all tests are.
 * @param testTexts hash of each test file's text
 */
export function stillTrue(
  before: PlaceResult | undefined,
  file: string,
  text: string,
  mutantCount: number,
  testTexts: ReadonlyMap<string, string>,
): (Verdict | string)[] {
  const known = before?.files[file];
  const untried = Array.from({ length: mutantCount }, (): Verdict => 'untried');
  if (before === undefined || known?.text !== text || known.verdicts.length !== mutantCount) return untried;
  const sameTests =
    testTexts.size === before.catchers.length &&
    before.catchers.every((catcher) => testTexts.get(catcher.test) === catcher.text);
  return known.verdicts.map((verdict) => {
    if (typeof verdict === 'number') {
      const catcher = before.catchers[verdict];
      return catcher !== undefined && testTexts.get(catcher.test) === catcher.text ? catcher.test : 'untried';
    }
    return sameTests || verdict === 'endless' ? verdict : 'untried';
  });
}

/** What is left of a file. @param reasons why breaks of it need no test */
export function leftOf(
  mutants: readonly Mutant[],
  verdicts: readonly Verdict[],
  reasons: ReadonlyMap<Mutant, string>,
): Left[] {
  return mutants.flatMap((mutant, index) => {
    const verdict = verdicts[index];
    if (verdict === undefined || verdict === 'untried' || isCaught(verdict)) return [];
    const { line, kind, was, becomes } = mutant;
    const reason = reasons.get(mutant);
    return [
      {
        line,
        kind,
        was: shortened(was),
        becomes: shortened(becomes),
        ...(verdict === 'unrun' ? { unrun: true as const } : {}),
        ...(reason === undefined ? {} : { reason }),
      },
    ];
  });
}

function shortened(text: string): string {
  const one = text.replace(/\s+/g, ' ');
  return one.length > 90 ? `${one.slice(0, 87)}...` : one;
}

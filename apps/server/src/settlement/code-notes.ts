import type { CodeProblem, CodeSubjectKind } from '@placard/db/schema/collector';

/** Calls of the last hour are told of; one more for clocks that differ. */
export const CODE_HITS_KEPT_MS = 2 * 60 * 60_000;

export type CodeNote = {
  readonly kind: CodeSubjectKind;
  readonly id: number;
  /** Calls by minute, filtered ones too. */
  readonly hits: Map<number, number>;
  readonly problems: Map<CodeProblem, { count: number; firstMs: number; lastMs: number; detail: string }>;
  /** Of calls that were no bot's and of the right place; 0 while there was none. */
  firstSeenMs: number;
  lastSeenMs: number;
  /** First call from a page of the website's own domain; 0 = none. */
  ownDomainMs: number;
  visits: number;
  conversions: number;
  lastConversionMs: number;
  unattributed: number;
  filtered: number;
};

/** What a transaction learns of each analytics code, for the live checks. */
export class CodeNotes {
  readonly #notes = new Map<string, CodeNote>();

  get all(): readonly CodeNote[] {
    return [...this.#notes.values()];
  }

  of(kind: CodeSubjectKind, id: number): CodeNote {
    const key = `${kind}:${id}`;
    let note = this.#notes.get(key);
    if (note === undefined) {
      note = {
        ...{ kind, id, hits: new Map(), problems: new Map() },
        ...{ firstSeenMs: 0, lastSeenMs: 0, ownDomainMs: 0 },
        ...{ visits: 0, conversions: 0, lastConversionMs: 0, unattributed: 0, filtered: 0 },
      };
      this.#notes.set(key, note);
    }
    return note;
  }
}

export function noteHit(note: CodeNote, atMs: number): void {
  const minute = Math.floor(atMs / 60_000);
  note.hits.set(minute, (note.hits.get(minute) ?? 0) + 1);
}

export function noteSeen(note: CodeNote, atMs: number): void {
  note.firstSeenMs = note.firstSeenMs === 0 ? atMs : Math.min(note.firstSeenMs, atMs);
  note.lastSeenMs = Math.max(note.lastSeenMs, atMs);
}

export function noteProblem(note: CodeNote, problem: CodeProblem, atMs: number, detail = ''): void {
  const known = note.problems.get(problem);
  if (known === undefined) {
    note.problems.set(problem, { count: 1, firstMs: atMs, lastMs: atMs, detail });
    return;
  }
  known.count += 1;
  known.firstMs = Math.min(known.firstMs, atMs);
  if (atMs >= known.lastMs) {
    known.lastMs = atMs;
    known.detail = detail;
  }
}

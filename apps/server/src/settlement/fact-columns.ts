import { layout, lettersOf } from '@placard/contract/wire/layout';
import {
  type CountedFact,
  FACT_COUNT_KEYS,
  FACT_COUNTS,
  type FactCount,
} from '@placard/domain/analytics/facts';

const COUNTS = Object.fromEntries(FACT_COUNT_KEYS.map((count) => [count, FACT_COUNTS[count].bytes])) as {
  readonly [Count in FactCount]: (typeof FACT_COUNTS)[Count]['bytes'];
};

/**
 * A row of layouts 1 and 2 before compression: everything analytics needs, resolved, so that it never asks PostgreSQL
 * and a rebuild gives the same whatever has been edited or deleted since. Additive counts of one settlement for one
 * combination of everything a report can ask for.
 */
export const FACT_ROW = layout({
  /** Epoch ms / 900,000. */
  quarter: 'u32',
  /** Days since 1970-01-01 of the advertiser's local day; of the UTC day where there is no advertiser. */
  dayNumber: 'u32',
  advertiserId: 'u32',
  campaignId: 'u32',
  adSetId: 'u32',
  creativeId: 'u32',
  publisherId: 'u32',
  websiteId: 'u32',
  widgetId: 'u32',
  country: 'letters',
  language: 'letters',
  widthPx: 'u16',
  heightPx: 'u16',
  /** Filter reason or outcome of a request, by kind. */
  code: 'u16',
  /** Of the rows of domain/analytics/facts.ts. */
  kind: 'u8',
  device: 'u8',
  ...COUNTS,
});
export type Fact = Omit<ReturnType<typeof FACT_ROW.read>, keyof CountedFact> & CountedFact;

/** What tells facts apart. */
export type FactKey = Exclude<keyof Fact, FactCount>;
const FACT_KEYS = Object.keys(FACT_ROW.at).filter((name) => !(name in FACT_COUNTS)) as FactKey[];

/**
 * Facts as they are moved: a hundred thousand of them at once, of which nobody looks at one. Countries and languages are the
 * two bytes of their letters, 0 for unknown. Counts are exact integers below 2^53.
 */
export type FactColumns = {
  readonly rows: number;
  readonly keys: Readonly<Record<FactKey, Uint32Array>>;
  readonly counts: Readonly<Record<FactCount, Float64Array>>;
};

export function emptyColumns(rows: number): FactColumns {
  const keys = Object.fromEntries(FACT_KEYS.map((key) => [key, new Uint32Array(rows)]));
  const counts = Object.fromEntries(FACT_COUNT_KEYS.map((count) => [count, new Float64Array(rows)]));
  return { rows, keys, counts } as FactColumns;
}

/** One behind the other. */
export function joinColumns(parts: readonly FactColumns[]): FactColumns {
  const [only, ...others] = parts;
  if (only !== undefined && others.length === 0) return only;
  const joined = emptyColumns(parts.reduce((rows, part) => rows + part.rows, 0));
  let at = 0;
  for (const part of parts) {
    for (const key of FACT_KEYS) joined.keys[key].set(part.keys[key], at);
    for (const count of FACT_COUNT_KEYS) joined.counts[count].set(part.counts[count], at);
    at += part.rows;
  }
  return joined;
}

export function columnsOfRows(facts: readonly Fact[]): FactColumns {
  const columns = emptyColumns(facts.length);
  facts.forEach((fact, row) => {
    for (const key of FACT_KEYS) columns.keys[key][row] = isLetters(key) ? pairOf(fact[key]) : fact[key];
    for (const count of FACT_COUNT_KEYS) columns.counts[count][row] = Number(fact[count]);
  });
  return columns;
}

export function rowsOfColumns({ rows, keys, counts }: FactColumns): Fact[] {
  return Array.from({ length: rows }, (_, row) => {
    const fact: Partial<Record<keyof Fact, number | bigint | string>> = {};
    for (const key of FACT_KEYS) {
      const value = keys[key][row] ?? 0;
      fact[key] = isLetters(key) ? lettersOf(value) : value;
    }
    for (const count of FACT_COUNT_KEYS) {
      const value = counts[count][row] ?? 0;
      fact[count] = COUNTS[count] === 'u64' ? BigInt(value) : value;
    }
    return fact as Fact;
  });
}

type LettersKey = 'country' | 'language';

function isLetters(key: FactKey): key is LettersKey {
  return key === 'country' || key === 'language';
}

function pairOf(letters: string): number {
  return letters.length === 2 ? letters.charCodeAt(0) * 256 + letters.charCodeAt(1) : 0;
}

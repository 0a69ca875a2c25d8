import { isDay } from '../day-bounds.ts';
import { isTallyOutcome } from '../decision/tally-outcomes.ts';
import { isFilterReason } from '../filter-reason.ts';
import { DEVICES } from '../targeting/places.ts';
import { DIMENSION_KEYS, DIMENSIONS, type Dimension, isDimension, isMetric, type Metric } from './metrics.ts';

/**
 * What a report is asked, and the texts by which addresses, saved views and queries say it: the one grammar of them all.
 * A filter without `how` is one value out of those to keep; `not` leaves a value out, `contains` keeps every record
 * whose name has the text in it.
 */
export type ReportFilter = {
  readonly dimension: Dimension;
  readonly value: string;
  readonly how?: 'not' | 'contains';
};
/** What stands before the colon. */
const SIGNS = { not: '!', contains: '~' } as const;
export type ReportSort = { readonly key: Metric | Dimension; readonly descending: boolean };

export type ReportQuestion = {
  readonly metrics: readonly Metric[];
  readonly by: readonly Dimension[];
  /** Several values of a dimension are alternatives. */
  readonly filters: readonly ReportFilter[];
  readonly sort: ReportSort | null;
};

/**
 * Keys separated by commas, `dimension:value`, `dimension!:value` and `dimension~:text` separated by commas, a key or `-key`
 * for the largest first. A comma or a percent sign in a value is written as in an address, `%2C` and `%25`.
 */
export type ReportTexts = {
  readonly metrics: string;
  readonly by?: string | undefined;
  readonly filter?: string | undefined;
  readonly sort?: string | undefined;
};

/** A part of a text that names nothing. */
export type ReportTextFault = { readonly field: keyof ReportTexts; readonly text: string };

function partsOf(text: string | undefined): string[] {
  return (text ?? '').split(',').filter((part) => part !== '');
}

/** Records have names that a text can be searched in; codes, days and sizes are picked. */
export function canContain(dimension: Dimension): boolean {
  return DIMENSIONS[dimension].kind === 'id';
}

const howOf = (sign: string) => (sign === SIGNS.not ? 'not' : sign === SIGNS.contains ? 'contains' : null);

/** @returns `null` for what is no pair, or of no dimension. A value may hold a colon. */
function filterOf(pair: string): ReportFilter | null {
  const colon = pair.indexOf(':');
  if (colon < 1) return null;
  const how = howOf(pair.charAt(colon - 1));
  const dimension = pair.slice(0, how === null ? colon : colon - 1);
  if (!isDimension(dimension)) return null;
  const value = pair
    .slice(colon + 1)
    .replace(/%2C/gi, ',')
    .replaceAll('%25', '%');
  if (how === null) return { dimension, value };
  return how === 'contains' && (!canContain(dimension) || value === '') ? null : { dimension, value, how };
}

export function filterText(filters: readonly ReportFilter[]): string | undefined {
  if (filters.length === 0) return undefined;
  return filters
    .map(({ dimension, value, how }) => {
      const written = value.replaceAll('%', '%25').replaceAll(',', '%2C');
      return `${dimension}${how === undefined ? '' : SIGNS[how]}:${written}`;
    })
    .join(',');
}

/** Those of these dimensions. */
export function readFilters(
  text: string | undefined,
  dimensions: readonly Dimension[] = DIMENSION_KEYS,
): ReportFilter[] {
  return partsOf(text).flatMap((pair) => {
    const filter = filterOf(pair);
    return filter !== null && dimensions.includes(filter.dimension) ? [filter] : [];
  });
}

/** Records aside; of what the ad server could not tell, countries and languages are empty. */
const CODES: Partial<Record<Dimension, (value: string) => boolean>> = {
  country: (value) => /^([A-Z0-9]{2})?$/.test(value),
  language: (value) => /^([a-z]{2})?$/.test(value),
  size: (value) => /^\d{1,5}x\d{1,5}$/.test(value),
  device: (value) => value === 'unknown' || DEVICES.some((device) => device === value),
  hourOfDay: (value) => /^([01]?\d|2[0-3])$/.test(value),
  weekday: (value) => /^[1-7]$/.test(value),
  date: isDay,
  reason: isFilterReason,
  outcome: isTallyOutcome,
};

/**
 * Whether a filter names a value that its dimension can have, there or not. Of what can be none the server refuses the whole
 * report: answered with nothing, a mistake would look like a quiet day. A page leaves it out, as its address may be cut.
 */
export function canBe({ dimension, value, how }: ReportFilter): boolean {
  if (how === 'contains') return true;
  if (canContain(dimension)) return /^\d{1,10}$/.test(value) && Number(value) <= 0xffff_ffff;
  return CODES[dimension]?.(value) ?? true;
}

/** Those that are metrics. */
export function readMetrics(text: string | undefined): Metric[] {
  return partsOf(text).filter(isMetric);
}

/** @returns `null` where the text names nothing that a report has. */
export function readSort(text: string | undefined): ReportSort | null {
  const key = (text ?? '').replace(/^-/, '');
  return isMetric(key) || isDimension(key) ? { key, descending: text !== key } : null;
}

export function textsOfQuestion(question: Pick<ReportQuestion, 'metrics'> & Partial<ReportQuestion>): {
  metrics: string;
  by?: string;
  filter?: string;
  sort?: string;
} {
  const { metrics, by = [], filters = [], sort = null } = question;
  const filter = filterText(filters);
  return {
    metrics: metrics.join(','),
    ...(by.length === 0 ? {} : { by: by.join(',') }),
    ...(filter === undefined ? {} : { filter }),
    ...(sort === null ? {} : { sort: `${sort.descending ? '-' : ''}${sort.key}` }),
  };
}

/** All of it, or the first part that makes no sense. */
export function readQuestion(texts: ReportTexts): ReportQuestion | ReportTextFault {
  const wrong =
    faultOf('metrics', partsOf(texts.metrics), isMetric) ??
    faultOf('by', partsOf(texts.by), isDimension) ??
    faultOf('filter', partsOf(texts.filter), (pair) => filterOf(pair) !== null) ??
    faultOf('sort', partsOf(texts.sort), (text) => readSort(text) !== null);
  return (
    wrong ?? {
      metrics: readMetrics(texts.metrics),
      by: partsOf(texts.by).filter(isDimension),
      filters: readFilters(texts.filter),
      sort: readSort(texts.sort),
    }
  );
}

function faultOf(
  field: keyof ReportTexts,
  parts: readonly string[],
  isRight: (part: string) => boolean,
): ReportTextFault | null {
  const text = parts.find((part) => !isRight(part));
  return text === undefined ? null : { field, text };
}

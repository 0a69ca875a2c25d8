import { cutText, SEARCH_LENGTH_LIMIT } from '@placard/domain/cut-text';
import { isDay, listDaysIssue } from '@placard/domain/day-bounds';
import type { SearchRecord } from './search-text.ts';

/** Reads one parameter of a URL: the value, or `undefined` where it is absent or makes no sense. */
export type Parameter<Value> = (text: string) => Value | undefined;

export function oneOf<const Values extends readonly string[]>(values: Values): Parameter<Values[number]> {
  return (text) => values.find((value) => value === text);
}

/** A day as every operation takes one, 'YYYY-MM-DD'. */
export const dayParameter: Parameter<string> = (text) => (isDay(text) ? text : undefined);

/** As long as a search may be, once it is written as the server writes it. */
export const textParameter: Parameter<string> = (text) =>
  cutText(text.normalize('NFC').trim(), SEARCH_LENGTH_LIMIT).trim() || undefined;

export type Filters = { readonly [name: string]: Parameter<string | number> };
export type FilterValues<Of extends Filters> = {
  -readonly [Name in keyof Of]?: Exclude<ReturnType<Of[Name]>, undefined>;
};

export const PAGE_SIZES = [10, 25, 50, 100] as const;
const DEFAULT_PAGE_SIZE = 25;
const MAX_PAGE = 100_000;

/** What a list may be asked through its URL. */
export type ListSearch<Column extends string, Of extends Filters> = {
  readonly sorts: readonly Column[];
  /** A column, `-column` for descending; what the list shows when the URL says nothing. */
  readonly defaultSort?: Column | `-${Column}`;
  readonly filters: Of;
};

export type ListInput<Of extends Filters> = FilterValues<Of> & {
  page: number;
  pageSize: number;
  search?: string;
  sort?: string;
};

export function listSearch<const Column extends string, const Of extends Filters>(
  search: ListSearch<Column, Of>,
): ListSearch<Column, Of> {
  return search;
}

function pageOf(text: string | undefined): number {
  const page = Number(text);
  return Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1;
}

function sortOf(search: ListSearch<string, Filters>, text: string | undefined): string | undefined {
  const column = text?.replace(/^-/, '');
  return column !== undefined && search.sorts.includes(column) ? text : search.defaultSort;
}

/** `createdFrom` → `createdTo`, `from` → `to`. */
const endOf = (start: string): string => start.replace(/from$/, 'to').replace(/From$/, 'To');

/** The filters alone, each read by its own parser. */
export function readFilters<Of extends Filters>(filters: Of, raw: SearchRecord): FilterValues<Of> {
  const values: Record<string, string | number> = {};
  for (const [name, parameter] of Object.entries(filters)) {
    const text = raw[name];
    const value = text === undefined ? undefined : parameter(text);
    if (value !== undefined) values[name] = value;
  }
  // All or none, as of a report: the screen says why.
  for (const start of Object.keys(filters).filter((name) => filters[name] === dayParameter)) {
    const end = endOf(start);
    if (listDaysIssue({ from: raw[start], to: raw[end] }) !== null) {
      delete values[start];
      delete values[end];
    }
  }
  return values as FilterValues<Of>;
}

/** The input of a list operation from the URL. Whatever the URL holds, this is an input that the contract takes. */
export function readListInput<Column extends string, Of extends Filters>(
  search: ListSearch<Column, Of>,
  raw: SearchRecord,
): ListInput<Of> {
  const pageSize = PAGE_SIZES.find((size) => String(size) === raw.pageSize) ?? DEFAULT_PAGE_SIZE;
  const text = textParameter(raw.search ?? '');
  const sort = sortOf(search, raw.sort);
  return {
    ...readFilters(search.filters, raw),
    page: pageOf(raw.page),
    pageSize,
    ...(text === undefined ? {} : { search: text }),
    ...(sort === undefined ? {} : { sort }),
  };
}

/** Sorting a column by its header: ascending, descending, and back to the list's own order. */
export function nextSort(current: string | undefined, column: string): string | undefined {
  if (current === column) return `-${column}`;
  return current === `-${column}` ? undefined : column;
}

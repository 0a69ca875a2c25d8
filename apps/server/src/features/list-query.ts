/** Paging, sorting and search of a list as packages/contract/src/scalars.ts `listQuery` carries them. */
export type ListQuery = {
  readonly page: number;
  readonly pageSize: number;
  readonly search?: string | undefined;
  readonly sort?: string | undefined;
};

export type Page = { readonly limit: number; readonly offset: number };

export function pageOf(query: Pick<ListQuery, 'page' | 'pageSize'>): Page {
  return { limit: query.pageSize, offset: (query.page - 1) * query.pageSize };
}

export type SortDirection = 'asc' | 'desc';

/**
 * The column and direction of `sort` (`name`, `-name`), looked up in a feature's own columns, which are the only ones
 * that reach the SQL. Order by the id as well: rows that compare equal would wander between pages otherwise.
 */
export function sortOf<Column>(
  sort: string | undefined,
  columns: Readonly<Record<string, Column>>,
  otherwise: { readonly column: Column; readonly direction: SortDirection },
): { readonly column: Column; readonly direction: SortDirection } {
  if (sort === undefined) return otherwise;
  const descending = sort.startsWith('-');
  const name = descending ? sort.slice(1) : sort;
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
  return column === undefined ? otherwise : { column, direction: descending ? 'desc' : 'asc' };
}

/** The same for what stands newest first unless something else is asked for. */
export function sortOrNewest<Column>(
  sort: string | undefined,
  columns: Readonly<Record<string, Column>> & { readonly createdAt: Column },
) {
  return sortOf(sort, columns, { column: columns.createdAt, direction: 'desc' });
}

/** Pattern for `ilike` that finds the text anywhere, its own `%`, `_` and `\` taken literally; null = no search. */
export function searchPattern(search: string | undefined): string | null {
  if (search === undefined || search === '') return null;
  return `%${search.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

/** PostgreSQL's integer: beyond it there is no id. */
const MAX_ID = 2_147_483_647;

/** The id that the search text is, `null` where it is none. */
export function idSearched(search: string | undefined): number | null {
  if (search === undefined || !/^\d{1,10}$/.test(search)) return null;
  const id = Number(search);
  return id <= MAX_ID ? id : null;
}

/** The ids of a list as packages/contract/src/scalars.ts `idList` carries them, each once. */
export function idsOf(list: string): number[] {
  return [...new Set(list.split(',').map(Number))].filter((id) => id <= MAX_ID);
}

const MAX_BIGINT = 9_223_372_036_854_775_807n;

/** A cursor of digits as a bigint that PostgreSQL takes; null = from the newest. */
export function cursorOf(before: string | undefined): bigint | null {
  if (before === undefined) return null;
  const value = BigInt(before);
  return value > MAX_BIGINT ? MAX_BIGINT : value;
}

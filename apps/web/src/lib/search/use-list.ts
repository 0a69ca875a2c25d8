import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import {
  type Filters,
  type FilterValues,
  type ListInput,
  type ListSearch,
  nextSort,
  readListInput,
} from './list-search.ts';
import type { SearchRecord } from './search-text.ts';

/** What a table needs of its list. */
export type ListControls = {
  readonly search: string;
  readonly sort: string | undefined;
  readonly page: number;
  readonly pageSize: number;
  /** A search text or a filter narrows the list: an empty answer then is "no match", not "nothing yet". */
  readonly narrowed: boolean;
  readonly setSearch: (text: string) => void;
  readonly toggleSort: (column: string) => void;
  readonly setSort: (sort: string) => void;
  readonly setPage: (page: number, options?: { replace?: boolean }) => void;
  readonly setPageSize: (size: number) => void;
  /** Removes search text and filters. */
  readonly clear: () => void;
};

/** The state of a list, all of it in the URL. */
export type ListState<Of extends Filters> = ListControls & {
  /** For the list operation as it is; also where a screen reads its filters. */
  readonly input: ListInput<Of>;
  /** Changes filters (`undefined` removes one) and goes to the first page. */
  readonly setFilters: (
    values: { [Name in keyof FilterValues<Of>]?: FilterValues<Of>[Name] | undefined },
  ) => void;
};

/** Sets, changes and removes parameters of the page's URL without touching the others. */
export function useSearchParameters(): [
  SearchRecord,
  (change: SearchRecord, options?: { replace?: boolean }) => void,
] {
  const raw: SearchRecord = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback(
    (changed: SearchRecord, options: { replace?: boolean } = {}) => {
      void navigate({
        to: '.',
        search: (before: SearchRecord) => ({ ...before, ...changed }),
        replace: options.replace ?? false,
        resetScroll: false,
      });
    },
    [navigate],
  );
  return [raw, change];
}

export function useList<Column extends string, Of extends Filters>(
  search: ListSearch<Column, Of>,
): ListState<Of> {
  const [raw, change] = useSearchParameters();
  return useMemo(() => {
    const input = readListInput(search, raw);
    const names = Object.keys(search.filters);
    const texts = (values: object): SearchRecord =>
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          value === undefined ? undefined : String(value),
        ]),
      );
    return {
      input,
      search: input.search ?? '',
      sort: input.sort,
      page: input.page,
      pageSize: input.pageSize,
      narrowed: names.some((name) => name in input) || input.search !== undefined,
      setFilters: (values) => change({ ...texts(values), page: undefined }),
      // Back leads to the list as it was before the search, and not through each of its pauses.
      setSearch: (text) =>
        change(
          { search: text === '' ? undefined : text, page: undefined },
          { replace: input.search !== undefined },
        ),
      toggleSort: (column) => change({ sort: nextSort(raw.sort, column), page: undefined }),
      setSort: (sort) => change({ sort, page: undefined }),
      setPage: (page, options) => change({ page: page === 1 ? undefined : String(page) }, options),
      setPageSize: (size) => change({ pageSize: String(size), page: undefined }),
      clear: () =>
        change({
          ...Object.fromEntries(names.map((name) => [name, undefined])),
          search: undefined,
          page: undefined,
        }),
    } satisfies ListState<Of>;
  }, [raw, search, change]);
}

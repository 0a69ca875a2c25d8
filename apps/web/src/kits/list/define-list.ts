import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../lib/api/api.ts';
import type { CallOptions } from '../../lib/api/endpoint.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import {
  type Filters,
  type ListInput,
  type ListSearch,
  readListInput,
} from '../../lib/search/list-search.ts';
import type { SearchRecord } from '../../lib/search/search-text.ts';
import { useList } from '../../lib/search/use-list.ts';
import type { Glance } from '../../ui/table/glance.ts';

type Operation<Input, Answer> = {
  (input: Input, options?: CallOptions): Promise<Answer>;
  readonly key: readonly string[];
};
type PageOf<Row> = { readonly items: readonly Row[]; readonly total: number };
type RowOf<Answer> = Answer extends PageOf<infer Row> ? Row : never;

/** What makes a list: which operation answers it, what its URL may ask, what a row is called. */
type Described<Column extends string, Of extends Filters, Answer> = ListSearch<Column, Of> & {
  /** Names the table in the browser's storage (chosen columns) and the exported file. */
  readonly id: string;
  readonly glance: Glance;
  readonly rowId: (row: RowOf<Answer>) => string | number;
  /** Names one row for its menu and its check box. */
  readonly rowName: (row: RowOf<Answer>) => string;
};

type Listed<Of extends Filters, Answer> = Described<string, Of, Answer> & {
  readonly query: (asked: ListInput<Of>) => UseQueryOptions<Answer, Error, Answer, QueryKey>;
  readonly fetch: (asked: ListInput<Of>) => Promise<Answer>;
};

/** A list at module scope. `input` is for an operation that takes more than the URL says, or something else. */
export function defineList<const Column extends string, const Of extends Filters, Answer>(
  list: Described<Column, Of, Answer> & { readonly operation: Operation<ListInput<Of>, Answer> },
): Listed<Of, Answer>;
export function defineList<const Column extends string, const Of extends Filters, Answer, Input>(
  list: Described<Column, Of, Answer> & {
    readonly operation: Operation<Input, Answer>;
    readonly input: (asked: ListInput<Of>) => Input;
  },
): Listed<Of, Answer>;
export function defineList<Of extends Filters, Answer>({
  operation,
  input,
  ...list
}: Described<string, Of, Answer> & {
  readonly operation: Operation<never, Answer>;
  readonly input?: (asked: ListInput<Of>) => unknown;
}): Listed<Of, Answer> {
  // The signatures have held what the operation takes to what it is given.
  const asking = (asked: ListInput<Of>) => (input?.(asked) ?? asked) as never;
  return {
    ...list,
    query: (asked) => apiQuery(operation, asking(asked)),
    fetch: (asked) => operation(asking(asked)),
  };
}

/** The list as its URL asks for it; while other rows are fetched, the last ones stay. `<DataTable {...table} … />` */
export function useListOf<Of extends Filters, Answer>(listed: Listed<Of, Answer>) {
  const list = useList(listed);
  const query = useQuery({ ...listed.query(list.input), placeholderData: keepPreviousData });
  const { id, glance, rowId, rowName } = listed;
  const fetchPage = (page: { page: number; pageSize: number }) => listed.fetch({ ...list.input, ...page });
  return { list, query, table: { id, glance, rowId, rowName, list, query, fetchPage } };
}

/** For a screen's `prefetch`: asks for the rows before it is rendered; `useListOf` finds them, or the call under way. */
export function prefetchOf<Of extends Filters, Answer>(listed: Listed<Of, Answer>) {
  return (raw: SearchRecord): void => {
    void queryClient.prefetchQuery(listed.query(readListInput(listed, raw)));
  };
}

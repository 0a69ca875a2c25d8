import { routes, shapes } from 'virtual:api-routes';
import { infiniteQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query';
import { randomKey } from '../random-key.ts';
import { type Api, apiFrom, type CallOptions } from './endpoint.ts';

export type { Api };

/**
 * Every operation of the contract, typed by it: `await api.campaigns.get({ id })`. The schemas themselves are
 * not loaded; only method, path and the shape of the answer are, which the build reads from the contract.
 */
export const api = apiFrom(routes, shapes) as Api;

type Callable<Input, Output> = {
  (input: Input, options?: CallOptions): Promise<Output>;
  readonly key: readonly string[];
};

/** Options for `useQuery`: the key holds the operation and its whole input, a cancelled query cancels its call. */
export function apiQuery<Input, Output>(operation: Callable<Input, Output>, input: Input) {
  const queryKey: QueryKey = [...operation.key, input];
  return queryOptions<Output, Error, Output, QueryKey>({
    queryKey,
    queryFn: ({ signal }) => operation(input, { signal }),
  });
}

/** Options for `useInfiniteQuery` of a list that is read part by part: each goes on behind the last row of the one before it. */
export function apiPages<Input, Output extends { readonly next: string | null }>(
  operation: Callable<Input & { readonly before?: string }, Output>,
  input: Input,
) {
  return infiniteQueryOptions({
    queryKey: [...operation.key, 'pages', input],
    queryFn: ({ pageParam, signal }) =>
      operation({ ...input, ...(pageParam === null ? {} : { before: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });
}

/** A key that a new attempt of the same press repeats, so that money moves once. */
export function newIdempotencyKey(): string {
  return randomKey();
}

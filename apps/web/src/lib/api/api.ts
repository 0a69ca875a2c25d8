import { routes, shapes } from 'virtual:api-routes';
import { type QueryKey, queryOptions } from '@tanstack/react-query';
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

/** A key that a new attempt of the same press repeats, so that money moves once. */
export function newIdempotencyKey(): string {
  return randomKey();
}

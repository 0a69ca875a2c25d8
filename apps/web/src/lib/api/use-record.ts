import { type QueryKey, type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { ApiError } from '../faults/api-error.ts';

const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 403 || error.status === 404);

/**
 * The record a page is about. A missing one, or somebody else's, becomes the not-found page through the route's
 * error boundary; any other fault is the page's to show with a retry.
 */
export function useRecord<Data>(
  options: UseQueryOptions<Data, Error, Data, QueryKey>,
): UseQueryResult<Data, Error> {
  return useQuery({
    ...options,
    throwOnError: (error, query) => query.state.data === undefined && isMissing(error),
  });
}

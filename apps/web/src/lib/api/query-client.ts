import { onlineManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../faults/api-error.ts';
import { onChange } from './request.ts';

const STALE_AFTER_MS = 15_000;
const RETRIES = 2;

/** Only what may pass by itself is tried again: no connection, or a server fault. A refusal stays one. */
export function mayRetry(failures: number, error: unknown): boolean {
  const passing = !(error instanceof ApiError) || error.status === 0 || error.status >= 502;
  return passing && failures < RETRIES && onlineManager.isOnline();
}

/**
 * Without a network a question fails, as it does where the server is away, and says so at its place; by itself it would wait
 * for ever without a word. Once the network is back, it is asked again.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_AFTER_MS,
      retry: mayRetry,
      refetchOnWindowFocus: true,
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** What tells of changes, whatever they are of: the log with the history of each record, users and accounts, why a campaign isn’t shown. */
const TELLS_OF_ALL = [['operator', 'audit'], ['records'], ['diagnosis']];

// Nothing that was fetched before a change is shown later as if it were of now: a list that was seen a moment ago holds what was
// done on a record's page. What a screen shows is fetched again by whoever changes it.
onChange(() => {
  void queryClient.invalidateQueries({ refetchType: 'none' });
  for (const queryKey of TELLS_OF_ALL) void queryClient.invalidateQueries({ queryKey });
});

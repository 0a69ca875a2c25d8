import { Button } from '@mantine/core';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailedState, LoadingState } from '../../ui/states.tsx';

/** A log, newest first: its entries so far with the button for more, or why there are none. */
export function LogPages({
  query,
  entries,
  lines,
  failed,
  empty,
  more,
}: {
  query: Pick<
    UseInfiniteQueryResult,
    | 'isPending'
    | 'isError'
    | 'isSuccess'
    | 'error'
    | 'refetch'
    | 'hasNextPage'
    | 'isFetchingNextPage'
    | 'fetchNextPage'
  >;
  entries: readonly ReactNode[];
  /** How many lines stand for it while it loads. */
  lines?: number;
  failed: string;
  empty: ReactNode;
  more: string;
}) {
  return (
    <>
      {query.isPending && <LoadingState {...(lines === undefined ? {} : { lines })} />}
      {query.isError && entries.length === 0 && (
        <FailedState title={failed} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isSuccess && entries.length === 0 && empty}
      {entries.length > 0 && <div className="card">{entries}</div>}
      {query.hasNextPage && (
        <Button
          mt="md"
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {more}
        </Button>
      )}
    </>
  );
}

import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Parts, ReadOn } from '../../ui/read-on.tsx';
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
  query: Parts & Pick<UseInfiniteQueryResult, 'isPending' | 'isError' | 'isSuccess' | 'error' | 'refetch'>;
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
      <div aria-live="polite">{query.isSuccess && entries.length === 0 && empty}</div>
      {entries.length > 0 && <div className="card clipped">{entries}</div>}
      <ReadOn query={query} count={entries.length} label={more} failed={failed} className="above-20" />
    </>
  );
}

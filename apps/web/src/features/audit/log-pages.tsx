import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { commonTexts } from '../../i18n/en/common.ts';
import { useTexts } from '../../i18n/texts.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { CountSaid } from '../../ui/count-said.tsx';
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
  const t = useTexts(commonTexts);
  return (
    <>
      {query.isPending && <LoadingState {...(lines === undefined ? {} : { lines })} />}
      {query.isError && entries.length === 0 && (
        <FailedState title={failed} error={query.error} onRetry={() => void query.refetch()} />
      )}
      <div aria-live="polite">{query.isSuccess && entries.length === 0 && empty}</div>
      {entries.length > 0 && <div className="card">{entries}</div>}
      <CountSaid count={entries.length} />
      {query.hasNextPage && (
        <BusyButton
          mt="md"
          variant="default"
          busy={query.isFetchingNextPage}
          busyLabel={t('loading')}
          onClick={() => void query.fetchNextPage()}
        >
          {more}
        </BusyButton>
      )}
    </>
  );
}

import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { commonTexts } from '../i18n/en/common.ts';
import { useTexts } from '../i18n/texts.ts';
import { failureText } from '../lib/faults/failure-text.ts';
import { toast } from '../lib/toast-store.ts';
import { BusyButton } from './busy-button.tsx';
import { CountSaid } from './count-said.tsx';

export type Parts = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;

/** Reads the next part of a list. What fails is said, and what is there stays. */
export async function readOn(query: Parts, failed: string): Promise<void> {
  const result = await query.fetchNextPage();
  if (result.isError) toast.failure(failureText(failed, result.error));
}

/** Below a list that is read part by part: the button for the next one, and for who hears it how many have come. */
export function ReadOn({
  query,
  count,
  label,
  failed,
  className = 'flex justify-centre pad-12 line-above',
}: {
  query: Parts;
  count: number;
  label: string;
  failed: string;
  className?: string | undefined;
}) {
  const t = useTexts(commonTexts);
  return (
    <>
      <CountSaid count={count} />
      {query.hasNextPage && (
        <div className={className}>
          <BusyButton
            variant="default"
            busy={query.isFetchingNextPage}
            busyLabel={t('loading')}
            onClick={() => void readOn(query, failed)}
          >
            {label}
          </BusyButton>
        </div>
      )}
    </>
  );
}

import { Fragment, type ReactNode, useState } from 'react';
import { Loaded, LoadingState } from '../states.tsx';
import { useHeld } from './held.ts';

type QueryLike<Data> = {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<{ readonly data: Data | undefined }>;
};

/**
 * `Loaded` for a form: the record that it was opened with stays under what is typed, until `renew` loads it anew. What is kept
 * from an earlier look at the record opens none while it is asked for again: its fields would be old ones, and no save of them taken.
 */
export function HeldRecord<Data>({
  query,
  failed,
  opens = () => true,
  otherwise,
  children,
}: {
  query: QueryLike<Data>;
  failed: string;
  /** Whether the form may be opened with it. */
  opens?: (data: Data) => boolean;
  /** Instead of a form that may not be opened. */
  otherwise?: (data: Data) => ReactNode;
  children: (data: Data, renew: () => void) => ReactNode;
}) {
  const [{ round, newest }, setRound] = useState<{ round: number; newest?: Data | undefined }>({ round: 0 });
  const opened = (data: Data | undefined) => (data !== undefined && opens(data) ? { data } : null);
  const loaded = opened(query.data);
  const held = useHeld(String(round), opened(newest) ?? (query.isFetching ? null : loaded));
  const renew = async () => {
    const { data } = await query.refetch();
    setRound((before) => ({ round: before.round + 1, newest: data }));
  };
  if (held === null) {
    if (loaded !== null) return <LoadingState />;
    return (
      <Loaded query={query} failed={failed}>
        {(data) => otherwise?.(data) ?? null}
      </Loaded>
    );
  }
  return <Fragment key={round}>{children(held.data, () => void renew())}</Fragment>;
}

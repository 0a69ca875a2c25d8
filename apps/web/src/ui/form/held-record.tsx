import { Fragment, type ReactNode, useState } from 'react';
import { Loaded } from '../states.tsx';
import { useHeld } from './held.ts';

type QueryLike<Data> = {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly refetch: () => Promise<unknown>;
};

/** `Loaded` for a form: the record that it was opened with stays under what is typed, until `renew` loads it anew. */
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
  const [round, setRound] = useState(0);
  const { data } = query;
  const held = useHeld(String(round), data !== undefined && opens(data) ? { data } : null);
  const renew = async () => {
    await query.refetch();
    setRound((before) => before + 1);
  };
  if (held === null) {
    return (
      <Loaded query={query} failed={failed}>
        {(loaded) => otherwise?.(loaded) ?? null}
      </Loaded>
    );
  }
  return <Fragment key={round}>{children(held.data, () => void renew())}</Fragment>;
}

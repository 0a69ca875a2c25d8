import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { Panel } from '../../ui/panel.tsx';
import { Loaded, LoadingState, type QueryLike } from '../../ui/states.tsx';
import { RowList } from '../records/related-panel.tsx';
import { type DatedRate, RateLine, type Removal } from './rate-line.tsx';

/** What a kind of rate says and does of its own. */
export type RateKind<Rate extends DatedRate> = {
  readonly words: Readonly<Record<'title' | 'add' | 'none' | 'loadFailed', string>> & {
    readonly hint?: string;
  };
  readonly wordsOf: (rate: Rate) => string;
  readonly removal: Omit<Removal, 'run'>;
  readonly remove: (input: { id: number }) => Promise<unknown>;
  /** Beside a rate's words: whose it is. */
  readonly besides?: (rate: Rate) => ReactNode;
  /** Fetched when they are asked for: forms bring the contract with them. */
  readonly SetDialog: ComponentType<{ publisherId: number | null; onClose: () => void }>;
  readonly EndDialog: ComponentType<{ rate: Rate; onClose: () => void }>;
};

/** Rates of a publisher, or the network's: what holds now, is to come, and was. @param now what holds, null = nothing said */
export function RatesPanel<Rate extends DatedRate, Found extends { readonly items: readonly Rate[] }>({
  publisherId,
  kind,
  query,
  now,
}: {
  publisherId: number | null;
  kind: RateKind<Rate>;
  query: QueryLike<Found>;
  now: (found: Found) => string | null;
}) {
  const [asked, setAsked] = useState<{ readonly ends: Rate | null } | null>(null);
  const { words, removal, remove, wordsOf, besides, SetDialog, EndDialog } = kind;
  const close = () => setAsked(null);
  return (
    <Panel
      flush
      title={words.title}
      {...(words.hint === undefined ? {} : { description: words.hint })}
      actions={
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => setAsked({ ends: null })}
        >
          {words.add}
        </Button>
      }
    >
      <Loaded query={query} failed={words.loadFailed} loading={<LoadingState lines={2} />}>
        {(found) => {
          const present = now(found);
          return (
            <RowList empty={words.none}>
              {[
                ...(present === null
                  ? []
                  : [
                      <li key="now">
                        <strong className="semibold">{present}</strong>
                      </li>,
                    ]),
                ...found.items.map((rate) => (
                  <RateLine
                    key={rate.id}
                    rate={rate}
                    words={wordsOf(rate)}
                    removal={{ ...removal, run: () => remove({ id: rate.id }) }}
                    onEnd={() => setAsked({ ends: rate })}
                  >
                    {besides?.(rate)}
                  </RateLine>
                )),
              ]}
            </RowList>
          );
        }}
      </Loaded>
      <Suspense>
        {asked?.ends === null && <SetDialog publisherId={publisherId} onClose={close} />}
        {asked !== null && asked.ends !== null && <EndDialog rate={asked.ends} onClose={close} />}
      </Suspense>
    </Panel>
  );
}

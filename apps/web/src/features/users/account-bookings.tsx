import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { RowList } from '../../kits/records/related-panel.tsx';
import { SignedMoney } from '../../kits/wallet/signed-money.tsx';
import { walletTexts } from '../../kits/wallet/texts.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { Money } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ReadOn } from '../../ui/read-on.tsx';
import { Loaded, LoadingState } from '../../ui/states.tsx';

type Booking = {
  readonly id: string;
  readonly amount: number;
  readonly balanceAfter: number;
  readonly at: string;
};

type BookingsProps<Row> = {
  readonly query: UseInfiniteQueryResult<InfiniteData<{ readonly items: readonly Row[] }>>;
  readonly title: string;
  readonly none: string;
  readonly failed: string;
  readonly more: string;
  readonly moreFailed: string;
  readonly kind: (row: Row) => string;
  /** What it was for. */
  readonly about: (row: Row) => ReactNode;
};

/** What moved a balance of an account, newest first, so that nobody has to look at its dashboard for it. */
export function AccountBookings<Row extends Booking>({ query, kind, about, ...words }: BookingsProps<Row>) {
  const w = useTexts(walletTexts);
  return (
    <Panel flush title={words.title}>
      <Loaded query={query} failed={words.failed} loading={<LoadingState lines={3} />}>
        {({ pages }) => {
          const rows = pages.flatMap(({ items }) => items);
          return (
            <>
              <RowList empty={words.none} aligned>
                {rows.map((row) => (
                  <li key={row.id}>
                    <span>
                      {kind(row)}
                      <small className="block faint text-12 breaks">{about(row)}</small>
                    </span>
                    <span className="inline-grid items-end">
                      <SignedMoney amount={row.amount} />
                      <small className="faint text-12">
                        {w('balanceAfter')} <Money value={row.balanceAfter} />
                      </small>
                    </span>
                    <span className="faint text-13">
                      <DateTime value={row.at} withTime />
                    </span>
                  </li>
                ))}
              </RowList>
              <ReadOn query={query} count={rows.length} label={words.more} failed={words.moreFailed} />
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}

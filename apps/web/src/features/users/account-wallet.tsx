import { useInfiniteQuery } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { RELATED_SHOWN, RowList } from '../../kits/records/related-panel.tsx';
import { bookingWords } from '../../kits/wallet/booking-words.ts';
import { SignedMoney } from '../../kits/wallet/signed-money.tsx';
import { walletTexts } from '../../kits/wallet/texts.ts';
import { api, apiPages } from '../../lib/api/api.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { Money } from '../../ui/money.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ReadOn } from '../../ui/read-on.tsx';
import { Loaded, LoadingState } from '../../ui/states.tsx';

/** What moved an account's wallet, newest first, so that nobody has to look at its dashboard for it. */
export function AccountWallet({ id }: { id: number }) {
  const w = useTexts(walletTexts);
  const query = useInfiniteQuery(apiPages(api.records.wallet, { id, limit: RELATED_SHOWN }));
  return (
    <Panel flush title={w('title')}>
      <Loaded query={query} failed={w('failed')} loading={<LoadingState lines={3} />}>
        {({ pages }) => {
          const rows = pages.flatMap(({ items }) => items);
          return (
            <>
              <RowList empty={w('none')} aligned>
                {rows.map((row) => (
                  <li key={row.id}>
                    <span>
                      {w(`kinds.${row.kind}`)}
                      <small className="block faint text-12 breaks">{bookingWords(row)}</small>
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
              <ReadOn query={query} count={rows.length} label={w('more')} failed={w('moreFailed')} />
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}

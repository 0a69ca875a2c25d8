import { Button } from '@mantine/core';
import type { EarningBooking } from '@placard/contract/records';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { RecordLink } from '../../kits/records/record-link.tsx';
import { RELATED_SHOWN, RowList } from '../../kits/records/related-panel.tsx';
import { StatementDownloads } from '../../kits/statement/statement-downloads.tsx';
import { statementFigures } from '../../kits/statement/statement-words.ts';
import { statementTexts } from '../../kits/statement/texts.ts';
import { api, apiPages, apiQuery } from '../../lib/api/api.ts';
import { formatDate, formatMonth } from '../../lib/format/time-format.ts';
import { Panel } from '../../ui/panel.tsx';
import { Loaded, LoadingState } from '../../ui/states.tsx';
import { AccountBookings } from './account-bookings.tsx';
import { userTexts } from './texts.ts';

/** What moved one of a publisher's two balances. */
export function AccountEarnings({ id, balance }: { id: number; balance: 'pending' | 'available' }) {
  const t = useTexts(userTexts);
  const query = useInfiniteQuery(apiPages(api.records.earnings, { id, balance, limit: RELATED_SHOWN }));
  return (
    <AccountBookings
      query={query}
      title={t(`earnings.${balance}Title`)}
      none={t('earnings.none')}
      failed={t('earnings.failed')}
      more={t('earnings.more')}
      moreFailed={t('earnings.failed')}
      kind={(row) => t(`earnings.kinds.${row.kind}`)}
      about={(row) => <What row={row} />}
    />
  );
}

function What({ row: { day, month, payout, reason } }: { row: EarningBooking }) {
  const t = useTexts(userTexts);
  if (payout !== null) {
    return (
      <RecordLink kind="payout" id={payout.id}>
        {payout.paymentId}
      </RecordLink>
    );
  }
  if (day !== null) return t('earnings.day', { day: formatDate(day, 'UTC') });
  return month === null ? reason : formatMonth(month);
}

/** A publisher's closed months, each with its files. */
export function AccountStatements({ id }: { id: number }) {
  const t = useTexts(statementTexts);
  const query = useQuery(apiQuery(api.payouts.statements, { id }));
  const [all, setAll] = useState(false);
  return (
    <Panel flush title={t('title')}>
      <Loaded query={query} failed={t('loadFailed')} loading={<LoadingState lines={3} />}>
        {({ items }) => (
          <>
            <RowList empty={t('none')}>
              {(all ? items : items.slice(0, RELATED_SHOWN)).map((statement) => {
                const { month } = statement;
                const { short, whole } = statementFigures(statement);
                return (
                  <li key={month}>
                    <span>
                      {formatMonth(month)}
                      <small className="block faint text-12" title={whole}>
                        {short}
                      </small>
                    </span>
                    <span className="inline-row gap-8">
                      <StatementDownloads
                        month={month}
                        pdf={async () => await api.payouts.statementPdf({ id, month })}
                        csv={async () => await api.payouts.statementCsv({ id, month })}
                      />
                    </span>
                  </li>
                );
              })}
            </RowList>
            {!all && items.length > RELATED_SHOWN && (
              <div className="flex justify-centre pad-12 line-above">
                <Button variant="default" size="compact-sm" onClick={() => setAll(true)}>
                  {t('all', { count: items.length })}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

import type { OperatorPayout } from '@placard/contract/payouts';
import { useMemo } from 'react';
import { useTexts } from '../../../i18n/texts.ts';
import { dayColumn, moneyColumn, statusColumn, textColumn } from '../../../kits/list/columns.tsx';
import { accountColumn, recordColumn } from '../../../kits/records/record-link.tsx';
import { StatusChip } from '../../../kits/status/status-chip.tsx';
import { formatMoney } from '../../../lib/format/number-format.ts';
import { formatDate } from '../../../lib/format/time-format.ts';
import { DateTime, useTimeZone } from '../../../ui/date-time.tsx';
import { Money } from '../../../ui/money.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { payoutTexts } from './texts.ts';

/** Who has approved a payout that takes two, and whose money it is where that matters. */
function Approvals({ payout }: { payout: OperatorPayout }) {
  const t = useTexts(payoutTexts);
  const { approvals, approvalsNeeded: needed, isYours, status } = payout;
  const names = approvals.map((approval) => approval.name).join(', ');
  return (
    <>
      {isYours && <small className="block faint text-12">{t('yours')}</small>}
      {status === 'pending' && needed > 1 && (
        <small className="block faint text-12" title={names}>
          {t('approvals', { count: approvals.length, needed })}
        </small>
      )}
    </>
  );
}

/** When it went into a file for the bank; the file's name is on hover. */
function Exported({ payout: { export: batch } }: { payout: OperatorPayout }) {
  const t = useTexts(payoutTexts);
  const timeZone = useTimeZone();
  if (batch === null) return null;
  return (
    <small className="block faint text-12 nowrap" title={batch.messageId}>
      {t('exportedOn', { day: formatDate(batch.at, timeZone) })}
    </small>
  );
}

export function usePayoutColumns(): Column<OperatorPayout>[] {
  const t = useTexts(payoutTexts);
  return useMemo(
    () => [
      recordColumn<OperatorPayout>(t('column.paymentId'), {
        kind: 'payout',
        column: 'paymentId',
        id: (row) => row.id,
        name: (row) => row.paymentId,
        shown: (row) => <code>{row.paymentId}</code>,
        sort: true,
      }),
      accountColumn<OperatorPayout>('publisher', t('column.publisher'), (row) => row.publisher),
      moneyColumn('amount', t('column.amount'), (row) => row.amount, {
        sort: true,
        plain: true,
        cell: (row) => (
          <>
            <Money value={row.amount} currency={row.currency} aligned />
            {row.withheld > 0 && (
              <small className="block faint text-12">
                {t('taxOf', {
                  withheld: formatMoney(row.withheld, row.currency),
                  net: formatMoney(row.net, row.currency),
                })}
              </small>
            )}
          </>
        ),
      }),
      moneyColumn('withheld', t('column.withheld'), (row) => row.withheld, { hidden: true }),
      moneyColumn('net', t('column.net'), (row) => row.net, { hidden: true }),
      textColumn('method', t('column.method'), (row) => t(`method.${row.method}`), { hidden: true }),
      textColumn('destination', t('column.destination'), (row) => row.destination, {
        cell: (row) => (
          <>
            <span title={row.profileName} className="nowrap">
              {row.destination}
            </span>
            <small className="block faint text-12">{t(`method.${row.method}`)}</small>
          </>
        ),
      }),
      statusColumn(t('column.status'), (row) => row, {
        sort: true,
        cell: (row) => (
          <>
            <StatusChip status={row.status} reason={row.reason} />
            <Approvals payout={row} />
            <Exported payout={row} />
          </>
        ),
      }),
      textColumn('export', t('column.export'), (row) => row.export?.messageId ?? null, {
        hidden: true,
        cell: ({ export: batch }) =>
          batch === null ? (
            '–'
          ) : (
            <span title={batch.messageId}>
              <DateTime value={batch.at} />
            </span>
          ),
      }),
      dayColumn('requestedAt', t('column.requested'), (row) => row.requestedAt, { sort: true }),
      dayColumn('completedAt', t('column.completed'), (row) => row.completedAt, { sort: true }),
    ],
    [t],
  );
}

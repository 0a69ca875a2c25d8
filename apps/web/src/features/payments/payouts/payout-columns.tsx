import type { OperatorPayout } from '@placard/contract/payouts';
import { useMemo } from 'react';
import { useTexts } from '../../../i18n/texts.ts';
import { StatusChip } from '../../../kits/status/status-chip.tsx';
import { formatDate } from '../../../lib/format/time-format.ts';
import { DateTime, useTimeZone } from '../../../ui/date-time.tsx';
import { Money } from '../../../ui/money.tsx';
import type { Column } from '../../../ui/table/column.ts';
import classes from './payouts.module.css';
import { payoutTexts } from './texts.ts';

/** Who has approved a payout that takes two, and whose money it is where that matters. */
function Approvals({ payout }: { payout: OperatorPayout }) {
  const t = useTexts(payoutTexts);
  const { approvals, approvalsNeeded: needed, isYours, status } = payout;
  const names = approvals.map((approval) => approval.name).join(', ');
  return (
    <>
      {isYours && <small className={classes.small}>{t('yours')}</small>}
      {status === 'pending' && needed > 1 && (
        <small className={classes.small} title={names}>
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
    <small className={`${classes.small} ${classes.whole}`} title={batch.messageId}>
      {t('exportedOn', { day: formatDate(batch.at, timeZone) })}
    </small>
  );
}

export function usePayoutColumns(): Column<OperatorPayout>[] {
  const t = useTexts(payoutTexts);
  return useMemo(
    () => [
      {
        id: 'paymentId',
        header: t('column.paymentId'),
        fixed: true,
        sort: true,
        cell: (row) => <code>{row.paymentId}</code>,
        csv: (row) => row.paymentId,
      },
      {
        id: 'publisher',
        header: t('column.publisher'),
        cell: (row) => <span title={row.publisher.email}>{row.publisher.name}</span>,
        csv: (row) => row.publisher.email,
      },
      {
        id: 'amount',
        header: t('column.amount'),
        cell: (row) => <Money value={row.amount} currency={row.currency} aligned />,
        sort: true,
        end: true,
        csv: (row) => row.amount,
      },
      {
        id: 'method',
        header: t('column.method'),
        hidden: true,
        cell: (row) => t(`method.${row.method}`),
        csv: (row) => row.method,
      },
      {
        id: 'destination',
        header: t('column.destination'),
        cell: (row) => (
          <>
            <span title={row.profileName} className={classes.whole}>
              {row.destination}
            </span>
            <small className={classes.small}>{t(`method.${row.method}`)}</small>
          </>
        ),
        csv: (row) => row.destination,
      },
      {
        id: 'status',
        header: t('column.status'),
        cell: (row) => (
          <>
            <StatusChip status={row.status} reason={row.reason} />
            <Approvals payout={row} />
            <Exported payout={row} />
          </>
        ),
        sort: true,
        csv: (row) => row.status,
      },
      {
        id: 'export',
        header: t('column.export'),
        hidden: true,
        cell: (row) =>
          row.export === null ? (
            '–'
          ) : (
            <span title={row.export.messageId}>
              <DateTime value={row.export.at} />
            </span>
          ),
        csv: (row) => row.export?.messageId ?? '',
      },
      {
        id: 'requestedAt',
        header: t('column.requested'),
        cell: (row) => <DateTime value={row.requestedAt} />,
        sort: true,
        csv: (row) => row.requestedAt,
      },
      {
        id: 'completedAt',
        header: t('column.completed'),
        cell: (row) => <DateTime value={row.completedAt} />,
        sort: true,
        csv: (row) => row.completedAt ?? '',
      },
    ],
    [t],
  );
}

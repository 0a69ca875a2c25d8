import type { PayoutExport } from '@placard/contract/payouts';
import { Download, FileOutput, Undo2 } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTexts } from '../../../i18n/texts.ts';
import { api } from '../../../lib/api/api.ts';
import { formatDate } from '../../../lib/format/time-format.ts';
import { listSearch } from '../../../lib/search/list-search.ts';
import { useList, useListQuery } from '../../../lib/search/use-list.ts';
import { useAction } from '../../../lib/use-action.ts';
import type { MenuAction } from '../../../ui/action-menu.tsx';
import { Count } from '../../../ui/count.tsx';
import { DateTime, useTimeZone } from '../../../ui/date-time.tsx';
import { Money } from '../../../ui/money.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { downloadPayouts } from './download-payouts.ts';
import classes from './payouts.module.css';
import { payoutTexts } from './texts.ts';

const DiscardDialog = lazy(() => import('./discard-dialog.tsx'));

const search = listSearch({ sorts: ['exportedAt'], defaultSort: '-exportedAt', filters: {} });

function State({ batch }: { batch: PayoutExport }) {
  const t = useTexts(payoutTexts);
  const timeZone = useTimeZone();
  const { discarded, processing, completed, failed } = batch;
  if (discarded !== null) {
    const day = formatDate(discarded.at, timeZone);
    return (
      <>
        {t('exports.discarded')}
        <small className={classes.small}>
          {t('exports.discardedWhy', { day, name: discarded.by, reason: discarded.reason })}
        </small>
      </>
    );
  }
  const parts = [
    processing > 0 ? t('exports.open', { count: processing }) : '',
    completed > 0 ? t('exports.completed', { count: completed }) : '',
    failed > 0 ? t('exports.failedCount', { count: failed }) : '',
  ];
  return <>{parts.filter((part) => part !== '').join(', ')}</>;
}

function useColumns(): Column<PayoutExport>[] {
  const t = useTexts(payoutTexts);
  return useMemo(
    () => [
      {
        id: 'messageId',
        header: t('exports.messageId'),
        fixed: true,
        cell: (row) => <code>{row.messageId}</code>,
        csv: (row) => row.messageId,
      },
      {
        id: 'format',
        header: t('exports.format'),
        cell: (row) => t(`exports.formatName.${row.format}`),
        csv: (row) => row.format,
      },
      {
        id: 'count',
        header: t('exports.count'),
        cell: (row) => <Count value={row.count} />,
        end: true,
        csv: (row) => row.count,
      },
      {
        id: 'amount',
        header: t('exports.amount'),
        cell: (row) => <Money value={row.amount} aligned />,
        end: true,
        csv: (row) => row.amount,
      },
      {
        id: 'state',
        header: t('exports.state'),
        cell: (row) => <State batch={row} />,
        csv: (row) => (row.discarded === null ? '' : 'discarded'),
      },
      {
        id: 'exportedAt',
        header: t('exports.exportedAt'),
        cell: (row) => <DateTime value={row.exportedAt} withTime />,
        sort: true,
        csv: (row) => row.exportedAt,
      },
      { id: 'by', header: t('exports.by'), cell: (row) => row.exportedBy, csv: (row) => row.exportedBy },
    ],
    [t],
  );
}

/** Batches handed to the bank: the same file again, or taken back where the bank never carried it out. */
export default function PayoutExports() {
  const t = useTexts(payoutTexts);
  const list = useList(search);
  const query = useListQuery(api.payouts.exports, list.input);
  const columns = useColumns();
  const [, act] = useAction();
  const [discarding, setDiscarding] = useState<PayoutExport | null>(null);
  const rowActions = (batch: PayoutExport): MenuAction[] => {
    if (batch.discarded !== null) return [];
    const whole = batch.processing === batch.count;
    return [
      {
        key: 'again',
        label: t('exports.again'),
        icon: Download,
        onSelect: () =>
          void act({
            run: () => downloadPayouts(batch.payoutIds, batch.format),
            success: t('exports.againDone'),
            failure: t('exports.againFailed'),
            refresh: [['payouts']],
          }),
        ...(whole ? {} : { disabled: true, title: t('exports.notAgain') }),
      },
      ...(batch.completed > 0
        ? []
        : [
            {
              key: 'discard',
              label: t('exports.discard'),
              icon: Undo2,
              danger: true,
              onSelect: () => setDiscarding(batch),
            },
          ]),
    ];
  };
  return (
    <>
      <DataTable
        id="payout-exports"
        caption={t('exports.caption')}
        columns={columns}
        list={list}
        query={query}
        rowId={(row) => row.id}
        rowName={(row) => row.messageId}
        rowActions={rowActions}
        searchLabel={t('exports.search')}
        failed={t('exports.failed')}
        fetchPage={(page) => api.payouts.exports({ ...list.input, ...page })}
        empty={<EmptyState icon={FileOutput} title={t('exports.empty')} text={t('exports.emptyText')} />}
      />
      {discarding !== null && (
        <Suspense>
          <DiscardDialog batch={discarding} onClose={() => setDiscarding(null)} />
        </Suspense>
      )}
    </>
  );
}

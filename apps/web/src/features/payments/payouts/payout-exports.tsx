import type { PayoutExport } from '@placard/contract/payouts';
import { Download, FileOutput, Undo2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type Translate, useTexts } from '../../../i18n/texts.ts';
import { codeColumn, countColumn, dayColumn, moneyColumn, textColumn } from '../../../kits/list/columns.tsx';
import { defineList, useListOf } from '../../../kits/list/define-list.ts';
import { api } from '../../../lib/api/api.ts';
import { formatDate } from '../../../lib/format/time-format.ts';
import { useAction } from '../../../lib/use-action.ts';
import type { MenuAction } from '../../../ui/action-menu.tsx';
import { useTimeZone } from '../../../ui/date-time.tsx';
import { quietPart } from '../../../ui/lazy-part.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { downloadPayouts } from './download-payouts.ts';
import { exportChoicesOf } from './payout-choices.ts';
import { payoutTabTexts } from './tab-texts.ts';

const DiscardDialog = quietPart(() => import('./discard-dialog.tsx'));

const batches = defineList({
  id: 'payout-exports',
  operation: api.payouts.exports,
  sorts: ['exportedAt'],
  defaultSort: '-exportedAt',
  filters: {},
  glance: ['amount', 'state'],
  rowId: (row) => row.id,
  rowName: (row) => row.messageId,
});

type T = Translate<typeof payoutTabTexts.english>;

function State({ batch }: { batch: PayoutExport }) {
  const t = useTexts(payoutTabTexts);
  const timeZone = useTimeZone();
  const { discarded } = batch;
  if (discarded !== null) {
    const day = formatDate(discarded.at, timeZone);
    return (
      <>
        {t('exports.discarded')}
        <small className="block faint text-12">
          {t('exports.discardedWhy', { day, name: discarded.by, reason: discarded.reason })}
        </small>
      </>
    );
  }
  return <>{stateWords(t, batch)}</>;
}

function stateWords(t: T, { discarded, processing, completed, failed }: PayoutExport): string {
  if (discarded !== null) return t('exports.discarded');
  const parts = [
    processing > 0 ? t('exports.open', { count: processing }) : '',
    completed > 0 ? t('exports.completed', { count: completed }) : '',
    failed > 0 ? t('exports.failedCount', { count: failed }) : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function useColumns(): Column<PayoutExport>[] {
  const t = useTexts(payoutTabTexts);
  return useMemo(
    () => [
      codeColumn('messageId', t('exports.messageId'), (row) => row.messageId, { fixed: true }),
      textColumn('format', t('exports.format'), (row) => t(`exports.formatName.${row.format}`)),
      countColumn('count', t('exports.count'), (row) => row.count),
      moneyColumn('amount', t('exports.amount'), (row) => row.amount),
      textColumn('state', t('exports.state'), (row) => stateWords(t, row), {
        cell: (row) => <State batch={row} />,
      }),
      dayColumn('exportedAt', t('exports.exportedAt'), (row) => row.exportedAt, {
        sort: true,
        withTime: true,
      }),
      dayColumn('executionDay', t('exports.executionDay'), (row) => row.executionDay),
      textColumn('by', t('exports.by'), (row) => row.exportedBy),
    ],
    [t],
  );
}

/** Batches handed to the bank: the same file again, or taken back where the bank never carried it out. */
export default function PayoutExports() {
  const t = useTexts(payoutTabTexts);
  const { table } = useListOf(batches);
  const columns = useColumns();
  const [, act] = useAction();
  const [discarding, setDiscarding] = useState<PayoutExport | null>(null);
  const rowActions = (batch: PayoutExport): MenuAction[] => {
    const choices = exportChoicesOf(batch);
    if (choices === null) return [];
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
        ...(choices.again ? {} : { disabled: true, title: t('exports.notAgain') }),
      },
      ...(choices.discard
        ? [
            {
              key: 'discard',
              label: t('exports.discard'),
              icon: Undo2,
              danger: true,
              onSelect: () => setDiscarding(batch),
            },
          ]
        : []),
    ];
  };
  return (
    <>
      <DataTable
        {...table}
        caption={t('exports.caption')}
        columns={columns}
        rowActions={rowActions}
        searchLabel={t('exports.search')}
        failed={t('exports.failed')}
        empty={<EmptyState icon={FileOutput} title={t('exports.empty')} text={t('exports.emptyText')} />}
      />
      {discarding !== null && <DiscardDialog batch={discarding} onClose={() => setDiscarding(null)} />}
    </>
  );
}

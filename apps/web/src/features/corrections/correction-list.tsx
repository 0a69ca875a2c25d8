import { Button } from '@mantine/core';
import type { Correction } from '@placard/contract/corrections';
import { CORRECTION_KINDS, CORRECTION_STATUSES } from '@placard/domain/billing/correction';
import { Check, CircleX, Download, Hourglass, Scale, Undo2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { dayColumn, moneyColumn, statusColumn, textColumn } from '../../kits/list/columns.tsx';
import { defineList, useListOf } from '../../kits/list/define-list.ts';
import { ListChoice, StatusFilter } from '../../kits/list/list-filters.tsx';
import { ListStats } from '../../kits/list/list-stats.tsx';
import { accountColumn, RecordLink } from '../../kits/records/record-link.tsx';
import { api, newIdempotencyKey } from '../../lib/api/api.ts';
import { failureText } from '../../lib/faults/failure-text.ts';
import { formatMoney } from '../../lib/format/number-format.ts';
import { formatDate } from '../../lib/format/time-format.ts';
import { oneOf } from '../../lib/search/list-search.ts';
import { toast } from '../../lib/toast-store.ts';
import type { MenuAction } from '../../ui/action-menu.tsx';
import { downloadFile } from '../../ui/download-file.ts';
import { quietPart } from '../../ui/lazy-part.tsx';
import { useCurrency } from '../../ui/money.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { useConfirmedAction } from '../../ui/use-confirmed-action.ts';
import { correctionTexts } from './texts.ts';

const CorrectDialog = quietPart(() => import('./correct-dialog.tsx'));
const RefundDialog = quietPart(() => import('./refund-dialog.tsx'));

const corrections = defineList({
  id: 'corrections',
  operation: api.corrections.list,
  sorts: ['requestedAt', 'amount'],
  defaultSort: '-requestedAt',
  filters: { status: oneOf(CORRECTION_STATUSES), kind: oneOf(CORRECTION_KINDS) },
  glance: ['amount', 'status'],
  rowId: (row) => row.id,
  rowName: (row) => `${row.account.name} ${formatMoney(row.amount, row.currency)}`,
});

function useColumns(): Column<Correction>[] {
  const t = useTexts(correctionTexts);
  return useMemo(
    () => [
      accountColumn<Correction>('account', t('column.account'), (row) => row.account, { fixed: true }),
      textColumn('kind', t('column.kind'), (row) => t(`kind.${row.kind}`), {
        cell: (row) => <Kind correction={row} />,
      }),
      moneyColumn('amount', t('column.amount'), (row) => row.amount, { sort: true, plain: true }),
      statusColumn(t('column.status'), (row) => ({
        status: row.status,
        reason: row.waitsForAnother ? t('waitsForAnother') : null,
      })),
      textColumn('reason', t('column.reason'), (row) => row.reason, {
        cell: (row) => <span className="breaks">{row.reason}</span>,
      }),
      textColumn('documents', t('column.documents'), labelsOf, {
        cell: (row) =>
          row.documents.length === 0
            ? '–'
            : row.documents.map(({ number, label }) => (
                <span key={number} className="block nowrap">
                  <RecordLink kind="document" id={number}>
                    {label}
                  </RecordLink>
                </span>
              )),
      }),
      textColumn('requestedBy', t('column.requestedBy'), (row) => row.requestedBy),
      dayColumn('requestedAt', t('column.requested'), (row) => row.requestedAt, {
        sort: true,
        withTime: true,
      }),
      textColumn('decidedBy', t('column.decidedBy'), (row) => row.decidedBy, { hidden: true }),
      dayColumn('decidedAt', t('column.decided'), (row) => row.decidedAt, { withTime: true, hidden: true }),
    ],
    [t],
  );
}

const labelsOf = (row: Correction) => row.documents.map(({ label }) => label).join(', ') || null;

/** What was corrected; of a refund its days and what they are of. */
function Kind({ correction }: { correction: Correction }) {
  const t = useTexts(correctionTexts);
  const { period, corrects, uncovered, currency } = correction;
  const details = [
    ...(period === null
      ? []
      : [
          t('period', { from: formatDate(period.from, 'UTC'), to: formatDate(period.to, 'UTC') }),
          period.campaign?.name,
          period.website?.name,
        ]),
    corrects?.label,
    uncovered > 0 ? t('uncovered', { amount: formatMoney(uncovered, currency) }) : undefined,
  ].filter((detail) => detail !== undefined);
  return (
    <span className="grid gap-2">
      {t(`kind.${correction.kind}`)}
      {details.map((detail) => (
        <small className="faint breaks" key={detail}>
          {detail}
        </small>
      ))}
    </span>
  );
}

function useActions() {
  const t = useTexts(correctionTexts);
  const ask = useConfirmedAction();
  const decide = async (row: Correction, action: 'approve' | 'reject') => {
    // One key a dialog: a retry after a lost answer books once.
    const idempotencyKey = newIdempotencyKey();
    const about = { amount: formatMoney(row.amount, row.currency), account: row.account.name };
    await ask(
      {
        title: action === 'approve' ? t('approveTitle', about) : t('rejectTitle', about),
        message: row.reason,
        consequence: t(`${action}Consequence`),
        confirmLabel: t(action),
        danger: action === 'reject',
      },
      {
        run: () => api.corrections.decide({ id: row.id, action }, { idempotencyKey }),
        success: t(action === 'approve' ? 'approved' : 'rejected'),
        failure: t(`${action}Failed`),
        refresh: [['corrections']],
      },
    );
  };
  const download = async (number: number) => {
    try {
      downloadFile(await api.operator.documentPdf({ number }));
    } catch (error) {
      toast.failure(failureText(t('downloadFailed'), error));
    }
  };
  return (row: Correction): MenuAction[] => [
    ...(row.status === 'pending'
      ? [
          {
            key: 'approve',
            label: t('approve'),
            icon: Check,
            onSelect: () => void decide(row, 'approve'),
            ...(row.waitsForAnother ? { disabled: true, title: t('waitsForAnother') } : {}),
          },
          {
            ...{ key: 'reject', label: t('reject'), icon: CircleX, danger: true },
            onSelect: () => void decide(row, 'reject'),
          },
        ]
      : []),
    ...row.documents.map(({ number, label }) => ({
      key: label,
      label: t('download', { label }),
      icon: Download,
      onSelect: () => void download(number),
    })),
  ];
}

/** What operators credited, debited and refunded, and what waits for a second one. */
export default function CorrectionList() {
  const t = useTexts(correctionTexts);
  const { list, query, table } = useListOf(corrections);
  const columns = useColumns();
  const currency = useCurrency();
  const limit = query.data?.approvalLimit;
  const actionsOf = useActions();
  const [open, setOpen] = useState<'correct' | 'refund' | null>(null);
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<Undo2 size={16} aria-hidden />}
              onClick={() => setOpen('refund')}
            >
              {t('refund.open')}
            </Button>
            <Button leftSection={<Scale size={16} aria-hidden />} onClick={() => setOpen('correct')}>
              {t('correct.open')}
            </Button>
          </>
        }
      />
      <ListStats
        query={query}
        cards={{
          pending: { label: t('pending'), icon: Hourglass },
          bookedAlone: {
            ...{ label: t('bookedAlone'), icon: Scale, money: true },
            ...(limit === undefined
              ? {}
              : {
                  hint:
                    limit === 0
                      ? t('aloneWithoutLimit')
                      : t('aloneLimit', { limit: formatMoney(limit, currency) }),
                }),
          },
        }}
      />
      <DataTable
        {...table}
        caption={t('caption')}
        columns={columns}
        rowActions={actionsOf}
        filters={
          <>
            <StatusFilter list={list} label={t('column.status')} values={CORRECTION_STATUSES} />
            <ListChoice
              list={list}
              name="kind"
              label={t('column.kind')}
              values={CORRECTION_KINDS}
              words={(kind) => t(`kind.${kind}`)}
            />
          </>
        }
        searchLabel={t('search')}
        failed={t('fetchFailed')}
        empty={<EmptyState icon={Scale} title={t('empty')} text={t('emptyText')} />}
      />
      {open === 'correct' && <CorrectDialog onClose={() => setOpen(null)} />}
      {open === 'refund' && <RefundDialog onClose={() => setOpen(null)} />}
    </>
  );
}

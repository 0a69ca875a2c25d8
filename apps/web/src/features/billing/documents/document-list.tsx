import { Button } from '@mantine/core';
import { DOCUMENT_KINDS, type DocumentKind } from '@placard/domain/billing/document-kinds';
import { Download, FileText } from 'lucide-react';
import { useMemo, useState } from 'react';
import { documentKindTexts } from '../../../i18n/en/document-kinds.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { dayColumn, moneyColumn, textColumn } from '../../../kits/list/columns.tsx';
import { defineList, useListOf } from '../../../kits/list/define-list.ts';
import { ListChoice, ListDays } from '../../../kits/list/list-filters.tsx';
import { AccountFilter, accountParameter } from '../../../kits/records/account-filter.tsx';
import { accountColumn, recordColumn } from '../../../kits/records/record-link.tsx';
import { api } from '../../../lib/api/api.ts';
import { dayParameter, oneOf } from '../../../lib/search/list-search.ts';
import type { MenuAction } from '../../../ui/action-menu.tsx';
import { quietPart } from '../../../ui/lazy-part.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { networkDocumentsTexts } from './texts.ts';
import { useDownload } from './use-download.ts';

const ExportDialog = quietPart(() => import('./export-dialog.tsx'));

const KINDS = Object.keys(DOCUMENT_KINDS) as DocumentKind[];

const documents = defineList({
  id: 'documents',
  operation: api.operator.documents,
  sorts: ['issuedAt', 'amount'],
  defaultSort: '-issuedAt',
  filters: {
    kind: oneOf(KINDS),
    issuedFrom: dayParameter,
    issuedTo: dayParameter,
    account: accountParameter,
  },
  glance: ['account', 'amount'],
  rowId: (row) => row.number,
  rowName: (row) => row.label,
});

type Row = Awaited<ReturnType<typeof api.operator.documents>>['items'][number];

function useColumns(): Column<Row>[] {
  const t = useTexts(networkDocumentsTexts);
  const kindOf = useTexts(documentKindTexts);
  return useMemo(
    () => [
      recordColumn<Row>(t('column.document'), {
        kind: 'document',
        column: 'label',
        id: (row) => row.number,
        name: (row) => row.label,
        shown: (row) => <code>{row.label}</code>,
      }),
      textColumn('kind', t('column.kind'), (row) => kindOf(row.kind)),
      accountColumn<Row>('account', t('column.account'), (row) => row.account),
      moneyColumn('amount', t('column.amount'), (row) => row.amount, { sort: true, plain: true }),
      moneyColumn('tax', t('column.tax'), (row) => row.tax),
      dayColumn('issuedAt', t('column.issued'), (row) => row.issuedAt, { sort: true, withTime: true }),
    ],
    [t, kindOf],
  );
}

/** All documents of the network. */
export default function DocumentList() {
  const t = useTexts(networkDocumentsTexts);
  const kindOf = useTexts(documentKindTexts);
  const { list, table } = useListOf(documents);
  const columns = useColumns();
  const [exporting, setExporting] = useState(false);
  const download = useDownload();
  const actionsOf = (row: Row): MenuAction[] => [
    { key: 'download', label: t('download'), icon: Download, onSelect: () => void download(row.number) },
  ];
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <Button leftSection={<Download size={16} aria-hidden />} onClick={() => setExporting(true)}>
            {t('export')}
          </Button>
        }
      />
      <DataTable
        {...table}
        caption={t('caption')}
        columns={columns}
        rowActions={actionsOf}
        filters={
          <>
            <AccountFilter list={list} />
            <ListChoice list={list} name="kind" label={t('column.kind')} values={KINDS} words={kindOf} />
            <ListDays list={list} name="issued" label={t('column.issued')} spoken={t('issueDateRange')} />
          </>
        }
        searchLabel={t('search')}
        failed={t('fetchFailed')}
        empty={<EmptyState icon={FileText} title={t('empty')} text={t('emptyText')} />}
      />
      {exporting && (
        <ExportDialog
          period={{ from: list.input.issuedFrom, to: list.input.issuedTo }}
          onClose={() => setExporting(false)}
        />
      )}
    </>
  );
}

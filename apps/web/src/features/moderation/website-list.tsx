import type { ModeratedWebsite } from '@placard/contract/moderation';
import { WEBSITE_STATUSES } from '@placard/domain/website/status';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { CirclePlay, CircleX, Globe } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { countColumn, dayColumn, personColumn, statusColumn, textColumn } from '../../kits/list/columns.tsx';
import { defineList, useListOf } from '../../kits/list/define-list.ts';
import { StatusFilter } from '../../kits/list/list-filters.tsx';
import { DomainName } from '../../kits/website/domain-name.tsx';
import { api } from '../../lib/api/api.ts';
import { oneOf } from '../../lib/search/list-search.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { useConfirmedAction } from '../../ui/use-confirmed-action.ts';
import { moderationTexts } from './texts.ts';

const SuspendDialog = lazy(() => import('./suspend-dialog.tsx'));

const websites = defineList({
  id: 'moderated-websites',
  operation: api.moderation.websites,
  sorts: ['domain', 'status', 'createdAt'],
  defaultSort: '-createdAt',
  filters: { status: oneOf(WEBSITE_STATUSES) },
  rowId: (row) => row.id,
  rowName: (row) => shownDomain(row.domain),
});

function useColumns(): Column<ModeratedWebsite>[] {
  const t = useTexts(moderationTexts);
  return useMemo(
    () => [
      textColumn('domain', t('column.website'), (row) => shownDomain(row.domain), {
        fixed: true,
        sort: true,
        cell: (row) => <DomainName domain={row.domain} />,
      }),
      personColumn('publisher', t('column.publisher'), (row) => row.owner),
      statusColumn(
        t('column.status'),
        ({ status, suspendedBy, reason }) => ({
          status,
          reason: suspendedBy === 'publisher' ? t('byPublisher') : reason,
        }),
        { sort: true },
      ),
      countColumn('widgets', t('column.widgets'), (row) => row.widgetCount),
      dayColumn('createdAt', t('column.created'), (row) => row.createdAt, { sort: true }),
    ],
    [t],
  );
}

function useActivate() {
  const t = useTexts(moderationTexts);
  const ask = useConfirmedAction();
  return async ({ id, version, domain }: ModeratedWebsite) => {
    const name = shownDomain(domain);
    await ask(
      {
        title: t('activateTitle', { name }),
        message: t('activateText'),
        confirmLabel: t('activate'),
      },
      {
        run: () => api.moderation.activateWebsite({ id, version }),
        success: t('activated', { name }),
        failure: t('activateFailed'),
        refresh: [['moderation']],
      },
    );
  };
}

/** Websites of the whole network, for the operator to suspend and to activate again. */
export default function ModeratedWebsites() {
  const t = useTexts(moderationTexts);
  const { list, table } = useListOf(websites);
  const columns = useColumns();
  const activate = useActivate();
  const [stopped, setStopped] = useState<ModeratedWebsite | null>(null);
  const actions = {
    suspend: (row: ModeratedWebsite) => ({
      ...{ key: 'suspend', label: t('suspend'), icon: CircleX, danger: true },
      onSelect: () => setStopped(row),
    }),
    activate: (row: ModeratedWebsite) => ({
      ...{ key: 'activate', label: t('activate'), icon: CirclePlay },
      onSelect: () => void activate(row),
    }),
  };
  return (
    <>
      <PageHeader title={t('websites.title')} description={t('websites.description')} />
      <DataTable
        {...table}
        caption={t('websites.caption')}
        columns={columns}
        rowActions={(row) => row.actions.map((action) => actions[action](row))}
        filters={<StatusFilter list={list} label={t('column.status')} values={WEBSITE_STATUSES} />}
        searchLabel={t('websites.search')}
        failed={t('websites.fetchFailed')}
        empty={<EmptyState icon={Globe} title={t('websites.empty')} text={t('websites.emptyText')} />}
      />
      {stopped !== null && (
        <Suspense>
          <SuspendDialog row={stopped} onClose={() => setStopped(null)} />
        </Suspense>
      )}
    </>
  );
}

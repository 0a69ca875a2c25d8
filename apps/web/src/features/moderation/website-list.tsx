import type { ModeratedWebsite } from '@placard/contract/moderation';
import { WEBSITE_STATUSES } from '@placard/domain/website/status';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { CirclePlay, CircleX, Globe } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { useTexts } from '../../i18n/texts.ts';
import { StatusChip } from '../../kits/status/status-chip.tsx';
import { DomainName } from '../../kits/website/domain-name.tsx';
import { api } from '../../lib/api/api.ts';
import { listSearch, oneOf } from '../../lib/search/list-search.ts';
import { useList, useListQuery } from '../../lib/search/use-list.ts';
import { Count } from '../../ui/count.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ChoiceFilter } from '../../ui/filters.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { useConfirmedAction } from '../../ui/use-confirmed-action.ts';
import { moderationTexts } from './texts.ts';

const SuspendDialog = lazy(() => import('./suspend-dialog.tsx'));

const search = listSearch({
  sorts: ['domain', 'status', 'createdAt'],
  defaultSort: '-createdAt',
  filters: { status: oneOf(WEBSITE_STATUSES) },
});

function useColumns(): Column<ModeratedWebsite>[] {
  const t = useTexts(moderationTexts);
  return useMemo(
    () => [
      {
        id: 'domain',
        header: t('column.website'),
        fixed: true,
        sort: true,
        cell: (row) => <DomainName domain={row.domain} />,
        csv: (row) => shownDomain(row.domain),
      },
      {
        id: 'publisher',
        header: t('column.publisher'),
        cell: (row) => <span title={row.owner.email}>{row.owner.name}</span>,
        csv: (row) => row.owner.email,
      },
      {
        id: 'status',
        header: t('column.status'),
        sort: true,
        cell: (row) => (
          <StatusChip
            status={row.status}
            reason={row.suspendedBy === 'publisher' ? t('byPublisher') : row.reason}
          />
        ),
        csv: (row) => row.status,
      },
      {
        id: 'widgets',
        header: t('column.widgets'),
        end: true,
        cell: (row) => <Count value={row.widgetCount} />,
        csv: (row) => row.widgetCount,
      },
      {
        id: 'createdAt',
        header: t('column.created'),
        sort: true,
        cell: (row) => <DateTime value={row.createdAt} />,
        csv: (row) => row.createdAt,
      },
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
  const ui = useTexts(uiTexts);
  const list = useList(search);
  const query = useListQuery(api.moderation.websites, list.input);
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
        id="moderated-websites"
        caption={t('websites.caption')}
        columns={columns}
        list={list}
        query={query}
        rowId={(row) => row.id}
        rowName={(row) => shownDomain(row.domain)}
        rowActions={(row) => row.actions.map((action) => actions[action](row))}
        filters={
          <ChoiceFilter
            label={t('column.status')}
            value={list.input.status}
            choices={WEBSITE_STATUSES.map((value) => ({ value, label: ui(`status.${value}`) }))}
            onChange={(status) => list.setFilters({ status })}
          />
        }
        searchLabel={t('websites.search')}
        failed={t('websites.fetchFailed')}
        fetchPage={(page) => api.moderation.websites({ ...list.input, ...page })}
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

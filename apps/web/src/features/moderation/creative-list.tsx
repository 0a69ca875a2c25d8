import type { ModeratedCreative } from '@placard/contract/moderation';
import { CREATIVE_TYPES } from '@placard/domain/creative/rules';
import { CREATIVE_STATUSES } from '@placard/domain/creative/status';
import { Ban, Image } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { useTexts } from '../../i18n/texts.ts';
import { StatusChip } from '../../kits/status/status-chip.tsx';
import { api } from '../../lib/api/api.ts';
import { listSearch, oneOf } from '../../lib/search/list-search.ts';
import { useList, useListQuery } from '../../lib/search/use-list.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { ChoiceFilter } from '../../ui/filters.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { moderationTexts } from './texts.ts';

const TakeDownDialog = lazy(() => import('./take-down-dialog.tsx'));

const search = listSearch({
  sorts: ['name', 'status', 'createdAt'],
  defaultSort: '-createdAt',
  filters: { status: oneOf(CREATIVE_STATUSES), type: oneOf(CREATIVE_TYPES) },
});

function useColumns(): Column<ModeratedCreative>[] {
  const t = useTexts(moderationTexts);
  return useMemo(() => {
    const size = ({ size: { width, height } }: ModeratedCreative) => `${width}×${height}`;
    return [
      {
        id: 'name',
        header: t('column.name'),
        fixed: true,
        sort: true,
        cell: (row) => row.name,
        csv: (row) => row.name,
      },
      {
        id: 'advertiser',
        header: t('column.advertiser'),
        cell: (row) => <span title={row.owner.email}>{row.owner.name}</span>,
        csv: (row) => row.owner.email,
      },
      {
        id: 'type',
        header: t('column.type'),
        cell: (row) => t(`type.${row.type}`),
        csv: (row) => row.type,
      },
      { id: 'size', header: t('column.size'), cell: size, csv: size },
      {
        id: 'status',
        header: t('column.status'),
        sort: true,
        cell: (row) => <StatusChip status={row.status} reason={row.reason} />,
        csv: (row) => row.status,
      },
      {
        id: 'createdAt',
        header: t('column.created'),
        sort: true,
        cell: (row) => <DateTime value={row.createdAt} />,
        csv: (row) => row.createdAt,
      },
      {
        id: 'clickUrl',
        header: t('column.clickUrl'),
        hidden: true,
        cell: (row) => row.clickUrl ?? '–',
        csv: (row) => row.clickUrl ?? '',
      },
    ];
  }, [t]);
}

/** Creatives of the whole network, for the operator to take down. */
export default function ModeratedCreatives() {
  const t = useTexts(moderationTexts);
  const ui = useTexts(uiTexts);
  const list = useList(search);
  const query = useListQuery(api.moderation.creatives, list.input);
  const columns = useColumns();
  const [stopped, setStopped] = useState<ModeratedCreative | null>(null);
  return (
    <>
      <PageHeader title={t('creatives.title')} description={t('creatives.description')} />
      <DataTable
        id="moderated-creatives"
        caption={t('creatives.caption')}
        columns={columns}
        list={list}
        query={query}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        rowActions={(row) =>
          row.actions.map((key) => ({
            key,
            label: t('takeDown'),
            icon: Ban,
            danger: true,
            onSelect: () => setStopped(row),
          }))
        }
        filters={
          <>
            <ChoiceFilter
              label={t('column.status')}
              value={list.input.status}
              choices={CREATIVE_STATUSES.map((value) => ({ value, label: ui(`status.${value}`) }))}
              onChange={(status) => list.setFilters({ status })}
            />
            <ChoiceFilter
              label={t('column.type')}
              value={list.input.type}
              choices={CREATIVE_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
              onChange={(type) => list.setFilters({ type })}
            />
          </>
        }
        searchLabel={t('creatives.search')}
        failed={t('creatives.fetchFailed')}
        fetchPage={(page) => api.moderation.creatives({ ...list.input, ...page })}
        empty={<EmptyState icon={Image} title={t('creatives.empty')} text={t('creatives.emptyText')} />}
      />
      {stopped !== null && (
        <Suspense>
          <TakeDownDialog row={stopped} onClose={() => setStopped(null)} />
        </Suspense>
      )}
    </>
  );
}

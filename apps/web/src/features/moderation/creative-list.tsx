import type { ModeratedCreative } from '@placard/contract/moderation';
import { CREATIVE_TYPES } from '@placard/domain/creative/rules';
import { CREATIVE_STATUSES } from '@placard/domain/creative/status';
import { useQuery } from '@tanstack/react-query';
import { Ban, Image } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { Thumbnail } from '../../kits/ad-preview/thumbnail.tsx';
import { dayColumn, statusColumn, textColumn } from '../../kits/list/columns.tsx';
import { defineList, useListOf } from '../../kits/list/define-list.ts';
import { ListChoice, StatusFilter } from '../../kits/list/list-filters.tsx';
import { AccountFilter, accountParameter, OnlyFilter } from '../../kits/records/account-filter.tsx';
import { accountColumn, recordColumn } from '../../kits/records/record-link.tsx';
import { api, apiQuery } from '../../lib/api/api.ts';
import { oneOf } from '../../lib/search/list-search.ts';
import { idParameter } from '../../lib/search/search-text.ts';
import { quietPart } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { moderationTexts } from './texts.ts';

const TakeDownDialog = quietPart(() => import('./take-down-dialog.tsx'));

const creatives = defineList({
  id: 'moderated-creatives',
  operation: api.moderation.creatives,
  sorts: ['name', 'status', 'createdAt'],
  defaultSort: '-createdAt',
  filters: {
    status: oneOf(CREATIVE_STATUSES),
    type: oneOf(CREATIVE_TYPES),
    account: accountParameter,
    campaign: idParameter,
  },
  glance: ['advertiser', 'status'],
  rowId: (row) => row.id,
  rowName: (row) => row.name,
});

function useColumns(): Column<ModeratedCreative>[] {
  const t = useTexts(moderationTexts);
  return useMemo(() => {
    const size = ({ size: { width, height } }: ModeratedCreative) => `${width}×${height}`;
    return [
      recordColumn<ModeratedCreative>(t('column.name'), {
        kind: 'creative',
        column: 'name',
        id: (row) => row.id,
        name: (row) => row.name,
        beside: (row) => <Thumbnail imageUrl={row.imageUrl} />,
        sort: true,
      }),
      accountColumn<ModeratedCreative>('advertiser', t('column.advertiser'), (row) => row.owner),
      textColumn('type', t('column.type'), (row) => t(`type.${row.type}`)),
      textColumn('size', t('column.size'), size),
      statusColumn(t('column.status'), (row) => row, { sort: true }),
      dayColumn('createdAt', t('column.created'), (row) => row.createdAt, { sort: true }),
      textColumn('clickUrl', t('column.clickUrl'), (row) => row.clickUrl, { hidden: true }),
    ];
  }, [t]);
}

/** Creatives of the whole network, for the operator to take down. */
export default function ModeratedCreatives() {
  const t = useTexts(moderationTexts);
  const { list, table } = useListOf(creatives);
  const columns = useColumns();
  const [stopped, setStopped] = useState<ModeratedCreative | null>(null);
  return (
    <>
      <PageHeader title={t('creatives.title')} description={t('creatives.description')} />
      <DataTable
        {...table}
        caption={t('creatives.caption')}
        columns={columns}
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
            <AccountFilter list={list} />
            {list.input.campaign !== undefined && (
              <OneCampaign
                id={list.input.campaign}
                onClear={() => list.setFilters({ campaign: undefined })}
              />
            )}
            <StatusFilter list={list} label={t('column.status')} values={CREATIVE_STATUSES} />
            <ListChoice
              list={list}
              name="type"
              label={t('column.type')}
              values={CREATIVE_TYPES}
              words={(type) => t(`type.${type}`)}
            />
          </>
        }
        searchLabel={t('creatives.search')}
        failed={t('creatives.fetchFailed')}
        empty={<EmptyState icon={Image} title={t('creatives.empty')} text={t('creatives.emptyText')} />}
      />
      {stopped !== null && <TakeDownDialog row={stopped} onClose={() => setStopped(null)} />}
    </>
  );
}

function OneCampaign({ id, onClear }: { id: number; onClear: () => void }) {
  const t = useTexts(moderationTexts);
  const { data } = useQuery(apiQuery(api.moderation.campaign, { id }));
  return (
    <OnlyFilter
      label={t('onlyCampaign')}
      name={data?.name ?? String(id)}
      clear={t('clearCampaign')}
      onClear={onClear}
    />
  );
}

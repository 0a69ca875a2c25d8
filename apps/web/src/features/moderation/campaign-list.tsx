import type { ModeratedCampaign } from '@placard/contract/moderated-campaigns';
import { LISTED_LIMITS } from '@placard/domain/campaign/note';
import { CAMPAIGN_STATUSES } from '@placard/domain/campaign/status';
import { Megaphone } from 'lucide-react';
import { useMemo } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { countColumn, dayColumn, moneyColumn, statusColumn } from '../../kits/list/columns.tsx';
import { defineList, useListOf } from '../../kits/list/define-list.ts';
import { ListChoice, StatusFilter } from '../../kits/list/list-filters.tsx';
import { AccountFilter, accountParameter } from '../../kits/records/account-filter.tsx';
import { accountColumn, recordColumn } from '../../kits/records/record-link.tsx';
import { TagFilter, tagParameter } from '../../kits/records/tag-filter.tsx';
import { api } from '../../lib/api/api.ts';
import { oneOf } from '../../lib/search/list-search.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { ModeratedCampaignStatus } from './campaign-status.tsx';
import { moderationTexts } from './texts.ts';
import { useCampaignActions } from './use-campaign-actions.tsx';

const campaigns = defineList({
  id: 'moderated-campaigns',
  operation: api.moderation.campaigns,
  sorts: ['name', 'status', 'totalBudget', 'createdAt', 'startDate', 'endDate'],
  defaultSort: '-createdAt',
  filters: {
    status: oneOf(CAMPAIGN_STATUSES),
    account: accountParameter,
    limitedBy: oneOf(LISTED_LIMITS),
    tag: tagParameter,
  },
  glance: ['advertiser', 'status'],
  rowId: (row) => row.id,
  rowName: (row) => row.name,
});

function useColumns(): Column<ModeratedCampaign>[] {
  const t = useTexts(moderationTexts);
  return useMemo(
    () => [
      recordColumn<ModeratedCampaign>(t('column.name'), {
        kind: 'campaign',
        column: 'name',
        id: (row) => row.id,
        name: (row) => row.name,
        sort: true,
      }),
      accountColumn<ModeratedCampaign>('advertiser', t('column.advertiser'), (row) => row.owner),
      statusColumn(t('column.status'), (row) => row, {
        sort: true,
        cell: (row) => <ModeratedCampaignStatus campaign={row} />,
      }),
      moneyColumn('totalBudget', t('column.budget'), (row) => row.totalBudget, { sort: true }),
      moneyColumn('spent', t('column.spent'), (row) => row.spent),
      dayColumn('createdAt', t('column.created'), (row) => row.createdAt, { sort: true }),
      dayColumn('startDate', t('column.start'), (row) => row.startDate, { sort: true, hidden: true }),
      dayColumn('endDate', t('column.end'), (row) => row.endDate, { sort: true, hidden: true }),
      countColumn('adSets', t('column.adSets'), (row) => row.adSetCount, { hidden: true }),
      countColumn('creatives', t('column.creatives'), (row) => row.creativeCount, { hidden: true }),
    ],
    [t],
  );
}

/** Campaigns of the whole network, for the operator to pause, to judge and to find out why one isn't serving. */
export default function ModeratedCampaigns() {
  const t = useTexts(moderationTexts);
  const { list, table } = useListOf(campaigns);
  const columns = useColumns();
  const { actionsOf, dialog } = useCampaignActions();
  return (
    <>
      <PageHeader title={t('campaigns.title')} description={t('campaigns.description')} />
      <DataTable
        {...table}
        caption={t('campaigns.caption')}
        columns={columns}
        rowActions={(row) => actionsOf(row, true)}
        filters={
          <>
            <AccountFilter list={list} />
            <StatusFilter list={list} label={t('column.status')} values={CAMPAIGN_STATUSES} />
            <ListChoice
              list={list}
              name="limitedBy"
              label={t('campaigns.limitedBy')}
              values={LISTED_LIMITS}
              words={(limit) => t(`campaigns.limit.${limit}`)}
            />
            <TagFilter list={list} kind="campaign" />
          </>
        }
        searchLabel={t('campaigns.search')}
        failed={t('campaigns.fetchFailed')}
        empty={
          <EmptyState
            icon={Megaphone}
            title={t('campaigns.empty')}
            text={t('campaigns.emptyText')}
            action={<ButtonLink to="/operator/users">{t('campaigns.invite')}</ButtonLink>}
          />
        }
      />
      {dialog}
    </>
  );
}

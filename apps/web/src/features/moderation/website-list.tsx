import type { ModeratedWebsite } from '@placard/contract/moderation';
import { WEBSITE_STATUSES } from '@placard/domain/website/status';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { Globe } from 'lucide-react';
import { useMemo } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { countColumn, dayColumn, statusColumn } from '../../kits/list/columns.tsx';
import { defineList, useListOf } from '../../kits/list/define-list.ts';
import { StatusFilter } from '../../kits/list/list-filters.tsx';
import { AccountFilter, accountParameter } from '../../kits/records/account-filter.tsx';
import { accountColumn, recordColumn } from '../../kits/records/record-link.tsx';
import { TagFilter, tagParameter } from '../../kits/records/tag-filter.tsx';
import { DomainName } from '../../kits/website/domain-name.tsx';
import { api } from '../../lib/api/api.ts';
import { oneOf } from '../../lib/search/list-search.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { moderationTexts } from './texts.ts';
import { useWebsiteActions } from './use-website-actions.tsx';

const websites = defineList({
  id: 'moderated-websites',
  operation: api.moderation.websites,
  sorts: ['domain', 'status', 'createdAt'],
  defaultSort: '-createdAt',
  filters: { status: oneOf(WEBSITE_STATUSES), account: accountParameter, tag: tagParameter },
  glance: ['publisher', 'status'],
  rowId: (row) => row.id,
  rowName: (row) => shownDomain(row.domain),
});

function useColumns(): Column<ModeratedWebsite>[] {
  const t = useTexts(moderationTexts);
  return useMemo(
    () => [
      recordColumn<ModeratedWebsite>(t('column.website'), {
        kind: 'website',
        column: 'domain',
        id: (row) => row.id,
        name: (row) => shownDomain(row.domain),
        shown: (row) => <DomainName domain={row.domain} />,
        sort: true,
      }),
      accountColumn<ModeratedWebsite>('publisher', t('column.publisher'), (row) => row.owner),
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

/** Websites of the whole network, for the operator to suspend and to activate again. */
export default function ModeratedWebsites() {
  const t = useTexts(moderationTexts);
  const { list, table } = useListOf(websites);
  const columns = useColumns();
  const { actionsOf, dialog } = useWebsiteActions();
  return (
    <>
      <PageHeader title={t('websites.title')} description={t('websites.description')} />
      <DataTable
        {...table}
        caption={t('websites.caption')}
        columns={columns}
        rowActions={actionsOf}
        filters={
          <>
            <AccountFilter list={list} />
            <StatusFilter list={list} label={t('column.status')} values={WEBSITE_STATUSES} />
            <TagFilter list={list} kind="website" />
          </>
        }
        searchLabel={t('websites.search')}
        failed={t('websites.fetchFailed')}
        empty={
          <EmptyState
            icon={Globe}
            title={t('websites.empty')}
            text={t('websites.emptyText')}
            action={<ButtonLink to="/operator/users">{t('websites.invite')}</ButtonLink>}
          />
        }
      />
      {dialog}
    </>
  );
}

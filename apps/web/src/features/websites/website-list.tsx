import type { WEBSITE_SORTS, Website } from '@placard/contract/websites';
import { WEBSITE_STATUSES } from '@placard/domain/website/status';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { useNavigate } from '@tanstack/react-router';
import { CirclePlay, Globe, Plus, TrendingUp } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { defineList, prefetchOf, useListOf } from '../../kits/list/define-list.ts';
import { ListDays, StatusFilter } from '../../kits/list/list-filters.tsx';
import { ListStats } from '../../kits/list/list-stats.tsx';
import { bulkMenu } from '../../kits/status/status-actions.ts';
import { api } from '../../lib/api/api.ts';
import { REPORT_PATH, WEBSITE_CREATE_PATH } from '../../lib/publisher-paths.ts';
import { dayParameter, oneOf, readFilters } from '../../lib/search/list-search.ts';
import { useSearchParameters } from '../../lib/search/use-list.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { quietPart } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { ReportDays } from './report-days.ts';
import {
  type ListedWebsite,
  ReportDatesFilter,
  ReportFigures,
  useReportDays,
  withReportFigures,
} from './report-figures.tsx';
import { websitesTexts } from './texts.ts';
import { useWebsiteAction, useWebsiteBulkAction } from './use-website-actions.ts';
import { useWebsiteColumns } from './website-columns.tsx';
import {
  WEBSITE_ACTION_ICONS,
  WEBSITE_STATUS_ACTIONS,
  type WebsiteStatusAction,
  websiteMenu,
} from './website-menu.ts';
import { openCode } from './website-search.ts';

const WebsiteCodeDialog = quietPart(() => import('./website-code-dialog.tsx'));

const websites = defineList({
  id: 'websites',
  operation: api.websites.list,
  sorts: ['domain', 'status', 'traffic', 'createdAt'] satisfies (typeof WEBSITE_SORTS)[number][],
  defaultSort: '-createdAt',
  filters: { status: oneOf(WEBSITE_STATUSES), createdFrom: dayParameter, createdTo: dayParameter },
  glance: ['status', 'adsTxt'],
  rowId: (row) => row.id,
  rowName: (row) => shownDomain(row.domain),
});

function WebsiteList() {
  const t = useTexts(websitesTexts);
  const { list, query, table } = useListOf(websites);
  const days = useReportDays();
  const columns = useWebsiteColumns(days !== null);
  const act = useWebsiteAction();
  const actOnAll = useWebsiteBulkAction();
  const openReport = useOpenReport(days);
  const [raw, change] = useSearchParameters();
  const { code } = readFilters(openCode, raw);
  const addAs = (label: string) => (
    <ButtonLink to={WEBSITE_CREATE_PATH} leftSection={<Plus size={16} aria-hidden />}>
      {label}
    </ButtonLink>
  );
  const does = {
    report: openReport,
    code: (row: Website) => change({ code: String(row.id) }),
    act: (action: WebsiteStatusAction, row: Website) => void act(action, row),
  };
  return (
    <>
      <PageHeader title={t('title')} description={t('list.description')} actions={addAs(t('add'))} />
      <ListStats
        query={query}
        cards={{
          total: { label: t('stat.total'), icon: Globe },
          active: { label: t('stat.active'), icon: CirclePlay },
          totalTraffic: { label: t('stat.traffic'), icon: TrendingUp, hint: t('statHint.traffic') },
        }}
      />
      <ReportFigures ids={query.data?.items.map((row) => row.id) ?? []} days={days}>
        <DataTable<ListedWebsite>
          {...table}
          caption={t('list.caption')}
          columns={columns}
          rowActions={(row) => websiteMenu(t, row, does)}
          bulkActions={bulkMenu(t, WEBSITE_ACTION_ICONS, WEBSITE_STATUS_ACTIONS, actOnAll)}
          searchLabel={t('list.search')}
          filters={
            <>
              <StatusFilter list={list} label={t('column.status')} values={WEBSITE_STATUSES} />
              <ListDays
                list={list}
                name="created"
                label={t('column.created')}
                spoken={t('list.createdDateRange')}
              />
              <ReportDatesFilter />
            </>
          }
          failed={t('failed.fetch')}
          denied={t('failed.denied')}
          fetchPage={(page) => withReportFigures(table.fetchPage(page), days)}
          empty={
            <EmptyState
              icon={Globe}
              title={t('list.empty')}
              text={t('list.emptyText')}
              action={addAs(t('list.first'))}
            />
          }
        />
      </ReportFigures>
      {code !== undefined && (
        <WebsiteCodeDialog id={code} onClose={() => change({ code: undefined }, { replace: true })} />
      )}
    </>
  );
}

/** The report of one website, for the days chosen above the list. */
function useOpenReport(days: ReportDays | null): (row: Website) => void {
  const navigate = useNavigate();
  return (row) =>
    void navigate({
      to: REPORT_PATH,
      search: {
        filter: `website:${row.id}`,
        by: 'widget',
        ...days,
      },
    });
}

export default Object.assign(WebsiteList, { prefetch: prefetchOf(websites) });

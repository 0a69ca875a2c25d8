import type { Website } from '@placard/contract/websites';
import { WEBSITE_STATUSES } from '@placard/domain/website/status';
import { shownDomain } from '@placard/domain/website/unicode-domain';
import { useNavigate } from '@tanstack/react-router';
import { CirclePlay, Globe, Plus, TrendingUp } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { useTexts } from '../../i18n/texts.ts';
import { bulkMenu } from '../../kits/status/status-actions.ts';
import { api } from '../../lib/api/api.ts';
import { REPORT_PATH, WEBSITE_CREATE_PATH } from '../../lib/publisher-paths.ts';
import { readFilters } from '../../lib/search/list-search.ts';
import type { SearchRecord } from '../../lib/search/search-text.ts';
import { prefetchList, useList, useListQuery, useSearchParameters } from '../../lib/search/use-list.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Count } from '../../ui/count.tsx';
import { ChoiceFilter, DayRangeFilter } from '../../ui/filters.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StatCard, StatCards } from '../../ui/stat-card.tsx';
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
import { openCode, websiteSearch } from './website-search.ts';

const WebsiteCodeDialog = lazy(() => import('./website-code-dialog.tsx'));

function WebsiteList() {
  const t = useTexts(websitesTexts);
  const list = useList(websiteSearch);
  const query = useListQuery(api.websites.list, list.input);
  const days = useReportDays();
  const columns = useWebsiteColumns(days !== null);
  const act = useWebsiteAction();
  const actOnAll = useWebsiteBulkAction();
  const openReport = useOpenReport(days);
  const [raw, change] = useSearchParameters();
  const { code } = readFilters(openCode, raw);
  const add = (
    <ButtonLink to={WEBSITE_CREATE_PATH} leftSection={<Plus size={16} aria-hidden />}>
      {t('add')}
    </ButtonLink>
  );
  const does = {
    report: openReport,
    code: (row: Website) => change({ code: String(row.id) }),
    act: (action: WebsiteStatusAction, row: Website) => void act(action, row),
  };
  return (
    <>
      <PageHeader title={t('title')} description={t('list.description')} actions={add} />
      <WebsiteStats stats={query.data?.stats} failed={query.isError} />
      <ReportFigures ids={query.data?.items.map((row) => row.id) ?? []} days={days}>
        <DataTable<ListedWebsite>
          id="websites"
          caption={t('list.caption')}
          columns={columns}
          list={list}
          query={query}
          rowId={(row) => row.id}
          rowName={(row) => shownDomain(row.domain)}
          rowActions={(row) => websiteMenu(t, row, does)}
          bulkActions={bulkMenu(t, WEBSITE_ACTION_ICONS, WEBSITE_STATUS_ACTIONS, actOnAll)}
          searchLabel={t('list.search')}
          filters={<WebsiteFilters list={list} />}
          failed={t('failed.fetch')}
          fetchPage={(page) => withReportFigures(api.websites.list({ ...list.input, ...page }), days)}
          empty={<EmptyState icon={Globe} title={t('list.empty')} text={t('list.emptyText')} action={add} />}
        />
      </ReportFigures>
      {code !== undefined && (
        <Suspense>
          <WebsiteCodeDialog id={code} onClose={() => change({ code: undefined }, { replace: true })} />
        </Suspense>
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

type Stats = Awaited<ReturnType<typeof api.websites.list>>['stats'];

function WebsiteStats({ stats, failed }: { stats: Stats | undefined; failed: boolean }) {
  const t = useTexts(websitesTexts);
  const loading = stats === undefined;
  return (
    <StatCards failed={failed}>
      <StatCard
        label={t('stat.total')}
        icon={Globe}
        loading={loading}
        value={<Count value={stats?.total ?? 0} />}
      />
      <StatCard
        label={t('stat.active')}
        icon={CirclePlay}
        loading={loading}
        value={<Count value={stats?.active ?? 0} />}
      />
      <StatCard
        label={t('stat.traffic')}
        icon={TrendingUp}
        loading={loading}
        hint={t('statHint.traffic')}
        value={<Count value={stats?.totalTraffic ?? 0} />}
      />
    </StatCards>
  );
}

function WebsiteFilters({
  list,
}: {
  list: ReturnType<typeof useList<string, typeof websiteSearch.filters>>;
}) {
  const t = useTexts(websitesTexts);
  const ui = useTexts(uiTexts);
  const { input, setFilters } = list;
  return (
    <>
      <ChoiceFilter
        label={t('column.status')}
        value={input.status}
        choices={WEBSITE_STATUSES.map((value) => ({ value, label: ui(`status.${value}`) }))}
        onChange={(status) => setFilters({ status })}
      />
      <DayRangeFilter
        label={t('list.created')}
        value={{ from: input.createdFrom, to: input.createdTo }}
        onChange={({ from, to }) => setFilters({ createdFrom: from, createdTo: to })}
      />
      <ReportDatesFilter />
    </>
  );
}

export default Object.assign(WebsiteList, {
  prefetch: (search: SearchRecord) => prefetchList(api.websites.list, websiteSearch, search),
});

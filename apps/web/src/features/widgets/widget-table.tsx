import type { Widget } from '@placard/contract/widgets';
import { WIDGET_TYPES } from '@placard/domain/widget/rules';
import { WIDGET_STATUSES } from '@placard/domain/widget/status';
import { useNavigate } from '@tanstack/react-router';
import { CirclePlay, LayoutGrid } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { useTexts } from '../../i18n/texts.ts';
import { bulkMenu } from '../../kits/status/status-actions.ts';
import { REPORT_PATH } from '../../lib/publisher-paths.ts';
import { idParameter } from '../../lib/search/search-text.ts';
import { type useList, type useListQuery, useSearchParameters } from '../../lib/search/use-list.ts';
import { Count } from '../../ui/count.tsx';
import { ChoiceFilter, DayRangeFilter } from '../../ui/filters.tsx';
import { StatCard, StatCards } from '../../ui/stat-card.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { widgetsTexts } from './texts.ts';
import {
  useWidgetAction,
  useWidgetBulkAction,
  WIDGET_STATUS_ACTIONS,
  type WidgetStatusAction,
} from './use-widget-actions.ts';
import { useWidgetColumns } from './widget-columns.tsx';
import { WIDGET_ACTION_ICONS, widgetMenu } from './widget-menu.ts';
import type { widgetSearch } from './widget-search.ts';

const WidgetCodeDialog = lazy(() => import('./widget-code-dialog.tsx'));

type WidgetPage = {
  readonly items: Widget[];
  readonly total: number;
  readonly stats: { readonly total: number; readonly active: number };
};
export type WidgetListState = ReturnType<typeof useList<string, typeof widgetSearch.filters>>;

/** Stats and table of widgets, of one website or of all. */
export function WidgetTable({
  id,
  caption,
  websiteId,
  list,
  query,
  fetchPage,
  empty,
}: {
  id: string;
  caption: string;
  /** The one website that the list is of; `code` in the URL then opens the code of one of its widgets. */
  websiteId?: number;
  list: WidgetListState;
  query: ReturnType<typeof useListQuery<unknown, WidgetPage>>;
  fetchPage: (page: { page: number; pageSize: number }) => Promise<WidgetPage>;
  empty: ReactNode;
}) {
  const t = useTexts(widgetsTexts);
  const columns = useWidgetColumns(websiteId === undefined);
  const act = useWidgetAction();
  const actOnAll = useWidgetBulkAction();
  const code = useCodeDialog(websiteId);
  const does = {
    code: code.open,
    ...useReportLinks(),
    act: (action: WidgetStatusAction, row: Widget) => void act(action, row),
  };
  return (
    <>
      <WidgetStats stats={query.data?.stats} failed={query.isError} />
      <DataTable
        id={id}
        caption={caption}
        columns={columns}
        list={list}
        query={query}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        rowActions={(row) => widgetMenu(t, row, does)}
        bulkActions={bulkMenu(t, WIDGET_ACTION_ICONS, WIDGET_STATUS_ACTIONS, actOnAll)}
        searchLabel={t('list.search')}
        filters={<WidgetFilters list={list} />}
        failed={t('failed.fetch')}
        fetchPage={fetchPage}
        empty={empty}
      />
      {code.element}
    </>
  );
}

/** The report narrowed to one widget, alone or with the reasons why its views were not paid. */
function useReportLinks() {
  const navigate = useNavigate();
  const open = (row: Widget, more: Record<string, string>) =>
    void navigate({ to: REPORT_PATH, search: { filter: `widget:${row.id}`, by: 'date', ...more } });
  return {
    report: (row: Widget) => open(row, {}),
    unpaid: (row: Widget) => open(row, { unpaid: String(row.id) }),
  };
}

/** Opened from a row, or by the URL right after a widget was created. */
function useCodeDialog(websiteId: number | undefined) {
  const [raw, change] = useSearchParameters();
  const [chosen, setChosen] = useState<{ websiteId: number; id: number } | null>(null);
  const fromUrl = idParameter(raw.code ?? '');
  const shown =
    chosen ?? (websiteId === undefined || fromUrl === undefined ? null : { websiteId, id: fromUrl });
  const close = () => {
    setChosen(null);
    if (raw.code !== undefined) change({ code: undefined }, { replace: true });
  };
  return {
    open: (row: Widget) => setChosen({ websiteId: row.websiteId, id: row.id }),
    element:
      shown === null ? null : (
        <Suspense>
          <WidgetCodeDialog {...shown} onClose={close} />
        </Suspense>
      ),
  };
}

function WidgetStats({ stats, failed }: { stats: WidgetPage['stats'] | undefined; failed: boolean }) {
  const t = useTexts(widgetsTexts);
  return (
    <StatCards failed={failed}>
      <StatCard
        label={t('stat.total')}
        icon={LayoutGrid}
        loading={stats === undefined}
        value={<Count value={stats?.total ?? 0} />}
      />
      <StatCard
        label={t('stat.active')}
        icon={CirclePlay}
        loading={stats === undefined}
        value={<Count value={stats?.active ?? 0} />}
      />
    </StatCards>
  );
}

function WidgetFilters({ list: { input, setFilters } }: { list: WidgetListState }) {
  const t = useTexts(widgetsTexts);
  const ui = useTexts(uiTexts);
  return (
    <>
      <ChoiceFilter
        label={t('column.status')}
        value={input.status}
        choices={WIDGET_STATUSES.map((value) => ({ value, label: ui(`status.${value}`) }))}
        onChange={(status) => setFilters({ status })}
      />
      <ChoiceFilter
        label={t('column.type')}
        value={input.type}
        choices={WIDGET_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
        onChange={(type) => setFilters({ type })}
      />
      <DayRangeFilter
        label={t('list.created')}
        value={{ from: input.createdFrom, to: input.createdTo }}
        onChange={({ from, to }) => setFilters({ createdFrom: from, createdTo: to })}
      />
    </>
  );
}

import type { WIDGET_SORTS, Widget } from '@placard/contract/widgets';
import { WIDGET_TYPES } from '@placard/domain/widget/rules';
import { WIDGET_STATUSES } from '@placard/domain/widget/status';
import { useNavigate } from '@tanstack/react-router';
import { CirclePlay, LayoutGrid } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { defineList, useListOf } from '../../kits/list/define-list.ts';
import { ListChoice, ListDays, StatusFilter } from '../../kits/list/list-filters.tsx';
import { ListStats } from '../../kits/list/list-stats.tsx';
import { bulkMenu } from '../../kits/status/status-actions.ts';
import { api } from '../../lib/api/api.ts';
import { REPORT_PATH } from '../../lib/publisher-paths.ts';
import { dayParameter, oneOf } from '../../lib/search/list-search.ts';
import { idParameter } from '../../lib/search/search-text.ts';
import { useSearchParameters } from '../../lib/search/use-list.ts';
import { quietPart } from '../../ui/lazy-part.tsx';
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

const WidgetCodeDialog = quietPart(() => import('./widget-code-dialog.tsx'));

const described = {
  sorts: ['name', 'type', 'status', 'createdAt'] satisfies (typeof WIDGET_SORTS)[number][],
  defaultSort: '-createdAt',
  filters: {
    status: oneOf(WIDGET_STATUSES),
    type: oneOf(WIDGET_TYPES),
    createdFrom: dayParameter,
    createdTo: dayParameter,
  },
  rowId: (row: Widget) => row.id,
  rowName: (row: Widget) => row.name,
} as const;

export const allWidgets = defineList({
  ...described,
  id: 'widgets',
  glance: ['website', 'status'],
  operation: api.widgets.listAll,
});

export function widgetsOf(websiteId: number) {
  return defineList({
    ...described,
    id: 'website-widgets',
    glance: ['type', 'status'],
    operation: api.widgets.list,
    input: (asked) => ({ ...asked, websiteId }),
  });
}

/** Stats and table of widgets, of one website or of all. */
export function WidgetTable({
  listed,
  caption,
  websiteId,
  empty,
}: {
  listed: typeof allWidgets;
  caption: string;
  /** The one website that the list is of; `code` in the URL then opens the code of one of its widgets. */
  websiteId?: number;
  empty: ReactNode;
}) {
  const t = useTexts(widgetsTexts);
  const { list, query, table } = useListOf(listed);
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
      <ListStats
        query={query}
        cards={{
          total: { label: t('stat.total'), icon: LayoutGrid },
          active: { label: t('stat.active'), icon: CirclePlay },
        }}
      />
      <DataTable
        {...table}
        caption={caption}
        columns={columns}
        rowActions={(row) => widgetMenu(t, row, does)}
        bulkActions={bulkMenu(t, WIDGET_ACTION_ICONS, WIDGET_STATUS_ACTIONS, actOnAll)}
        searchLabel={t('list.search')}
        filters={
          <>
            <StatusFilter list={list} label={t('column.status')} values={WIDGET_STATUSES} />
            <ListChoice
              list={list}
              name="type"
              label={t('column.type')}
              values={WIDGET_TYPES}
              words={(type) => t(`type.${type}`)}
            />
            <ListDays
              list={list}
              name="created"
              label={t('column.created')}
              spoken={t('list.createdDateRange')}
            />
          </>
        }
        failed={t('failed.fetch')}
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
    element: shown === null ? null : <WidgetCodeDialog {...shown} onClose={close} />,
  };
}

import type { Widget } from '@placard/contract/widgets';
import {
  Archive,
  ChartColumn,
  CircleHelp,
  CirclePause,
  CirclePlay,
  Code,
  type LucideIcon,
  Pencil,
} from 'lucide-react';
import type { Translate } from '../../i18n/texts.ts';
import { widgetEditPath } from '../../lib/publisher-paths.ts';
import type { MenuAction } from '../../ui/action-menu.tsx';
import type { widgetsTexts } from './texts.ts';
import { WIDGET_STATUS_ACTIONS, type WidgetStatusAction } from './use-widget-actions.ts';

export const WIDGET_ACTION_ICONS: Readonly<Record<WidgetStatusAction, LucideIcon>> = {
  activate: CirclePlay,
  suspend: CirclePause,
  archive: Archive,
};

/** What a row offers: its code unless it is archived, and what its status allows. */
export function widgetMenu(
  t: Translate<typeof widgetsTexts.english>,
  row: Widget,
  does: {
    readonly code: (row: Widget) => void;
    readonly report: (row: Widget) => void;
    readonly unpaid: (row: Widget) => void;
    readonly act: (action: WidgetStatusAction, row: Widget) => void;
  },
): MenuAction[] {
  return [
    ...(row.status === 'archived'
      ? []
      : [{ key: 'code', label: t('action.code'), icon: Code, onSelect: () => does.code(row) }]),
    { key: 'report', label: t('action.report'), icon: ChartColumn, onSelect: () => does.report(row) },
    { key: 'unpaid', label: t('action.unpaid'), icon: CircleHelp, onSelect: () => does.unpaid(row) },
    ...(row.actions.includes('edit')
      ? [
          {
            key: 'edit',
            label: t('action.edit'),
            icon: Pencil,
            href: widgetEditPath(row.websiteId, row.id),
          },
        ]
      : []),
    ...WIDGET_STATUS_ACTIONS.filter((action) => row.actions.includes(action)).map((action) => ({
      key: action,
      label: t(`action.${action}`),
      icon: WIDGET_ACTION_ICONS[action],
      danger: action === 'archive',
      onSelect: () => does.act(action, row),
    })),
  ];
}

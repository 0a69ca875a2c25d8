import type { Website } from '@placard/contract/websites';
import {
  ChartColumn,
  CirclePause,
  CirclePlay,
  CodeXml,
  ExternalLink,
  LayoutGrid,
  type LucideIcon,
  Pencil,
  Plus,
  Trash2,
} from 'lucide-react';
import type { Translate } from '../../i18n/texts.ts';
import { websiteEditPath, websiteWidgetsPath, widgetCreatePath } from '../../lib/publisher-paths.ts';
import type { MenuAction } from '../../ui/action-menu.tsx';
import type { websitesTexts } from './texts.ts';

export const WEBSITE_STATUS_ACTIONS = ['activate', 'suspend', 'delete'] as const;
export type WebsiteStatusAction = (typeof WEBSITE_STATUS_ACTIONS)[number];

export const WEBSITE_ACTION_ICONS: Readonly<Record<WebsiteStatusAction, LucideIcon>> = {
  activate: CirclePlay,
  suspend: CirclePause,
  delete: Trash2,
};

/** What a row offers: where it leads, and what its status allows. */
export function websiteMenu(
  t: Translate<typeof websitesTexts.english>,
  row: Website,
  does: {
    readonly report: (row: Website) => void;
    readonly code: (row: Website) => void;
    readonly act: (action: WebsiteStatusAction, row: Website) => void;
  },
): MenuAction[] {
  return [
    { key: 'widgets', label: t('action.widgets'), icon: LayoutGrid, href: websiteWidgetsPath(row.id) },
    ...(row.status === 'active'
      ? [{ key: 'create', label: t('action.createWidget'), icon: Plus, href: widgetCreatePath(row.id) }]
      : []),
    { key: 'report', label: t('action.report'), icon: ChartColumn, onSelect: () => does.report(row) },
    ...(row.status === 'archived'
      ? []
      : [{ key: 'code', label: t('action.code'), icon: CodeXml, onSelect: () => does.code(row) }]),
    {
      key: 'visit',
      label: t('action.visit'),
      icon: ExternalLink,
      href: `https://${row.domain}/`,
      external: true,
    },
    ...(row.actions.includes('edit')
      ? [{ key: 'edit', label: t('action.edit'), icon: Pencil, href: websiteEditPath(row.id) }]
      : []),
    ...WEBSITE_STATUS_ACTIONS.filter((action) => row.actions.includes(action)).map((action) => ({
      key: action,
      label: t(`action.${action}`),
      icon: WEBSITE_ACTION_ICONS[action],
      danger: action === 'delete',
      onSelect: () => does.act(action, row),
    })),
  ];
}

import type { CreativeRow } from '@placard/contract/creatives';
import {
  Archive,
  Copy,
  Eye,
  Link2,
  Link2Off,
  type LucideIcon,
  Pause,
  Pencil,
  Play,
  ScanEye,
} from 'lucide-react';
import type { Translate } from '../../i18n/texts.ts';
import { creativeEditPath, creativePath } from '../../lib/advertiser-paths.ts';
import type { MenuAction } from '../../ui/action-menu.tsx';
import type { creativesTexts } from './texts.ts';
import { CREATIVE_STATUS_ACTIONS, type CreativeStatusAction } from './use-creative-actions.ts';

export const CREATIVE_ICONS: Readonly<Record<CreativeStatusAction, LucideIcon>> = {
  activate: Play,
  pause: Pause,
  archive: Archive,
};

export type CreativeDialog = 'preview' | 'assign' | 'remove';

export type CreativeDoes = {
  readonly act: (action: CreativeStatusAction, row: CreativeRow) => void;
  readonly duplicate: (row: CreativeRow) => void;
  readonly open: (dialog: CreativeDialog, row: CreativeRow) => void;
};

type T = Translate<typeof creativesTexts.english>;

/** A cancelled or archived creative serves no ad set any more. */
export function isAssignable(row: Pick<CreativeRow, 'status'>): boolean {
  return row.status !== 'archived' && row.status !== 'cancelled';
}

function assignmentActions(t: T, row: CreativeRow, does: CreativeDoes): MenuAction[] {
  const actions: MenuAction[] = [];
  if (isAssignable(row)) {
    actions.push({
      key: 'assign',
      label: t('action.assign'),
      icon: Link2,
      onSelect: () => does.open('assign', row),
    });
  }
  if (row.adSets.length > 0 && row.status !== 'archived') {
    actions.push({
      key: 'remove',
      label: t('action.remove'),
      icon: Link2Off,
      onSelect: () => does.open('remove', row),
    });
  }
  return actions;
}

/** What a row offers; the details page leaves out the way to itself. */
export function creativeMenu(t: T, row: CreativeRow, does: CreativeDoes): MenuAction[] {
  const status = (action: CreativeStatusAction): MenuAction[] =>
    row.actions.includes(action)
      ? [
          {
            key: action,
            label: t(`action.${action}`),
            icon: CREATIVE_ICONS[action],
            danger: action === 'archive',
            onSelect: () => does.act(action, row),
          },
        ]
      : [];
  const change = CREATIVE_STATUS_ACTIONS.filter((action) => action !== 'archive').flatMap(status);
  return [
    { key: 'view', label: t('action.view'), icon: Eye, href: creativePath(row.id) },
    { key: 'preview', label: t('action.preview'), icon: ScanEye, onSelect: () => does.open('preview', row) },
    ...(row.actions.includes('edit')
      ? [{ key: 'edit', label: t('action.edit'), icon: Pencil, href: creativeEditPath(row.id) }]
      : []),
    ...change,
    ...(row.actions.includes('duplicate')
      ? [{ key: 'duplicate', label: t('action.duplicate'), icon: Copy, onSelect: () => does.duplicate(row) }]
      : []),
    ...assignmentActions(t, row, does),
    ...status('archive'),
  ];
}

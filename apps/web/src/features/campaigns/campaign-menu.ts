import type { CampaignRow } from '@placard/contract/campaigns';
import { Archive, Ban, Copy, Eye, type LucideIcon, Pause, Pencil, Play, Send } from 'lucide-react';
import type { Translate } from '../../i18n/texts.ts';
import { campaignPath } from '../../lib/advertiser-paths.ts';
import type { MenuAction } from '../../ui/action-menu.tsx';
import type { campaignsTexts } from './texts.ts';
import { actionLabel, CAMPAIGN_STATUS_ACTIONS, type CampaignStatusAction } from './use-campaign-actions.ts';

export const ACTION_ICONS: Readonly<Record<CampaignStatusAction, LucideIcon>> = {
  publish: Send,
  activate: Play,
  pause: Pause,
  cancel: Ban,
  archive: Archive,
};

const ENDS: readonly CampaignStatusAction[] = ['cancel', 'archive'];

/** Copying, where the status allows it. */
export function duplicateItem(
  t: Translate<typeof campaignsTexts.english>,
  row: Pick<CampaignRow, 'actions'>,
  onSelect: () => void,
): MenuAction[] {
  return row.actions.includes('duplicate')
    ? [{ key: 'duplicate', label: t('action.duplicate'), icon: Copy, onSelect }]
    : [];
}

/** What a row offers: the page, the edit mode, and what its status allows. */
export function campaignMenu(
  t: Translate<typeof campaignsTexts.english>,
  row: CampaignRow,
  does: {
    readonly edit: (row: CampaignRow) => void;
    readonly duplicate: (row: CampaignRow) => void;
    readonly act: (action: CampaignStatusAction, row: CampaignRow) => void;
  },
): MenuAction[] {
  const item = (action: CampaignStatusAction): MenuAction => ({
    key: action,
    label: actionLabel(t, action, row.submitted),
    icon: ACTION_ICONS[action],
    danger: ENDS.includes(action),
    onSelect: () => does.act(action, row),
  });
  const allowed = CAMPAIGN_STATUS_ACTIONS.filter((action) => row.actions.includes(action));
  return [
    { key: 'view', label: t('action.view'), icon: Eye, href: campaignPath(row.id) },
    ...(row.actions.includes('edit')
      ? [
          {
            key: 'edit',
            label: t('action.edit'),
            icon: Pencil,
            onSelect: () => does.edit(row),
          },
        ]
      : []),
    ...allowed.filter((action) => !ENDS.includes(action)).map(item),
    ...duplicateItem(t, row, () => does.duplicate(row)),
    ...allowed.filter((action) => ENDS.includes(action)).map(item),
  ];
}

import type { CampaignRow } from '@placard/contract/campaigns';
import { Archive, Ban, Eye, type LucideIcon, Pause, Pencil, Play, Send } from 'lucide-react';
import type { campaignsTexts } from '../../i18n/en/campaigns.ts';
import type { Translate } from '../../i18n/texts.ts';
import { campaignPath } from '../../lib/advertiser-paths.ts';
import type { MenuAction } from '../../ui/action-menu.tsx';
import { actionLabel, CAMPAIGN_STATUS_ACTIONS, type CampaignStatusAction } from './use-campaign-actions.ts';

export const ACTION_ICONS: Readonly<Record<CampaignStatusAction, LucideIcon>> = {
  publish: Send,
  activate: Play,
  pause: Pause,
  cancel: Ban,
  archive: Archive,
};

/** What a row offers: the page, the edit mode, and what its status allows. */
export function campaignMenu(
  t: Translate<typeof campaignsTexts.english>,
  row: CampaignRow,
  does: {
    readonly edit: (row: CampaignRow) => void;
    readonly act: (action: CampaignStatusAction, row: CampaignRow) => void;
  },
): MenuAction[] {
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
    ...allowed.map((action) => ({
      key: action,
      label: actionLabel(t, action, row.submitted),
      icon: ACTION_ICONS[action],
      danger: action === 'archive' || action === 'cancel',
      onSelect: () => does.act(action, row),
    })),
  ];
}

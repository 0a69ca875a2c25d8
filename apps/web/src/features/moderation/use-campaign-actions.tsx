import type { ModeratedCampaign } from '@placard/contract/moderated-campaigns';
import { recordPath } from '@placard/domain/record-paths';
import { useNavigate } from '@tanstack/react-router';
import { CirclePause, Stethoscope } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { useVerdict } from '../../kits/review/use-verdict.tsx';
import { api } from '../../lib/api/api.ts';
import type { MenuAction } from '../../ui/action-menu.tsx';
import { useConfirmedAction } from '../../ui/use-confirmed-action.ts';
import { moderationTexts } from './texts.ts';

type Campaign = Pick<ModeratedCampaign, 'id' | 'name' | 'version' | 'actions'>;

const REFRESH = ['moderation'];

/** What the operator does with a campaign: for a row of the list and for its page. */
export function useCampaignActions(): {
  readonly actionsOf: (campaign: Campaign, inList: boolean) => MenuAction[];
  readonly dialog: ReactNode;
} {
  const t = useTexts(moderationTexts);
  const ask = useConfirmedAction();
  const navigate = useNavigate();
  const verdict = useVerdict();
  const pause = async ({ id, version, name }: Campaign) => {
    await ask(
      { title: t('pauseTitle', { name }), message: t('pauseText'), confirmLabel: t('pause') },
      {
        run: () => api.moderation.pauseCampaign({ id, version }),
        success: t('paused', { name }),
        failure: t('pauseFailed'),
        refresh: [REFRESH],
      },
    );
  };
  const actionsOf = (campaign: Campaign, inList: boolean): MenuAction[] => {
    const { id, name, version, actions } = campaign;
    return [
      ...(inList
        ? [
            {
              key: 'why',
              label: t('why'),
              icon: Stethoscope,
              onSelect: () => void navigate({ to: recordPath('campaign', id), search: { why: '1' } }),
            },
          ]
        : []),
      ...(actions.includes('pause')
        ? [{ key: 'pause', label: t('pause'), icon: CirclePause, onSelect: () => void pause(campaign) }]
        : []),
      ...verdict.actionsOf({ kind: 'campaign', id, version, name, refresh: REFRESH }, actions),
    ];
  };
  return { actionsOf, dialog: verdict.dialog };
}

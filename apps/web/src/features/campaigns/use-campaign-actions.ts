import type { CampaignRow } from '@placard/contract/campaigns';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Translate, useTexts } from '../../i18n/texts.ts';
import { actOnSeveral } from '../../kits/status/status-actions.ts';
import { campaignPath } from '../../lib/advertiser-paths.ts';
import { api } from '../../lib/api/api.ts';
import { failureText } from '../../lib/faults/failure-text.ts';
import type { Confirmation } from '../../ui/confirm.ts';
import { useConfirmedAction } from '../../ui/use-confirmed-action.ts';
import { campaignsTexts } from './texts.ts';

export const CAMPAIGN_STATUS_ACTIONS = ['publish', 'activate', 'pause', 'cancel', 'archive'] as const;
export type CampaignStatusAction = (typeof CAMPAIGN_STATUS_ACTIONS)[number];
export const CAMPAIGN_BULK_ACTIONS = ['activate', 'pause', 'archive'] as const;
export type CampaignBulkAction = (typeof CAMPAIGN_BULK_ACTIONS)[number];

type T = Translate<typeof campaignsTexts.english>;
type Acted = Pick<CampaignRow, 'id' | 'name' | 'submitted' | 'creativeCount'>;

/** The button reads Re-submit once the campaign was submitted before. */
export function actionLabel(t: T, action: CampaignStatusAction, submitted: boolean): string {
  return action === 'publish' && submitted ? t('action.resubmit') : t(`action.${action}`);
}

function confirmationOf(t: T, action: CampaignStatusAction, campaign: Acted): Confirmation {
  const { name } = campaign;
  const permanent = action === 'archive' || action === 'cancel';
  const again = action === 'publish' && campaign.submitted;
  const noCreative = action === 'publish' && campaign.creativeCount === 0;
  return {
    title: again ? t('confirm.resubmit', { name }) : t(`confirm.${action}`, { name }),
    message: t(`confirm.${action}Text`, { count: 1 }),
    confirmLabel: actionLabel(t, action, campaign.submitted),
    danger: permanent,
    ...(action === 'cancel' ? { cancelLabel: t('confirm.keep') } : {}),
    ...(permanent ? { consequence: t('confirm.permanent') } : {}),
    ...(noCreative ? { consequence: t('confirm.publishNoCreative') } : {}),
  };
}

/** Asks, acts, tells, and has every view of campaigns fetched anew. @returns whether it was done. */
export function useCampaignAction(): (action: CampaignStatusAction, campaign: Acted) => Promise<boolean> {
  const t = useTexts(campaignsTexts);
  const ask = useConfirmedAction();
  return (action, campaign) =>
    ask(confirmationOf(t, action, campaign), {
      run: () => api.campaigns.act({ id: campaign.id, action }),
      success: t(`done.${action}`),
      failure: (error) => failureText(t(`failed.${action}`), error),
      refresh: [['campaigns']],
    });
}

/** The copy opens at once: its name and its days want a look. */
export function useDuplicateCampaign(): (campaign: Pick<CampaignRow, 'id' | 'name'>) => Promise<void> {
  const t = useTexts(campaignsTexts);
  const ask = useConfirmedAction();
  const navigate = useNavigate();
  return async ({ id, name }) => {
    let copyId: number | null = null;
    await ask(
      {
        title: t('confirm.duplicate', { name }),
        message: t('confirm.duplicateText'),
        confirmLabel: t('action.duplicate'),
      },
      {
        run: async () => {
          copyId = (await api.campaigns.duplicate({ id })).id;
        },
        success: t('done.duplicate'),
        failure: (error) => failureText(t('failed.duplicate'), error),
        refresh: [['campaigns'], ['creatives']],
      },
    );
    if (copyId !== null) await navigate({ to: campaignPath(copyId) });
  };
}

/** The same for several; those whose status does not allow it are left alone and said so. */
export function useCampaignBulkAction(): (
  action: CampaignBulkAction,
  rows: readonly CampaignRow[],
) => Promise<void> {
  const t = useTexts(campaignsTexts);
  const client = useQueryClient();
  return (action, rows) =>
    actOnSeveral(t, action, {
      rows,
      run: ({ id }) => api.campaigns.act({ id, action }),
      changed: () => client.invalidateQueries({ queryKey: ['campaigns'] }),
    });
}

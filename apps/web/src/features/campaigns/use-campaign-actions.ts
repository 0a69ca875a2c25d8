import type { CampaignRow } from '@placard/contract/campaigns';
import { useQueryClient } from '@tanstack/react-query';
import { campaignsTexts } from '../../i18n/en/campaigns.ts';
import { type Translate, useTexts } from '../../i18n/texts.ts';
import { api } from '../../lib/api/api.ts';
import { failureText } from '../../lib/api/failure-text.ts';
import { toast } from '../../lib/toast-store.ts';
import { type Confirmation, openConfirm } from '../../ui/confirm.ts';
import { actOnSeveral } from '../../ui/status-actions.ts';

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
    message: t(`confirm.${action}Text`),
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
  const client = useQueryClient();
  return async (action, campaign) => {
    if (!(await openConfirm(confirmationOf(t, action, campaign)))) return false;
    try {
      await api.campaigns.act({ id: campaign.id, action });
      toast.success(t(`done.${action}`));
      return true;
    } catch (error) {
      toast.failure(failureText(t(`failed.${action}`), error));
      return false;
    } finally {
      await client.invalidateQueries({ queryKey: ['campaigns'] });
    }
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

import type { Campaign } from '@placard/contract/campaigns';
import type { Translate } from '../../../i18n/texts.ts';
import { type Confirmation, openConfirm } from '../../../ui/confirm.ts';
import type { campaignsTexts } from '../texts.ts';

type T = Translate<typeof campaignsTexts.english>;

/** What saving an edit does to a campaign in this status; `null` where nothing changes. */
export function editWarning(t: T, campaign: Pick<Campaign, 'name' | 'status'>): Confirmation | null {
  const { name, status } = campaign;
  if (status === 'active') {
    return {
      title: t('details.editActiveTitle', { name }),
      message: t('details.editActiveText'),
      consequence: t('details.editActiveConsequence'),
      confirmLabel: t('details.editConfirm'),
    };
  }
  if (status !== 'pending') return null;
  return {
    title: t('details.editPendingTitle', { name }),
    message: t('details.editPendingText'),
    consequence: t('details.editActiveConsequence'),
    confirmLabel: t('details.editConfirm'),
  };
}

/** @returns whether the edit may be saved. */
export async function confirmEdit(t: T, campaign: Pick<Campaign, 'name' | 'status'>): Promise<boolean> {
  const warning = editWarning(t, campaign);
  return warning === null || openConfirm(warning);
}

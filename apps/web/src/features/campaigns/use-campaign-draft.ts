import { useQuery, useQueryClient } from '@tanstack/react-query';
import { campaignsTexts } from '../../i18n/en/campaigns.ts';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { failureText } from '../../lib/api/failure-text.ts';
import { toast } from '../../lib/toast-store.ts';

export const draftQuery = () => apiQuery(api.campaigns.getDraft, undefined);
export type CampaignDraft = NonNullable<Awaited<ReturnType<typeof api.campaigns.getDraft>>>;

/** The unfinished campaign kept by the server, if there is one. */
export function useCampaignDraft() {
  return useQuery(draftQuery());
}

/** Deletes the draft. @returns whether it is gone. */
export function useDiscardDraft(): () => Promise<boolean> {
  const t = useTexts(campaignsTexts);
  const client = useQueryClient();
  return async () => {
    try {
      await api.campaigns.discardDraft();
      client.setQueryData(draftQuery().queryKey, null);
      return true;
    } catch (error) {
      toast.failure(failureText(t('draft.discardFailed'), error));
      return false;
    }
  };
}

/** The name in a draft, kept as typed; '' while there is none. */
export function draftName(draft: CampaignDraft): string {
  const { name } = draft.content.campaign;
  return typeof name === 'string' ? name.trim() : '';
}

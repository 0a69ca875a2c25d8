import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { failureText } from '../../lib/faults/failure-text.ts';
import { openConfirm } from '../../ui/confirm.ts';
import { campaignsTexts } from './texts.ts';

export const draftQuery = () => apiQuery(api.campaigns.getDraft, undefined);
export type CampaignDraft = NonNullable<Awaited<ReturnType<typeof api.campaigns.getDraft>>>;

/** The unfinished campaign kept by the server, if there is one. */
export function useCampaignDraft() {
  return useQuery(draftQuery());
}

/** Deletes the draft. */
export function useDiscardDraft(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await api.campaigns.discardDraft();
    client.setQueryData(draftQuery().queryKey, null);
  };
}

/** Asks, and deletes the draft; `before` that nothing may write it again. @returns whether it is gone. */
export function useStartOver(before: () => Promise<void> = async () => {}): () => Promise<boolean> {
  const t = useTexts(campaignsTexts);
  const discard = useDiscardDraft();
  return () =>
    openConfirm(
      {
        title: t('draft.startOverTitle'),
        message: t('draft.startOverText'),
        confirmLabel: t('draft.startOver'),
        danger: true,
      },
      {
        run: () => before().then(discard),
        failure: (error) => failureText(t('draft.discardFailed'), error),
      },
    );
}

/** The name in a draft, kept as typed; '' while there is none. */
export function draftName(draft: CampaignDraft): string {
  const { name } = draft.content.campaign;
  return typeof name === 'string' ? name.trim() : '';
}

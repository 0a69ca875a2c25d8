import { NAME_LENGTH_LIMIT } from '@placard/domain/campaign/rules';
import { cutText } from '@placard/domain/cut-text';
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

/** The name in a draft, kept as typed and no longer than a campaign's may be; '' while there is none. */
export function draftName({ content }: Pick<CampaignDraft, 'content'>): string {
  const { name } = content.campaign;
  return typeof name === 'string' ? cutText(name.trim(), NAME_LENGTH_LIMIT) : '';
}

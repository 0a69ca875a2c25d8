import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { CAMPAIGN_WIZARD_PATH } from '../../lib/advertiser-paths.ts';
import { api } from '../../lib/api/api.ts';
import { reasonWords } from '../../lib/faults/api-error.ts';
import { failureText } from '../../lib/faults/failure-text.ts';
import { toast } from '../../lib/toast-store.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { quietPart } from '../../ui/lazy-part.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { campaignsTexts } from './texts.ts';
import { type CampaignDraft, draftQuery, useDiscardDraft } from './use-campaign-draft.ts';

const DraftPrompt = quietPart(() => import('./draft-prompt.tsx'));

/** Checks whether creation is allowed, asks about an unfinished draft, and opens the wizard. */
export function CreateCampaignButton({
  label,
  onAsks,
}: {
  label?: string;
  onAsks?: (asks: boolean) => void;
}) {
  const t = useTexts(campaignsTexts);
  const client = useQueryClient();
  const navigate = useNavigate();
  const discard = useDiscardDraft();
  const [busy, run] = useBusy();
  const [draft, setDraft] = useState<CampaignDraft | null>(null);
  const ask = (about: CampaignDraft | null) => {
    setDraft(about);
    onAsks?.(about !== null);
  };
  const open = () => void navigate({ to: CAMPAIGN_WIZARD_PATH });

  const check = async () => {
    try {
      const { allowed, reason } = await api.campaigns.canCreate();
      if (!allowed) {
        // It is the one thing that can stand in the way.
        toast.failure(reason === null ? t('create.refused') : reasonWords('campaigns_full', reason));
        return;
      }
      const unfinished = await client.fetchQuery({ ...draftQuery(), staleTime: 0 });
      if (unfinished === null) open();
      else ask(unfinished);
    } catch (error) {
      toast.failure(failureText(t('create.checkFailed'), error));
    }
  };

  return (
    <>
      <BusyButton
        busy={busy}
        busyLabel={t('create.checking')}
        leftSection={<Plus size={16} aria-hidden />}
        onClick={() => void run(check)}
      >
        {label ?? t('create.button')}
      </BusyButton>
      {draft !== null && (
        <DraftPrompt
          draft={draft}
          onClose={() => ask(null)}
          onContinue={open}
          onStartOver={async () => {
            await discard();
            open();
          }}
        />
      )}
    </>
  );
}

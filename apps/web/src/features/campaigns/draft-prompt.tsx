import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { failureText } from '../../lib/faults/failure-text.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Fault } from '../../ui/fault.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { campaignsTexts } from './texts.ts';
import type { CampaignDraft } from './use-campaign-draft.ts';
import { useDraftText } from './use-draft-text.ts';

/** Asked where somebody wants to create a campaign and has an unfinished one. Closing it decides nothing. */
export default function DraftPrompt({
  draft,
  onContinue,
  onStartOver,
  onClose,
}: {
  draft: CampaignDraft;
  onContinue: () => void;
  onStartOver: () => Promise<void>;
  onClose: () => void;
}) {
  const t = useTexts(campaignsTexts);
  const [busy, run] = useBusy();
  const [fault, setFault] = useState<string | null>(null);
  const startOver = async () => {
    try {
      await onStartOver();
    } catch (error) {
      setFault(failureText(t('draft.discardFailed'), error));
    }
  };
  return (
    <Dialog title={t('draft.title')} onClose={onClose}>
      <div className="grid gap-12 muted">
        <p>{useDraftText(draft)}</p>
        <p>{t('draft.consequence')}</p>
        {fault !== null && <Fault>{fault}</Fault>}
        <div className="flex wrap justify-end gap-8 above-8">
          <BusyButton
            variant="default"
            busy={busy}
            busyLabel={t('draft.startingOver')}
            onClick={() => void run(startOver)}
          >
            {t('draft.startOver')}
          </BusyButton>
          <Button data-autofocus onClick={onContinue}>
            {t('draft.continue')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

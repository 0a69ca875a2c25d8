import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { FilePen } from 'lucide-react';
import { useTexts } from '../../i18n/texts.ts';
import { CAMPAIGN_WIZARD_PATH } from '../../lib/advertiser-paths.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Unsettled } from '../../ui/states.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import classes from './campaigns.module.css';
import { campaignsTexts } from './texts.ts';
import { type CampaignDraft, useCampaignDraft, useStartOver } from './use-campaign-draft.ts';
import { useDraftText } from './use-draft-text.ts';

/** Above the list while there is an unfinished campaign; `asked` while a dialog asks the same. */
export function DraftBanner({ asked }: { asked: boolean }) {
  const draft = useCampaignDraft();
  if (draft.data === undefined) return draft.isPending && <Unsettled />;
  return draft.data !== null && <Banner draft={draft.data} asked={asked} />;
}

function Banner({ draft, asked }: { draft: CampaignDraft; asked: boolean }) {
  const t = useTexts(campaignsTexts);
  const navigate = useNavigate();
  const gone = useStartOver();
  const [busy, run] = useBusy();
  const text = useDraftText(draft);

  const startOver = async () => {
    if (await gone()) await navigate({ to: CAMPAIGN_WIZARD_PATH });
  };

  return (
    <section
      className={`row wrap gap-12 pad-12 below-16 rounded tinted ${classes.banner}`}
      aria-label={t('draft.title')}
      aria-hidden={asked}
      inert={asked}
    >
      <FilePen className="accent" size={18} aria-hidden />
      <p className="grow">{text}</p>
      <span className="flex wrap gap-8">
        <BusyButton
          variant="default"
          busy={busy}
          busyLabel={t('draft.startingOver')}
          onClick={() => void run(startOver)}
        >
          {t('draft.startOver')}
        </BusyButton>
        <Button onClick={() => void navigate({ to: CAMPAIGN_WIZARD_PATH })}>{t('draft.continue')}</Button>
      </span>
    </section>
  );
}

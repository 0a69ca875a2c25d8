import { Button } from '@mantine/core';
import type { Campaign } from '@placard/contract/campaigns';
import type { DiagnosedAdSet } from '@placard/contract/diagnosis';
import { useTexts } from '../../../i18n/texts.ts';
import type { Gate } from '../../../kits/diagnosis/gate-words.ts';
import { diagnosisTexts } from '../../../kits/diagnosis/texts.ts';
import { useSearchParameters } from '../../../lib/search/use-list.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { campaignsTexts } from '../texts.ts';
import { actionLabel, useCampaignAction } from '../use-campaign-actions.ts';
import { type GateFix, gateFix, otherFix } from './gate-fix.ts';

/** What mends a gate, the first of the gate to look at first as the main button. */
export function GateFixes({
  gate,
  adSet,
  campaign,
}: {
  gate: Gate;
  adSet: DiagnosedAdSet;
  campaign: Campaign;
}) {
  return [gateFix(gate, adSet, campaign), otherFix(gate)].map((fix, index) =>
    fix === null ? null : (
      <FixButton
        key={fix.kind === 'act' ? fix.action : fix.label}
        fix={fix}
        campaign={campaign}
        adSetId={adSet.id}
        main={gate.gate === adSet.main && index === 0}
      />
    ),
  );
}

function FixButton({
  fix,
  campaign,
  adSetId,
  main,
}: {
  fix: GateFix;
  campaign: Campaign;
  adSetId: number;
  main: boolean;
}) {
  const t = useTexts(diagnosisTexts);
  const words = useTexts(campaignsTexts);
  const act = useCampaignAction();
  const [, change] = useSearchParameters();
  const look = { size: 'xs', variant: main ? 'filled' : 'default' } as const;
  if (fix.kind === 'page') {
    return (
      <ButtonLink {...look} to={fix.to}>
        {t(`fix.${fix.label}`)}
      </ButtonLink>
    );
  }
  if (fix.kind === 'form') {
    const open = () =>
      change(
        fix.form === 'settings'
          ? { tab: 'settings', mode: 'edit' }
          : { tab: 'target', adSet: String(adSetId) },
      );
    return (
      <Button {...look} onClick={open}>
        {t(`fix.${fix.label}`)}
      </Button>
    );
  }
  return (
    <Button {...look} onClick={() => void act(fix.action, campaign)}>
      {actionLabel(words, fix.action, campaign.submitted)}
    </Button>
  );
}

import { Button } from '@mantine/core';
import type { Campaign } from '@placard/contract/campaigns';
import type { DiagnosedAdSet, Diagnosis } from '@placard/contract/diagnosis';
import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleDashed, CircleX, type LucideIcon } from 'lucide-react';
import { useTexts } from '../../../i18n/texts.ts';
import { formatMoney } from '../../../lib/format/number-format.ts';
import { useSearchParameters } from '../../../lib/search/use-list.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { useCurrency } from '../../../ui/money.tsx';
import { campaignsTexts } from '../texts.ts';
import { actionLabel, useCampaignAction } from '../use-campaign-actions.ts';
import classes from './diagnosis.module.css';
import { type GateFix, gateFix, otherFix } from './gate-fix.ts';
import { type Gate, gateWords } from './gate-words.ts';
import { diagnosisTexts } from './texts.ts';

const ICONS: Readonly<Record<Gate['state'], LucideIcon>> = {
  passes: CircleCheck,
  limits: CircleAlert,
  stops: CircleX,
  unknown: CircleDashed,
};

type Parts = { campaign: Campaign; diagnosis: Diagnosis; adSet: DiagnosedAdSet };

/** The gates in their order; what to look at first is marked. */
export function GateList({ campaign, diagnosis, adSet }: Parts) {
  const t = useTexts(diagnosisTexts);
  const currency = useCurrency();
  const money = (dollars: number) => formatMoney(dollars, currency);
  return (
    <ol className={classes.gates} aria-label={t('gates')}>
      {adSet.gates.map((gate) => {
        const Icon = ICONS[gate.state];
        return (
          <li
            key={gate.gate}
            className={classes.gate}
            data-state={gate.state}
            data-main={gate.gate === adSet.main}
          >
            <Icon
              size={17}
              className={`faint ${classes.mark}`}
              aria-label={t(`state.${gate.state}`)}
              role="img"
            />
            <strong className="semibold">{t(`gate.${gate.gate}`)}</strong>
            <p className="text-13 muted figure">{gateWords(t, gate, { adSet, diagnosis, money })}</p>
            <span className={`flex wrap gap-6 ${classes.fixes}`}>
              {[gateFix(gate, adSet, campaign), otherFix(gate)].map((fix, index) =>
                fix === null ? null : (
                  <FixButton
                    key={fix.kind === 'act' ? fix.action : fix.label}
                    fix={fix}
                    campaign={campaign}
                    adSetId={adSet.id}
                    main={gate.gate === adSet.main && index === 0}
                  />
                ),
              )}
            </span>
          </li>
        );
      })}
    </ol>
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
  const client = useQueryClient();
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
  const run = async () => {
    if (await act(fix.action, campaign)) await client.invalidateQueries({ queryKey: ['diagnosis'] });
  };
  return (
    <Button {...look} onClick={() => void run()}>
      {actionLabel(words, fix.action, campaign.submitted)}
    </Button>
  );
}

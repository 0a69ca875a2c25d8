import type { OperatorHome } from '@placard/contract/homes';
import type { OperatorStep } from '@placard/domain/home/checklist';
import { useTexts } from '../../i18n/texts.ts';
import { FirstSteps } from '../../kits/first-steps/first-steps.tsx';
import { operatorHomeTexts } from './texts.ts';

const PATHS: Readonly<Record<OperatorStep, string>> = {
  money: '/operator/settings',
  people: '/operator/users',
  website: '/operator/reviews',
  deposit: '/operator/deposits',
  campaign: '/operator/reviews',
  charge: '/operator/campaigns',
};

/** A step of these is the operator's own; the others wait for what somebody else submits first. */
const OWN: ReadonlySet<OperatorStep> = new Set(['money', 'people']);

/** An empty network's way to its first paid impression. */
export function NetworkSteps({ steps }: { steps: NonNullable<OperatorHome['steps']> }) {
  const t = useTexts(operatorHomeTexts);
  return (
    <FirstSteps
      steps={steps}
      words={(step: OperatorStep) => ({
        title: t(`steps.${step}.title`),
        text: t(`steps.${step}.text`),
        open: t(`steps.${step}.open`),
        path: PATHS[step],
        isTaken: OWN.has(step),
      })}
    />
  );
}

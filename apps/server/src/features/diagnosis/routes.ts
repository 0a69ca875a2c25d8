import { answer } from '../../api/answers.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { readPacing } from './campaign-pacing.ts';
import { diagnoseCampaign } from './diagnose-campaign.ts';

export function diagnosisRoutes(deps: AppDeps) {
  const { diagnosis } = operations;
  return {
    campaign: diagnosis.campaign.handler(answer(deps, diagnoseCampaign)),
    pacing: diagnosis.pacing.handler(answer(deps, readPacing)),
  };
}

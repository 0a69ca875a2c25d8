import { actorOf } from '../../api/call-context.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { readPacing } from './campaign-pacing.ts';
import { diagnoseCampaign } from './diagnose-campaign.ts';

export function diagnosisRoutes(deps: AppDeps) {
  const { diagnosis } = operations;
  return {
    campaign: diagnosis.campaign.handler(async ({ context, input }) => ({
      data: await diagnoseCampaign(deps, actorOf(context), input),
    })),
    pacing: diagnosis.pacing.handler(async ({ context, input }) => ({
      data: await readPacing(deps, actorOf(context), input),
    })),
  };
}

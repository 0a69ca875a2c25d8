import { answer } from '../../api/answers.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import {
  diagnoseModeratedCampaign,
  listModeratedCampaigns,
  readModeratedCampaign,
} from './list-campaigns.ts';
import { listModeratedCreatives, listModeratedWebsites } from './list-moderated.ts';
import { pauseCampaign } from './pause-campaign.ts';
import { readModeratedCreative } from './read-creative.ts';
import { readModeratedWebsite } from './read-website.ts';
import { activateWebsite, suspendWebsite } from './suspend-website.ts';
import { takeDownCreative } from './take-down-creative.ts';

/** The operator's hand on what runs already. */
export function moderationRoutes(deps: AppDeps) {
  const { moderation } = operations;
  return {
    campaigns: moderation.campaigns.handler(async ({ input }) => ({
      data: await listModeratedCampaigns(deps, input),
    })),
    campaign: moderation.campaign.handler(async ({ input }) => ({
      data: await readModeratedCampaign(deps, input.id),
    })),
    pauseCampaign: moderation.pauseCampaign.handler(answer(deps, pauseCampaign)),
    campaignDiagnosis: moderation.campaignDiagnosis.handler(async ({ input }) => ({
      data: await diagnoseModeratedCampaign(deps, input.id),
    })),
    creative: moderation.creative.handler(async ({ input }) => ({
      data: await readModeratedCreative(deps, input.id),
    })),
    website: moderation.website.handler(async ({ input }) => ({
      data: await readModeratedWebsite(deps, input.id),
    })),
    creatives: moderation.creatives.handler(async ({ input }) => ({
      data: await listModeratedCreatives(deps, input),
    })),
    takeDownCreative: moderation.takeDownCreative.handler(answer(deps, takeDownCreative)),
    websites: moderation.websites.handler(async ({ input }) => ({
      data: await listModeratedWebsites(deps, input),
    })),
    suspendWebsite: moderation.suspendWebsite.handler(answer(deps, suspendWebsite)),
    activateWebsite: moderation.activateWebsite.handler(answer(deps, activateWebsite)),
  };
}

import { answer } from '../../api/answers.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { listModeratedCreatives, listModeratedWebsites } from './list-moderated.ts';
import { activateWebsite, suspendWebsite } from './suspend-website.ts';
import { takeDownCreative } from './take-down-creative.ts';

/** The operator's hand on what runs already. */
export function moderationRoutes(deps: AppDeps) {
  const { moderation } = operations;
  return {
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

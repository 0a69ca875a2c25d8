import type { HasAnalytics } from '../../analytics/open-analytics.ts';
import { actorOf } from '../../api/call-context.ts';
import { operations } from '../../api/operations.ts';
import type { HasClock, HasDb, HasUrls } from '../../deps.ts';
import { readCampaignCode } from './read-campaign-code.ts';
import { readWebsiteCode } from './read-website-code.ts';
import { readWebsiteStats } from './read-website-stats.ts';

export function collectorRoutes(deps: HasDb & HasClock & HasUrls & HasAnalytics) {
  const { collector } = operations;
  return {
    websiteCode: collector.websiteCode.handler(async ({ context, input }) => ({
      data: await readWebsiteCode(deps, actorOf(context), input),
    })),
    campaignCode: collector.campaignCode.handler(async ({ context, input }) => ({
      data: await readCampaignCode(deps, actorOf(context), input),
    })),
    websiteStats: collector.websiteStats.handler(async ({ context, input }) => ({
      data: await readWebsiteStats(deps, actorOf(context), input),
    })),
  };
}

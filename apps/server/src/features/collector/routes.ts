import { actorOf } from '../../http/call-context.ts';
import { operations } from '../../http/operations.ts';
import type { HasAnalytics, HasClock, HasDb, HasUrls } from '../feature.ts';
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

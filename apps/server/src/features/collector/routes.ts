import type { HasAnalytics } from '../../analytics/open-analytics.ts';
import { answer } from '../../api/answers.ts';
import { operations } from '../../api/operations.ts';
import type { HasClock, HasDb, HasUrls } from '../../deps.ts';
import { readCampaignCode } from './read-campaign-code.ts';
import { readWebsiteCode } from './read-website-code.ts';
import { readWebsiteStats } from './read-website-stats.ts';

export function collectorRoutes(deps: HasDb & HasClock & HasUrls & HasAnalytics) {
  const { collector } = operations;
  return {
    websiteCode: collector.websiteCode.handler(answer(deps, readWebsiteCode)),
    campaignCode: collector.campaignCode.handler(answer(deps, readCampaignCode)),
    websiteStats: collector.websiteStats.handler(answer(deps, readWebsiteStats)),
  };
}

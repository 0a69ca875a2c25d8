import { answer } from '../../api/answers.ts';
import { operations } from '../../api/operations.ts';
import type { AppDeps } from '../../app-deps.ts';
import { listBlocks } from './block-lists.ts';
import { addBlocks, removeBlock } from './edit-blocks.ts';
import { listAdReports } from './list-ad-reports.ts';
import { listRecentAds } from './list-recent-ads.ts';
import { markAdReport } from './mark-ad-report.ts';

export function publisherAdsRoutes(deps: AppDeps) {
  const { publisherAds } = operations;
  return {
    recent: publisherAds.recent.handler(answer(deps, listRecentAds)),
    reports: publisherAds.reports.handler(answer(deps, listAdReports)),
    markReport: publisherAds.markReport.handler(answer(deps, markAdReport)),
    blocks: publisherAds.blocks.handler(answer(deps, listBlocks)),
    block: publisherAds.block.handler(answer(deps, addBlocks)),
    unblock: publisherAds.unblock.handler(answer(deps, removeBlock)),
  };
}

import { actorOf } from '../../api/call-context.ts';
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
    recent: publisherAds.recent.handler(async ({ context, input }) => ({
      data: await listRecentAds(deps, actorOf(context), input),
    })),
    reports: publisherAds.reports.handler(async ({ context, input }) => ({
      data: await listAdReports(deps, actorOf(context), input),
    })),
    markReport: publisherAds.markReport.handler(async ({ context, input }) => ({
      data: await markAdReport(deps, actorOf(context), input),
    })),
    blocks: publisherAds.blocks.handler(async ({ context, input }) => ({
      data: await listBlocks(deps, actorOf(context), input),
    })),
    block: publisherAds.block.handler(async ({ context, input }) => ({
      data: await addBlocks(deps, actorOf(context), input),
    })),
    unblock: publisherAds.unblock.handler(async ({ context, input }) => ({
      data: await removeBlock(deps, actorOf(context), input),
    })),
  };
}

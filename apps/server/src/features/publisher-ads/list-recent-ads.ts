import type { RecentAd } from '@placard/contract/publisher-ads';
import { dollarsFromMicros } from '@placard/domain/micros';
import { sql } from 'kysely';
import type { HasAnalytics } from '../../analytics/open-analytics.ts';
import { readShownCreatives } from '../../analytics/shown-creatives.ts';
import type { Actor, HasClock, HasDb, HasUrls } from '../../deps.ts';
import { pageOf } from '../list-query.ts';
import { reportDays } from '../reports/report-days.ts';
import { readBlockedOn } from './blocked-on.ts';
import { websitesOf } from './blocking-place.ts';
import { readAds } from './publisher-ad.ts';

/** Ads that the actor's websites showed within these days, most shown first. @throws AppError `website_not_found`. */
export async function listRecentAds(
  deps: HasDb & HasClock & HasUrls & HasAnalytics,
  actor: Actor,
  query: {
    readonly from: string;
    readonly to: string;
    readonly websiteId?: number | undefined;
    readonly page: number;
    readonly pageSize: number;
  },
): Promise<{ items: RecentAd[]; total: number }> {
  const days = reportDays(deps, actor, query);
  const websiteIds = (await websitesOf(deps.db, actor, query)).map(({ id }) => id);
  if (websiteIds.length === 0) return { items: [], total: 0 };
  const { creatives, total } = await readShownCreatives(deps, actor.accountId, {
    ...days,
    websiteIds,
    ...pageOf(query),
  });
  const ids = creatives.map(({ creativeId }) => creativeId);
  const ads = await readAds(deps.db, deps.deliveryUrl, ids);
  const [blockedOn, reports] = await Promise.all([
    readBlockedOn(deps.db, ads, websiteIds),
    sql<{ creative_id: number; count: number }>`
      select creative_id, count(*)::int as count from ad_report
       where website_id = any(${websiteIds}::int[]) and creative_id = any(${ids}::int[]) group by creative_id
    `.execute(deps.db),
  ]);
  const reportCounts = new Map(reports.rows.map((row) => [row.creative_id, row.count]));
  const items = creatives.flatMap(({ creativeId, metrics }): RecentAd[] => {
    const known = ads.get(creativeId);
    if (known === undefined) return [];
    return [
      {
        ad: known.ad,
        blocked: blockedOn(creativeId),
        impressions: Number(metrics.impressions ?? 0),
        clicks: Number(metrics.clicks ?? 0),
        earnings: dollarsFromMicros(BigInt(metrics.earnings ?? 0)),
        reportCount: reportCounts.get(creativeId) ?? 0,
      },
    ];
  });
  return { items, total };
}

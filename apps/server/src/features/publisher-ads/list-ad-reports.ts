import type { ReportedAd } from '@placard/contract/publisher-ads';
import type { AdReportReason } from '@placard/domain/ad-report';
import { sql } from 'kysely';
import type { Actor, HasDb, HasUrls } from '../../deps.ts';
import { pageOf } from '../list-query.ts';
import { readBlockedByWebsite } from './blocked-on.ts';
import { websitesOf } from './blocking-place.ts';
import { readAds } from './publisher-ad.ts';

const COMMENTS_SHOWN = 5;

type ReportRow = {
  readonly creative_id: number;
  readonly website_id: number;
  readonly domain: string;
  readonly viewers: number;
  readonly last_at: Date;
  readonly handled_at: Date | null;
  readonly reasons: readonly { readonly reason: AdReportReason; readonly count: number }[];
  readonly comments: readonly { readonly text: string; readonly at: string }[];
};

/**
 * Ads that visitors of the actor's websites reported, by website, last reported first; on request only those that are
 * handled, or with a report that is not. @throws AppError `website_not_found`.
 */
export async function listAdReports(
  deps: HasDb & HasUrls,
  actor: Actor,
  query: {
    readonly websiteId?: number | undefined;
    readonly handled?: boolean | undefined;
    readonly page: number;
    readonly pageSize: number;
  },
): Promise<{ items: ReportedAd[]; total: number }> {
  const websiteIds = (await websitesOf(deps.db, actor, query)).map(({ id }) => id);
  const { limit, offset } = pageOf(query);
  const handled =
    query.handled === undefined ? sql`true` : sql`bool_and(handled_at is not null) = ${query.handled}`;
  const byAd = sql`
    select creative_id, website_id, count(*)::int as viewers, max(reported_at) as last_at,
           case when bool_and(handled_at is not null) then max(handled_at) end as handled_at
      from ad_report where website_id = any(${websiteIds}::int[])
     group by creative_id, website_id having ${handled}`;
  const page = sql<ReportRow>`
    select g.*, s.domain,
           (select jsonb_agg(jsonb_build_object('reason', reason, 'count', count) order by count desc, reason)
              from (select reason, count(*)::int as count from ad_report r
                     where r.creative_id = g.creative_id and r.website_id = g.website_id group by reason) by_reason) as reasons,
           coalesce((select jsonb_agg(jsonb_build_object('text', comment, 'at', reported_at) order by reported_at desc)
              from (select comment, reported_at from ad_report r
                     where r.creative_id = g.creative_id and r.website_id = g.website_id and comment <> ''
                     order by reported_at desc limit ${COMMENTS_SHOWN}) newest), '[]') as comments
      from (${byAd} order by last_at desc, creative_id desc, website_id desc limit ${limit} offset ${offset}) g
      join website s on s.id = g.website_id
     order by g.last_at desc, g.creative_id desc, g.website_id desc`;
  const [{ rows }, counted] = await Promise.all([
    page.execute(deps.db),
    sql<{ total: number }>`select count(*)::int as total from (${byAd}) g`.execute(deps.db),
  ]);
  const creativeIds = [...new Set(rows.map((row) => row.creative_id))];
  const ads = await readAds(deps.db, deps.deliveryUrl, creativeIds);
  const shownOn = [...new Set(rows.map((row) => row.website_id))];
  const blockedOn = await readBlockedByWebsite(deps.db, ads, shownOn);
  const items = rows.flatMap((row): ReportedAd[] => {
    const known = ads.get(row.creative_id);
    if (known === undefined) return [];
    return [
      {
        ad: known.ad,
        websiteId: row.website_id,
        domain: row.domain,
        blocked: blockedOn(row.creative_id, row.website_id),
        viewers: row.viewers,
        reasons: [...row.reasons],
        comments: row.comments.map(({ text, at }) => ({ text, at: new Date(at).toISOString() })),
        lastReportedAt: row.last_at.toISOString(),
        handledAt: row.handled_at?.toISOString() ?? null,
      },
    ];
  });
  return { items, total: counted.rows[0]?.total ?? 0 };
}

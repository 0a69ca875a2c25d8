import type { PublisherAd } from '@placard/contract/publisher-ads';
import type { Database } from '@placard/db/schema';
import { isAdCategory } from '@placard/domain/campaign/ad-categories';
import { type CreativeType, isCodeType } from '@placard/domain/creative/rules';
import { advertiserHostOf } from '@placard/domain/website/blocks';
import { type Kysely, sql } from 'kysely';
import { frameUrl, imageUrl } from '../images/image-address.ts';

type AdRow = {
  readonly id: number;
  readonly type: CreativeType;
  readonly width_px: number;
  readonly height_px: number;
  /** Reviewed as it is now: an edit waits for its review unseen. */
  readonly approved: boolean;
  readonly file_key: string | null;
  readonly public_key: string;
  readonly alt_text: string;
  readonly click_url: string | null;
  readonly categories: readonly string[];
  readonly uncategorised: boolean;
};

/** With what the block gate asks besides the creative's number. */
export type KnownAd = { readonly ad: PublisherAd; readonly uncategorised: boolean };

/**
 * Ads by creative. What was changed or refused since is not shown: nobody but the advertiser and the operator sees what
 * is not approved.
 */
export async function readAds(
  db: Kysely<Database>,
  deliveryUrl: string,
  creativeIds: readonly number[],
): Promise<ReadonlyMap<number, KnownAd>> {
  if (creativeIds.length === 0) return new Map();
  const { rows } = await sql<AdRow>`
    select c.id, c.type, c.width_px, c.height_px, c.approved_at is not null and c.status not in ('pending', 'rejected') as approved, i.file_key, c.public_key,
           c.alt_text, c.click_url, coalesce(k.categories, '{}') as categories,
           coalesce(k.uncategorised, true) as uncategorised
      from creative c
      left join image i on i.id = c.image_id
      cross join lateral (
        select array_agg(distinct g.category order by g.category) filter (where g.category is not null) as categories,
               bool_or(g.category is null) as uncategorised
          from creative_ad_set x join ad_set s on s.id = x.ad_set_id join campaign g on g.id = s.campaign_id
         where x.creative_id = c.id
      ) k
     where c.id = any(${creativeIds}::int[])
  `.execute(db);
  return new Map(
    rows.map((row) => [row.id, { ad: toAd(row, deliveryUrl), uncategorised: row.uncategorised }]),
  );
}

function toAd(row: AdRow, deliveryUrl: string): PublisherAd {
  const { approved } = row;
  return {
    creativeId: row.id,
    type: row.type,
    width: row.width_px,
    height: row.height_px,
    imageUrl: approved && row.file_key !== null ? imageUrl(deliveryUrl, row.file_key) : null,
    frameUrl: approved && isCodeType(row.type) ? frameUrl(deliveryUrl, row.public_key) : null,
    altText: approved ? row.alt_text : '',
    advertiserDomain: approved ? domainOf(row.click_url) : null,
    categories: row.categories.filter(isAdCategory),
  };
}

/** The host that a click leads to, as block-lists hold it. */
function domainOf(clickUrl: string | null): string | null {
  return clickUrl === null ? null : (advertiserHostOf(URL.parse(clickUrl))?.replace(/^www\./, '') ?? null);
}

import type { BlockEntry } from '@placard/contract/publisher-ads';
import type { Database } from '@placard/db/schema';
import { NO_CATEGORY } from '@placard/domain/campaign/ad-categories';
import { hostWithin } from '@placard/domain/decision/gates';
import type { BlockKind } from '@placard/domain/website/blocks';
import { type Kysely, sql } from 'kysely';
import type { Actor, HasDb, HasUrls } from '../feature.ts';
import { type Place, websitesOf } from './blocking-place.ts';
import { type KnownAd, readAds } from './publisher-ad.ts';

export type BlockRow = {
  readonly kind: BlockKind;
  readonly value: string;
  readonly website_id: number;
  readonly domain: string;
  readonly widget_id: number | null;
  readonly widget_name: string | null;
  readonly created_at: Date;
};

/** What these websites and their widgets block, newest first. */
export async function readBlockRows(
  db: Kysely<Database>,
  websiteIds: readonly number[],
): Promise<readonly BlockRow[]> {
  const { rows } = await sql<BlockRow>`
    select b.kind, b.value, b.website_id, s.domain, null::int as widget_id, null as widget_name, b.created_at
      from website_block b join website s on s.id = b.website_id
     where b.website_id = any(${websiteIds}::int[])
    union all
    select b.kind, b.value, w.website_id, s.domain, w.id, w.name, b.created_at
      from widget_block b join widget w on w.id = b.widget_id join website s on s.id = w.website_id
     where w.website_id = any(${websiteIds}::int[]) and w.status <> 'archived'
     order by created_at desc, kind, value, website_id, widget_id
  `.execute(db);
  return rows;
}

/**
 * Block-lists of the place: of a widget its own, of a website its own and its widgets'.
 * @throws AppError `website_not_found`, `widget_not_found`.
 */
export async function listBlocks(
  deps: HasDb & HasUrls,
  actor: Actor,
  query: Place & { readonly kind?: BlockKind | undefined },
): Promise<{ items: BlockEntry[] }> {
  const websites = await websitesOf(deps.db, actor, query);
  const all = await readBlockRows(
    deps.db,
    websites.map(({ id }) => id),
  );
  const rows = all.filter(
    (row) =>
      (query.widgetId === undefined || row.widget_id === query.widgetId) &&
      (query.kind === undefined || row.kind === query.kind),
  );
  const creativeIds = rows.filter((row) => row.kind === 'creative').map((row) => Number(row.value));
  const ads = await readAds(deps.db, deps.deliveryUrl, [...new Set(creativeIds)]);
  return {
    items: rows.map((row) => ({
      kind: row.kind,
      value: row.value,
      websiteId: row.website_id,
      domain: row.domain,
      widgetId: row.widget_id,
      widgetName: row.widget_name,
      ad: row.kind === 'creative' ? (ads.get(Number(row.value))?.ad ?? null) : null,
      createdAt: row.created_at.toISOString(),
    })),
  };
}

/** On how many of the websites an ad is blocked as a whole; a widget's own list makes it `some`. */
export function blockedOn(
  known: KnownAd,
  websiteIds: readonly number[],
  rows: readonly BlockRow[],
): 'no' | 'some' | 'all' {
  const matching = rows.filter((row) => websiteIds.includes(row.website_id) && blocksAd(row, known));
  const whole = new Set(matching.filter((row) => row.widget_id === null).map((row) => row.website_id));
  if (websiteIds.length > 0 && whole.size === websiteIds.length) return 'all';
  return matching.length > 0 ? 'some' : 'no';
}

function blocksAd({ kind, value }: BlockRow, { ad, uncategorised }: KnownAd): boolean {
  switch (kind) {
    case 'creative':
      return Number(value) === ad.creativeId;
    case 'advertiser_domain':
      return ad.advertiserDomain !== null && hostWithin(ad.advertiserDomain, value);
    case 'category':
      // Of a creative in several campaigns only those ad sets are blocked whose campaign is: here the whole ad counts.
      return value === NO_CATEGORY
        ? uncategorised && ad.categories.length === 0
        : ad.categories.length === 1 &&
            !uncategorised &&
            (ad.categories as readonly string[]).includes(value);
  }
}

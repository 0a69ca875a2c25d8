import type { Database } from '@placard/db/schema';
import { NO_CATEGORY } from '@placard/domain/campaign/ad-categories';
import type { BlockKind } from '@placard/domain/website/blocks';
import { type Kysely, sql } from 'kysely';
import type { KnownAd } from './publisher-ad.ts';

export type Blocked = 'no' | 'some' | 'all';
type Ads = ReadonlyMap<number, KnownAd>;

/** On how many of the websites each of these ads is blocked as a whole; a widget's own list makes it `some`. */
export async function readBlockedOn(
  db: Kysely<Database>,
  ads: Ads,
  websiteIds: readonly number[],
): Promise<(creativeId: number) => Blocked> {
  const { rows } = await sql<{ creative_id: number; whole: number }>`
    select creative_id, (count(distinct website_id) filter (where whole))::int as whole
      from (${hits(ads, websiteIds)}) hit group by creative_id
  `.execute(db);
  const whole = new Map(rows.map((row) => [row.creative_id, row.whole]));
  return (creativeId) => {
    const count = whole.get(creativeId);
    if (count === undefined) return 'no';
    return count === websiteIds.length ? 'all' : 'some';
  };
}

/** The same of each website by itself. */
export async function readBlockedByWebsite(
  db: Kysely<Database>,
  ads: Ads,
  websiteIds: readonly number[],
): Promise<(creativeId: number, websiteId: number) => Blocked> {
  const { rows } = await sql<{ creative_id: number; website_id: number; whole: boolean }>`
    select creative_id, website_id, bool_or(whole) as whole
      from (${hits(ads, websiteIds)}) hit group by creative_id, website_id
  `.execute(db);
  const blocked = new Map(rows.map((row) => [`${row.creative_id} ${row.website_id}`, row.whole]));
  return (creativeId, websiteId) => {
    const whole = blocked.get(`${creativeId} ${websiteId}`);
    if (whole === undefined) return 'no';
    return whole ? 'all' : 'some';
  };
}

/** Who blocks which ad, in the database: the lists of many websites are far longer than what becomes of them. */
function hits(ads: Ads, websiteIds: readonly number[]) {
  const entries = [...ads.values()].flatMap((known) =>
    blockersOf(known).map(({ kind, value }) => ({ creativeId: known.ad.creativeId, kind, value })),
  );
  const ids = entries.map(({ creativeId }) => creativeId);
  const kinds = entries.map(({ kind }) => kind);
  const values = entries.map(({ value }) => value);
  return sql`
    with entry as (
      select * from unnest(${ids}::int[], ${kinds}::text[], ${values}::text[]) as e (creative_id, kind, value))
    select e.creative_id, b.website_id, true as whole
      from entry e join website_block b on b.kind = e.kind and b.value = e.value
     where b.website_id = any(${websiteIds}::int[])
    union all
    select e.creative_id, w.website_id, false
      from entry e join widget_block b on b.kind = e.kind and b.value = e.value join widget w on w.id = b.widget_id
     where w.website_id = any(${websiteIds}::int[]) and w.status <> 'archived'`;
}

/** Every entry of a list that would block the ad. */
function blockersOf({ ad, uncategorised }: KnownAd): { readonly kind: BlockKind; readonly value: string }[] {
  const domains = ad.advertiserDomain === null ? [] : domainsAbove(ad.advertiserDomain);
  const [category] = ad.categories;
  // Of a creative in several campaigns only those ad sets are blocked whose campaign is: here the whole ad counts.
  const categories =
    category === undefined
      ? uncategorised
        ? [NO_CATEGORY]
        : []
      : ad.categories.length === 1 && !uncategorised
        ? [category]
        : [];
  return [
    { kind: 'creative', value: String(ad.creativeId) },
    ...domains.map((value) => ({ kind: 'advertiser_domain' as const, value })),
    ...categories.map((value) => ({ kind: 'category' as const, value })),
  ];
}

/** The host and every name above it: `a.b.example` → `a.b.example`, `b.example`, `example`. */
function domainsAbove(host: string): string[] {
  const labels = host.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}

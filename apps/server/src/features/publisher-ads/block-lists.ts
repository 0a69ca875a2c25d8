import type { BlockEntry } from '@placard/contract/publisher-ads';
import type { Database } from '@placard/db/schema';
import type { BlockKind } from '@placard/domain/website/blocks';
import { type Kysely, sql } from 'kysely';
import type { Actor, HasDb, HasUrls } from '../../deps.ts';
import { type Place, websitesOf } from './blocking-place.ts';
import { readAds } from './publisher-ad.ts';

type BlockRow = {
  readonly kind: BlockKind;
  readonly value: string;
  readonly website_id: number;
  readonly domain: string;
  readonly widget_id: number | null;
  readonly widget_name: string | null;
  readonly created_at: Date;
};

/** More than this nobody reads; a website has at most half as many of its own. */
const MOST_SHOWN = 2_000;

/** What these websites and their widgets block, newest first, one row more than is shown. */
async function readBlockRows(
  db: Kysely<Database>,
  websiteIds: readonly number[],
  { widgetId, kind }: Place & { readonly kind?: BlockKind | undefined },
): Promise<readonly BlockRow[]> {
  const ofKind = kind === undefined ? sql`true` : sql`b.kind = ${kind}`;
  const ofWebsite = widgetId === undefined ? sql`true` : sql`false`;
  const ofWidget = widgetId === undefined ? sql`true` : sql`w.id = ${widgetId}`;
  const { rows } = await sql<BlockRow>`
    select b.kind, b.value, b.website_id, s.domain, null::int as widget_id, null as widget_name, b.created_at
      from website_block b join website s on s.id = b.website_id
     where b.website_id = any(${websiteIds}::int[]) and ${ofKind} and ${ofWebsite}
    union all
    select b.kind, b.value, w.website_id, s.domain, w.id, w.name, b.created_at
      from widget_block b join widget w on w.id = b.widget_id join website s on s.id = w.website_id
     where w.website_id = any(${websiteIds}::int[]) and w.status <> 'archived' and ${ofKind} and ${ofWidget}
     order by created_at desc, kind, value, website_id, widget_id
     limit ${MOST_SHOWN + 1}
  `.execute(db);
  return rows;
}

/**
 * Block-lists of the place, newest first: of a widget its own, of a website its own and its widgets'.
 * @throws AppError `website_not_found`, `widget_not_found`.
 */
export async function listBlocks(
  deps: HasDb & HasUrls,
  actor: Actor,
  query: Place & { readonly kind?: BlockKind | undefined },
): Promise<{ items: BlockEntry[]; more: boolean }> {
  const websites = await websitesOf(deps.db, actor, query);
  const found = await readBlockRows(
    deps.db,
    websites.map(({ id }) => id),
    query,
  );
  const rows = found.slice(0, MOST_SHOWN);
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
    more: found.length > MOST_SHOWN,
  };
}

import type { Database } from '@placard/db/schema';
import { NO_CATEGORY } from '@placard/domain/campaign/ad-categories';
import type { CreativeStatus } from '@placard/domain/creative/status';
import { blockedBy, type SiteBlocks } from '@placard/domain/decision/gates';
import { type Kysely, sql } from 'kysely';

/** A creative assigned to an ad set, as the gates ask about it. */
export type AssignedCreative = {
  readonly adSetId: number;
  readonly id: number;
  readonly name: string;
  readonly status: CreativeStatus;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Host of the click URL, lower case; `null` where there is none. */
  readonly host: string | null;
};

/** What is assigned to these ad sets; archived ones are left out. */
export async function loadAssigned(
  db: Kysely<Database>,
  adSetIds: readonly number[],
): Promise<AssignedCreative[]> {
  const { rows } = await sql<Omit<AssignedCreative, 'host'> & { clickUrl: string | null }>`
    select ca.ad_set_id as "adSetId", k.id, k.name, k.status, k.width_px as "widthPx", k.height_px as "heightPx",
           k.click_url as "clickUrl"
      from creative_ad_set ca join creative k on k.id = ca.creative_id and k.status <> 'archived'
     where ca.ad_set_id = any(${adSetIds}::int[])
     order by ca.ad_set_id, k.id
  `.execute(db);
  return rows.map(({ clickUrl, ...row }) => ({
    ...row,
    host: clickUrl === null ? null : (URL.parse(clickUrl)?.hostname.toLowerCase() ?? null),
  }));
}

/** What keeps off any of these creatives: lists of websites, and of widgets beside them. */
export type BlockLists = {
  readonly websites: ReadonlyMap<number, SiteBlocks>;
  readonly widgets: ReadonlyMap<number, SiteBlocks>;
};

type BlockRow = { id: number; domains: string[]; creatives: number[]; categories: string[] };

/** Only what meets one of the creatives, or the campaign's category, is read. */
export async function loadBlocks(
  db: Kysely<Database>,
  creatives: readonly AssignedCreative[],
  category: string | null,
): Promise<BlockLists> {
  const hosts = [...new Set(creatives.flatMap(({ host }) => (host === null ? [] : domainsAbove(host))))];
  const ids = [...new Set(creatives.map(({ id }) => String(id)))];
  const read = async (table: 'website' | 'widget') => {
    const { rows } = await sql<BlockRow>`
      select ${sql.ref(`${table}_id`)} as id,
             coalesce(array_agg(lower(value)) filter (where kind = 'advertiser_domain'), '{}') as domains,
             coalesce(array_agg(value::int) filter (where kind = 'creative'), '{}') as creatives,
             coalesce(array_agg(value) filter (where kind = 'category'), '{}') as categories
        from ${sql.table(`${table}_block`)}
       where (kind = 'advertiser_domain' and lower(value) = any(${hosts}::text[]))
          or (kind = 'creative' and value = any(${ids}::text[]))
          or (kind = 'category' and value = ${category ?? NO_CATEGORY})
       group by 1
    `.execute(db);
    return new Map(
      rows.map(({ id, domains, creatives: creativeIds, categories }) => [
        id,
        { advertiserDomains: domains, creativeIds, categories },
      ]),
    );
  };
  return { websites: await read('website'), widgets: await read('widget') };
}

/** The website's list and the widget's own, as one; `null` where neither holds anything. */
export function blocksAt(lists: BlockLists, websiteId: number, widgetId: number): SiteBlocks | null {
  const site = lists.websites.get(websiteId);
  const widget = lists.widgets.get(widgetId);
  if (site === undefined || widget === undefined) return site ?? widget ?? null;
  return {
    advertiserDomains: [...site.advertiserDomains, ...widget.advertiserDomains],
    creativeIds: [...site.creativeIds, ...widget.creativeIds],
    categories: [...(site.categories ?? []), ...(widget.categories ?? [])],
  };
}

/** 'www.shop.example' → itself, 'shop.example' and 'example': what may be blocked above it. */
function domainsAbove(host: string): string[] {
  const parts = host.split('.');
  return parts.map((_, index) => parts.slice(index).join('.'));
}

export type Reach = { readonly fittingWidgets: number; readonly blockingWidgets: number };

type ServingSize = { widget_id: number; website_id: number; width_px: number; height_px: number };

/** Widgets that serve now and have one of these sizes. */
export async function loadServingSizes(
  db: Kysely<Database>,
  creatives: readonly AssignedCreative[],
): Promise<readonly ServingSize[]> {
  const sizes = [...new Map(creatives.map((each) => [`${each.widthPx}x${each.heightPx}`, each])).values()];
  const { rows } = await sql<ServingSize>`
    select z.widget_id, g.website_id, z.width_px, z.height_px
      from unnest(${sizes.map(({ widthPx }) => widthPx)}::int[], ${sizes.map(({ heightPx }) => heightPx)}::int[])
           as wanted (width_px, height_px)
      join widget_size z using (width_px, height_px)
      join widget g on g.id = z.widget_id and g.status = 'active'
      join website w on w.id = g.website_id and w.status = 'active'
      join account u on u.id = w.publisher_id and u.status = 'active'
  `.execute(db);
  return rows;
}

/** How many widgets fit the ad set's active creatives, and how many of them refuse every one that fits. */
export function reachOf(
  creatives: readonly AssignedCreative[],
  serving: readonly ServingSize[],
  lists: BlockLists,
  category: string | null,
): Reach {
  const open = new Map<number, boolean>();
  const active = creatives.filter(({ status }) => status === 'active');
  for (const { widget_id, website_id, width_px, height_px } of serving) {
    const fitting = active.filter(({ widthPx, heightPx }) => widthPx === width_px && heightPx === height_px);
    if (fitting.length === 0) continue;
    const blocks = blocksAt(lists, website_id, widget_id);
    const lets = fitting.some(
      ({ id, host }) =>
        blocks === null || !blockedBy(blocks, { creativeId: id, advertiserHost: host, category }),
    );
    open.set(widget_id, lets || open.get(widget_id) === true);
  }
  const blockingWidgets = [...open.values()].filter((lets) => !lets).length;
  return { fittingWidgets: open.size, blockingWidgets };
}

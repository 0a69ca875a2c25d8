import type { Database } from '@placard/db/schema';
import { NO_CATEGORY } from '@placard/domain/campaign/ad-categories';
import type { CreativeStatus } from '@placard/domain/creative/status';
import { blockedBy, type SiteBlocks } from '@placard/domain/decision/gates';
import { advertiserHostOf } from '@placard/domain/website/blocks';
import { type Kysely, sql } from 'kysely';

/** A creative assigned to an ad set, as the gates ask about it. */
export type AssignedCreative = {
  readonly adSetId: number;
  readonly id: number;
  readonly name: string;
  readonly status: CreativeStatus;
  readonly widthPx: number;
  readonly heightPx: number;
  /** As lists of blocks name it; `null` where no click leads anywhere. */
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
    host: clickUrl === null ? null : advertiserHostOf(URL.parse(clickUrl)),
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

/** '300x250' */
const sizeKey = (widthPx: number, heightPx: number) => `${widthPx}x${heightPx}`;

/** Widgets that serve now and have these of the sizes that were asked for. */
type ServingWidgets = {
  /** One with a list of blocks, its own or its website's; null: all without any. */
  readonly blocking: { readonly websiteId: number; readonly widgetId: number } | null;
  readonly sizes: readonly string[];
  readonly widgets: number;
};

/** A large network has tens of thousands of them: counted where they are, but for those whose lists are to be looked at. */
export async function loadServing(
  db: Kysely<Database>,
  creatives: readonly AssignedCreative[],
  lists: BlockLists,
): Promise<readonly ServingWidgets[]> {
  const sizes = [...new Map(creatives.map((each) => [sizeKey(each.widthPx, each.heightPx), each])).values()];
  const { rows } = await sql<{
    website_id: number | null;
    widget_id: number;
    sizes: string[];
    widgets: number;
  }>`
    with serving as (
      select g.website_id, z.widget_id,
             array_agg(z.width_px || 'x' || z.height_px order by z.width_px, z.height_px) as sizes,
             g.website_id = any(${[...lists.websites.keys()]}::int[]) or z.widget_id = any(${[...lists.widgets.keys()]}::int[]) as blocking
        from unnest(${sizes.map(({ widthPx }) => widthPx)}::int[], ${sizes.map(({ heightPx }) => heightPx)}::int[])
             as wanted (width_px, height_px)
        join widget_size z using (width_px, height_px)
        join widget g on g.id = z.widget_id and g.status = 'active'
        join website w on w.id = g.website_id and w.status = 'active'
        join account u on u.id = w.publisher_id and u.status = 'active'
       group by g.website_id, z.widget_id)
    select null::int as website_id, 0 as widget_id, sizes, count(*)::int as widgets
      from serving where not blocking group by sizes
     union all
    select website_id, widget_id, sizes, 1 from serving where blocking
  `.execute(db);
  return rows.map(({ website_id: websiteId, widget_id: widgetId, ...row }) => ({
    ...row,
    blocking: websiteId === null ? null : { websiteId, widgetId },
  }));
}

/** How many widgets fit the ad set's active creatives, and how many of them refuse every one that fits. */
export function reachOf(
  creatives: readonly AssignedCreative[],
  serving: readonly ServingWidgets[],
  lists: BlockLists,
  category: string | null,
): Reach {
  const active = creatives.filter(({ status }) => status === 'active');
  let fittingWidgets = 0;
  let blockingWidgets = 0;
  for (const { blocking, sizes, widgets } of serving) {
    const fitting = active.filter(({ widthPx, heightPx }) => sizes.includes(sizeKey(widthPx, heightPx)));
    if (fitting.length === 0) continue;
    fittingWidgets += widgets;
    const blocks = blocking === null ? null : blocksAt(lists, blocking.websiteId, blocking.widgetId);
    const lets = fitting.some(
      ({ id, host }) =>
        blocks === null || !blockedBy(blocks, { creativeId: id, advertiserHost: host, category }),
    );
    if (!lets) blockingWidgets += widgets;
  }
  return { fittingWidgets, blockingWidgets };
}

import { WIDGET_USER_ACTIONS, type Widget } from '@placard/contract/widgets';
import { sdkSnippet, widgetSnippet } from '@placard/contract/wire/snippet';
import {
  reactSdkSnippet,
  reactWidgetSnippet,
  wordpressSdkSnippet,
  wordpressWidgetSnippet,
} from '@placard/contract/wire/snippet-variants';
import type { Database } from '@placard/db/schema';
import type { WidgetTable } from '@placard/db/schema/publishing';
import type { AdSize } from '@placard/domain/ad-size';
import { allowedActions } from '@placard/domain/status-table';
import type { WebsiteStatus } from '@placard/domain/website/status';
import { WIDGET_TRANSITIONS } from '@placard/domain/widget/status';
import { type Kysely, type Selectable, sql } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasDb, HasUrls } from '../../deps.ts';
import { dollarsOrNull } from '../dollars.ts';

/** A widget with its website and its sizes in their order. */
export type WidgetRecord = Selectable<WidgetTable> & {
  readonly domain: string;
  readonly website_status: WebsiteStatus;
  readonly sizes: { readonly width: number; readonly height: number }[];
};

/** The actor's widgets of these ids, in their order; someone else's are left out. */
export async function loadWidgets(
  db: Kysely<Database>,
  actor: Actor,
  ids: readonly number[],
): Promise<WidgetRecord[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<WidgetRecord>`
    select w.*, s.domain, s.status as website_status,
           coalesce((select jsonb_agg(jsonb_build_object('width', z.width_px, 'height', z.height_px) order by z.position)
                       from widget_size z where z.widget_id = w.id), '[]') as sizes
      from widget w join website s on s.id = w.website_id
     where w.id = any(${ids}::int[]) and s.publisher_id = ${actor.accountId}
     order by array_position(${ids}::int[], w.id)
  `.execute(db);
  return rows;
}

/** @throws AppError `widget_not_found`, also for someone else's or one of another website. */
export async function getWidget(
  deps: HasDb & HasUrls,
  actor: Actor,
  input: { readonly websiteId: number; readonly id: number },
): Promise<Widget> {
  const [record] = await loadWidgets(deps.db, actor, [input.id]);
  if (record === undefined || record.website_id !== input.websiteId) throw new AppError('widget_not_found');
  return toWidget(record, deps.deliveryUrl);
}

export function toWidget(record: WidgetRecord, deliveryUrl: string): Widget {
  const allowed = allowedActions(WIDGET_TRANSITIONS, 'publisher', record.status, {
    websiteActive: record.website_status === 'active',
  });
  const sizes = record.sizes.map((size) => ({ widthPx: size.width, heightPx: size.height }));
  return {
    id: record.id,
    websiteId: record.website_id,
    domain: record.domain,
    websiteStatus: record.website_status,
    type: record.type,
    name: record.name,
    headingTitle: record.heading_title,
    sizes: record.sizes,
    floorCpm: dollarsOrNull(record.floor_cpm_micros),
    fallbackHtml: record.fallback_html,
    lazy: record.lazy,
    status: record.status,
    embedKey: record.embed_key,
    code: codeOf(record, sizes, deliveryUrl),
    seenAt: record.seen_at?.toISOString() ?? null,
    createdAt: record.created_at.toISOString(),
    actions: WIDGET_USER_ACTIONS.filter((action) => (allowed as string[]).includes(action)),
    version: record.version,
  };
}

function codeOf(record: WidgetRecord, sizes: readonly AdSize[], deliveryUrl: string): Widget['code'] {
  const input = {
    embedKey: record.embed_key,
    type: record.type,
    sizes,
    fallbackHtml: record.fallback_html,
  };
  return {
    head: sdkSnippet(deliveryUrl),
    widget: widgetSnippet(input),
    react: { head: reactSdkSnippet(deliveryUrl), widget: reactWidgetSnippet(input) },
    wordpress: { head: wordpressSdkSnippet(deliveryUrl), widget: wordpressWidgetSnippet(input) },
  };
}

import type { Database } from '@placard/db/schema';
import type { Kysely } from 'kysely';
import { AppError } from '../../api/app-error.ts';
import type { Actor } from '../../deps.ts';

/** Where something is, or is to be, blocked: a widget, a website, or with neither all websites of the account. */
export type Place = { readonly websiteId?: number | undefined; readonly widgetId?: number | undefined };

type WebsiteId = { readonly id: number };

/**
 * The actor's websites that the place names, deleted ones left out.
 * @throws AppError `website_not_found`, `widget_not_found`, also for someone else's.
 */
export async function websitesOf(
  db: Kysely<Database>,
  actor: Actor,
  place: Place,
): Promise<readonly WebsiteId[]> {
  if (place.widgetId !== undefined)
    return [await websiteOfWidget(db, actor, place.widgetId, place.websiteId)];
  let query = db
    .selectFrom('website')
    .select('id')
    .where('publisher_id', '=', actor.accountId)
    .where('status', '<>', 'archived');
  if (place.websiteId !== undefined) query = query.where('id', '=', place.websiteId);
  const websites = await query.execute();
  if (place.websiteId !== undefined && websites.length === 0) throw new AppError('website_not_found');
  return websites;
}

async function websiteOfWidget(
  db: Kysely<Database>,
  actor: Actor,
  widgetId: number,
  websiteId: number | undefined,
): Promise<WebsiteId> {
  const website = await db
    .selectFrom('widget')
    .innerJoin('website', 'website.id', 'widget.website_id')
    .select('website.id')
    .where('widget.id', '=', widgetId)
    .where('widget.status', '<>', 'archived')
    .where('website.publisher_id', '=', actor.accountId)
    .where('website.status', '<>', 'archived')
    .executeTakeFirst();
  if (website === undefined || (websiteId !== undefined && websiteId !== website.id)) {
    throw new AppError('widget_not_found');
  }
  return website;
}

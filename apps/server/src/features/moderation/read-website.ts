import type { WebsiteOfOperator } from '@placard/contract/moderation';
import { allowedActions } from '@placard/domain/status-table';
import { WEBSITE_TRANSITIONS } from '@placard/domain/website/status';
import { WIDGETS_LISTED } from '@placard/domain/widget/rules';
import { AppError } from '../../api/app-error.ts';
import type { HasClock, HasDb } from '../../deps.ts';
import { readRelatedWebsites } from '../reviews/related-websites.ts';
import { loadWebsites } from '../websites/website-record.ts';
import { ownerOf } from './as-owner.ts';
import { getModeratedWebsite } from './list-moderated.ts';

const ACTIONS = ['approve', 'reject', 'suspend', 'activate'] as const;

/** A website with its widgets and its neighbours. @throws AppError `website_not_found`. */
export async function readModeratedWebsite(deps: HasDb & HasClock, id: number): Promise<WebsiteOfOperator> {
  const owner = await ownerOf(deps.db, 'website', id);
  if (owner === null) throw new AppError('website_not_found');
  const [record] = await loadWebsites(deps, owner.actor, [id]);
  if (record === undefined) throw new AppError('website_not_found');
  const [website, related, widgets] = await Promise.all([
    getModeratedWebsite(deps, id),
    readRelatedWebsites(deps.db, record),
    deps.db
      .selectFrom('widget')
      .select(['id', 'name', 'type', 'status'])
      .where('website_id', '=', id)
      .where('status', '<>', 'archived')
      .orderBy('id', 'desc')
      .limit(WIDGETS_LISTED)
      .execute(),
  ]);
  const allowed: string[] = allowedActions(WEBSITE_TRANSITIONS, 'operator', record.status, {
    suspendedByPublisherOrActorIsOperator: true,
  });
  return {
    ...website,
    actions: ACTIONS.filter((action) => allowed.includes(action)),
    categories: record.categories,
    monthlyTraffic: record.monthly_traffic,
    measuredViews: record.measured_views > 0n ? Number(record.measured_views) : null,
    adsTxt: record.ads_txt_result,
    adsTxtCheckedAt: record.ads_txt_checked_at?.toISOString() ?? null,
    widgets,
    related,
  };
}

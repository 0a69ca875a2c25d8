import type { WebsiteCode } from '@placard/contract/collector';
import { websiteAnalyticsSnippet } from '@placard/contract/wire/snippet';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb, HasUrls } from '../../deps.ts';
import { loadWebsites, ownershipOf } from '../websites/website-record.ts';
import { readCodeCheck } from './code-check.ts';

/** The snippet of the actor's website and its live check. @throws AppError `website_not_found`, also for someone else's. */
export async function readWebsiteCode(
  deps: HasDb & HasClock & HasUrls,
  actor: Actor,
  input: { readonly id: number },
): Promise<WebsiteCode> {
  const [website] = await loadWebsites(deps, actor, [input.id]);
  if (website === undefined) throw new AppError('website_not_found');
  const seen = await deps.db
    .selectFrom('website_code')
    .select(['first_seen_at', 'last_seen_at'])
    .where('website_id', '=', website.id)
    .executeTakeFirst();
  return {
    websiteId: website.id,
    domain: website.domain,
    snippet: websiteAnalyticsSnippet(deps.deliveryUrl, website.analytics_key),
    check: await readCodeCheck(deps, { kind: 'website', id: website.id }, seen),
    viewsLast30Days: Number(website.measured_views),
    ownership: ownershipOf(website),
  };
}

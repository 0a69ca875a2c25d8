import type { CampaignCode } from '@placard/contract/collector';
import { CLICK_PARAMETER, CONVERSION_WINDOW_DAYS } from '@placard/contract/wire/collect-protocol';
import { campaignAnalyticsSnippet, conversionSnippet } from '@placard/contract/wire/snippet';
import { AppError } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb, HasUrls } from '../../deps.ts';
import { readCodeCheck } from './code-check.ts';

/** The snippet of the actor's campaign and its live check. @throws AppError `campaign_not_found`, also for someone else's. */
export async function readCampaignCode(
  deps: HasDb & HasClock & HasUrls,
  actor: Actor,
  input: { readonly id: number },
): Promise<CampaignCode> {
  const campaign = await deps.db
    .selectFrom('campaign')
    .select(['id', 'analytics_key'])
    .where('id', '=', input.id)
    .where('advertiser_id', '=', actor.accountId)
    .executeTakeFirstOrThrow(() => new AppError('campaign_not_found'));
  const [{ currency }, seen] = await Promise.all([
    deps.db.selectFrom('network_settings').select('currency').executeTakeFirstOrThrow(),
    deps.db.selectFrom('campaign_code').selectAll().where('campaign_id', '=', campaign.id).executeTakeFirst(),
  ]);
  return {
    campaignId: campaign.id,
    currency,
    snippet: campaignAnalyticsSnippet(deps.deliveryUrl, campaign.analytics_key),
    conversionSnippet: conversionSnippet(currency),
    clickParameter: CLICK_PARAMETER,
    conversionWindowDays: CONVERSION_WINDOW_DAYS,
    check: await readCodeCheck(deps, { kind: 'campaign', id: campaign.id }, seen),
    visits: Number(seen?.visit_count ?? 0n),
    conversions: {
      counted: Number(seen?.conversion_count ?? 0n),
      unattributed: Number(seen?.unattributed_count ?? 0n),
      filtered: Number(seen?.filtered_count ?? 0n),
      lastAt: seen?.last_conversion_at?.toISOString() ?? null,
    },
  };
}

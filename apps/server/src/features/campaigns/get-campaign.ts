import type { Campaign } from '@placard/contract/campaigns';
import { isAdCategory } from '@placard/domain/campaign/ad-categories';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { loadAdSets, toAdSet } from './ad-set-record.ts';
import { loadCampaign, toCampaignRow, todayOf, walletBalance } from './campaign-record.ts';

/** One of the actor's campaigns with its ad sets. @throws AppError `campaign_not_found`. */
export async function getCampaign(
  deps: HasDb & HasClock,
  actor: Actor,
  input: { readonly id: number },
): Promise<Campaign> {
  const today = todayOf(deps, actor);
  const record = await loadCampaign(deps.db, actor, input.id, today);
  const adSets = await loadAdSets(deps.db, actor, { campaignId: input.id }, today);
  const walletMicros = await walletBalance(deps.db, actor.accountId);
  const code = await deps.db
    .selectFrom('campaign_code')
    .select('last_seen_at')
    .where('campaign_id', '=', input.id)
    .executeTakeFirst();
  return {
    ...toCampaignRow(record, today, walletMicros),
    category: isAdCategory(record.category) ? record.category : null,
    description: record.description,
    analyticsKey: record.analytics_key,
    analyticsSeenAt: code?.last_seen_at.toISOString() ?? null,
    adSets: adSets.map(toAdSet),
  };
}

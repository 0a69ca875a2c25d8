import { MAX_COUNTRY_TIERS, TIER_NAME_LENGTH } from '@placard/domain/decision/minimum-bids';
import { COUNTRY_CODES } from '@placard/domain/targeting/places';
import { WIDGET_TYPES } from '@placard/domain/widget/rules';
import type { FairWorld } from './fair-world.ts';
import { type LargestCalls, LONG_TEXT, nothing, ownDay } from './largest-call.ts';

async function lastCardId({ call, accounts }: FairWorld): Promise<number | null> {
  const answer = await call('/operator/minimum-bids', { token: accounts.operator.token });
  return (answer as { readonly lastCardId: number | null }).lastCardId;
}

/** A card whose every tier has as many countries as it can, and a minimum at every place. */
export const minimumBidCalls: LargestCalls['minimumBids'] = {
  list: nothing,
  create: async (world) => ({
    input: {
      tiers: Array.from({ length: MAX_COUNTRY_TIERS }, (_, tier) => ({
        name: `${tier}${'T'.repeat(TIER_NAME_LENGTH - 1)}`,
        countries: COUNTRY_CODES.filter((_code, at) => at % MAX_COUNTRY_TIERS === tier),
      })),
      minimums: WIDGET_TYPES.flatMap((widgetType) =>
        Array.from({ length: MAX_COUNTRY_TIERS + 1 }, (_, tier) => ({
          ...{ widgetType, tier, minCpm: 0.000_001, minCpc: 0.000_001 },
        })),
      ),
      fromUtcDay: ownDay(),
      reason: LONG_TEXT.slice(0, 500),
      lastCardId: await lastCardId(world),
    },
  }),
  remove: () => ({ input: { id: 2_000_000_000 }, refused: 404 }),
};

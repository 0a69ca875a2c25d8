import { MAX_COUNTRY_TIERS, TIER_NAME_LENGTH } from '@placard/domain/decision/minimum-bids';
import { COUNTRY_CODES } from '@placard/domain/targeting/places';
import { WIDGET_TYPES } from '@placard/domain/widget/rules';
import { type LargestCalls, LONG_TEXT, nothing } from './largest-call.ts';

/** A card whose every tier has as many countries as it can, and a minimum at every place. */
export const minimumBidCalls: LargestCalls['minimumBids'] = {
  list: nothing,
  create: () => ({
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
      fromUtcDay: '2099-01-01',
      reason: LONG_TEXT.slice(0, 500),
      lastCardId: null,
    },
  }),
  remove: () => ({ input: { id: 2_000_000_000 }, refused: 404 }),
};

import type { WidgetType } from '@placard/domain/widget/rules';
import type { GeneratedAlways } from 'kysely';

export type MinimumBidCardTable = {
  id: GeneratedAlways<number>;
  from_at: Date;
  reason: string;
  created_at: Date;
  created_by: number;
};

/** Tiers that name their countries. */
export type MinimumBidTierTable = {
  card_id: number;
  tier: number;
  name: string;
  countries: string[];
};

/** `tier` after the last that is named: all other countries. */
export type MinimumBidTable = {
  card_id: number;
  widget_type: WidgetType;
  tier: number;
  cpm_micros: bigint | null;
  cpc_micros: bigint | null;
};

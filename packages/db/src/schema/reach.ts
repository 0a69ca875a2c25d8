import type { Generated } from 'kysely';

export type ReachBatchTable = { settlement_id: bigint; day: string; row_count: number; body: Buffer };

export type ReachLevel =
  | 'advertiser'
  | 'campaign'
  | 'ad_set'
  | 'creative'
  | 'publisher'
  | 'website'
  | 'widget';

export type ReachDayTable = {
  account_id: number;
  level: ReachLevel;
  subject_id: number;
  day: string;
  viewers: bigint;
  impressions: bigint;
  seen_1: bigint;
  seen_2: bigint;
  seen_3: bigint;
  seen_5: bigint;
  seen_10: bigint;
};

export type ReachStateTable = {
  only_row: Generated<boolean>;
  open_from: Generated<string>;
  counted_at: Date | null;
};

import type { Generated, GeneratedAlways } from 'kysely';
import type { Timestamp } from './column-types.ts';

export type EventBatchTable = {
  shard: number;
  spool_offset: bigint;
  spool_end: bigint;
  record_count: number;
  body: Buffer;
  received_at: Timestamp;
};

export type SettlementCheckpointTable = { shard: number; spool_offset: Generated<bigint> };

export type SeenPageTable = { shard: number; minute: number; kind: number; page: number; bits: Buffer };

export type ViewerClicksTable = { viewer_hash: Buffer; clicked_at_s: number[]; last_at: Date };

export type ParkedEventTable = {
  shard: number;
  minute: number;
  sequence: bigint;
  kind: number;
  parked_at: Date;
  record: Buffer;
};

export type SeenHorizonTable = { only_row: Generated<boolean>; minute: Generated<number> };

export type SettlementTable = {
  id: GeneratedAlways<bigint>;
  settled_at: Timestamp;
  event_count: number;
  charged_micros: bigint;
};

/** Judged events that wait for one of several settlers. */
export type SettlementPartTable = {
  settlement_id: bigint;
  settlers: number;
  slice: number;
  judged_at: Date;
  event_count: number;
  body: Buffer;
};

export type CampaignSpendTable = { campaign_id: number; spent_micros: Generated<bigint> };

export type AdSetSpendTable = {
  ad_set_id: number;
  spent_micros: Generated<bigint>;
  cpm_carry_thousandths: Generated<number>;
  impression_count: Generated<bigint>;
  viewable_count: Generated<bigint>;
  click_count: Generated<bigint>;
};

export type AdSetDaySpendTable = { ad_set_id: number; day: string; spent_micros: Generated<bigint> };

export type SpendDayTable = {
  day: string;
  ad_set_id: number;
  widget_id: number;
  charged_micros: Generated<bigint>;
  publisher_micros: Generated<bigint>;
  network_micros: Generated<bigint>;
};

/** Lines that are not in `spend_day` yet; read by the view `spend_line`, which has those of both. */
export type SpendBatchTable = {
  settlement_id: bigint;
  day_number: number[];
  ad_set_id: number[];
  widget_id: number[];
  charged_micros: bigint[];
  publisher_micros: bigint[];
};

export type FactBatchTable = {
  settlement_id: bigint;
  fact_count: number;
  body: Buffer;
  layout: Generated<number>;
};

export type AnalyticsCheckpointTable = {
  only_row: Generated<boolean>;
  settlement_id: Generated<bigint>;
  loading_to: bigint | null;
  generation: Generated<number>;
};

export type PacingPlanTable = {
  only_row: Generated<boolean>;
  version: Generated<bigint>;
  body: Generated<Buffer>;
  computed_at: Timestamp;
};

export type ChangeLogTable = {
  id: GeneratedAlways<bigint>;
  txid: Generated<string>;
  kind: string;
  subject_id: number;
  at: Timestamp;
};

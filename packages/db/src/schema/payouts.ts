import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | undefined, Date>;
type Json<T = unknown> = ColumnType<T, string | undefined, string>;

export type PayoutApprovalTable = { payout_id: number; operator_id: number; approved_at: Timestamp };

export type PayoutSettingsTable = {
  only_row: Generated<boolean>;
  approval_limit_micros: Generated<bigint>;
  debtor_sealed: Buffer | null;
  debtor_masked: Json<Record<string, string>> | null;
  version: Generated<number>;
};

export type PayoutExportTable = {
  id: Generated<number>;
  format: 'csv' | 'sepa';
  message_id: string;
  payout_count: number;
  amount_micros: bigint;
  file_sealed: Buffer;
  exported_by: number;
  exported_at: Timestamp;
  discarded_by: number | null;
  discarded_at: Date | null;
  discard_reason: string | null;
};

export type EarningMonthWidgetTable = {
  publisher_id: number;
  month: string;
  widget_id: number;
  earned_micros: bigint;
};

import type { CorrectionKind, CorrectionStatus } from '@placard/domain/billing/correction';
import type { Generated, GeneratedAlways } from 'kysely';

export type MoneyCorrectionTable = {
  id: GeneratedAlways<number>;
  kind: CorrectionKind;
  account_id: number;
  amount_micros: bigint;
  reason: string;
  corrects_number: number | null;
  campaign_id: number | null;
  website_id: number | null;
  period_from: string | null;
  period_to: string | null;
  uncovered_micros: Generated<bigint>;
  status: Generated<CorrectionStatus>;
  approval_limit_micros: bigint;
  requested_by: number;
  requested_at: Date;
  decided_by: number | null;
  decided_at: Date | null;
  ledger_transaction_id: bigint | null;
};

export type SpendRefundLineTable = {
  correction_id: number;
  day: string;
  ad_set_id: number;
  widget_id: number;
  charged_micros: bigint;
  publisher_micros: bigint;
};

export type EarningTakeBackTable = {
  correction_id: number;
  publisher_id: number;
  month: string;
  micros: bigint;
};

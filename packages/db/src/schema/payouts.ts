import type { MaskedDebtor, MaskedDetails } from '@placard/domain/payout/rules';
import type { PayoutStatus } from '@placard/domain/payout/status';
import type { Generated, GeneratedAlways } from 'kysely';
import type { Json, Timestamp } from './column-types.ts';

export type PayoutApprovalTable = { payout_id: number; operator_id: number; approved_at: Timestamp };

export type PayoutSettingsTable = {
  only_row: Generated<boolean>;
  approval_limit_micros: Generated<bigint>;
  raised_limit_micros: bigint | null;
  raised_limit_from: Date | null;
  debtor_sealed: Buffer | null;
  debtor_masked: Json<MaskedDebtor> | null;
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
  execution_day: string | null;
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

export type PaymentProfileTable = {
  id: GeneratedAlways<number>;
  publisher_id: number;
  name: string;
  type: 'bank_account' | 'paypal';
  details_sealed: Buffer;
  masked: Json<MaskedDetails>;
  is_default: Generated<boolean>;
  created_at: Timestamp;
  deleted_at: Date | null;
  version: Generated<number>;
};

export type PayoutTable = {
  id: GeneratedAlways<number>;
  publisher_id: number;
  amount_micros: bigint;
  method: 'paypal' | 'bank_transfer';
  payment_profile_id: number;
  details_sealed: Buffer;
  status: Generated<PayoutStatus>;
  automatic: Generated<boolean>;
  requested_at: Timestamp;
  processed_at: Date | null;
  completed_at: Date | null;
  decided_by: number | null;
  cancelled_at: Date | null;
  reason: string | null;
  version: Generated<number>;
  export_id: number | null;
  approval_limit_micros: Generated<bigint>;
  withholding_bp: Generated<number>;
  /** Of the amount; what is paid is the rest. */
  withheld_micros: Generated<bigint>;
  payee_country: string | null;
  search_text: GeneratedAlways<string>;
};

export type EarningMonthTable = {
  publisher_id: number;
  month: string;
  earned_micros: Generated<bigint>;
  closed_at: Date | null;
  ledger_transaction_id: bigint | null;
  available_sequence: bigint | null;
  figures_sha256: Buffer | null;
  taken_back_micros: Generated<bigint>;
};

/** Publishers who agreed that the network writes their invoices. */
export type SelfBillingAgreementTable = { account_id: number; agreed_at: Date; agreed_by: number };

import type { DepositStatus } from '@placard/domain/billing/deposit-state';
import type { DisputeStage } from '@placard/domain/billing/dispute';
import type { TopUpStop } from '@placard/domain/billing/top-up';
import type { Generated, GeneratedAlways } from 'kysely';
import type { Json, Timestamp } from './column-types.ts';

export type GatewayCustomerTable = {
  gateway: 'stripe';
  account_id: number;
  request_key: Generated<string>;
  gateway_id: string | null;
  created_at: Generated<Date>;
};

export type RefundOrigin = 'operator' | 'gateway' | 'dispute';
export type RefundStatus = 'pending' | 'completed' | 'returned';

export type DepositRefundTable = {
  id: GeneratedAlways<number>;
  deposit_id: number;
  amount_micros: bigint;
  origin: RefundOrigin;
  status: RefundStatus;
  covered_micros: bigint;
  gateway_id: string | null;
  reason: Generated<string>;
  failure_text: string | null;
  requested_by: number | null;
  requested_at: Date;
  decided_at: Date | null;
  next_attempt_at: Date | null;
  attempts: Generated<number>;
};

export type DepositDisputeTable = {
  gateway_id: string;
  deposit_id: number;
  amount_micros: bigint;
  stage: DisputeStage;
  reason: string;
  due_at: Date | null;
  opened_at: Date;
};

export type GatewayEventTable = {
  gateway: 'stripe';
  id: string;
  type: string;
  subject: Json;
  received_at: Date;
  processed_at: Date | null;
  attempts: Generated<number>;
  next_attempt_at: Date | null;
};

export type AutoTopUpTable = {
  advertiser_id: number;
  enabled: boolean;
  threshold_micros: bigint;
  amount_micros: bigint;
  stopped_because: TopUpStop | null;
  stopped_at: Date | null;
  version: Generated<number>;
};

export type DepositTable = {
  id: GeneratedAlways<number>;
  advertiser_id: number;
  gateway: 'manual' | 'stripe' | 'test_card';
  amount_micros: bigint;
  reference: string;
  gateway_id: string | null;
  status: Generated<DepositStatus>;
  created_at: Timestamp;
  decided_at: Date | null;
  decided_by: number | null;
  ledger_transaction_id: bigint | null;
  payment_method_id: number | null;
  save_card: Generated<boolean>;
  automatic: Generated<boolean>;
  checkout_id: string | null;
  failure_code: string | null;
  failure_text: string | null;
  next_check_at: Date | null;
  check_attempts: Generated<number>;
};

export type PaymentMethodTable = {
  id: GeneratedAlways<number>;
  advertiser_id: number;
  gateway: 'stripe' | 'test_card';
  gateway_id: string;
  brand: string;
  last4: string;
  expires_month: number;
  expires_year: number;
  is_default: Generated<boolean>;
  created_at: Timestamp;
  removed_at: Date | null;
  fingerprint: string | null;
  detached_at: Date | null;
  detach_attempts: Generated<number>;
  next_detach_at: Date | null;
};

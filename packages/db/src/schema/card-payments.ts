import type { TopUpStop } from '@placard/domain/billing/top-up';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

type Json<T = unknown> = ColumnType<T, string, string>;

export type GatewayCustomerTable = {
  gateway: 'stripe';
  user_id: number;
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

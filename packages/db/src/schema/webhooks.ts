import type { WebhookEventType, WebhookStop } from '@placard/domain/webhook/event-types';
import type { Generated, GeneratedAlways } from 'kysely';
import type { Json, Timestamp } from './column-types.ts';

export type WebhookEndpointTable = {
  id: GeneratedAlways<number>;
  account_id: number | null;
  url: string;
  description: Generated<string>;
  event_types: WebhookEventType[];
  secret_sealed: Buffer;
  previous_secret_sealed: Buffer | null;
  previous_secret_until: Date | null;
  disabled_at: Date | null;
  disabled_because: WebhookStop | null;
  failing_since: Date | null;
  last_called_at: Date | null;
  slow_until: Date | null;
  created_by: number;
  created_at: Timestamp;
  version: Generated<number>;
};

/** Written by triggers of what happened, and for a test. */
export type WebhookEventTable = {
  id: GeneratedAlways<bigint>;
  account_id: number | null;
  type: string;
  data: Json<Record<string, unknown>>;
  at: Timestamp;
};

export type WebhookDeliveryTable = {
  id: GeneratedAlways<bigint>;
  endpoint_id: number;
  event_id: bigint;
  status: Generated<'waiting' | 'delivered' | 'failed'>;
  tries: Generated<number>;
  first_failed_at: Date | null;
  not_before: Date | null;
  claimed_until: Date | null;
  attempt_count: Generated<number>;
  created_at: Timestamp;
  delivered_at: Date | null;
};

export type WebhookAttemptTable = {
  delivery_id: bigint;
  number: number;
  at: Date;
  url: string;
  answer_status: number | null;
  answer_body: Generated<string>;
  fault: string | null;
  took_ms: number;
};

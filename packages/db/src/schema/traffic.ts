import type { TrafficField } from '@placard/domain/traffic/traffic-rule';
import type { Generated, GeneratedAlways } from 'kysely';

export type TrafficRuleTable = {
  id: GeneratedAlways<number>;
  field: TrafficField;
  value: string;
  label: string;
  enabled: boolean;
  created_at: Date;
  version: Generated<number>;
};

/** One event of a sample, without who it was. */
export type TrafficSampleTable = {
  id: GeneratedAlways<bigint>;
  at: Date;
  shard: number;
  kind: number;
  reason: number;
  weight: number;
  widget_id: number;
  website_id: Generated<number>;
  network: string;
  user_agent: string;
  page_host: string;
  country: string;
  charge_micros: bigint;
};

import type { AlarmKind } from '@placard/domain/home/alarms';
import type { Generated } from 'kysely';

/** What one ad server did within a minute. */
export type DeliveryMinuteTable = {
  minute: Date;
  shard: number;
  requests: bigint;
  views: bigint;
  filled: bigint;
  events: bigint;
  filtered: bigint;
  latency: bigint[];
  spool_bytes: bigint;
  spool_faults: bigint;
  disk_free_bytes: bigint | null;
  disk_total_bytes: bigint | null;
  told_at: Date;
};

export type NetworkAlarmTable = {
  kind: AlarmKind;
  level: 'stop' | 'look';
  first_seen_at: Date;
  last_seen_at: Date;
  told_at: Date | null;
};

/** Null: nobody is told of this. */
export type AlarmSettingsTable = {
  only_row: Generated<boolean>;
  settlement_seconds: Generated<number>;
  disk_bp: Generated<number>;
  fill_bp: number | null;
  filtered_bp: number | null;
  latency_ms: number | null;
  spool_megabytes: number | null;
  over_delivered_bp: number | null;
  version: Generated<number>;
};

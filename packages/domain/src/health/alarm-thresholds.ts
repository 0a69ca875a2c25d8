import { basisPointsOf } from '../basis-points.ts';

/** From where on an operator is told. Null: never of this. */
export type AlarmThresholds = {
  /** Seconds that the oldest event may wait for settlement. */
  readonly settlementSeconds: number;
  /** Share of the disk that has to be free. */
  readonly diskPercent: number;
  /** Share of widget views that has to be filled. */
  readonly fillPercent: number | null;
  /** Share of impressions and clicks that delivery may filter. */
  readonly filteredPercent: number | null;
  /** Milliseconds that 99 of 100 decisions may take at most. */
  readonly latencyMs: number | null;
  /** Megabytes that may wait in the spools of the ad servers for PostgreSQL. */
  readonly spoolMegabytes: number | null;
  /** Share of a day's spend that may be shown for free, beyond budgets and wallets. */
  readonly overDeliveredPercent: number | null;
};

/** What holds where an operator sets nothing; the migration has the same. */
export const DEFAULT_THRESHOLDS: AlarmThresholds = {
  settlementSeconds: 60,
  diskPercent: 5,
  fillPercent: null,
  filteredPercent: 50,
  latencyMs: 100,
  spoolMegabytes: 256,
  overDeliveredPercent: 5,
};

/** Lower and upper bound of each, both allowed. */
export const THRESHOLD_BOUNDS = {
  settlementSeconds: [10, 86_400],
  diskPercent: [1, 50],
  fillPercent: [0.01, 100],
  filteredPercent: [0.01, 100],
  latencyMs: [1, 500],
  spoolMegabytes: [1, 1_000_000],
  overDeliveredPercent: [0.01, 100],
} as const satisfies Record<keyof AlarmThresholds, readonly [number, number]>;

/** Shares are judged by as much of the last minutes as makes them more than chance. */
export const JUDGED_MINUTES = 10;
export const JUDGED_VIEWS = 1_000;
export const JUDGED_EVENTS = 500;
export const JUDGED_DECISIONS = 100;
/** Half a cent of a newcomer's first day is no share of anything: a dollar. */
export const JUDGED_SPEND_MICROS = 1_000_000n;
const MEGABYTE = 1_000_000;

/** What the ad servers told of the last minutes, all together. */
export type DeliveryLately = {
  readonly views: number;
  readonly filled: number;
  readonly events: number;
  readonly filtered: number;
  /** How many decisions were timed, and what 99 of 100 took at most. */
  readonly timed: number;
  readonly p99Ms: number | null;
  /** What waits now. */
  readonly spoolBytes: number;
};

export type HealthAlarmKind = 'fill_low' | 'filtered_high' | 'latency_high' | 'spool_full';

/** Which thresholds the last minutes are beyond. */
export function deliveryAlarms(lately: DeliveryLately, thresholds: AlarmThresholds): HealthAlarmKind[] {
  const { fillPercent, filteredPercent, latencyMs, spoolMegabytes } = thresholds;
  const { views, filled, events, filtered, timed, p99Ms, spoolBytes } = lately;
  const beyond: Record<HealthAlarmKind, boolean> = {
    spool_full: spoolMegabytes !== null && spoolBytes > spoolMegabytes * MEGABYTE,
    latency_high: latencyMs !== null && timed >= JUDGED_DECISIONS && p99Ms !== null && p99Ms > latencyMs,
    fill_low: fillPercent !== null && views >= JUDGED_VIEWS && filled * 100 < views * fillPercent,
    filtered_high:
      filteredPercent !== null && events >= JUDGED_EVENTS && filtered * 100 > events * filteredPercent,
  };
  return (Object.keys(beyond) as HealthAlarmKind[]).filter((kind) => beyond[kind]);
}

/** Whether too much of a day was shown for free. */
export function isOverDelivered(
  { freeMicros, spentMicros }: { readonly freeMicros: bigint; readonly spentMicros: bigint },
  { overDeliveredPercent }: AlarmThresholds,
): boolean {
  if (overDeliveredPercent === null || freeMicros + spentMicros < JUDGED_SPEND_MICROS) return false;
  const hundredths = BigInt(basisPointsOf(overDeliveredPercent));
  return freeMicros * 10_000n > (freeMicros + spentMicros) * hundredths;
}

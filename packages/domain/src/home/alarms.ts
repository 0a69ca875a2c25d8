import { DELIVERY_NETWORKS_GONE_MS } from '../address/known-networks.ts';
import {
  type AlarmThresholds,
  type DeliveryLately,
  deliveryAlarms,
  type HealthAlarmKind,
} from '../health/alarm-thresholds.ts';
import { RECONCILED_WITHIN_MS } from '../ledger/reconciliation.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const GIB = 2 ** 30;

export const REPORTS_LATE_MS = 5 * MINUTE_MS;
/** Months are closed each hour; one that was missed twice is not closed by itself. */
export const MONTH_LATE_MS = 2 * HOUR_MS;
/** Mails of this many days are looked at: older ones nobody waits for. */
export const MAIL_WATCHED_DAYS = 7;
/** So often a mail was refused that this is no hiccup. */
export const MAIL_REFUSED_TIMES = 3;

export const ALARM_KINDS = [
  'books_differ',
  'settlement_behind',
  'delivery_silent',
  'disk_low',
  'spool_full',
  'latency_high',
  'month_open',
  'fill_low',
  'filtered_high',
  'over_delivered',
  'books_unchecked',
  'reports_behind',
  'mail_stuck',
  'wallets_empty',
] as const;
export type AlarmKind = (typeof ALARM_KINDS)[number];

/** What the network looks like now. Nothing is null that could be known. */
export type NetworkState = {
  readonly nowMs: number;
  readonly thresholds: AlarmThresholds;
  /** What the ad servers told lately. */
  readonly lately: DeliveryLately;
  /** Since when more is shown for free today than may be. */
  readonly overDeliveredSinceMs: number | null;
  /** When the oldest event that is not settled arrived; null: all is settled. */
  readonly unsettledSinceMs: number | null;
  /** When the oldest settlement that reports lack was made. */
  readonly unloadedSinceMs: number | null;
  /** When an ad server last told of itself. */
  readonly deliveryToldMs: number | null;
  /** Of the machine with the data folder and of those of the ad servers, the fullest. */
  readonly disk: { readonly freeBytes: number; readonly totalBytes: number } | null;
  /** The newest result of holding the books against each other; null: there is none yet. */
  readonly books: { readonly isGreen: boolean; readonly lookedMs: number; readonly differing: number } | null;
  /** Mails that were refused again and again, or waited until they were stale. */
  readonly stuckMails: { readonly count: number; readonly sinceMs: number | null };
  /** Publishers with a month that is over and not closed, and the end of the oldest. */
  readonly openMonths: { readonly count: number; readonly endedMs: number | null };
  /** Advertisers with an empty wallet and a campaign that would run. */
  readonly emptyWallets: { readonly count: number; readonly sinceMs: number | null };
};

export type Alarm = {
  readonly kind: AlarmKind;
  /** `stop`: money or ads stand still. `look`: somebody should look today. */
  readonly level: 'stop' | 'look';
  readonly sinceMs: number | null;
  readonly count: number | null;
};

/** A share of the disk, but of small ones a gigabyte and of large ones no more than twenty. */
export function diskIsLow(
  { freeBytes, totalBytes }: NonNullable<NetworkState['disk']>,
  { diskPercent }: Pick<AlarmThresholds, 'diskPercent'>,
): boolean {
  return freeBytes < Math.min(Math.max((totalBytes * diskPercent) / 100, GIB), 20 * GIB);
}

/** Visitors feel it, or what they did is not written down. The rest costs money slowly. */
const HEALTH_LEVELS: Readonly<Record<HealthAlarmKind, Alarm['level']>> = {
  spool_full: 'stop',
  latency_high: 'stop',
  fill_low: 'look',
  filtered_high: 'look',
};

/** What does not end by itself, the gravest first. */
export function alarmsOf(state: NetworkState): Alarm[] {
  const { nowMs, thresholds, books, disk, deliveryToldMs, stuckMails, openMonths, emptyWallets } = state;
  const lateBy = (sinceMs: number | null, patienceMs: number) =>
    sinceMs !== null && nowMs - sinceMs > patienceMs;
  const beyond = deliveryAlarms(state.lately, thresholds);
  const ofLevel = (level: Alarm['level']) =>
    beyond
      .filter((kind) => HEALTH_LEVELS[kind] === level)
      .map((kind): Alarm => ({ kind, level, sinceMs: null, count: null }));
  const found: (Alarm | false)[] = [
    books !== null &&
      !books.isGreen && {
        kind: 'books_differ',
        level: 'stop',
        sinceMs: books.lookedMs,
        count: books.differing,
      },
    lateBy(state.unsettledSinceMs, thresholds.settlementSeconds * SECOND_MS) && {
      kind: 'settlement_behind',
      level: 'stop',
      sinceMs: state.unsettledSinceMs,
      count: null,
    },
    (deliveryToldMs === null || lateBy(deliveryToldMs, DELIVERY_NETWORKS_GONE_MS)) && {
      kind: 'delivery_silent',
      level: 'stop',
      sinceMs: deliveryToldMs,
      count: null,
    },
    disk !== null &&
      diskIsLow(disk, thresholds) && { kind: 'disk_low', level: 'stop', sinceMs: null, count: null },
    ...ofLevel('stop'),
    lateBy(openMonths.endedMs, MONTH_LATE_MS) && {
      kind: 'month_open',
      level: 'stop',
      sinceMs: openMonths.endedMs,
      count: openMonths.count,
    },
    ...ofLevel('look'),
    state.overDeliveredSinceMs !== null && {
      kind: 'over_delivered',
      level: 'look',
      sinceMs: state.overDeliveredSinceMs,
      count: null,
    },
    books !== null &&
      lateBy(books.lookedMs, RECONCILED_WITHIN_MS) && {
        kind: 'books_unchecked',
        level: 'look',
        sinceMs: books.lookedMs,
        count: null,
      },
    lateBy(state.unloadedSinceMs, REPORTS_LATE_MS) && {
      kind: 'reports_behind',
      level: 'look',
      sinceMs: state.unloadedSinceMs,
      count: null,
    },
    stuckMails.count > 0 && { kind: 'mail_stuck', level: 'look', ...stuckMails },
    emptyWallets.count > 0 && { kind: 'wallets_empty', level: 'look', ...emptyWallets },
  ];
  return found.filter((alarm) => alarm !== false);
}

import { type LocalDay, localDayAt, numberOfDay, startOfLocalDayMs } from './time-zone.ts';

/** A time zone in which days were counted, up to an instant; Infinity: it is the present one. */
export type ZoneSpan = { readonly timeZone: string; readonly untilMs: number };

/**
 * Zones by time, the oldest first, the present one last.
 * @param changes what the zone was before each of its changes, in the order of time
 */
export function zoneSpans(
  present: string,
  changes: readonly { readonly atMs: number; readonly before: string }[],
): ZoneSpan[] {
  const before = changes.map((change) => ({ timeZone: change.before, untilMs: change.atMs }));
  return [...before, { timeZone: present, untilMs: Number.POSITIVE_INFINITY }];
}

/** The zone that held at an instant. */
export function zoneThen(spans: readonly ZoneSpan[], atMs: number): string {
  return spans.find(({ untilMs }) => atMs < untilMs)?.timeZone ?? 'UTC';
}

/** The day of an instant in the zone that held then. */
export function dayThen(spans: readonly ZoneSpan[], atMs: number): LocalDay {
  return localDayAt(zoneThen(spans, atMs), atMs);
}

/**
 * The first instant at which it was this day or a later one, in the zone that held then. Periods that end where the next one
 * begins have every instant once, whichever zones they went by: in the present zone, hours on both sides of an earlier change would
 * be of two periods or of none.
 */
export function firstInstantOf(spans: readonly ZoneSpan[], day: LocalDay): number {
  let fromMs = Number.NEGATIVE_INFINITY;
  for (const { timeZone, untilMs } of spans) {
    const startMs = Math.max(fromMs, startOfLocalDayMs(timeZone, numberOfDay(day)));
    if (startMs < untilMs) return startMs;
    fromMs = untilMs;
  }
  return fromMs;
}

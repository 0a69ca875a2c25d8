import { currentLocale } from '../../i18n/texts.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const locale = currentLocale();
  const key = `${locale} ${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.DateTimeFormat(locale, options);
    formats.set(key, format);
  }
  return format;
}

/** A plain day ('2026-03-01') has no zone: it is the same day everywhere. An instant is shown in the given zone. */
function zoned(value: string, timeZone: string): { date: Date; timeZone: string } {
  return DAY.test(value)
    ? { date: new Date(`${value}T00:00:00Z`), timeZone: 'UTC' }
    : { date: new Date(value), timeZone };
}

/** "Mar 1, 2026" */
export function formatDate(value: string, timeZone: string): string {
  const at = zoned(value, timeZone);
  return formatOf({ year: 'numeric', month: 'short', day: 'numeric', timeZone: at.timeZone }).format(at.date);
}

/** A month, by itself or by a day of it: "March 2026" */
export function formatMonth(value: string): string {
  return formatOf({ year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${value.slice(0, 7)}-01T00:00:00Z`),
  );
}

/** "Mar 1, 2026, 14:05" */
export function formatDateTime(value: string, timeZone: string): string {
  const at = zoned(value, timeZone);
  return formatOf({
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: at.timeZone,
  }).format(at.date);
}

/** "Mar 1, 2026, 14:05:09" */
export function formatMoment(value: string, timeZone: string): string {
  const at = zoned(value, timeZone);
  return formatOf({
    ...{ year: 'numeric', month: 'short', day: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
    timeZone: at.timeZone,
  }).format(at.date);
}

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** "3 days ago", "in 2 hours", "now". */
export function formatRelative(value: string, nowMs: number): string {
  const distanceMs = new Date(value).getTime() - nowMs;
  const format = new Intl.RelativeTimeFormat(currentLocale(), { numeric: 'auto' });
  for (const [unit, lengthMs] of STEPS) {
    if (Math.abs(distanceMs) >= lengthMs) return format.format(Math.trunc(distanceMs / lengthMs), unit);
  }
  return format.format(0, 'second');
}

const SPANS: readonly [unit: string, lengthMs: number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
];

/** "2 days", "5 hr", "7 min": how long something lasts, in whole units of the largest that fits. */
export function formatSpan(ms: number): string {
  const [unit, lengthMs] = SPANS.find(([, length]) => ms >= length) ?? (['second', 1_000] as const);
  const format = new Intl.NumberFormat(currentLocale(), { style: 'unit', unit, unitDisplay: 'short' });
  return format.format(Math.max(0, Math.floor(ms / lengthMs)));
}

const dayParts = new Map<string, Intl.DateTimeFormat>();

/**
 * The day it is somewhere: 'YYYY-MM-DD', put together from its parts, since no language is written so by every browser. Kept by zone: a report asks at each
 * rendering.
 */
export function dayIn(timeZone: string, nowMs: number): string {
  let parts = dayParts.get(timeZone);
  if (parts === undefined) {
    parts = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone });
    dayParts.set(timeZone, parts);
  }
  const all = parts.formatToParts(new Date(nowMs));
  const read = (wanted: string) => all.find(({ type }) => type === wanted)?.value ?? '';
  return ['year', 'month', 'day'].map(read).join('-');
}

/** Days are counted on the calendar, never in hours: a change of the clock can't lose one. */
export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

/** "Europe/Berlin (GMT+1)", to name the zone beside a range of dates. */
export function formatZone(timeZone: string, nowMs: number): string {
  const parts = formatOf({ timeZone, timeZoneName: 'shortOffset' }).formatToParts(new Date(nowMs));
  const offset = parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
  return `${timeZone.replaceAll('_', ' ')} (${offset})`;
}

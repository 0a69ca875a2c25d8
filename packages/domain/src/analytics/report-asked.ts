import { addressDaysIssue, daysBetween, REPORT_MAX_DAYS } from '../day-bounds.ts';
import { type ComparedDays, readCompared } from './compared-days.ts';
import { type Dimension, type Metric, TIME_GRAINS, type TimeGrain } from './metrics.ts';
import { type DayRange, PRESETS, presetRange, type RangePreset } from './range-preset.ts';
import { canBe, type ReportFilter, readFilters, readMetrics } from './report-question.ts';

/**
 * What a report page shows, read from its address: the same for the page itself and for the mail that a saved view
 * is sent as.
 */
export type ReportAsked = DayRange &
  ComparedDays & {
    /** Days that move with the calendar; null where two days were named. */
    readonly range: RangePreset | null;
    readonly grain: TimeGrain;
    readonly show: readonly Metric[];
    readonly by: Dimension;
    readonly andBy: Dimension | null;
    /** And by day, beside dimensions that are none. */
    readonly dated: boolean;
    /** In place of the chart over time: this figure by hour and weekday. */
    readonly hoursOf: Metric | null;
    readonly filters: readonly ReportFilter[];
  };

/** The dimensions of its table. */
export function brokenDownBy({ by, andBy, dated }: Pick<ReportAsked, 'by' | 'andBy' | 'dated'>): Dimension[] {
  return [by, ...(andBy === null ? [] : [andBy]), ...(dated ? (['date'] as const) : [])];
}

export type ReportOffer = {
  readonly metrics: readonly Metric[];
  readonly dimensions: readonly Dimension[];
  readonly show: readonly Metric[];
  readonly by: Dimension;
};

/** Names and values of an address. */
export type AddressSearch = Readonly<Record<string, string | undefined>>;

export const MAX_SHOWN = 5;
/** Beyond it a chart has more points than pixels. */
const MAX_DAYS_BY_GRAIN: Readonly<Record<TimeGrain, number>> = {
  hour: 14,
  day: 400,
  week: REPORT_MAX_DAYS,
  month: REPORT_MAX_DAYS,
};

/** Days of the period, or of the one it is compared with where that is longer. */
export function longestDays({ from, to, compared }: DayRange & Pick<ComparedDays, 'compared'>): number {
  return Math.max(daysBetween(from, to), compared === null ? 0 : daysBetween(compared.from, compared.to));
}

export function grainsFor(days: number): TimeGrain[] {
  return TIME_GRAINS.filter((grain) => days <= MAX_DAYS_BY_GRAIN[grain] && (grain !== 'month' || days > 1));
}

export function defaultGrain(days: number): TimeGrain {
  if (days <= 2) return 'hour';
  if (days <= 92) return 'day';
  return days <= 400 ? 'week' : 'month';
}

/** The days that an address names; the last 30 where it names none, or some that no report covers. */
export function rangeOf(
  raw: AddressSearch,
  today: string,
): DayRange & { readonly range: RangePreset | null } {
  const { from, to } = raw;
  if (from && to && addressDaysIssue({ from, to }, today) === null) return { from, to, range: null };
  const range = PRESETS.find((preset) => preset === raw.range) ?? 'last30';
  return { ...presetRange(range, today), range };
}

const HOURS_SIGN = 'hours:';

/** As an address says what the chart shows; nothing for figures over time. */
export function chartText(hoursOf: Metric | null): string | undefined {
  return hoursOf === null ? undefined : `${HOURS_SIGN}${hoursOf}`;
}

/** Whether a report can be shown by hour and weekday. */
export function hasHours({ dimensions }: Pick<ReportOffer, 'dimensions'>): boolean {
  return dimensions.includes('hourOfDay') && dimensions.includes('weekday');
}

function readHoursOf(text: string | undefined, offer: ReportOffer): Metric | null {
  if (text?.startsWith(HOURS_SIGN) !== true || !hasHours(offer)) return null;
  return offer.metrics.find((metric) => metric === text.slice(HOURS_SIGN.length)) ?? offer.show[0] ?? null;
}

/** Whatever the address holds, this is a report that can be asked for. @param today where the account is */
export function readReport(raw: AddressSearch, offer: ReportOffer, today: string): ReportAsked {
  const range = rangeOf(raw, today);
  const compared = readCompared(raw, range, today);
  const days = longestDays({ ...range, ...compared });
  const grain = grainsFor(days).find((one) => one === raw.grain) ?? defaultGrain(days);
  const asked = readMetrics(raw.show);
  const show = offer.metrics.filter((metric) => asked.includes(metric)).slice(0, MAX_SHOWN);
  const by = offer.dimensions.find((dimension) => dimension === raw.by) ?? offer.by;
  const andBy = offer.dimensions.find((dimension) => dimension === raw.by2 && dimension !== by) ?? null;
  return {
    ...range,
    grain,
    show: show.length === 0 ? offer.show : show,
    by,
    andBy,
    dated: raw.dated === '1' && by !== 'date' && andBy !== 'date' && offer.dimensions.includes('date'),
    ...compared,
    hoursOf: readHoursOf(raw.chart, offer),
    filters: readFilters(raw.filter, offer.dimensions).filter(canBe),
  };
}

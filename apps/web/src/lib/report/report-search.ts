import { type Dimension, isDimension, isMetric, type Metric } from '@placard/domain/analytics/metrics';
import { presetRange } from '../format/range-preset.ts';
import { dayParameter } from '../search/list-search.ts';
import type { SearchRecord } from '../search/search-text.ts';

export const GRAINS = ['hour', 'day', 'week', 'month'] as const;
export type Grain = (typeof GRAINS)[number];

export type ReportFilter = { readonly dimension: Dimension; readonly value: string };

/** What a report page shows; all of it comes from the URL. */
export type ReportAsked = {
  readonly from: string;
  readonly to: string;
  readonly grain: Grain;
  readonly show: readonly Metric[];
  readonly by: Dimension;
  readonly andBy: Dimension | null;
  readonly filters: readonly ReportFilter[];
};

export type ReportOffer = {
  readonly metrics: readonly Metric[];
  readonly dimensions: readonly Dimension[];
  readonly show: readonly Metric[];
  readonly by: Dimension;
};

export const MAX_SHOWN = 5;
const MAX_DAYS = 1_100;
/** Beyond it a chart has more points than pixels. */
const MAX_DAYS_BY_GRAIN: Readonly<Record<Grain, number>> = {
  hour: 14,
  day: 400,
  week: MAX_DAYS,
  month: MAX_DAYS,
};

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) + 1;
}

export function grainsFor(days: number): Grain[] {
  return GRAINS.filter((grain) => days <= MAX_DAYS_BY_GRAIN[grain] && (grain !== 'month' || days > 1));
}

export function defaultGrain(days: number): Grain {
  if (days <= 2) return 'hour';
  if (days <= 92) return 'day';
  return days <= 400 ? 'week' : 'month';
}

function rangeOf(raw: SearchRecord, today: string): { from: string; to: string } {
  const from = dayParameter(raw.from ?? '');
  const to = dayParameter(raw.to ?? '');
  const usable = from !== undefined && to !== undefined && from <= to && daysBetween(from, to) <= MAX_DAYS;
  return usable ? { from, to } : presetRange('last30', today);
}

/** `dimension:value` pairs, separated by commas; a value may hold a colon and, escaped, a comma. */
export function readFilters(text: string | undefined, dimensions: readonly Dimension[]): ReportFilter[] {
  return (text ?? '').split(',').flatMap((pair) => {
    const at = pair.indexOf(':');
    const dimension = pair.slice(0, at);
    if (at < 1 || !isDimension(dimension) || !dimensions.includes(dimension)) return [];
    return [{ dimension, value: pair.slice(at + 1) }];
  });
}

export function filterText(filters: readonly ReportFilter[]): string | undefined {
  if (filters.length === 0) return undefined;
  return filters.map(({ dimension, value }) => `${dimension}:${value}`).join(',');
}

export function withFilter(filters: readonly ReportFilter[], added: ReportFilter): ReportFilter[] {
  return [...withoutFilter(filters, added), added];
}

export function withoutFilter(filters: readonly ReportFilter[], removed: ReportFilter): ReportFilter[] {
  return filters.filter(({ dimension, value }) => dimension !== removed.dimension || value !== removed.value);
}

/** Whatever the URL holds, this is a report that can be asked for. */
export function readReport(raw: SearchRecord, offer: ReportOffer, today: string): ReportAsked {
  const range = rangeOf(raw, today);
  const days = daysBetween(range.from, range.to);
  const grain = grainsFor(days).find((one) => one === raw.grain) ?? defaultGrain(days);
  const asked = (raw.show ?? '').split(',').filter(isMetric);
  const show = offer.metrics.filter((metric) => asked.includes(metric)).slice(0, MAX_SHOWN);
  const by = offer.dimensions.find((dimension) => dimension === raw.by) ?? offer.by;
  const andBy = offer.dimensions.find((dimension) => dimension === raw.by2 && dimension !== by) ?? null;
  return {
    ...range,
    grain,
    show: show.length === 0 ? offer.show : show,
    by,
    andBy,
    filters: readFilters(raw.filter, offer.dimensions),
  };
}

/** The last one shown stays: an empty chart says nothing. */
export function toggledMetrics(show: readonly Metric[], metric: Metric, on: boolean): string {
  const rest = show.filter((shown) => shown !== metric);
  if (on) return [...rest, metric].slice(-MAX_SHOWN).join(',');
  return (rest.length === 0 ? show : rest).join(',');
}

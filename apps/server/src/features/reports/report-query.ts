import type { reportQuery } from '@placard/contract/reports';
import { type Dimension, isDimension, isMetric, type Metric } from '@placard/domain/analytics/metrics';
import type { z } from 'zod';
import type { ReportQuery } from '../../analytics/run-report.ts';
import { AppError } from '../../api/app-error.ts';
import type { ReportDays } from './report-days.ts';

/** A report that cannot be given, with the reason in words. */
export function reportRefused(path: string, message: string): AppError {
  return new AppError('invalid_input', { message, issues: [{ path, code: 'report_refused', message }] });
}

/** The contract's comma-separated texts as analytics takes them. @throws AppError `invalid_input`. */
export function readReportQuery(input: z.output<typeof reportQuery>, days: ReportDays): ReportQuery {
  const metrics = input.metrics.split(',').map((key): Metric => {
    if (isMetric(key)) return key;
    throw reportRefused('metrics', `There is no metric ${key}.`);
  });
  const by = (input.by ?? '')
    .split(',')
    .filter((key) => key !== '')
    .map((key) => dimensionOf(key, 'by'));
  return {
    metrics,
    by,
    ...days,
    filters: filtersOf(input.filter ?? ''),
    limit: input.limit,
    comparePrevious: input.compare === 'previous',
    ...(input.grain === undefined ? {} : { grain: input.grain }),
    ...(input.sort === undefined ? {} : { sort: sortOf(input.sort) }),
  };
}

function dimensionOf(key: string, path: string): Dimension {
  if (isDimension(key)) return key;
  throw reportRefused(path, `There is no dimension ${key}.`);
}

/** `country:DE,country:AT,device:mobile` */
function filtersOf(text: string): Partial<Record<Dimension, string[]>> {
  const filters: Partial<Record<Dimension, string[]>> = {};
  for (const pair of text.split(',').filter((part) => part !== '')) {
    const colon = pair.indexOf(':');
    if (colon < 1) throw reportRefused('filter', `${pair} is no filter; write dimension:value.`);
    const dimension = dimensionOf(pair.slice(0, colon), 'filter');
    const values = filters[dimension] ?? [];
    values.push(pair.slice(colon + 1));
    filters[dimension] = values;
  }
  return filters;
}

function sortOf(text: string): NonNullable<ReportQuery['sort']> {
  const descending = text.startsWith('-');
  const key = descending ? text.slice(1) : text;
  if (isMetric(key) || isDimension(key)) return { key, descending };
  throw reportRefused('sort', `A report cannot be sorted by ${key}.`);
}

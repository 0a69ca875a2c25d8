import type { reportQuery } from '@placard/contract/reports';
import type { Dimension } from '@placard/domain/analytics/metrics';
import {
  type ReportFilter,
  type ReportTextFault,
  readQuestion,
} from '@placard/domain/analytics/report-question';
import type { z } from 'zod';
import type { ReportFilters } from '../../analytics/report-sql.ts';
import type { ReportQuery } from '../../analytics/run-report.ts';
import { AppError } from '../../api/app-error.ts';
import type { ReportDays } from './report-days.ts';

/** A report that cannot be given, with the reason in words. */
export function reportRefused(path: string, message: string): AppError {
  return new AppError('invalid_input', { message, issues: [{ path, code: 'report_refused', message }] });
}

const REFUSALS: Readonly<Record<ReportTextFault['field'], (text: string) => string>> = {
  metrics: (key) => `There is no metric ${key}.`,
  by: (key) => `There is no dimension ${key}.`,
  filter: (pair) => `${pair} is no filter; write dimension:value.`,
  sort: (key) => `A report cannot be sorted by ${key}.`,
};

/** The contract's texts as analytics takes them. @throws AppError `invalid_input`. */
export function readReportQuery(input: z.output<typeof reportQuery>, days: ReportDays): ReportQuery {
  const question = readQuestion(input);
  if ('field' in question) throw reportRefused(question.field, REFUSALS[question.field](question.text));
  const { metrics, by, filters, sort } = question;
  return {
    ...{ metrics, by, ...days, filters: valuesByDimension(filters), limit: input.limit },
    comparePrevious: input.compare === 'previous',
    ...(input.grain === undefined ? {} : { grain: input.grain }),
    ...(sort === null ? {} : { sort }),
  };
}

export function valuesByDimension(filters: readonly ReportFilter[]): ReportFilters {
  const values: Partial<Record<Dimension, string[]>> = {};
  for (const { dimension, value } of filters) {
    values[dimension] = [...(values[dimension] ?? []), value];
  }
  return values;
}

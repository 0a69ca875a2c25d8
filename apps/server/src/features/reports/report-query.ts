import type { reportQuery } from '@placard/contract/reports';
import { daysBefore } from '@placard/domain/analytics/compared-days';
import type { DayRange } from '@placard/domain/analytics/range-preset';
import {
  type ReportFilter,
  type ReportTextFault,
  readQuestion,
} from '@placard/domain/analytics/report-question';
import type { z } from 'zod';
import type { ReportQuery } from '../../analytics/run-report.ts';
import type { ReportDays } from './report-days.ts';
import { reportRefused } from './report-refused.ts';

const REFUSALS: Readonly<Record<ReportTextFault['field'], (text: string) => string>> = {
  metrics: (key) => `There is no metric ${key}.`,
  by: (key) => `There is no dimension ${key}.`,
  filter: (pair) => `${pair} is no filter; write dimension:value, dimension!:value or dimension~:text.`,
  sort: (key) => `A report cannot be sorted by ${key}.`,
};

/** What a report is asked for: a query of analytics but for filters by what a name contains. */
export type AskedReport = Omit<ReportQuery, 'filters' | 'without'> & {
  readonly narrowed: readonly ReportFilter[];
};

/** The contract's texts as analytics takes them. @param compare with other days, judged, where they are named @throws AppError `invalid_input`. */
export function readReportQuery(
  input: z.output<typeof reportQuery>,
  days: ReportDays,
  compare: DayRange | null,
): AskedReport {
  const question = readQuestion(input);
  if ('field' in question) throw reportRefused(question.field, REFUSALS[question.field](question.text));
  const { metrics, by, filters, sort } = question;
  return {
    ...{ metrics, by, ...days, narrowed: filters, limit: input.limit },
    compare: compare ?? (input.compare === 'previous' ? daysBefore(days) : null),
    ...(input.grain === undefined ? {} : { grain: input.grain }),
    ...(sort === null ? {} : { sort }),
  };
}

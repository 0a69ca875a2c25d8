import type { Report as ReportView, reportQuery } from '@placard/contract/reports';
import type { MetricValue } from '@placard/domain/analytics/metrics';
import { dollarsFromMicros } from '@placard/domain/micros';
import type { z } from 'zod';
import type { HasAnalytics } from '../../analytics/open-analytics.ts';
import { ReportFilterError } from '../../analytics/report-dimensions.ts';
import { ReportRefusedError } from '../../analytics/report-refused-error.ts';
import type { ReportScope } from '../../analytics/report-sql.ts';
import {
  type MetricCells,
  type Report,
  type ReportQuery,
  runReport,
  type SeriesPoint,
} from '../../analytics/run-report.ts';
import { invalidInput, refusalAt } from '../../api/app-error.ts';
import type { Actor, HasClock, HasDb } from '../../deps.ts';
import { inBreaths } from '../../fairness/breather.ts';
import { readFilterNames } from './filter-names.ts';
import { withValues } from './narrowed.ts';
import { comparedDays, reportDays } from './report-days.ts';
import { readNames } from './report-labels.ts';
import { type AskedReport, readReportQuery } from './report-query.ts';
import { reportRefused } from './report-refused.ts';
import { readUpdatedAt } from './updated-at.ts';

type Deps = HasDb & HasClock & HasAnalytics;

/**
 * A report in the API's form: dollars, names beside ids, days of the account's time zone.
 * @param scope whose figures; the caller's own id or, for operators, the network
 * @param onRead told what was read: the facts, or which rollups
 * @throws AppError `invalid_input` for keys that the scope may not see and for questions that are too large.
 */
export async function giveReport(
  deps: Deps,
  actor: Actor,
  scope: ReportScope,
  input: z.output<typeof reportQuery>,
  onRead?: (sources: readonly string[]) => void,
): Promise<ReportView> {
  const asked = readReportQuery(input, reportDays(deps, actor, input), comparedDays(deps, actor, input));
  return await reportOf(deps, actor, scope, asked, onRead);
}

/** The same of a question that is no text. */
export async function reportOf(
  deps: Deps,
  actor: Actor,
  scope: ReportScope,
  asked: AskedReport,
  onRead?: (sources: readonly string[]) => void,
): Promise<ReportView> {
  const query = await refusedToCaller(withValues(deps, scope, asked));
  const updatedAt = await readUpdatedAt(deps, 'fact_batch');
  const report = await answer(deps, scope, query);
  onRead?.(report.sources);
  const { labels, within } = await readNames(deps.db, report.rows);
  const steps = Object.keys(report.totals).length;
  const { currency } = await deps.db
    .selectFrom('network_settings')
    .select('currency')
    .executeTakeFirstOrThrow();
  return {
    timeZone: actor.timeZone,
    currency,
    from: query.from,
    to: query.to,
    updatedAt: updatedAt.toISOString(),
    lateSeconds: Math.max(0, Math.round((deps.clock().getTime() - updatedAt.getTime()) / 1_000)),
    comparedFrom: query.compare?.from ?? null,
    comparedTo: query.compare?.to ?? null,
    totals: cells(report.totals),
    previousTotals: report.previousTotals === null ? null : cells(report.previousTotals),
    series: await inBreaths(report.series, steps, point),
    previousSeries:
      report.previousSeries === null ? null : await inBreaths(report.previousSeries, steps, point),
    rows: await inBreaths(report.rows, steps, (row) => ({
      dims: row.dims,
      labels: Object.fromEntries(
        [...labels].map(([dimension, names]) => {
          const value = row.dims[dimension] ?? '';
          return [dimension, names.get(value) ?? value];
        }),
      ),
      within: Object.fromEntries(
        [...within].flatMap(([dimension, records]) => {
          const record = records.get(row.dims[dimension] ?? '');
          return record === undefined ? [] : [[dimension, record]];
        }),
      ),
      metrics: cells(row.metrics),
    })),
    named: await readFilterNames(deps.db, scope, asked.narrowed),
  };
}

/** Runs a report; its refusals become the caller's. */
export async function answer(deps: HasAnalytics, scope: ReportScope, query: ReportQuery): Promise<Report> {
  return await refusedToCaller(runReport(deps, scope, query));
}

/** What analytics refuses is the caller's fault. @throws AppError `invalid_input`. */
export async function refusedToCaller<Answer>(work: Promise<Answer>): Promise<Answer> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ReportRefusedError && error.tooLongByHour) {
      throw invalidInput(refusalAt('to', { reason: 'report_hours_too_long' }));
    }
    if (error instanceof ReportRefusedError) throw reportRefused(error.field, error.message);
    if (error instanceof ReportFilterError) throw reportRefused('filter', error.message);
    throw error;
  }
}

type Cells = ReportView['totals'];

function cells(metrics: MetricCells): Cells {
  return Object.fromEntries(Object.entries(metrics).map(([key, value]) => [key, cell(value)]));
}

function cell(value: MetricValue): number | null {
  return typeof value === 'bigint' ? dollarsFromMicros(value) : value;
}

function point({ at, metrics }: SeriesPoint): { at: string; metrics: Cells } {
  return { at, metrics: cells(metrics) };
}

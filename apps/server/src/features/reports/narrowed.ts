import type { Dimension } from '@placard/domain/analytics/metrics';
import type { DayRange } from '@placard/domain/analytics/range-preset';
import type { HasAnalytics } from '../../analytics/open-analytics.ts';
import type { ReportScope } from '../../analytics/report-sql.ts';
import { MAX_ROWS, type ReportQuery, runBreakdown } from '../../analytics/run-report.ts';
import type { HasDb } from '../../deps.ts';
import { readLabels } from './report-labels.ts';
import type { AskedReport } from './report-query.ts';
import { reportRefused } from './report-refused.ts';

type Values = Partial<Record<Dimension, string[]>>;

function add(values: Values, dimension: Dimension, more: readonly string[]): void {
  values[dimension] = [...(values[dimension] ?? []), ...more];
}

/**
 * The query with values in place of what names contain. Names are PostgreSQL's: those are looked through that the caller's
 * own figures of these days belong to, so that nobody learns of a name that is not in his report.
 * @throws AppError `invalid_input` where figures belong to more records than are looked through.
 */
export async function withValues(
  deps: HasDb & HasAnalytics,
  scope: ReportScope,
  { narrowed, ...query }: AskedReport,
): Promise<ReportQuery> {
  const filters: Values = {};
  const without: Values = {};
  for (const { dimension, value, how } of narrowed) {
    if (how === 'not') add(without, dimension, [value]);
    else if (how === undefined) add(filters, dimension, [value]);
  }
  for (const { dimension, value, how } of narrowed) {
    if (how === 'contains') add(filters, dimension, await namedLike(deps, scope, query, dimension, value));
  }
  return { ...query, filters, without };
}

async function namedLike(
  deps: HasDb & HasAnalytics,
  scope: ReportScope,
  { metrics, timeZone, from, to, compare }: ReportQuery,
  dimension: Dimension,
  text: string,
): Promise<string[]> {
  const periods: DayRange[] = [{ from, to }, ...(compare ? [compare] : [])];
  const found = new Set<string>();
  for (const days of periods) {
    const { rows, rowCount } = await runBreakdown(deps, scope, {
      ...{ metrics, timeZone, ...days },
      by: [dimension],
      limit: MAX_ROWS,
    });
    if (rowCount > MAX_ROWS) {
      throw reportRefused(
        'filter',
        `These days have figures of more than ${MAX_ROWS} values of ${dimension}; look for a name in a shorter period.`,
        'report_names_too_many',
      );
    }
    const names = (await readLabels(deps.db, rows)).get(dimension);
    for (const [value, name] of names ?? []) {
      if (name.toLowerCase().includes(text.toLowerCase())) found.add(value);
    }
  }
  return [...found];
}

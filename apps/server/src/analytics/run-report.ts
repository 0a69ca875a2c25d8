import type { FactSum } from '@placard/domain/analytics/facts';
import {
  DIMENSIONS,
  type Dimension,
  METRICS,
  type Metric,
  type MetricValue,
  metricValues,
  type Sums,
  type TimeGrain,
} from '@placard/domain/analytics/metrics';
import type { DayRange } from '@placard/domain/analytics/range-preset';
import type { ReportSort } from '@placard/domain/analytics/report-question';
import { daysBetween, HOURLY_MAX_DAYS, REPORT_MAX_DAYS } from '@placard/domain/day-bounds';
import type { Role } from '@placard/domain/roles';
import { type LocalDay, numberOfDay } from '@placard/domain/time-zone';
import { breather, inBreaths } from '../fairness/breather.ts';
import type { HasAnalytics } from './open-analytics.ts';
import { inOrderOfTime, periodName, periodsOf } from './periods.ts';
import {
  type FactSelection,
  ownerOfScope,
  type ReportFilters,
  type ReportScope,
  rollupScopeOf,
  rowsStatement,
  type Statement,
  seriesStatement,
  totalsStatement,
  wordOf,
} from './report-sql.ts';
import { readyEpoch } from './rollup-state.ts';

export type ReportQuery = {
  readonly metrics: readonly Metric[];
  /** Up to two, and the date beside them; none leaves `rows` empty. */
  readonly by?: readonly Dimension[];
  readonly grain?: TimeGrain;
  /** Calendar days of `timeZone`, both included. */
  readonly from: LocalDay;
  readonly to: LocalDay;
  /** IANA name of the account's zone. */
  readonly timeZone: string;
  /** Several values of a dimension are alternatives. */
  readonly filters?: ReportFilters;
  /** Values that are left out. */
  readonly without?: ReportFilters;
  /** By default the first metric, the largest first. */
  readonly sort?: ReportSort;
  readonly limit?: number;
  readonly offset?: number;
  /** Days to compare with, both included. */
  readonly compare?: DayRange | null;
  /** Read the facts, also where a rollup could answer: what tests and measurements compare with. */
  readonly onlyFacts?: boolean;
};

/** Money is `bigint` micros, counts and ratios are numbers, unknown ratios `null`. */
export type MetricCells = Readonly<Partial<Record<Metric, MetricValue>>>;
/** `at`: first day of the period, or for hours its start with offset, `2026-11-21T14:00+01:00`. */
export type SeriesPoint = { readonly at: string; readonly metrics: MetricCells };

export type Report = {
  readonly totals: MetricCells;
  readonly previousTotals: MetricCells | null;
  /** One point for each period of the grain, gaps filled; empty without a grain. */
  readonly series: readonly SeriesPoint[];
  readonly previousSeries: readonly SeriesPoint[] | null;
  readonly rows: readonly {
    readonly dims: Readonly<Partial<Record<Dimension, string>>>;
    readonly metrics: MetricCells;
  }[];
  /** Rows without the limit. */
  readonly rowCount: number;
  /** What was read: `facts`, names of rollups. */
  readonly sources: readonly string[];
};

/** The question asks for what its scope may not see, or for more than a report holds. */
export class ReportRefusedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ReportRefusedError';
  }
}

const MAX_DIMENSIONS = 2;
/** Of one answer, whatever limit is asked for. */
export const MAX_ROWS = 10_000;

export async function runReport(deps: HasAnalytics, scope: ReportScope, query: ReportQuery): Promise<Report> {
  const selection = await judgedSelection(deps, scope, query);
  const [now, previous, groups] = await Promise.all([
    overTime(deps, selection, query),
    query.compare ? overTime(deps, { ...selection, ...daysOf(query.compare) }, query) : null,
    grouped(deps, selection, query),
  ]);
  return {
    ...now,
    previousTotals: previous?.totals ?? null,
    previousSeries: previous?.series ?? null,
    ...groups,
    sources: [...new Set([...now.sources, ...groups.sources])],
  };
}

/** The rows alone, in one statement: for a table that shows figures beside rows it has already. */
export async function runBreakdown(
  deps: HasAnalytics,
  scope: ReportScope,
  query: ReportQuery,
): Promise<Pick<Report, 'rows' | 'rowCount' | 'sources'>> {
  return await grouped(deps, await judgedSelection(deps, scope, query), query);
}

/** What a question reads. @throws ReportRefusedError for what its scope may not see, and for too many days. */
export async function judgedSelection(
  deps: HasAnalytics,
  scope: ReportScope,
  query: ReportQuery,
): Promise<FactSelection> {
  refuse(scope, query);
  return await selectionOf(deps, scope, query);
}

async function selectionOf(
  { analytics }: HasAnalytics,
  scope: ReportScope,
  query: ReportQuery,
): Promise<FactSelection> {
  const { timeZone } = query;
  const of = { scope: rollupScopeOf(scope), owner: ownerOfScope(scope), timeZone };
  return {
    scope,
    timeZone,
    epoch: query.onlyFacts === true ? null : await readyEpoch(analytics, of),
    ...daysOf(query),
    filters: query.filters ?? {},
    without: query.without ?? {},
  };
}

function daysOf({ from, to }: DayRange): Pick<FactSelection, 'fromDayNumber' | 'toDayNumber'> {
  return { fromDayNumber: numberOfDay(from), toDayNumber: numberOfDay(to) };
}

function refuse(scope: ReportScope, query: ReportQuery): void {
  const role: Role = 'network' in scope ? 'operator' : 'advertiserId' in scope ? 'advertiser' : 'publisher';
  const sees = (roles: readonly Role[]) => roles.includes(role);
  const narrowed = [...Object.keys(query.filters ?? {}), ...Object.keys(query.without ?? {})] as Dimension[];
  for (const dimension of [...(query.by ?? []), ...narrowed]) {
    if (!sees(DIMENSIONS[dimension].roles))
      throw new ReportRefusedError(`${dimension} is not shown to ${role}s`);
  }
  for (const metric of query.metrics) {
    if (!sees(METRICS[metric].roles)) throw new ReportRefusedError(`${metric} is not shown to ${role}s`);
  }
  const { by = [], sort } = query;
  if (query.metrics.length === 0) throw new ReportRefusedError('a report needs a metric');
  if (by.filter((dimension) => dimension !== 'date').length > MAX_DIMENSIONS)
    throw new ReportRefusedError(
      `a report has at most ${MAX_DIMENSIONS} dimensions and the date beside them`,
    );
  if (new Set(by).size !== by.length) throw new ReportRefusedError('a dimension is named twice');
  const shown: readonly (Metric | Dimension)[] = [...query.metrics, ...by];
  if (sort !== undefined && !shown.includes(sort.key)) {
    throw new ReportRefusedError(`a report can't be sorted by ${sort.key}, which it does not show`);
  }
  refuseDays(query, query);
  if (query.compare) refuseDays(query, query.compare);
}

/** By the hour a report covers fewer days: as a series, and as hours of weekdays. */
function refuseDays({ grain, by = [] }: ReportQuery, { from, to }: DayRange): void {
  const days = daysBetween(from, to);
  const hourly = grain === 'hour' || (by.includes('weekday') && by.includes('hourOfDay'));
  const most = hourly ? HOURLY_MAX_DAYS : REPORT_MAX_DAYS;
  if (days < 1 || days > most) throw new ReportRefusedError(`a report of this kind covers 1 to ${most} days`);
}

async function overTime(
  deps: HasAnalytics,
  selection: FactSelection,
  query: ReportQuery,
): Promise<{ totals: MetricCells; series: SeriesPoint[]; sources: string[] }> {
  const { grain, metrics } = query;
  if (grain === undefined) {
    const statement = totalsStatement(selection, metrics);
    const [row] = await readRows(deps, statement);
    return {
      totals: metricValues(metrics, sumsOfRow(row ?? {})),
      series: [],
      sources: [statement.source],
    };
  }
  const statement = seriesStatement(selection, metrics, grain);
  const rows = await readRows(deps, statement);
  const sums = new Map(
    await inBreaths(
      rows,
      metrics.length,
      (row) => [periodName(grain, row.at ?? '', selection.timeZone), sumsOfRow(row)] as const,
    ),
  );
  const names = new Set(periodsOf(selection, grain));
  for (const name of sums.keys()) names.add(name);
  const series = await inBreaths(inOrderOfTime([...names], grain), metrics.length, (at) => ({
    at,
    metrics: metricValues(metrics, sums.get(at) ?? {}),
  }));
  const totals = metricValues(metrics, await added([...sums.values()]));
  return { totals, series, sources: [statement.source] };
}

async function grouped(
  deps: HasAnalytics,
  selection: FactSelection,
  query: ReportQuery,
): Promise<Pick<Report, 'rows' | 'rowCount' | 'sources'>> {
  const { by = [], metrics } = query;
  const first = metrics[0];
  if (by.length === 0 || first === undefined) return { rows: [], rowCount: 0, sources: [] };
  const statement = rowsStatement(selection, {
    metrics,
    by,
    sort: query.sort ?? { key: first, descending: true },
    limit: Math.min(query.limit ?? 100, MAX_ROWS),
    offset: query.offset ?? 0,
  });
  const answer = await readRows(deps, statement);
  return {
    sources: [statement.source],
    rows: await rowsOf(answer, by, metrics),
    rowCount: Number(answer[0]?.row_count ?? 0),
  };
}

/** Rows of the engine, columns `d0` … and sums, as a report has them. */
export async function rowsOf(
  answer: readonly Record<string, string>[],
  by: readonly Dimension[],
  metrics: readonly Metric[],
): Promise<Report['rows']> {
  return await inBreaths(answer, metrics.length, (row) => ({
    dims: Object.fromEntries(
      by.map((dimension, index) => [dimension, wordOf(dimension, row[`d${index}`] ?? '')]),
    ),
    metrics: metricValues(metrics, sumsOfRow(row)),
  }));
}

export async function readRows(deps: HasAnalytics, statement: Statement): Promise<Record<string, string>[]> {
  const result = await deps.analytics.client.query({
    query: statement.text,
    query_params: statement.params,
    format: 'JSONEachRow',
  });
  return await result.json<Record<string, string>>();
}

export function sumsOfRow(row: Readonly<Record<string, string>>): Sums {
  const sums: Partial<Record<FactSum, bigint>> = {};
  for (const [name, value] of Object.entries(row)) {
    if (name.startsWith('s_')) sums[name.slice(2) as FactSum] = BigInt(value);
  }
  return sums;
}

async function added(all: readonly Sums[]): Promise<Sums> {
  const breathe = breather();
  const total: Partial<Record<FactSum, bigint>> = {};
  for (const sums of all) {
    const entries = Object.entries(sums);
    for (const [name, value] of entries) {
      const column = name as FactSum;
      total[column] = (total[column] ?? 0n) + value;
    }
    await breathe(entries.length);
  }
  return total;
}

import type { Reach } from '@placard/contract/reach';
import type { ReportMarks } from '@placard/contract/reports';
import type { Dimension, Metric } from '@placard/domain/analytics/metrics';
import {
  brokenDownBy,
  type ReportAsked,
  type ReportOffer,
  readReport,
} from '@placard/domain/analytics/report-asked';
import {
  type ReportFilter,
  type ReportQuestion,
  readSort,
  textsOfQuestion,
} from '@placard/domain/analytics/report-question';
import { keepPreviousData, type QueryKey, queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { type api, apiQuery } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { dayIn } from '../../lib/format/time-format.ts';
import { type ListSearch, listSearch, readListInput } from '../../lib/search/list-search.ts';
import type { SearchRecord } from '../../lib/search/search-text.ts';
import { useSearchParameters } from '../../lib/search/use-list.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { sessionStore } from '../../lib/session/session-store.ts';
import { timeZoneOf, useTimeZone } from '../../ui/date-time.tsx';
import type { DimensionCell } from './breakdown-rows.ts';
import { VIEWERS_COLUMNS, type ViewersQuery, viewersOfRows } from './viewers-of-rows.ts';

/** One of a role: they take and give the same. */
export type ReportOperation = typeof api.reports.advertiser;
/** The same rows as a file. */
export type ReportFileOperation = typeof api.reports.advertiserFile;

export type MarksQuery = ReturnType<typeof apiQuery<object, ReportMarks>>;

/** Which report a page is about: whose, and of what it may be broken down. */
export type ReportSource = ReportOffer & {
  /** The few that stand as cards above the chart. */
  readonly cards: readonly Metric[];
  /** Columns of the breakdown that are not shown until somebody chooses them. */
  readonly hidden?: readonly Metric[];
  readonly operation: ReportOperation;
  readonly file: ReportFileOperation;
  /** What happened meanwhile, where the report's chart is marked with it. */
  readonly marks?: (asked: ReportAsked) => MarksQuery;
  /** Beside a dimension's value in the breakdown: the way to the record that it names. */
  readonly beside?: (dimension: Dimension, cell: DimensionCell) => ReactNode;
  /** The viewers of the breakdown's rows; `null` where these are not counted. */
  readonly viewers?: (asked: ReportAsked) => ViewersQuery | null;
  /** Always applied and not shown as a filter: the campaign whose page it is. */
  readonly fixed?: ReportFilter | undefined;
};

const FETCHED_ROWS = 1_000;

export function useReportAsked(
  source: ReportSource,
): [ReportAsked, (change: SearchRecord, options?: { replace?: boolean }) => void] {
  const [raw, change] = useSearchParameters();
  const today = dayIn(useTimeZone(), serverNow());
  return [useMemo(() => readReport(raw, source, today), [raw, source, today]), change];
}

export function textsOf(source: ReportSource, { filters }: ReportAsked, rest: Partial<ReportQuestion> = {}) {
  const { metrics, fixed } = source;
  return textsOfQuestion({ metrics, filters: fixed === undefined ? filters : [fixed, ...filters], ...rest });
}

function comparedWith({ comparison, compared }: ReportAsked) {
  if (compared === null) return {};
  if (comparison === 'previous') return { compare: 'previous' as const };
  return { compareFrom: compared.from, compareTo: compared.to };
}

/** Totals with those of the period that is compared with, and the series of both. */
export function useOverview(source: ReportSource, asked: ReportAsked) {
  return useQuery({ ...overviewQuery(source, asked), placeholderData: keepPreviousData });
}

function overviewQuery(source: ReportSource, asked: ReportAsked) {
  const { from, to, grain } = asked;
  const texts = textsOf(source, asked);
  return apiQuery(source.operation, { from, to, ...texts, grain, ...comparedWith(asked), limit: 1 });
}

/** The rows by one or two dimensions, the largest first as the server sorts them. */
export function useBreakdown(source: ReportSource, asked: ReportAsked, sort: string | undefined) {
  return useQuery({ ...breakdownQuery(source, asked, sort), placeholderData: keepPreviousData });
}

/** Asks for the viewers only where the rows are sorted by them: otherwise their column does, if it is shown. */
export function useViewers(query: ViewersQuery | null, sort: string | undefined) {
  const isSorted = VIEWERS_COLUMNS.some((column) => column === sort?.replace(/^-/, ''));
  const { data } = useQuery({ ...(query ?? NO_VIEWERS), enabled: query !== null && isSorted });
  return useMemo(() => viewersOfRows(data), [data]);
}

const NO_VIEWERS = queryOptions<Reach, Error, Reach, QueryKey>({
  queryKey: ['no viewers'],
  queryFn: skipToken,
});

function breakdownQuery(source: ReportSource, asked: ReportAsked, text: string | undefined) {
  const { from, to } = asked;
  const sort = readSort(text);
  // By a dimension's words it is sorted here.
  const isSorted = source.metrics.some((metric) => metric === sort?.key);
  const texts = textsOf(source, asked, { by: brokenDownBy(asked), sort: isSorted ? sort : null });
  return apiQuery(source.operation, { from, to, ...texts, limit: FETCHED_ROWS });
}

const HOURS_IN_A_WEEK = 168;

/** One figure by hour and weekday. */
export function useHours(source: ReportSource, asked: ReportAsked, metric: Metric, enabled: boolean) {
  const { from, to } = asked;
  const texts = textsOf(source, asked, { metrics: [metric], by: ['weekday', 'hourOfDay'] });
  const query = apiQuery(source.operation, { from, to, ...texts, limit: HOURS_IN_A_WEEK });
  return useQuery({ ...query, placeholderData: keepPreviousData, enabled });
}

/** What the table of the breakdown reads of the URL; its rows are sorted by any of their columns. */
export function breakdownSearch(source: ReportSource): ListSearch<string, Record<never, never>> {
  return listSearch({
    sorts: [...source.metrics, ...source.dimensions, ...(source.viewers ? VIEWERS_COLUMNS : [])] as string[],
    defaultSort: '-impressions',
    filters: {},
  });
}

/** Asks for what a report shows before it is rendered; its own queries find the calls under way. */
export function prefetchReport(source: ReportSource, raw: SearchRecord): void {
  const asked = readReport(raw, source, dayIn(timeZoneOf(sessionStore.get()), serverNow()));
  const { sort } = readListInput(breakdownSearch(source), raw);
  void queryClient.prefetchQuery(overviewQuery(source, asked));
  void queryClient.prefetchQuery(breakdownQuery(source, asked, sort));
}

export function isWhole(rows: number): boolean {
  return rows < FETCHED_ROWS;
}

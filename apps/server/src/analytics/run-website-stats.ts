import type { TimeGrain } from '@placard/domain/analytics/metrics';
import { type FilterReason, isFilterReason } from '@placard/domain/filter-reason';
import type { Analytics } from './open-analytics.ts';
import {
  filteredPageViews,
  type PageViewGroup,
  type PageViewSelection,
  pageViewsBy,
  pageViewsOverTime,
} from './page-view-sql.ts';
import { inOrderOfTime, periodName, periodsOf } from './periods.ts';
import { wordOf } from './report-dimensions.ts';
import { readRows } from './run-report.ts';

export type PageViewFigures = { readonly views: number; readonly visitors: number };
export type PageViewRow = PageViewFigures & { readonly dims: readonly string[] };

type Deps = { readonly analytics: Pick<Analytics, 'client'> };

/** Totals and one point for each period of the grain, gaps filled. Visitors of a period are different ones. */
export async function pageViewSeries(
  deps: Deps,
  selection: PageViewSelection,
  grain: TimeGrain,
): Promise<{ totals: PageViewFigures; series: ({ at: string } & PageViewFigures)[] }> {
  const [[total], points] = await Promise.all([
    readRows(deps, pageViewsOverTime(selection, null)),
    readRows(deps, pageViewsOverTime(selection, grain)),
  ]);
  const figures = new Map<string, PageViewFigures>();
  for (const row of points) figures.set(periodName(grain, row.at ?? '', selection.timeZone), figuresOf(row));
  const names = new Set([...periodsOf(selection, grain), ...figures.keys()]);
  return {
    totals: figuresOf(total ?? {}),
    series: inOrderOfTime([...names], grain).map((at) => ({ at, ...(figures.get(at) ?? NONE) })),
  };
}

/** The most viewed first. `dims`: website id and path of a page, a word for a device, else the value itself. */
export async function topPageViews(
  deps: Deps,
  selection: PageViewSelection,
  group: PageViewGroup,
  limit: number,
): Promise<PageViewRow[]> {
  const rows = await readRows(deps, pageViewsBy(selection, group, limit));
  return rows.map((row) => ({
    dims: [row.d0 ?? '', row.d1 ?? ''].map((value) => (group === 'device' ? wordOf('device', value) : value)),
    ...figuresOf(row),
  }));
}

/** Page views that were not counted, by the key of their reason. */
export async function filteredViews(
  deps: Deps,
  selection: PageViewSelection,
): Promise<{ reason: FilterReason; count: number }[]> {
  const rows = await readRows(deps, filteredPageViews(selection));
  return rows.flatMap((row) => {
    const reason = wordOf('reason', row.d0 ?? '');
    return isFilterReason(reason) ? [{ reason, count: Number(row.views ?? 0) }] : [];
  });
}

const NONE: PageViewFigures = { views: 0, visitors: 0 };

function figuresOf(row: Readonly<Record<string, string>>): PageViewFigures {
  return { views: Number(row.views ?? 0), visitors: Number(row.visitors ?? 0) };
}

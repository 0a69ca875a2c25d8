import { type Metric, type MetricValue, metricValues } from '@placard/domain/analytics/metrics';
import { type LocalDay, numberOfDay } from '@placard/domain/time-zone';
import type { Analytics } from './open-analytics.ts';
import { type FactSelection, shownCreativesStatement } from './report-sql.ts';
import { readGroups, sumsOfGroups } from './run-report.ts';

const SHOWN_METRICS = ['impressions', 'clicks', 'earnings'] as const satisfies readonly Metric[];

export type ShownCreative = {
  readonly creativeId: number;
  readonly metrics: Record<(typeof SHOWN_METRICS)[number], MetricValue>;
};

/**
 * Which creatives a publisher's pages showed. Not a report: reports do not break a publisher's figures down by what is
 * the advertiser's, while everybody may know which ads stand on his own pages.
 */
export async function readShownCreatives(
  deps: { readonly analytics: Pick<Analytics, 'client'> },
  publisherId: number,
  query: {
    readonly from: LocalDay;
    readonly to: LocalDay;
    readonly timeZone: string;
    readonly websiteIds: readonly number[];
    readonly limit: number;
    readonly offset: number;
  },
): Promise<{ readonly creatives: readonly ShownCreative[]; readonly total: number }> {
  const selection: FactSelection = {
    scope: { publisherId },
    timeZone: query.timeZone,
    fromDayNumber: numberOfDay(query.from),
    toDayNumber: numberOfDay(query.to),
    filters: { website: query.websiteIds.map(String) },
    epoch: null,
  };
  const { limit, offset } = query;
  const { rows, rowCount } = await readGroups(
    deps,
    shownCreativesStatement(selection, { metrics: SHOWN_METRICS, limit, offset }),
  );
  const sums = sumsOfGroups(['creative'], SHOWN_METRICS);
  return {
    creatives: rows.map((row) => ({
      creativeId: Number(row[0]),
      metrics: metricValues(SHOWN_METRICS, sums(row)),
    })),
    total: rowCount,
  };
}

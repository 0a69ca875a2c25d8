import type { FilteredEvents } from '@placard/contract/reports';
import type { Metric } from '@placard/domain/analytics/metrics';
import type { EventKind } from '@placard/domain/event-kind';
import { isFilterReason } from '@placard/domain/filter-reason';
import type { HasAnalytics } from '../../analytics/open-analytics.ts';
import type { ReportScope } from '../../analytics/report-sql.ts';
import type { Actor, HasClock } from '../../deps.ts';
import { answer } from './give-report.ts';
import { filtersOf, type PublisherPart } from './publisher-part.ts';
import { reportDays } from './report-days.ts';

const KINDS = {
  filteredImpressions: 'impression',
  filteredViewables: 'viewable',
  filteredClicks: 'click',
} as const satisfies Partial<Record<Metric, EventKind>>;
const METRICS = Object.keys(KINDS) as (keyof typeof KINDS)[];

/** Events that were not billed, by reason and kind, most frequent first, of all or of a website or widget. @throws AppError `invalid_input`. */
export async function listFilteredEvents(
  deps: HasAnalytics & HasClock,
  actor: Actor,
  scope: ReportScope,
  input: PublisherPart & { readonly from: string; readonly to: string },
): Promise<FilteredEvents> {
  const report = await answer(deps, scope, {
    metrics: METRICS,
    by: ['reason'],
    ...reportDays(deps, actor, input),
    filters: filtersOf(input),
  });
  return report.rows
    .flatMap(({ dims: { reason = '' }, metrics }) =>
      // Another release's reason has no name here.
      isFilterReason(reason)
        ? METRICS.map((metric) => ({ reason, kind: KINDS[metric], count: Number(metrics[metric]) }))
        : [],
    )
    .filter((one) => one.count > 0)
    .sort((a, b) => b.count - a.count);
}

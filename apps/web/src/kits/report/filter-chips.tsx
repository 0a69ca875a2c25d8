import type { Report } from '@placard/contract/reports';
import { DIMENSIONS } from '@placard/domain/analytics/metrics';
import type { ReportAsked } from '@placard/domain/analytics/report-asked';
import { type ReportFilter, textsOfQuestion } from '@placard/domain/analytics/report-question';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { apiQuery } from '../../lib/api/api.ts';
import { dimensionLabel } from './dimension-label.ts';
import { metricTexts } from './metric-texts.ts';
import { RemovableChip } from './removable-chip.tsx';
import { reportTexts } from './texts.ts';
import type { ReportSource } from './use-report.ts';

/** What narrows the report, each removable. */
export function FilterChips({
  source,
  asked,
  report,
  onRemove,
}: {
  source: ReportSource;
  asked: ReportAsked;
  report: Report | undefined;
  onRemove: (filter: ReportFilter) => void;
}) {
  return asked.filters.map((filter) => (
    <FilterChip
      key={`${filter.dimension}${filter.how ?? ''}:${filter.value}`}
      source={source}
      asked={asked}
      report={report}
      filter={filter}
      onRemove={() => onRemove(filter)}
    />
  ));
}

function FilterChip({
  source,
  asked,
  report,
  filter,
  onRemove,
}: {
  source: ReportSource;
  asked: ReportAsked;
  report: Report | undefined;
  filter: ReportFilter;
  onRemove: () => void;
}) {
  const t = useTexts(reportTexts);
  const tMetric = useTexts(metricTexts);
  const { dimension, value: asIs, how } = filter;
  const own = report?.named.find((one) => one.dimension === dimension && one.value === asIs)?.label;
  // Others' records are named where figures of these days are of them: one row of the report tells it.
  const isOthers = report !== undefined && own === undefined && DIMENSIONS[dimension].kind === 'id';
  const row = useQuery({
    ...apiQuery(source.operation, {
      from: asked.from,
      to: asked.to,
      ...textsOfQuestion({
        metrics: source.metrics.slice(0, 1),
        by: [dimension],
        filters: [{ dimension, value: asIs }],
      }),
      limit: 1,
    }),
    enabled: how !== 'contains' && isOthers,
  });
  const label = own ?? row.data?.rows[0]?.labels[dimension];
  const value = how === 'contains' ? asIs : dimensionLabel(dimension, asIs, label);
  const text = t(`filtered.${how ?? 'is'}`, { dimension: tMetric(`dimension.${dimension}`), value });
  return <RemovableChip text={text} onRemove={onRemove} />;
}

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
  onRemove,
}: {
  source: ReportSource;
  asked: ReportAsked;
  onRemove: (filter: ReportFilter) => void;
}) {
  return asked.filters.map((filter) => (
    <FilterChip
      key={`${filter.dimension}${filter.how ?? ''}:${filter.value}`}
      source={source}
      asked={asked}
      filter={filter}
      onRemove={() => onRemove(filter)}
    />
  ));
}

function FilterChip({
  source,
  asked,
  filter,
  onRemove,
}: {
  source: ReportSource;
  asked: ReportAsked;
  filter: ReportFilter;
  onRemove: () => void;
}) {
  const t = useTexts(reportTexts);
  const tMetric = useTexts(metricTexts);
  // The name of a record is known to the server alone; one row of the report tells it.
  const { dimension, value: asIs, how } = filter;
  const named = useQuery({
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
    enabled: how !== 'contains',
  });
  const value =
    how === 'contains' ? asIs : dimensionLabel(dimension, asIs, named.data?.rows[0]?.labels[dimension]);
  const text = t(`filtered.${how ?? 'is'}`, { dimension: tMetric(`dimension.${dimension}`), value });
  return <RemovableChip text={text} onRemove={onRemove} />;
}

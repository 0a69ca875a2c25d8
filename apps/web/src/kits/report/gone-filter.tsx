import type { Dimension } from '@placard/domain/analytics/metrics';
import { filterText } from '@placard/domain/analytics/report-question';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { ApiError } from '../../lib/faults/api-error.ts';
import button from '../../ui/plain-button.module.css';
import { EmptyState } from '../../ui/states.tsx';
import { metricTexts } from './metric-texts.ts';
import { withoutFilter } from './report-search.ts';
import { reportTexts } from './texts.ts';
import { type MarksQuery, type ReportSource, useReportAsked } from './use-report.ts';

const DIMENSION_OF: Readonly<Record<string, Dimension>> = {
  campaign_not_found: 'campaign',
  website_not_found: 'website',
};

/** What a filter names is gone: which one, and the way to the rest. Asked for again, it would be refused again. */
export default function GoneFilter({
  dimension,
  value,
  onRemove,
}: {
  dimension: Dimension;
  value: string;
  onRemove: () => void;
}) {
  const t = useTexts(reportTexts);
  const tMetric = useTexts(metricTexts);
  const filter = t('filtered.is', { dimension: tMetric(`dimension.${dimension}`), value });
  return (
    <div className="above-20" role="alert">
      <EmptyState
        framed
        icon={TriangleAlert}
        title={t('gone.title')}
        text={t('gone.text', { filter })}
        action={
          <button type="button" className={button.secondary} onClick={onRemove}>
            {t('gone.remove')}
          </button>
        }
      />
    </div>
  );
}

/**
 * Parts of a report that ask for one record, or what is said in their place where that is gone.
 * @param marks as the chart asks for them: of the same record, so that nothing is fetched for this
 */
export function UnlessGone({
  source,
  marks,
  children,
}: {
  source: ReportSource;
  marks: MarksQuery;
  children: ReactNode;
}) {
  const [{ filters }, change] = useReportAsked(source);
  const { error } = useQuery(marks);
  const dimension = error instanceof ApiError ? DIMENSION_OF[error.code] : undefined;
  const gone = filters.find((filter) => filter.dimension === dimension && filter.how === undefined);
  if (gone === undefined) return children;
  return (
    <GoneFilter
      dimension={gone.dimension}
      value={gone.value}
      onRemove={() => change({ filter: filterText(withoutFilter(filters, gone)), page: undefined })}
    />
  );
}

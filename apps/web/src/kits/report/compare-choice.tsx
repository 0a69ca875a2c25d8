import { COMPARISONS, type Comparison } from '@placard/domain/analytics/compared-days';
import type { ReportAsked } from '@placard/domain/analytics/report-asked';
import { useTexts } from '../../i18n/texts.ts';
import { formatDate } from '../../lib/format/time-format.ts';
import type { SearchRecord } from '../../lib/search/search-text.ts';
import { ChoiceFilter, DayRangeFilter } from '../../ui/filters.tsx';
import { reportTexts } from './texts.ts';

/** The days that are compared with in words; none where they are those before, which need none. */
export function comparedPeriod({ comparison, compared }: ReportAsked): string | undefined {
  if (comparison === 'previous' || compared === null) return undefined;
  const { from, to } = compared;
  return from === to ? formatDate(from, 'UTC') : `${formatDate(from, 'UTC')} – ${formatDate(to, 'UTC')}`;
}

/** With what the period is compared: the days before, those of last year, any others, nothing. */
export function CompareChoice({
  asked,
  onChange,
}: {
  asked: ReportAsked;
  onChange: (change: SearchRecord) => void;
}) {
  const t = useTexts(reportTexts);
  const choose = (comparison: Comparison) => {
    const { from, to } = asked.compared ?? asked;
    onChange({
      vs: comparison === 'previous' ? undefined : comparison,
      ...(comparison === 'days' ? { vsFrom: from, vsTo: to } : { vsFrom: undefined, vsTo: undefined }),
    });
  };
  return (
    <>
      <ChoiceFilter<Comparison>
        required
        label={t('compare.label')}
        value={asked.comparison}
        choices={COMPARISONS.map((value) => ({ value, label: t(`compare.${value}`) }))}
        onChange={(comparison) => choose(comparison ?? 'previous')}
      />
      {asked.comparison === 'days' && asked.compared !== null && (
        <DayRangeFilter
          label={t('compare.range')}
          clearable={false}
          value={asked.compared}
          onChange={({ from, to }) => onChange({ vs: 'days', vsFrom: from, vsTo: to })}
        />
      )}
    </>
  );
}

import type { Dimension } from '@placard/domain/analytics/metrics';
import type { ReportAsked } from '@placard/domain/analytics/report-asked';
import { useTexts } from '../../i18n/texts.ts';
import control from '../../ui/control.module.css';
import { ChoiceFilter } from '../../ui/filters.tsx';
import { usePressed } from '../../ui/use-pressed.ts';
import { metricTexts } from './metric-texts.ts';
import classes from './report.module.css';
import { reportTexts } from './texts.ts';
import type { ReportSource } from './use-report.ts';

/** By what the figures are broken down: one dimension or two, and by day beside them. */
export function DimensionChoice({
  source,
  asked,
  onBy,
}: {
  source: ReportSource;
  asked: ReportAsked;
  onBy: (by: Dimension, andBy: Dimension | null, dated: boolean) => void;
}) {
  const t = useTexts(reportTexts);
  const tMetric = useTexts(metricTexts);
  const [dated, pressDated] = usePressed(asked.dated);
  const choices = source.dimensions.map((value) => ({ value, label: tMetric(`dimension.${value}`) }));
  const hasDate = asked.by === 'date' || asked.andBy === 'date';
  return (
    <>
      <ChoiceFilter
        required
        label={t('by')}
        value={asked.by}
        choices={choices}
        onChange={(by) => onBy(by ?? source.by, by === asked.andBy ? null : asked.andBy, asked.dated)}
      />
      <ChoiceFilter
        label={t('andBy')}
        value={asked.andBy ?? undefined}
        none={t('none')}
        choices={choices.filter(({ value }) => value !== asked.by)}
        onChange={(andBy) => onBy(asked.by, andBy ?? null, asked.dated)}
      />
      {!hasDate && source.dimensions.includes('date') && (
        <label className={`${control.field} ${asked.dated ? control.set : ''} ${classes.dated}`}>
          <input
            type="checkbox"
            checked={dated}
            onChange={(event) => {
              pressDated(event.target.checked);
              onBy(asked.by, asked.andBy, event.target.checked);
            }}
          />
          {t('dated')}
        </label>
      )}
    </>
  );
}

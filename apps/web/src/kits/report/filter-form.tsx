import type { Dimension } from '@placard/domain/analytics/metrics';
import type { ReportAsked } from '@placard/domain/analytics/report-asked';
import { canContain, type ReportFilter, textsOfQuestion } from '@placard/domain/analytics/report-question';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { apiQuery } from '../../lib/api/api.ts';
import control from '../../ui/control.module.css';
import { ChoiceFilter } from '../../ui/filters.tsx';
import button from '../../ui/plain-button.module.css';
import { dimensionLabel } from './dimension-label.ts';
import { metricTexts } from './metric-texts.ts';
import { reportTexts } from './texts.ts';
import type { ReportSource } from './use-report.ts';

type How = 'is' | 'not' | 'contains';
/** More than anyone picks from; what is not among them is found by its name. */
const VALUES_OFFERED = 200;
const MAX_TEXT = 100;

/** A filter put together: dimension, condition, and one of the values that the days have, or a text. */
export default function FilterForm({
  source,
  asked,
  onAdd,
}: {
  source: ReportSource;
  asked: ReportAsked;
  onAdd: (filter: ReportFilter) => void;
}) {
  const t = useTexts(reportTexts);
  const tMetric = useTexts(metricTexts);
  const [dimension, setDimension] = useState<Dimension>(asked.by);
  const [how, setHow] = useState<How>('is');
  const [value, setValue] = useState<string | null>(null);
  const hows: readonly How[] = canContain(dimension) ? ['is', 'not', 'contains'] : ['is', 'not'];
  const filled = how === 'contains' ? (value ?? '').trim() : value;
  const apply = () => {
    if (filled === null || (how === 'contains' && filled === '')) return;
    onAdd({ dimension, value: filled, ...(how === 'is' ? {} : { how }) });
  };
  return (
    <form
      className="stack gap-8 pad-12"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <ChoiceFilter
        required
        label={t('add.dimension')}
        value={dimension}
        choices={source.dimensions.map((one) => ({ value: one, label: tMetric(`dimension.${one}`) }))}
        onChange={(chosen = source.by) => {
          setDimension(chosen);
          setValue(null);
          if (how === 'contains' && !canContain(chosen)) setHow('is');
        }}
      />
      <ChoiceFilter<How>
        required
        label={t('add.how')}
        value={how}
        choices={hows.map((one) => ({ value: one, label: t(`add.${one}`) }))}
        onChange={(chosen = 'is') => {
          if ((chosen === 'contains') !== (how === 'contains')) setValue(null);
          setHow(chosen);
        }}
      />
      {how === 'contains' ? (
        <label className={control.field}>
          <span className="muted">{t('add.text')}</span>
          <input
            className="grow"
            type="text"
            maxLength={MAX_TEXT}
            value={value ?? ''}
            onChange={(event) => setValue(event.target.value)}
          />
        </label>
      ) : (
        <ValueChoice source={source} asked={asked} dimension={dimension} value={value} onChange={setValue} />
      )}
      <div className="flex justify-end">
        <button
          type="submit"
          className={button.primary}
          aria-disabled={filled === null || (how === 'contains' && filled === '')}
        >
          {t('add.apply')}
        </button>
      </div>
    </form>
  );
}

/** The values that figures of these days have, most shown first. */
function ValueChoice({
  source,
  asked,
  dimension,
  value,
  onChange,
}: {
  source: ReportSource;
  asked: ReportAsked;
  dimension: Dimension;
  value: string | null;
  onChange: (value: string | null) => void;
}) {
  const t = useTexts(reportTexts);
  const query = useQuery(
    apiQuery(source.operation, {
      from: asked.from,
      to: asked.to,
      ...textsOfQuestion({
        metrics: ['impressions'],
        by: [dimension],
        ...(source.fixed === undefined ? {} : { filters: [source.fixed] }),
      }),
      limit: VALUES_OFFERED,
    }),
  );
  if (query.isError) {
    return (
      <p className="bad text-13" role="alert">
        {t('add.failed')}
      </p>
    );
  }
  const rows = query.data?.rows ?? [];
  if (query.data !== undefined && rows.length === 0) return <p className="faint text-13">{t('add.none')}</p>;
  // A value may be the empty text, what is not known: choices carry a sign before theirs.
  const choices = rows.map(({ dims, labels }) => {
    const own = dims[dimension] ?? '';
    return { value: `=${own}`, label: dimensionLabel(dimension, own, labels[dimension]) };
  });
  return (
    <>
      <ChoiceFilter
        label={t('add.value')}
        none={t('add.choose')}
        value={value === null ? undefined : `=${value}`}
        choices={choices}
        onChange={(chosen) => onChange(chosen === undefined ? null : chosen.slice(1))}
      />
      {rows.length === VALUES_OFFERED && (
        <p className="faint text-13">{t('add.first', { count: VALUES_OFFERED })}</p>
      )}
    </>
  );
}

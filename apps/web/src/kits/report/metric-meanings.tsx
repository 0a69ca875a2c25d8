import type { Metric } from '@placard/domain/analytics/metrics';
import { useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { metricTexts } from './metric-texts.ts';
import { reportTexts } from './texts.ts';

/** What is counted in each figure, and how: for those without a pointer that could rest on a name. */
export function MetricMeanings({ metrics }: { metrics: readonly Metric[] }) {
  const t = useTexts(reportTexts);
  const tMetric = useTexts(metricTexts);
  const [opened, setOpened] = useState(false);
  return (
    <details className="on-screen above-8 text-13" onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary className="muted">{t('meanings')}</summary>
      {/* Only then: who looks for a name in the page finds the figure. */}
      {opened && (
        <dl className="stack gap-6 above-8">
          {metrics.map((metric) => (
            <div key={metric}>
              <dt className="semibold">{tMetric(`name.${metric}`)}</dt>
              <dd className="no-margin muted">{tMetric(`explanation.${metric}`)}</dd>
            </div>
          ))}
        </dl>
      )}
    </details>
  );
}

import type { Report } from '@placard/contract/reports';
import { textsOfQuestion } from '@placard/domain/analytics/report-question';
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../i18n/texts.ts';
import { api, apiQuery } from '../../lib/api/api.ts';
import { addDays, dayIn } from '../../lib/format/time-format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { Count } from '../../ui/count.tsx';
import { useTimeZone } from '../../ui/date-time.tsx';
import { Panel } from '../../ui/panel.tsx';
import { FailedState } from '../../ui/states.tsx';
import classes from './report.module.css';
import { trackingTexts } from './tracking-texts.ts';

const DAYS = 30;
const MOST_ROWS = 100;
const METRICS = ['trackingImpressions', 'trackingClicks'] as const;

/**
 * What came through tracking URLs: of one creative by its ad sets, or of all by creative. Nobody who uses none sees it:
 * `quiet` leaves the part out where nothing came.
 */
export function TrackingFigures({ creativeId, quiet = false }: { creativeId?: number; quiet?: boolean }) {
  const t = useTexts(trackingTexts);
  const today = dayIn(useTimeZone(), serverNow());
  const by = creativeId === undefined ? 'creative' : 'adSet';
  const query = useQuery(
    apiQuery(api.reports.advertiser, {
      from: addDays(today, 1 - DAYS),
      to: today,
      ...textsOfQuestion({
        metrics: METRICS,
        by: [by],
        filters: creativeId === undefined ? [] : [{ dimension: 'creative', value: String(creativeId) }],
        sort: { key: 'trackingImpressions', descending: true },
      }),
      limit: MOST_ROWS,
    }),
  );
  if (query.data === undefined) {
    if (query.isPending || quiet) return null;
    return <FailedState title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />;
  }
  const { totals, rows } = query.data;
  const came = rows.filter(({ metrics }) => METRICS.some((metric) => (metrics[metric] ?? 0) > 0));
  if (came.length === 0) return quiet ? null : <p>{t('nothing')}</p>;
  const table = (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: where it scrolls, the keyboard must be able to scroll it
    <section className="card" tabIndex={0} aria-label={t('figures')}>
      <table className={`plain-table ${classes.table}`}>
        <caption className="visually-hidden">{t('figures')}</caption>
        <thead>
          <tr>
            <th scope="col">{t(by)}</th>
            <th scope="col" className="end">
              {t('impressions')}
            </th>
            <th scope="col" className="end">
              {t('clicks')}
            </th>
          </tr>
        </thead>
        <tbody>
          {came.map(({ dims, labels, metrics }) => (
            <Row key={dims[by]} name={labels[by] ?? dims[by] ?? ''} metrics={metrics} />
          ))}
          <Row name={t('total')} metrics={totals} />
        </tbody>
      </table>
      {rows.length === MOST_ROWS && (
        <p className="pad-row faint text-13">{t('most', { count: MOST_ROWS })}</p>
      )}
    </section>
  );
  return quiet ? (
    <Panel title={t('figures')} description={t('figuresText')}>
      {table}
    </Panel>
  ) : (
    table
  );
}

function Row({ name, metrics }: { name: string; metrics: Report['totals'] }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {METRICS.map((metric) => (
        <td key={metric} className="end">
          <Count value={metrics[metric] ?? 0} />
        </td>
      ))}
    </tr>
  );
}

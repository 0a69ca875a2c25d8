import type { Metric } from '@placard/domain/analytics/metrics';
import type { ReportAsked } from '@placard/domain/analytics/report-asked';
import { daysBetween, HOURLY_MAX_DAYS } from '@placard/domain/day-bounds';
import { Grid3x3, Table2 } from 'lucide-react';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/texts.ts';
import { formatZone } from '../../lib/format/time-format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import control from '../../ui/control.module.css';
import { useTimeZone } from '../../ui/date-time.tsx';
import { ChoiceFilter } from '../../ui/filters.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { dimensionLabel, weekdayName } from './dimension-label.ts';
import { HOURS, heatOf, hoursOfWeek, WEEKDAYS, type WeekHours } from './hours-of-week-cells.ts';
import { formatMetric, formatMetricShort } from './metric-format.ts';
import { metricTexts } from './metric-texts.ts';
import classes from './report.module.css';
import { reportTexts } from './texts.ts';
import { type ReportSource, useHours } from './use-report.ts';

type HoursProps = {
  readonly source: ReportSource;
  readonly asked: ReportAsked;
  readonly metric: Metric;
  readonly actions: ReactNode;
  readonly onMetric: (metric: Metric) => void;
};

/** When things happen: one figure by weekday and hour of the account's clock, as colours or as a table. */
export default function HoursOfWeekPanel({ source, asked, metric, actions, onMetric }: HoursProps) {
  const t = useTexts(reportTexts);
  const tMetric = useTexts(metricTexts);
  const zone = formatZone(useTimeZone(), serverNow());
  const [asTable, setAsTable] = useState(false);
  const days = daysBetween(asked.from, asked.to);
  const tooLong = days > HOURLY_MAX_DAYS;
  const query = useHours(source, asked, metric, !tooLong);
  const Icon = asTable ? Grid3x3 : Table2;
  return (
    <Panel
      title={t('hours.title')}
      description={t('hours.description', { days, zone })}
      actions={<div className="row wrap gap-8">{actions}</div>}
    >
      <div className="row wrap between gap-8 below-16">
        <ChoiceFilter<Metric>
          required
          label={t('hours.metric')}
          value={metric}
          choices={source.metrics.map((value) => ({ value, label: tMetric(`name.${value}`) }))}
          onChange={(chosen = metric) => onMetric(chosen)}
        />
        <button type="button" className={control.button} onClick={() => setAsTable(!asTable)}>
          <Icon size={16} aria-hidden />
          {asTable ? t('hours.colours') : t('hours.figures')}
        </button>
      </div>
      {tooLong ? (
        <EmptyState
          title={t('hours.tooLong')}
          text={t('hours.tooLongText', { most: String(HOURLY_MAX_DAYS), days: String(days) })}
        />
      ) : (
        <Loaded query={query} failed={t('failed')}>
          {({ rows, currency }) => (
            <HoursTable
              metric={metric}
              hours={hoursOfWeek(rows, metric)}
              currency={currency}
              asTable={asTable}
            />
          )}
        </Loaded>
      )}
    </Panel>
  );
}

const hourName = (hour: number) => dimensionLabel('hourOfDay', String(hour), undefined);
/** Names of all hours do not fit beside each other. */
const HOURS_NAMED = 6;

function HoursTable({
  metric,
  hours,
  currency,
  asTable,
}: {
  metric: Metric;
  hours: WeekHours;
  currency: string;
  asTable: boolean;
}) {
  const t = useTexts(reportTexts);
  const tMetric = useTexts(metricTexts);
  const [pointed, setPointed] = useState('');
  const text = (weekday: number, hour: number) => {
    const value = hours[weekday - 1]?.[hour] ?? null;
    return value === null ? '–' : formatMetric(metric, value, currency);
  };
  const sentence = (weekday: number, hour: number) =>
    t('hours.cell', {
      weekday: weekdayName(weekday, 'long'),
      hour: hourName(hour),
      value: text(weekday, hour),
    });
  const caption = t('hours.caption', { metric: tMetric(`name.${metric}`) });
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="scrolls" tabIndex={0} aria-label={caption}>
        <table className={asTable ? `figure ${classes.figures}` : classes.colours}>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{t('hours.weekday')}</span>
              </th>
              {HOURS.map((hour) => (
                <th key={hour} scope="col">
                  <span className={asTable || hour % HOURS_NAMED === 0 ? undefined : 'visually-hidden'}>
                    {hourName(hour)}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {WEEKDAYS.map((weekday) => (
              <tr key={weekday}>
                <th scope="row">{weekdayName(weekday, 'short')}</th>
                {HOURS.map((hour) =>
                  asTable ? (
                    <td key={hour}>{text(weekday, hour)}</td>
                  ) : (
                    <td
                      key={hour}
                      style={{ '--heat': `${heatOf(hours, weekday, hour)}%` } as CSSProperties}
                      onPointerEnter={() => setPointed(sentence(weekday, hour))}
                    >
                      <span className="visually-hidden">{text(weekday, hour)}</span>
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {!asTable && <Legend hours={hours} metric={metric} currency={currency} pointed={pointed} />}
    </>
  );
}

/** From the least to the most, and what is pointed at; screen readers have the table itself. */
function Legend({
  hours,
  metric,
  currency,
  pointed,
}: {
  hours: WeekHours;
  metric: Metric;
  currency: string;
  pointed: string;
}) {
  const t = useTexts(reportTexts);
  const most = Math.max(0, ...hours.flat().map((value) => value ?? 0));
  return (
    <div className="row wrap between gap-8-16 above-8 muted text-13" aria-hidden>
      <span>{pointed === '' ? t('hours.point') : pointed}</span>
      <span className="inline-row gap-8">
        {formatMetricShort(metric, 0, currency)}
        <span className={classes.scale} />
        {formatMetricShort(metric, most, currency)}
      </span>
    </div>
  );
}

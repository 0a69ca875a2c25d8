import { chartTexts } from '../../i18n/en/chart.ts';
import { useTexts } from '../../i18n/texts.ts';
import { formatBucketLong, type TimeGrain } from '../../lib/format/bucket-format.ts';
import classes from './chart.module.css';
import type { ChartMark, ChartPoint, ChartSeries } from './chart-model.ts';
import { colorOf } from './chart-plot.tsx';

/** The others are in the list below the chart. */
const MARKS_IN_TIP = 4;

export const valueText = (series: ChartSeries, value: number | null | undefined) =>
  value === null || value === undefined ? '–' : series.format(value);

/** "Sat, Nov 21, 2026", and that it is not over where it is not. */
export const bucketName = (point: ChartPoint, grain: TimeGrain, soFar: string) =>
  `${formatBucketLong(point.at, grain)}${point.progress === 'running' ? ` ${soFar}` : ''}`;

/** Every series at one point, with its ghost. */
export function ChartTip({
  point,
  series,
  grain,
  marks,
  style,
}: {
  point: ChartPoint;
  series: readonly ChartSeries[];
  grain: TimeGrain;
  /** What happened within the point's time. */
  marks: readonly ChartMark[];
  style: { left?: number; right?: number };
}) {
  const t = useTexts(chartTexts);
  return (
    <div className={`pad-10-12 rounded paper text-13 ${classes.tip}`} style={style} aria-hidden>
      <strong>{bucketName(point, grain, t('soFar'))}</strong>
      <dl>
        {series.map((one, index) => (
          <TipRow key={one.key} series={one} point={point} index={index} />
        ))}
      </dl>
      {marks.length > 0 && (
        <ul className={`plain-list muted line-above ${classes.tipMarks}`}>
          {marks.slice(0, MARKS_IN_TIP).map(({ id, text }) => (
            <li key={id} className="breaks">
              {text}
            </li>
          ))}
          {marks.length > MARKS_IN_TIP && <li className="faint">+{marks.length - MARKS_IN_TIP}</li>}
        </ul>
      )}
    </div>
  );
}

function TipRow({ series, point, index }: { series: ChartSeries; point: ChartPoint; index: number }) {
  return (
    <>
      <span className={classes.swatch} style={{ color: colorOf(index) }} data-series={index} />
      <dt>{series.label}</dt>
      <dd>
        {valueText(series, point.values[series.key])}
        {point.previous !== undefined && (
          <span className="faint"> / {valueText(series, point.previous[series.key])}</span>
        )}
      </dd>
    </>
  );
}

/** One sentence for screen readers. */
export function pointText(
  point: ChartPoint,
  series: readonly ChartSeries[],
  grain: TimeGrain,
  soFar: string,
): string {
  const values = series.map((one) => `${one.label} ${valueText(one, point.values[one.key])}`);
  return `${bucketName(point, grain, soFar)}: ${values.join(', ')}`;
}

import { uiTexts } from '../../i18n/en/ui.ts';
import { useTexts } from '../../i18n/texts.ts';
import { formatBucketLong, type TimeGrain } from '../../lib/format/bucket-format.ts';
import classes from './chart.module.css';
import type { ChartPoint, ChartSeries } from './chart-model.ts';
import { colorOf } from './chart-plot.tsx';

const valueText = (series: ChartSeries, value: number | null | undefined) =>
  value === null || value === undefined ? '–' : series.format(value);

/** "Sat, Nov 21, 2026", and that it is not over where it is not. */
const bucketName = (point: ChartPoint, grain: TimeGrain, soFar: string) =>
  `${formatBucketLong(point.at, grain)}${point.progress === 'running' ? ` ${soFar}` : ''}`;

/** Every series at one point, with its ghost. */
export function ChartTip({
  point,
  series,
  grain,
  style,
}: {
  point: ChartPoint;
  series: readonly ChartSeries[];
  grain: TimeGrain;
  style: { left?: number; right?: number };
}) {
  const t = useTexts(uiTexts);
  return (
    <div className={`pad-10-12 rounded paper text-13 ${classes.tip}`} style={style} aria-hidden>
      <strong>{bucketName(point, grain, t('chart.soFar'))}</strong>
      <dl>
        {series.map((one, index) => (
          <TipRow key={one.key} series={one} point={point} color={colorOf(index)} />
        ))}
      </dl>
    </div>
  );
}

function TipRow({ series, point, color }: { series: ChartSeries; point: ChartPoint; color: string }) {
  return (
    <>
      <span className={classes.swatch} style={{ color }} />
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

/** The same figures as a table. */
export function ChartTable({
  label,
  points,
  series,
  grain,
  period,
}: {
  label: string;
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  grain: TimeGrain;
  period: string | undefined;
}) {
  const t = useTexts(uiTexts);
  const compared = points.some((point) => point.previous !== undefined);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={`framed scrolls ${classes.table}`} tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('chart.time')}</th>
            {series.flatMap((one) => [
              <th key={one.key} scope="col">
                {one.label}
              </th>,
              compared ? (
                <th key={`${one.key}-previous`} scope="col">
                  {period === undefined
                    ? t('chart.previous', { series: one.label })
                    : t('chart.previousOf', { series: one.label, period })}
                </th>
              ) : null,
            ])}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.at}>
              <th scope="row">{bucketName(point, grain, t('chart.soFar'))}</th>
              {series.flatMap((one) => [
                <td key={one.key}>{valueText(one, point.values[one.key])}</td>,
                compared ? (
                  <td key={`${one.key}-previous`}>{valueText(one, point.previous?.[one.key])}</td>
                ) : null,
              ])}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

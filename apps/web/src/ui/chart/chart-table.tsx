import { chartTexts } from '../../i18n/en/chart.ts';
import { useTexts } from '../../i18n/texts.ts';
import type { TimeGrain } from '../../lib/format/bucket-format.ts';
import classes from './chart.module.css';
import type { ChartPoint, ChartSeries } from './chart-model.ts';
import { bucketName, valueText } from './chart-tip.tsx';

/** The same figures as a table. */
export default function ChartTable({
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
  const t = useTexts(chartTexts);
  const compared = points.some((point) => point.previous !== undefined);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={`framed scrolls high-420 ${classes.table}`} tabIndex={0} aria-label={label}>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{t('time')}</th>
            {series.flatMap((one) => [
              <th key={one.key} scope="col">
                {one.label}
              </th>,
              compared ? (
                <th key={`${one.key}-previous`} scope="col">
                  {period === undefined
                    ? t('previous', { series: one.label })
                    : t('previousOf', { series: one.label, period })}
                </th>
              ) : null,
            ])}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.at}>
              <th scope="row">{bucketName(point, grain, t('soFar'))}</th>
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

import { ChartLine, Table2 } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react';
import { uiTexts } from '../../i18n/en/ui.ts';
import { useTexts } from '../../i18n/texts.ts';
import type { TimeGrain } from '../../lib/format/bucket-format.ts';
import control from '../control.module.css';
import { useElementWidth } from '../use-element-width.ts';
import classes from './chart.module.css';
import { axesOf, type ChartPoint, type ChartSeries, frameOf, MAX_SERIES, xOf } from './chart-model.ts';
import { ChartPlot, colorOf } from './chart-plot.tsx';
import { ChartTable, ChartTip, pointText } from './chart-tip.tsx';

const TIP_SPACE_PX = 14;

export type TimeChartProps = {
  /** What the chart shows: its accessible name. */
  readonly label: string;
  readonly points: readonly ChartPoint[];
  /** Five at most; more than that nobody reads. */
  readonly series: readonly ChartSeries[];
  readonly grain: TimeGrain;
};

function Legend({ series, compared }: { series: readonly ChartSeries[]; compared: boolean }) {
  const t = useTexts(uiTexts);
  return (
    <ul className={`plain-list flex wrap muted text-13 ${classes.legend}`}>
      {series.map((one, index) => (
        <li key={one.key}>
          <span className={classes.swatch} style={{ color: colorOf(index) }} />
          {one.label}
        </li>
      ))}
      {compared && (
        <li>
          <span className={`${classes.swatch} ${classes.ghost}`} />
          {t('chart.before')}
        </li>
      )}
    </ul>
  );
}

const MOVES: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowLeft: (at) => Math.max(0, at - 1),
  ArrowRight: (at, last) => Math.min(last, at + 1),
  Home: () => 0,
  End: (_, last) => last,
};

function InteractivePlot({ label, points, series, grain }: TimeChartProps) {
  const t = useTexts(uiTexts);
  const [element, width] = useElementWidth();
  const [at, setAt] = useState<number | null>(null);
  const axes = useMemo(() => axesOf(series, points), [series, points]);
  const frame = frameOf(width, axes);
  const hasBars = series.some((one) => one.kind === 'bar');
  const x = (index: number) => xOf(index, points.length, frame, hasBars);
  const looked = at === null ? undefined : points[at];
  const last = points.length - 1;

  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const position = event.clientX - event.currentTarget.getBoundingClientRect().left - frame.left;
    const share = position / frame.width;
    const index = hasBars ? Math.floor(share * points.length) : Math.round(share * last);
    setAt(Math.max(0, Math.min(last, index)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (event.key === 'Escape') setAt(null);
    if (move === undefined || points.length === 0) return;
    event.preventDefault();
    setAt(move(at ?? last, last));
  };
  const tipAt = at === null ? 0 : x(at);
  const tipStyle =
    tipAt < width / 2 ? { left: tipAt + TIP_SPACE_PX } : { right: width - tipAt + TIP_SPACE_PX };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a figure with its own keys; no element does that
    <div
      ref={element}
      role="group"
      aria-roledescription={t('chart.role')}
      aria-label={`${label}. ${t('chart.hint')}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read the values
      tabIndex={0}
      className={classes.plot}
      onPointerMove={onPointerMove}
      onPointerLeave={() => setAt(null)}
      onBlur={() => setAt(null)}
      onKeyDown={onKeyDown}
    >
      {width > 0 && (
        <ChartPlot points={points} series={series} axes={axes} frame={frame} grain={grain} x={x} at={at} />
      )}
      {points.length === 0 && <p className={`centred faint ${classes.empty}`}>{t('chart.none')}</p>}
      {looked !== undefined && <ChartTip point={looked} series={series} grain={grain} style={tipStyle} />}
      <span className="visually-hidden" aria-live="polite">
        {looked === undefined ? '' : pointText(looked, series, grain, t('chart.soFar'))}
      </span>
    </div>
  );
}

/** Lines or bars over time. Loaded lazily through `chart.tsx`; 4 KiB of our own instead of 118 of a charting library. */
export default function TimeChart({ label, points, series, grain }: TimeChartProps) {
  const t = useTexts(uiTexts);
  const [asTable, setAsTable] = useState(false);
  const shown = useMemo(() => series.slice(0, MAX_SERIES), [series]);
  const compared = points.some((point) => point.previous !== undefined);
  const Icon = asTable ? ChartLine : Table2;
  return (
    <figure className="anchor grid gap-8 shrinks" style={{ margin: 0 }}>
      <div className="row-wrap between gap-8-16">
        <Legend series={shown} compared={compared} />
        <button type="button" className={control.button} onClick={() => setAsTable(!asTable)}>
          <Icon size={16} aria-hidden />
          {asTable ? t('chart.showChart') : t('chart.showTable')}
        </button>
      </div>
      {asTable ? (
        <ChartTable label={label} points={points} series={shown} grain={grain} />
      ) : (
        <InteractivePlot label={label} points={points} series={shown} grain={grain} />
      )}
    </figure>
  );
}

import { useWindowEvent } from '@mantine/hooks';
import { ChartLine, Table2 } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, Suspense, useMemo, useState } from 'react';
import { chartTexts } from '../../i18n/en/chart.ts';
import { useTexts } from '../../i18n/texts.ts';
import type { TimeGrain } from '../../lib/format/bucket-format.ts';
import control from '../control.module.css';
import { lazyPart } from '../lazy-part.tsx';
import { Skeleton } from '../states.tsx';
import { useElementWidth } from '../use-element-width.ts';
import classes from './chart.module.css';
import {
  axesOf,
  type ChartMark,
  type ChartPoint,
  type ChartSeries,
  frameOf,
  MAX_SERIES,
  PLOT,
  xOf,
} from './chart-model.ts';
import { ChartPlot, colorOf } from './chart-plot.tsx';
import { ChartTip, pointText } from './chart-tip.tsx';
import { useZoom } from './use-zoom.ts';

/** Comes when somebody wants it. */
const ChartTable = lazyPart(() => import('./chart-table.tsx'));

const TIP_SPACE_PX = 14;
/** Beside the point there is no room for figures on one line: they stand at the other edge. */
const NARROW_PX = 480;

export type TimeChartProps = {
  /** What the chart shows: its accessible name. */
  readonly label: string;
  readonly points: readonly ChartPoint[];
  /** Five at most; more than that nobody reads. */
  readonly series: readonly ChartSeries[];
  readonly grain: TimeGrain;
  /** What the ghosts are of, where that is not the period before. */
  readonly period?: string | undefined;
  /** Told the `at` of the first and the last of several points that were dragged over, or chosen with Shift and the arrow keys. */
  readonly onZoom?: ((first: string, last: string) => void) | undefined;
  /** What happened meanwhile, in the order of time. */
  readonly marks?: readonly ChartMark[] | undefined;
};

function Legend({
  series,
  compared,
  period,
}: {
  series: readonly ChartSeries[];
  compared: boolean;
  period: string | undefined;
}) {
  const t = useTexts(chartTexts);
  return (
    <ul className={`plain-list flex wrap muted text-13 ${classes.legend}`}>
      {series.map((one, index) => (
        <li key={one.key}>
          <span className={classes.swatch} style={{ color: colorOf(index) }} data-series={index} />
          {one.label}
        </li>
      ))}
      {compared && (
        <li>
          <span className={`${classes.swatch} ${classes.ghost}`} />
          {period ?? t('before')}
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

/** Where the figures of a point stand that they do not cover. */
function tipPlace(atPx: number, width: number): { left?: number; right?: number } {
  const isLeft = atPx < width / 2;
  if (width < NARROW_PX) return isLeft ? { right: 0 } : { left: 0 };
  return isLeft ? { left: atPx + TIP_SPACE_PX } : { right: width - atPx + TIP_SPACE_PX };
}

/** The figures of the point that is looked at, and what happened in its time; for readers in a sentence. */
function Looked({
  point,
  series,
  grain,
  marks,
  style,
}: Pick<TimeChartProps, 'series' | 'grain'> & {
  point: ChartPoint | undefined;
  marks: readonly ChartMark[];
  style: { left?: number; right?: number };
}) {
  const t = useTexts(chartTexts);
  return (
    <>
      {point !== undefined && <ChartTip {...{ point, series, grain, marks, style }} />}
      <span className="visually-hidden" aria-live="polite">
        {point === undefined
          ? ''
          : [pointText(point, series, grain, t('soFar')), ...marks.map(({ text }) => text)].join('. ')}
      </span>
    </>
  );
}

const NOTHING: readonly ChartMark[] = [];

const lettersScale = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

/** What a pointer does: looks at the point that it is above, and chooses several by dragging. */
function pointing({
  indexAt,
  look,
  leave,
  take,
  zoom,
}: {
  /** Null where there are no points. */
  indexAt: (event: PointerEvent<HTMLDivElement>) => number | null;
  look: (index: number | null) => void;
  leave: () => void;
  take: () => void;
  zoom: ReturnType<typeof useZoom>;
}) {
  return {
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      const index = indexAt(event);
      if (event.button !== 0 || index === null) return;
      // A finger has not been above it before, as a mouse has.
      look(index);
      zoom.begin(index, event);
    },
    onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
      const index = indexAt(event);
      if (zoom.isDragging && index !== null) zoom.drag(index);
      look(index);
    },
    onPointerUp: () => {
      if (zoom.isDragging) take();
    },
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      // A finger leaves by being lifted, and hid till then what it points at: a press elsewhere puts the figures away.
      if (pointerType !== 'touch') leave();
    },
    onPointerCancel: leave,
  };
}

function InteractivePlot({ label, points, series, grain, onZoom, marks = NOTHING }: TimeChartProps) {
  const t = useTexts(chartTexts);
  const [element, width] = useElementWidth();
  const [at, setAt] = useState<number | null>(null);
  const axes = useMemo(() => axesOf(series, points), [series, points]);
  const frame = frameOf(width, axes, lettersScale());
  const hasBars = series.some((one) => one.kind === 'bar');
  const x = (index: number) => xOf(index, points.length, frame, hasBars);
  const looked = at === null ? undefined : points[at];
  const marked = marks.filter(({ point }) => point === at);
  const last = points.length - 1;
  const zoom = useZoom(points, onZoom);

  const indexAt = (event: PointerEvent<HTMLDivElement>) => {
    const position = event.clientX - event.currentTarget.getBoundingClientRect().left - frame.left;
    const share = position / frame.width;
    const index = hasBars ? Math.floor(share * points.length) : Math.round(share * last);
    return last < 0 ? null : Math.max(0, Math.min(last, index));
  };
  const leave = () => {
    setAt(null);
    zoom.drop();
  };
  /** What comes is another chart: nothing of it is looked at yet. */
  const take = () => {
    if (zoom.chosen !== null) setAt(null);
    zoom.take();
  };
  // Wherever the focus is: what the pointer brought up covers a part of the chart until it is put away.
  useWindowEvent('keydown', ({ key }) => {
    if (key === 'Escape') leave();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (event.key === 'Enter') take();
    if (move === undefined || points.length === 0) return;
    event.preventDefault();
    const next = move(at ?? last, last);
    if (event.shiftKey) zoom.extend(at ?? last, next);
    else zoom.drop();
    setAt(next);
  };
  const tipStyle = tipPlace(at === null ? 0 : x(at), width);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a figure with its own keys; no element does that
    <div
      ref={element}
      role="group"
      aria-roledescription={t('role')}
      aria-label={`${label}. ${t(onZoom === undefined ? 'hint' : 'zoomHint')}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read the values
      tabIndex={0}
      className={classes.plot}
      {...pointing({ indexAt, look: setAt, leave, take, zoom })}
      onBlur={leave}
      onKeyDown={onKeyDown}
    >
      {zoom.chosen !== null && (
        <span
          className={`tinted ${classes.chosen}`}
          style={{ left: x(zoom.chosen[0]), width: x(zoom.chosen[1]) - x(zoom.chosen[0]) }}
        />
      )}
      {width > 0 && (
        <ChartPlot
          {...{ points, series, axes, frame, grain, x, at }}
          marked={new Set(marks.map(({ point }) => point))}
        />
      )}
      {points.length === 0 && <p className={`centred faint ${classes.empty}`}>{t('none')}</p>}
      <Looked point={looked} marks={marked} style={tipStyle} {...{ series, grain }} />
    </div>
  );
}

/** Lines or bars over time. Loaded lazily through `chart.tsx`; 4 KiB of our own instead of 118 of a charting library. */
export default function TimeChart({
  label,
  points,
  series,
  grain,
  period,
  onZoom,
  marks = NOTHING,
}: TimeChartProps) {
  const t = useTexts(chartTexts);
  const [asTable, setAsTable] = useState(false);
  const shown = useMemo(() => series.slice(0, MAX_SERIES), [series]);
  const compared = points.some((point) => point.previous !== undefined);
  const Icon = asTable ? ChartLine : Table2;
  return (
    <figure className="anchor grid gap-8 shrinks" style={{ margin: 0 }}>
      <div className="row wrap between gap-8-16">
        <Legend series={shown} compared={compared} period={period} />
        <button type="button" className={control.button} onClick={() => setAsTable(!asTable)}>
          <Icon size={16} aria-hidden />
          {asTable ? t('showChart') : t('showTable')}
        </button>
      </div>
      {asTable ? (
        <Suspense fallback={<Skeleton height={PLOT.height} />}>
          <ChartTable label={label} points={points} series={shown} grain={grain} period={period} />
        </Suspense>
      ) : (
        <InteractivePlot {...{ label, points, grain, onZoom, marks }} series={shown} />
      )}
    </figure>
  );
}

import { formatBucket, type TimeGrain } from '../../lib/format/bucket-format.ts';
import classes from './chart.module.css';
import {
  type Axis,
  type ChartPoint,
  type ChartSeries,
  type Frame,
  PLOT,
  placesOf,
  yOf,
} from './chart-model.ts';
import { labelIndexes, linePath, lonePlaces, type Place } from './chart-scale.ts';

const LABEL_SPACE_PX = 74;
const MAX_BAR_PX = 28;

export const colorOf = (index: number) => `var(--chart-${index + 1})`;

function AxisLines({ axes, frame }: { axes: readonly Axis[]; frame: Frame }) {
  const [left, right] = axes;
  const label = (axis: Axis, value: number) => (axis.series.axisFormat ?? axis.series.format)(value);
  return (
    <g>
      {left?.ticks.map((tick) => (
        <g key={tick}>
          <line
            className={classes.grid}
            x1={frame.left}
            x2={frame.left + frame.width}
            y1={yOf(tick, left)}
            y2={yOf(tick, left)}
          />
          <text x={frame.left - 8} y={yOf(tick, left) + 4} textAnchor="end">
            {label(left, tick)}
          </text>
        </g>
      ))}
      {right?.ticks.map((tick) => (
        <text key={tick} x={frame.left + frame.width + 8} y={yOf(tick, right) + 4}>
          {label(right, tick)}
        </text>
      ))}
    </g>
  );
}

function TimeLabels({
  points,
  grain,
  frame,
  x,
}: {
  points: readonly ChartPoint[];
  grain: TimeGrain;
  frame: Frame;
  x: (index: number) => number;
}) {
  return (
    <g>
      {labelIndexes(points.length, frame.width, LABEL_SPACE_PX * frame.scale).map((index) => {
        const point = points[index];
        return point === undefined ? null : (
          <text key={point.at} x={x(index)} y={PLOT.height - 6} textAnchor="middle">
            {formatBucket(point.at, grain)}
          </text>
        );
      })}
    </g>
  );
}

type ShapeProps = {
  points: readonly ChartPoint[];
  series: ChartSeries;
  axis: Axis;
  x: (index: number) => number;
  width: number;
};

function Bars({ points, series, axis, x, width }: ShapeProps) {
  return points.map((point, index) => {
    const value = point.values[series.key];
    if (value === null || value === undefined || value <= 0) return null;
    const y = yOf(value, axis);
    return (
      <rect
        key={point.at}
        x={x(index) - width / 2}
        y={y}
        width={width}
        height={yOf(0, axis) - y}
        rx={Math.min(3, width / 4)}
        fill="currentColor"
      />
    );
  });
}

function SeriesShape({ points, series, axis, x, width }: ShapeProps) {
  const before = placesOf(points, (point) => point.previous?.[series.key], axis, x);
  const ghost = linePath(before);
  return (
    <>
      {ghost !== '' && (
        <path
          d={ghost}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.5}
          strokeDasharray="4 4"
          opacity={0.5}
        />
      )}
      <Dots places={lonePlaces(before)} opacity={0.5} />
      {series.kind === 'bar' ? (
        <Bars points={points} series={series} axis={axis} x={x} width={width} />
      ) : (
        <Line places={placesOf(points, (point) => point.values[series.key], axis, x)} points={points} />
      )}
    </>
  );
}

function Dots({ places, opacity }: { places: readonly Place[]; opacity?: number }) {
  return places.map(({ x, y }) => (
    <circle key={x} cx={x} cy={y} r={2.5} fill="currentColor" opacity={opacity} />
  ));
}

function Line({ places, points }: { places: readonly (Place | null)[]; points: readonly ChartPoint[] }) {
  const over = places.map((place, index) => ((points[index]?.progress ?? 'over') === 'over' ? place : null));
  const running = places.filter((_, index) => points[index]?.progress === 'running');
  const line = {
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: 2,
    strokeLinejoin: 'round',
    strokeLinecap: 'round',
  } as const;
  return (
    <>
      <path d={linePath(over)} {...line} />
      <Dots places={lonePlaces(over)} />
      {running.map(
        // So far, and apart: a line to it would fall at the start of each day.
        (place) =>
          place !== null && (
            <circle key={place.x} cx={place.x} cy={place.y} r={3} {...line} strokeWidth={1.5} opacity={0.7} />
          ),
      )}
    </>
  );
}

const MARK_PX = 5;

/** A line through what happened, with a point on the axis that is seen where lines cross. */
function Mark({ x }: { x: number }) {
  const foot = PLOT.height - PLOT.bottom;
  return (
    <g className={classes.mark}>
      <line x1={x} x2={x} y1={PLOT.top} y2={foot} strokeDasharray="2 4" />
      <path
        d={`M${x} ${foot - MARK_PX}l${MARK_PX} ${MARK_PX}l-${MARK_PX} ${MARK_PX}l-${MARK_PX} -${MARK_PX}z`}
      />
    </g>
  );
}

/** Everything that is drawn; the values are read from the tooltip, the live text, or the table. */
export function ChartPlot({
  points,
  series,
  axes,
  frame,
  grain,
  x,
  at,
  marked,
}: {
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  axes: readonly Axis[];
  frame: Frame;
  grain: TimeGrain;
  x: (index: number) => number;
  /** The point that is looked at. */
  at: number | null;
  /** Points within whose time something happened. */
  marked: ReadonlySet<number>;
}) {
  const barWidth = Math.min(MAX_BAR_PX, (frame.width / Math.max(1, points.length)) * 0.68);
  const looked = at === null ? undefined : points[at];
  // On paper, which no script is told of, all of it is drawn smaller.
  const box = `0 0 ${frame.left + frame.width + frame.right} ${PLOT.height}`;
  return (
    <svg aria-hidden viewBox={box}>
      <AxisLines axes={axes} frame={frame} />
      <TimeLabels points={points} grain={grain} frame={frame} x={x} />
      {[...marked].map((index) => (
        <Mark key={index} x={x(index)} />
      ))}
      {at !== null && (
        <line className={classes.cross} x1={x(at)} x2={x(at)} y1={PLOT.top} y2={PLOT.height - PLOT.bottom} />
      )}
      {series.map((one, index) => {
        const axis = axes.find((candidate) => candidate.unit === one.unit);
        if (axis === undefined) return null;
        const value = looked?.values[one.key];
        return (
          <g key={one.key} style={{ color: colorOf(index) }} data-series={index}>
            <SeriesShape points={points} series={one} axis={axis} x={x} width={barWidth} />
            {at !== null && value !== null && value !== undefined && one.kind !== 'bar' && (
              <circle
                cx={x(at)}
                cy={yOf(value, axis)}
                r={4}
                fill="var(--paper)"
                stroke="currentColor"
                strokeWidth={2}
              />
            )}
          </g>
        );
      })}
    </svg>
  );
}

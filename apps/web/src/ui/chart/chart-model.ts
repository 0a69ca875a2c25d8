import { axisOf, type Place, withTicks } from './chart-scale.ts';

export type ChartPoint = {
  /** A report's bucket: '2026-03-01' or '2026-03-01T05:00', civil time of the account. */
  readonly at: string;
  readonly values: Readonly<Record<string, number | null>>;
  /** The same bucket of the period before, drawn as a dashed ghost. */
  readonly previous?: Readonly<Record<string, number | null>> | undefined;
  /** Whether its time is over, which it is unless told: what runs is a dot apart from the line, what is ahead is not drawn. */
  readonly progress?: 'over' | 'running' | 'ahead';
};

/** Something that happened within a point's time, marked there. */
export type ChartMark = {
  readonly id: string;
  /** Of the point in whose time it happened. */
  readonly point: number;
  readonly text: string;
};

export type ChartSeries = {
  /** Its name in `values`. */
  readonly key: string;
  readonly label: string;
  readonly format: (value: number) => string;
  /** Shorter, for the axis; `format` otherwise. */
  readonly axisFormat?: (value: number) => string;
  /** Series of one unit share an axis: the first unit stands left, the second right, others are scaled to themselves. */
  readonly unit: string;
  /** Gridlines only at whole numbers: counts. */
  readonly whole?: boolean;
  readonly kind?: 'line' | 'bar';
};

export const MAX_SERIES = 5;
export const PLOT = { height: 280, top: 10, bottom: 26, side: 52, edge: 10 } as const;

export type Axis = {
  readonly unit: string;
  readonly top: number;
  readonly ticks: readonly number[];
  readonly series: ChartSeries;
};

/** One axis per unit, as high as its series and their ghosts need; gridlines belong to all of them alike. */
export function axesOf(series: readonly ChartSeries[], points: readonly ChartPoint[]): Axis[] {
  const units = [...new Set(series.map((one) => one.unit))];
  const axes = units.flatMap((unit) => {
    const members = series.filter((one) => one.unit === unit);
    const first = members[0];
    if (first === undefined) return [];
    let highest = 0;
    for (const point of points) {
      for (const { key } of members)
        highest = Math.max(highest, point.values[key] ?? 0, point.previous?.[key] ?? 0);
    }
    return [{ unit, series: first, ...axisOf(highest, first.whole ?? false) }];
  });
  const gridlines = Math.max(...axes.map(({ ticks }) => ticks.length));
  return axes.map((axis) => ({ ...axis, ...withTicks(axis.ticks, gridlines) }));
}

export type Frame = {
  readonly left: number;
  readonly right: number;
  readonly width: number;
  /** Of the reader's letters: 1 where the browser's size of them is 16 px. */
  readonly scale: number;
};

/** @param scale of the reader's letters: beside the plot they need more room where they are larger */
export function frameOf(widthPx: number, axes: readonly Axis[], scale: number): Frame {
  const side = PLOT.side * Math.max(1, scale);
  const right = axes.length > 1 ? side : PLOT.edge;
  return { left: side, right, width: Math.max(1, widthPx - side - right), scale };
}

/** Lines begin and end at the frame's edges; bars keep half a bar away from them. */
export function xOf(index: number, count: number, frame: Frame, hasBars: boolean): number {
  if (hasBars) return frame.left + ((index + 0.5) / count) * frame.width;
  return frame.left + (count === 1 ? 0.5 : index / (count - 1)) * frame.width;
}

export function yOf(value: number, axis: Axis): number {
  const height = PLOT.height - PLOT.top - PLOT.bottom;
  return PLOT.top + height * (1 - value / axis.top);
}

export function placesOf(
  points: readonly ChartPoint[],
  pick: (point: ChartPoint) => number | null | undefined,
  axis: Axis,
  x: (index: number) => number,
): (Place | null)[] {
  return points.map((point, index) => {
    const value = pick(point);
    return value === null || value === undefined ? null : { x: x(index), y: yOf(value, axis) };
  });
}

import { type PointerEvent, useState } from 'react';
import type { ChartPoint } from './chart-model.ts';

/** From where to where; `isDragging` while a pointer is down. */
type Stretch = { readonly from: number; readonly to: number; readonly isDragging: boolean };

/** The first and last of several points, in order; one point is no stretch. */
export function chosenOf(stretch: Pick<Stretch, 'from' | 'to'> | null): readonly [number, number] | null {
  if (stretch === null || stretch.from === stretch.to) return null;
  return [Math.min(stretch.from, stretch.to), Math.max(stretch.from, stretch.to)];
}

/** A stretch of a chart's points, chosen by dragging or with Shift and the arrow keys, then taken with Enter. */
export function useZoom(
  points: readonly ChartPoint[],
  onZoom: ((first: string, last: string) => void) | undefined,
) {
  const [stretch, setStretch] = useState<Stretch | null>(null);
  const chosen = chosenOf(stretch);
  const drop = () => setStretch(null);
  return {
    chosen,
    isDragging: stretch?.isDragging === true,
    drop,
    begin: (index: number, { currentTarget, pointerId }: PointerEvent) => {
      if (onZoom === undefined) return;
      // Whoever drags up to the last point ends beyond it as often as not.
      currentTarget.setPointerCapture(pointerId);
      setStretch({ from: index, to: index, isDragging: true });
    },
    drag: (index: number) => setStretch((before) => before && { ...before, to: index }),
    extend: (from: number, to: number) => {
      if (onZoom === undefined) return;
      setStretch((before) => ({ from: before?.from ?? from, to, isDragging: false }));
    },
    take: () => {
      const first = chosen === null ? undefined : points[chosen[0]];
      const last = chosen === null ? undefined : points[chosen[1]];
      drop();
      if (first !== undefined && last !== undefined) onZoom?.(first.at, last.at);
    },
  };
}

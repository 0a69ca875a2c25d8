import { lazy, Suspense } from 'react';
import { Skeleton } from '../states.tsx';
import type { TimeChartProps } from './time-chart.tsx';

const TimeChart = lazy(() => import('./time-chart.tsx'));

/** A chart over time; its code comes when the first one is shown, at its full height so nothing jumps. */
export function Chart(props: TimeChartProps) {
  return (
    <Suspense fallback={<Skeleton height={322} />}>
      <TimeChart {...props} />
    </Suspense>
  );
}

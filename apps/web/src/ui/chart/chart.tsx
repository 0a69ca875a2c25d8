import { Suspense } from 'react';
import { lazyPart } from '../lazy-part.tsx';
import { Skeleton } from '../states.tsx';
import type { TimeChartProps } from './time-chart.tsx';

const TimeChart = lazyPart(() => import('./time-chart.tsx'));

/** A chart over time; its code comes when the first one is shown, at its full height so nothing jumps. */
export function Chart(props: TimeChartProps) {
  return (
    <Suspense fallback={<Skeleton height={322} />}>
      <TimeChart {...props} />
    </Suspense>
  );
}

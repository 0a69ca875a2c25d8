import { Suspense } from 'react';
import { lazyPart } from '../lazy-part.tsx';
import { Skeleton } from '../states.tsx';
import type { TimeChartProps } from './time-chart.tsx';

const TimeChart = lazyPart(() => import('./time-chart.tsx'));

/** Fetches a chart's code while its figures are still under way. */
export const preloadChart = TimeChart.preload;

/** A chart over time; its code comes when the first one is shown. What stands below it waits until it has its height. */
export function Chart(props: TimeChartProps) {
  return (
    <Suspense
      fallback={
        <div data-unsettled>
          <Skeleton height={322} />
        </div>
      }
    >
      <TimeChart {...props} />
    </Suspense>
  );
}

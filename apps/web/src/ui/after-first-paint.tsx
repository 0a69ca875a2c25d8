import { type ReactNode, useDeferredValue, useEffect } from 'react';
import { Unsettled } from './states.tsx';

let painted = false;

/** From now on everything is seen whole at once. */
export function notePaint(): void {
  painted = true;
}

/**
 * Its children are rendered after the page's first paint, in slices that let a press through: navigation and heading
 * are there while table, cards and chart are still being made. Once a page has been painted, at once: whoever goes on
 * within the dashboard, or back to where the page was scrolled to, sees it whole.
 */
export function AfterFirstPaint({ children }: { children: ReactNode }) {
  const now = useDeferredValue(true, painted);
  useEffect(notePaint, []);
  return now ? children : <Unsettled />;
}

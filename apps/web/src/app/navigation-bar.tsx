import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { pendingProgress } from '../lib/progress.ts';
import classes from './navigation-bar.module.css';

const FADE_MS = 200;
/** Navigations that end sooner show no bar: a flash tells nothing. */
const QUIET_MS = 80;

/** The loading bar at the top: moved outside React's rendering, so it keeps rising while a page renders. */
export function NavigationBar() {
  const pending = useRouterState({ select: (state) => state.status === 'pending' });
  const bar = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = bar.current;
    if (element === null || !pending) return;
    const startedMs = performance.now();
    let frame = 0;
    const rise = () => {
      const elapsedMs = performance.now() - startedMs;
      if (elapsedMs > QUIET_MS) {
        element.style.transition = 'none';
        element.style.opacity = '1';
        element.style.transform = `scaleX(${pendingProgress(elapsedMs)})`;
      }
      frame = requestAnimationFrame(rise);
    };
    frame = requestAnimationFrame(rise);
    return () => {
      cancelAnimationFrame(frame);
      element.style.transition = `transform ${FADE_MS}ms ease-out, opacity ${FADE_MS}ms ease-in ${FADE_MS}ms`;
      if (element.style.opacity === '1') element.style.transform = 'scaleX(1)';
      element.style.opacity = '0';
    };
  }, [pending]);

  return <div ref={bar} className={classes.bar} style={{ opacity: 0, transform: 'scaleX(0)' }} aria-hidden />;
}

import { useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';

/**
 * The further clicks of a double click on Next or Back go nowhere: what the next step has under the pointer by then
 * nobody meant. A press of its own ends that.
 */
function dropFurtherClicks(): () => void {
  const drop = (event: MouseEvent) => {
    if (event.detail > 1) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.type === 'mousedown') stop();
  };
  const stop = () => {
    for (const type of ['mousedown', 'click'] as const) document.removeEventListener(type, drop, true);
  };
  for (const type of ['mousedown', 'click'] as const) document.addEventListener(type, drop, true);
  return stop;
}

/**
 * On a change of the step its heading has the focus and the bar of steps is in sight. A reload begins where the page
 * begins, like any other.
 */
export function useStepEntry(step: string): {
  readonly bar: RefObject<HTMLDivElement | null>;
  readonly heading: RefObject<HTMLHeadingElement | null>;
} {
  const bar = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const entered = useRef(step);
  const router = useRouter();
  useEffect(() => {
    if (entered.current === step) return;
    entered.current = step;
    const show = () => bar.current?.scrollIntoView({ block: 'nearest' });
    heading.current?.focus({ preventScroll: true });
    show();
    // By the browser's back the router scrolls to where the step was left, once it has been rendered. A field with a
    // fault may have the focus by then: it stays in sight.
    const forget = router.subscribe('onRendered', () => {
      forget();
      if (document.activeElement === heading.current) show();
    });
    const stop = dropFurtherClicks();
    return () => {
      forget();
      stop();
    };
  }, [step, router]);
  return { bar, heading };
}

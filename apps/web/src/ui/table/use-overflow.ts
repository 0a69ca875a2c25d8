import { type RefObject, useEffect, useState } from 'react';

/**
 * Whether the table is wider than its frame. Only then does it scroll inside itself: a frame that scrolls would keep
 * the header from sticking to the page, so no table does it without need.
 */
export function useOverflow(frame: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const element = frame.current;
    const table = element?.firstElementChild;
    if (element === null || table === null || table === undefined) return;
    const observer = new ResizeObserver(() =>
      setOverflows(table.getBoundingClientRect().width > element.clientWidth + 1),
    );
    observer.observe(element);
    observer.observe(table);
    return () => observer.disconnect();
  }, [frame]);
  return overflows;
}

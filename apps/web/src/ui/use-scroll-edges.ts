import { type RefObject, useLayoutEffect } from 'react';

/** A hair of a pixel is left over where the browser rounds. */
const SLACK_PX = 1;

function edgesOf({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): string {
  const before = scrollLeft > SLACK_PX ? 'before' : '';
  const after = scrollLeft + clientWidth < scrollWidth - SLACK_PX ? 'after' : '';
  return `${before} ${after}`.trim();
}

/** Marks by `data-more` on which sides of a row that scrolls there is more: "before", "after", both, or not at all. */
export function useScrollEdges(row: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = row.current;
    if (element === null) return;
    const mark = () => {
      const edges = edgesOf(element);
      if (edges === '') delete element.dataset.more;
      else element.dataset.more = edges;
    };
    // What is in it grows when the fonts arrive.
    const observer = new ResizeObserver(mark);
    for (const each of [element, ...element.children]) observer.observe(each);
    element.addEventListener('scroll', mark, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', mark);
    };
  }, [row]);
}

/** A hair of a pixel is left over where the browser rounds. */
const SLACK_PX = 1;

function edgesOf({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): string {
  const before = scrollLeft > SLACK_PX ? 'before' : '';
  const after = scrollLeft + clientWidth < scrollWidth - SLACK_PX ? 'after' : '';
  return `${before} ${after}`.trim();
}

/**
 * Marks by `data-more` on which sides of a row that scrolls there is more: "before", "after", both, or not at all.
 * @returns what ends it
 */
export function markScrollEdges(row: HTMLElement): () => void {
  const mark = () => {
    const edges = edgesOf(row);
    if (edges === '') delete row.dataset.more;
    else row.dataset.more = edges;
  };
  // What is in it grows when the fonts arrive.
  const observer = new ResizeObserver(mark);
  for (const each of [row, ...row.children]) observer.observe(each);
  row.addEventListener('scroll', mark, { passive: true });
  return () => {
    observer.disconnect();
    row.removeEventListener('scroll', mark);
  };
}

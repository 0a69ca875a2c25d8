import { LEAST_OPACITY, type Point } from './computed.ts';
import { presenceOf } from './painted.ts';

/** The pages around a frame, as far as they are of its own origin. Of those of other origins only a browser that vouches tells. */

/** As of scaled ads: of each side a third, so of all pixels a tenth. */
const LEAST_ZOOM = 0.1 ** 0.5;

/** @returns those of the places that are to be seen in the pages around; all of them where there are none. */
export function clearAround(grid: readonly Point[], places: readonly number[]): readonly number[] {
  // Of a frame that its page has zoomed, and of the browser's own zoom, which ends at a quarter.
  if (window !== top && devicePixelRatio < LEAST_ZOOM) return [];
  let [points, left] = [grid, places];
  // Of a page of another origin it is null.
  for (let view: Window = window; view.frameElement; view = view.parent) {
    const frame = view.frameElement as HTMLElement;
    const box = frame.getBoundingClientRect();
    const { paddingLeft, paddingTop } = getComputedStyle(frame);
    const [scaleX, scaleY] = [box.width / frame.offsetWidth, box.height / frame.offsetHeight];
    points = points.map(
      ([x, y]): Point => [
        box.left + (frame.clientLeft + Number.parseFloat(paddingLeft) + x) * scaleX,
        box.top + (frame.clientTop + Number.parseFloat(paddingTop) + y) * scaleY,
      ],
    );
    const root = frame.getRootNode() as Document | ShadowRoot;
    left = left.filter((place) => root.elementFromPoint(...(points[place] as Point)) === frame);
    if (presenceOf(frame) < LEAST_OPACITY) return [];
  }
  return left;
}

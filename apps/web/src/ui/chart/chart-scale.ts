import { nice, ticks } from 'd3-array';

const GRIDLINES = 4;

/** The axis from 0 to the highest gridline. Counts never get gridlines between whole numbers. */
export function axisOf(highest: number, wholeNumbers: boolean): { top: number; ticks: number[] } {
  const end = highest > 0 && !wholeNumbers ? highest : Math.max(1, highest);
  const gridlines = wholeNumbers ? Math.min(GRIDLINES, Math.ceil(end)) : GRIDLINES;
  const [, top] = nice(0, end, gridlines);
  return { top, ticks: ticks(0, top, gridlines) };
}

/** As many ticks, further ones above the others. */
export function withTicks(ticks: readonly number[], count: number): { top: number; ticks: number[] } {
  const step = ticks[1] ?? 1;
  const all = Array.from({ length: count }, (_, index) => ticks[index] ?? index * step);
  return { top: all.at(-1) ?? step, ticks: all };
}

export type Place = { readonly x: number; readonly y: number };

/** A line through the places; a gap (`null`) lifts the pen. */
export function linePath(places: readonly (Place | null)[]): string {
  let path = '';
  let down = false;
  for (const place of places) {
    if (place !== null) path += `${down ? 'L' : 'M'}${place.x.toFixed(1)} ${place.y.toFixed(1)}`;
    down = place !== null;
  }
  return path;
}

/** Places that no line reaches, having no neighbour: without a dot nothing shows that there is a value. */
export function lonePlaces(places: readonly (Place | null)[]): Place[] {
  return places.filter(
    (place, index): place is Place =>
      place !== null && (places[index - 1] ?? null) === null && (places[index + 1] ?? null) === null,
  );
}

/** Which of so many points get a label, so that neighbours keep `spacePx` between them. */
export function labelIndexes(points: number, widthPx: number, spacePx: number): number[] {
  const fitting = Math.max(2, Math.floor(widthPx / spacePx));
  const every = Math.max(1, Math.ceil(points / fitting));
  return Array.from({ length: Math.ceil(points / every) }, (_, index) => index * every);
}

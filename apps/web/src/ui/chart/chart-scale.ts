const STEPS = [1, 2, 2.5, 5, 10];
const GRIDLINES = 4;

/** A step that people count in, so that `GRIDLINES` of them hold the highest value. */
export function niceStep(highest: number): number {
  if (highest <= 0) return 1;
  const rough = highest / GRIDLINES;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = STEPS.find((step) => step * power >= rough * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** The axis from 0 to the highest gridline. Counts never get gridlines between whole numbers. */
export function axisOf(highest: number, wholeNumbers: boolean): { top: number; ticks: number[] } {
  const step = wholeNumbers ? Math.max(1, Math.ceil(niceStep(highest))) : niceStep(highest);
  const count = Math.max(1, Math.ceil((highest / step) * (1 - 1e-9)));
  return { top: step * count, ticks: Array.from({ length: count + 1 }, (_, index) => index * step) };
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

/** Which of so many points get a label, so that neighbours keep `spacePx` between them. */
export function labelIndexes(points: number, widthPx: number, spacePx: number): number[] {
  const fitting = Math.max(2, Math.floor(widthPx / spacePx));
  const every = Math.max(1, Math.ceil(points / fitting));
  return Array.from({ length: Math.ceil(points / every) }, (_, index) => index * every);
}

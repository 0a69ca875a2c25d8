/**
 * What `pg_current_snapshot()` gives as text, `xmin:xmax:a,b`: a and b were under way, what has a number from xmax on had not begun, and
 * all else was over.
 */
export function snapshotParts(snapshot: string): {
  readonly xmin: string;
  readonly xmax: string;
  readonly underWay: readonly string[];
} {
  const [xmin = '0', xmax = '0', list = ''] = snapshot.split(':');
  return { xmin, xmax, underWay: list === '' ? [] : list.split(',') };
}

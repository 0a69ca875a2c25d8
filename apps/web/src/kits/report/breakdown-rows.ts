import type { Report } from '@placard/contract/reports';
import { type Dimension, isMetric } from '@placard/domain/analytics/metrics';
import { dimensionLabel } from './dimension-label.ts';
import type { Viewers } from './viewers-of-rows.ts';

type Row = Report['rows'][number];

/** `within`: the number of what it lies within, of an ad set the campaign's. */
export type DimensionCell = {
  readonly value: string;
  readonly label: string;
  readonly within?: string | undefined;
};

/** One line of the breakdown with the words for its dimensions. */
export type BreakdownRow = {
  readonly id: string;
  readonly dims: Readonly<Partial<Record<Dimension, DimensionCell>>>;
  readonly metrics: Row['metrics'];
  /** Where they are counted by what the row is of, and were asked for. */
  readonly viewers?: Viewers | undefined;
};

/** Whether rows carry these dimensions and no others. */
export function isBrokenDownBy(rows: readonly Row[], by: readonly Dimension[]): boolean {
  return rows.every(
    ({ dims }) =>
      Object.keys(dims).length === by.length && by.every((dimension) => dims[dimension] !== undefined),
  );
}

/** @param viewers by the number of a record, where each row is of one */
export function breakdownRows(
  rows: readonly Row[],
  by: readonly Dimension[],
  viewers: ReadonlyMap<string, Viewers> = new Map(),
): BreakdownRow[] {
  return rows.map((row) => ({
    id: by.map((dimension) => row.dims[dimension] ?? '').join('\n'),
    viewers: viewers.get(row.dims[by[0] ?? 'date'] ?? ''),
    dims: Object.fromEntries(
      by.map((dimension) => {
        const value = row.dims[dimension] ?? '';
        const label = dimensionLabel(dimension, value, row.labels[dimension]);
        return [dimension, { value, label, within: row.within[dimension] }];
      }),
    ),
    metrics: row.metrics,
  }));
}

const IN_TIME: readonly Dimension[] = ['date', 'weekday', 'hourOfDay'];

function compareBy(sort: string, by: readonly Dimension[]): (a: BreakdownRow, b: BreakdownRow) => number {
  const column = sort.replace(/^-/, '');
  const sign = sort.startsWith('-') ? -1 : 1;
  const dimension = by.find((one) => one === column);
  if (dimension !== undefined) {
    const collator = new Intl.Collator(undefined, { numeric: true });
    // Days, weekdays and hours have an order of their own, which their names have not.
    const part = IN_TIME.includes(dimension) ? 'value' : 'label';
    return (a, b) =>
      sign * collator.compare(a.dims[dimension]?.[part] ?? '', b.dims[dimension]?.[part] ?? '');
  }
  // An unknown ratio is no zero: it stands last, whichever way the column is sorted.
  return (a, b) => {
    const value = ({ metrics, viewers }: BreakdownRow) => {
      if (column === 'viewers') return viewers?.viewerDays ?? null;
      if (column === 'frequency') return viewers?.frequency ?? null;
      return isMetric(column) ? (metrics[column] ?? null) : null;
    };
    const [first, second] = [value(a), value(b)];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    return sign * (first - second);
  };
}

/** Searched by the words shown and sorted; without an order they stay as the server sent them. */
export function arrangedRows(
  rows: readonly BreakdownRow[],
  by: readonly Dimension[],
  { search, sort }: { readonly search: string; readonly sort: string | undefined },
): BreakdownRow[] {
  const wanted = search.toLowerCase();
  const found = rows.filter((row) =>
    by.some((dimension) => (row.dims[dimension]?.label ?? '').toLowerCase().includes(wanted)),
  );
  return sort === undefined ? found : found.toSorted(compareBy(sort, by));
}

/** A row's part of the whole; unknown where there is nothing to be a part of. */
export function shareOf(part: number | null | undefined, whole: number | null | undefined): number | null {
  return typeof part !== 'number' || typeof whole !== 'number' || whole === 0 ? null : part / whole;
}

import type { Report } from '@placard/contract/reports';
import { type Dimension, isDimension } from '@placard/domain/analytics/metrics';
import type { ReportSort } from '@placard/domain/analytics/report-question';
import type { Language } from '@placard/domain/language';
import { valueShown } from './value-words.ts';

type Row = Report['rows'][number];
type Arranged = {
  readonly language: Language;
  readonly by: readonly Dimension[];
  /** Rows with this in one of their names. */
  readonly search: string;
  readonly sort: ReportSort | null;
};

/** Days, weekdays and hours have an order of their own, which their names have not. */
const IN_TIME: readonly Dimension[] = ['date', 'weekday', 'hourOfDay'];

/**
 * The rows of a view as its page shows them: searched by the words that are read, and in their order where they are sorted by those.
 * By figures the report has them sorted.
 */
export function arrangedRows(rows: readonly Row[], { language, by, search, sort }: Arranged): Row[] {
  const wordOf = ({ dims, labels }: Row, dimension: Dimension) =>
    valueShown(language, { dimension, value: dims[dimension] ?? '', label: labels[dimension] ?? '' });
  const wanted = search.toLowerCase();
  const found = rows.filter((row) =>
    by.some((dimension) => wordOf(row, dimension).toLowerCase().includes(wanted)),
  );
  if (sort === null || !isDimension(sort.key) || !by.includes(sort.key)) return found;
  const { key, descending } = sort;
  const { compare } = new Intl.Collator(language, { numeric: true });
  const sortedBy = (row: Row) => (IN_TIME.includes(key) ? (row.dims[key] ?? '') : wordOf(row, key));
  return found.toSorted((a, b) => (descending ? -1 : 1) * compare(sortedBy(a), sortedBy(b)));
}

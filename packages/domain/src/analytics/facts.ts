/** What a row of facts counts. Tracked: told by another ad server through a tracking address, never billed. */
export const ROW_COUNTED = 0;
export const ROW_FILTERED = 1;
export const ROW_REQUESTED = 2;
export const ROW_TRACKED = 3;

/** Rows that a column sums: those of one kind, all of them, or all of them taken off. */
type Summed = number | 'all' | 'off';

/**
 * What settlement counts, in the order in which a stored row has it, as how large a number, and the additive columns of
 * analytics that are made of it. Filtered and tracked events have columns of their own, so that no report counts them by
 * accident. Everything else follows: settlement's sums, bytes, columns, the types of metrics.
 */
export const FACT_COUNTS = {
  requests: { bytes: 'u32', columns: { requests: 'all' } },
  filled: { bytes: 'u32', columns: { filled: 'all' } },
  impressions: {
    bytes: 'u32',
    columns: {
      impressions: ROW_COUNTED,
      filtered_impressions: ROW_FILTERED,
      tracking_impressions: ROW_TRACKED,
    },
  },
  viewables: { bytes: 'u32', columns: { viewables: ROW_COUNTED, filtered_viewables: ROW_FILTERED } },
  clicks: {
    bytes: 'u32',
    columns: { clicks: ROW_COUNTED, filtered_clicks: ROW_FILTERED, tracking_clicks: ROW_TRACKED },
  },
  overDelivered: { bytes: 'u32', columns: { over_delivered: 'all' } },
  chargedMicros: { bytes: 'u64', columns: { charged_micros: 'all', network_micros: 'all' } },
  publisherMicros: { bytes: 'u64', columns: { publisher_micros: 'all', network_micros: 'off' } },
  overDeliveredMicros: { bytes: 'u64', columns: { over_delivered_micros: 'all' } },
  visits: { bytes: 'u32', columns: { visits: ROW_COUNTED } },
  conversions: {
    bytes: 'u32',
    columns: { conversions: ROW_COUNTED, filtered_conversions: ROW_FILTERED },
  },
  conversionValueMicros: { bytes: 'u64', columns: { conversion_value_micros: 'all' } },
} as const satisfies Record<
  string,
  { readonly bytes: 'u32' | 'u64'; readonly columns: Readonly<Record<string, Summed>> }
>;

type Counts = typeof FACT_COUNTS;
export type FactCount = keyof Counts;
export const FACT_COUNT_KEYS = Object.keys(FACT_COUNTS) as FactCount[];

export type FactSum = { [Count in FactCount]: keyof Counts[Count]['columns'] }[FactCount];
/** Additive columns of the facts; every metric is a sum of one of them or a ratio of two such sums. */
export const FACT_SUMS = [
  ...new Set(FACT_COUNT_KEYS.flatMap((count) => Object.keys(FACT_COUNTS[count].columns))),
] as FactSum[];

/** What a column is made of. */
function partsOf(column: FactSum): { readonly count: FactCount; readonly summed: Summed }[] {
  return FACT_COUNT_KEYS.flatMap((count) => {
    const columns: Readonly<Record<string, Summed>> = FACT_COUNTS[count].columns;
    const summed = columns[column];
    return summed === undefined ? [] : [{ count, summed }];
  });
}

/** A row's counts as they are stored. */
export type CountedFact = { readonly kind: number } & {
  readonly [Count in FactCount]: Counts[Count]['bytes'] extends 'u64' ? bigint : number;
};

/** Counts of many rows, one behind the other; exact integers. */
export type CountColumns = Readonly<Record<FactCount, Float64Array>>;

/** A column's value in each row; not to be written into, since it may be the counts themselves. @param kinds of the rows */
export function sumsOfRows(
  column: FactSum,
  kinds: Uint32Array,
  counts: CountColumns,
): Readonly<Float64Array> {
  const parts = partsOf(column);
  const [first] = parts;
  // Most columns are one count of all rows.
  if (parts.length === 1 && first?.summed === 'all') return counts[first.count];
  const sums = new Float64Array(kinds.length);
  for (const { count, summed } of parts) addRows(sums, summed, kinds, counts[count]);
  return sums;
}

function addRows(sums: Float64Array, summed: Summed, kinds: Uint32Array, values: Float64Array): void {
  const sign = summed === 'off' ? -1 : 1;
  const ofAll = typeof summed === 'string';
  for (let row = 0; row < sums.length; row += 1) {
    if (ofAll || kinds[row] === summed) sums[row] = (sums[row] ?? 0) + sign * (values[row] ?? 0);
  }
}

/** Counts that are 0 in all of these rows: most are, and what is made of them is. */
export function emptyCounts(counts: CountColumns): ReadonlySet<FactCount> {
  return new Set(FACT_COUNT_KEYS.filter((count) => isEmpty(counts[count])));
}

function isEmpty(values: Float64Array): boolean {
  for (let row = 0; row < values.length; row += 1) if (values[row] !== 0) return false;
  return true;
}

/** Whether nothing but these counts makes the column. */
export function isSumOf(column: FactSum, counts: ReadonlySet<FactCount>): boolean {
  return partsOf(column).every(({ count }) => counts.has(count));
}

import { FACT_SUMS, type FactSum } from '@placard/domain/analytics/facts';
import { codecOf } from './codecs.ts';

/** Sums that follow from others in every row. The engine reckons them when they are asked for: kept they took a tenth of the disk. */
export const DERIVED_SUMS = {
  network_micros: { of: 'charged_micros', without: 'publisher_micros' },
} as const satisfies Partial<Record<FactSum, { readonly of: FactSum; readonly without: FactSum }>>;

/** Sums that facts and rollups keep. */
export const STORED_SUMS: readonly FactSum[] = FACT_SUMS.filter((sum) => !(sum in DERIVED_SUMS));

/** Columns of a table for all sums. */
export const SUM_COLUMNS: readonly string[] = [
  ...STORED_SUMS.map((sum) => `${sum} Int64 ${codecOf('Int64')}`),
  ...Object.entries(DERIVED_SUMS).map(([sum, { of, without }]) => `${sum} Int64 alias ${of} - ${without}`),
];

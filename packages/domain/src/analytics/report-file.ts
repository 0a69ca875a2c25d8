import { decimalOfMicros } from '../micros.ts';
import {
  DIMENSIONS,
  type Dimension,
  METRICS,
  type Metric,
  type MetricDescription,
  type MetricValue,
} from './metrics.ts';

/** All rows of a report as a file: its columns, their types, and how many rows it may have. */
export const REPORT_FILE_FORMATS = ['csv', 'parquet'] as const;
export type ReportFileFormat = (typeof REPORT_FILE_FORMATS)[number];

/** What a sheet of a spreadsheet holds, in round figures: 48,576 more would be a sheet's last one. */
export const REPORT_FILE_MAX_ROWS = 1_000_000;

/** What is wrong with so many rows; null for a file that is written. */
export function reportFileIssue(rows: number, most = REPORT_FILE_MAX_ROWS): 'report_file_too_long' | null {
  return rows > most ? 'report_file_too_long' : null;
}

/** id, whole, count: whole numbers. day: a day's text. money: micros, written as a decimal with six places. ratio: a share. */
export type FileColumnKind = 'id' | 'whole' | 'text' | 'day' | 'count' | 'money' | 'ratio';
export type FileColumn = { readonly name: string; readonly kind: FileColumnKind } & (
  | { readonly dimension: Dimension; readonly of: 'value' | 'label' }
  | { readonly metric: Metric }
);
export type FileCell = string | number | bigint | null;

/** One row of a report, with the names of what has one. */
export type FileRow = {
  readonly dims: Readonly<Partial<Record<Dimension, string>>>;
  readonly labels: Readonly<Partial<Record<Dimension, string>>>;
  readonly metrics: Readonly<Partial<Record<Metric, MetricValue>>>;
};

const KINDS: Readonly<Partial<Record<Dimension, FileColumnKind>>> = {
  date: 'day',
  hourOfDay: 'whole',
  weekday: 'whole',
};

function columnsOfDimension(dimension: Dimension): FileColumn[] {
  const value = { dimension, of: 'value' } as const;
  if (DIMENSIONS[dimension].kind !== 'id')
    return [{ name: dimension, kind: KINDS[dimension] ?? 'text', ...value }];
  return [
    { name: `${dimension}Id`, kind: 'id', ...value },
    { name: dimension, kind: 'text', dimension, of: 'label' },
  ];
}

function kindOf(metric: Metric): FileColumnKind {
  const { unit }: MetricDescription = METRICS[metric];
  return unit === 'moneyRatio' ? 'money' : unit;
}

/** Keys of the API, the same in every language: a record has its number and its name. */
export function fileColumns(by: readonly Dimension[], metrics: readonly Metric[]): FileColumn[] {
  return [
    ...by.flatMap(columnsOfDimension),
    ...metrics.map((metric): FileColumn => ({ name: metric, kind: kindOf(metric), metric })),
  ];
}

function cellOf(column: FileColumn, { dims, labels, metrics }: FileRow): FileCell {
  if ('metric' in column) return metrics[column.metric] ?? null;
  const value = dims[column.dimension] ?? '';
  if (column.of === 'label') return labels[column.dimension] ?? '';
  if (column.kind !== 'id' && column.kind !== 'whole') return value;
  return value === '' ? null : Number(value);
}

export function fileCells(columns: readonly FileColumn[], row: FileRow): FileCell[] {
  return columns.map((column) => cellOf(column, row));
}

/** As CSV has it: money with all of its six places, what is unknown as nothing. */
export function csvCell({ kind }: FileColumn, cell: FileCell): string | number | null {
  if (typeof cell !== 'bigint') return cell;
  return kind === 'money' ? decimalOfMicros(cell) : String(cell);
}

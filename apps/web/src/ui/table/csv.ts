import { type CsvStyle, csvText } from '@placard/domain/csv';
import type { Column } from './column.ts';

/** The columns that have a value for it, as CSV. */
export function csvOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[], style: CsvStyle): string {
  const exported = columns.filter((column) => column.csv !== undefined);
  const lines = [
    exported.map((column) => column.header),
    ...rows.map((row) => exported.map((column) => column.csv?.(row) ?? null)),
  ];
  return csvText(lines, style);
}

export function downloadFile(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}

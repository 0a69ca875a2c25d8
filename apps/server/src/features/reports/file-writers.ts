import { csvCell, type FileColumn, type ReportFileFormat } from '@placard/domain/analytics/report-file';
import { CSV_START, csvLines } from '@placard/domain/csv';
import { inBreaths } from '../../fairness/breather.ts';
import type { FileWriter } from './file-writer.ts';
import { parquetWriter } from './parquet-thread.ts';

export const FILE_TYPES = {
  csv: 'text/csv',
  parquet: 'application/vnd.apache.parquet',
} as const satisfies Record<ReportFileFormat, string>;

function encoded(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function csvWriter(columns: readonly FileColumn[]): FileWriter {
  let head = `${CSV_START}${csvLines([columns.map(({ name }) => name)])}`;
  const withHead = (text: string) => {
    const all = `${head}${text}`;
    head = '';
    return encoded(all);
  };
  return {
    add: async (rows) => {
      const lines = await inBreaths(rows, columns.length, (row) =>
        csvLines([columns.map((column, at) => csvCell(column, row[at] ?? null))]),
      );
      return withHead(lines.join(''));
    },
    end: async () => withHead(''),
    close: () => undefined,
  };
}

const WRITERS: Readonly<Record<ReportFileFormat, (columns: readonly FileColumn[]) => FileWriter>> = {
  csv: csvWriter,
  parquet: parquetWriter,
};

export function fileWriter(format: ReportFileFormat, columns: readonly FileColumn[]): FileWriter {
  return WRITERS[format](columns);
}

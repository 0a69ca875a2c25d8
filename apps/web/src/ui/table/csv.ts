import { type CsvLine, type CsvStyle, csvText } from '@placard/domain/csv';
import { uiTexts } from '../../i18n/en/ui.ts';
import { translator } from '../../i18n/texts.ts';
import { isPlainDay, sheetTime } from '../../lib/format/time-format.ts';
import type { Column, CsvValue } from './column.ts';

/** How the file is written, and in what its times and amounts are where they don't say it. */
export type CsvReader = { readonly style: CsvStyle; readonly timeZone: string; readonly currency: string };

/**
 * The columns that have a value for it, as CSV for a spreadsheet: words as on the screen, times of the account's zone, which
 * their heading names, and the currency in a column of its own, so that amounts stay numbers.
 */
export function csvOf<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { style, timeZone, currency }: CsvReader,
): string {
  const exported = columns.flatMap((column) => {
    const { csv, header } = column;
    if (csv === undefined) return [];
    const values = rows.map(csv);
    return [{ header: values.some(isInstant) ? `${header} (${timeZone})` : header, values }];
  });
  const money = columns.find((column) => column.csv !== undefined && column.currency !== undefined);
  if (money?.currency !== undefined) {
    const own = money.currency;
    exported.push({
      header: translator(uiTexts)('table.currency'),
      values: rows.map((row) => own(row) ?? currency),
    });
  }
  const cell = (value: CsvValue | undefined) =>
    typeof value === 'object' && value !== null ? sheetTime(value.at, timeZone) : (value ?? null);
  const lines: CsvLine[] = [
    exported.map(({ header }) => header),
    ...rows.map((_, at) => exported.map(({ values }) => cell(values[at]))),
  ];
  return csvText(lines, style);
}

function isInstant(value: CsvValue): boolean {
  return typeof value === 'object' && value !== null && !isPlainDay(value.at);
}

export function downloadFile(file: File): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}

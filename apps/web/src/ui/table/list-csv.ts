import { type CsvLine, csvStyleOf, csvText } from '@placard/domain/csv';
import { isDay } from '@placard/domain/day-bounds';
import { uiTexts } from '../../i18n/en/ui.ts';
import { translator } from '../../i18n/texts.ts';
import { dayIn } from '../../lib/format/time-format.ts';
import type { Column, CsvValue, ListPage } from './column.ts';

/** How the file is written, and in what its times and amounts are where they don't say it. */
export type CsvReader = {
  readonly language: Parameters<typeof csvStyleOf>[0];
  readonly timeZone: string;
  readonly currency: string;
};

/**
 * The columns that have a value for it, as CSV for a spreadsheet: words as on the screen, times of the account's zone, which
 * their heading names, and the currency in a column of its own, so that amounts stay numbers.
 */
export function csvOf<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { language, timeZone, currency }: CsvReader,
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
  const sheetTime = sheetTimes(timeZone);
  const cell = (value: CsvValue | undefined) =>
    typeof value === 'object' && value !== null ? sheetTime(value.at) : (value ?? null);
  const lines: CsvLine[] = [
    exported.map(({ header }) => header),
    ...rows.map((_, at) => exported.map(({ values }) => cell(values[at]))),
  ];
  return csvText(lines, csvStyleOf(language));
}

const EXPORT_PAGE_SIZE = 200;

/** Everything that a list shows now, page by page, as a file; null where it was cancelled. */
export async function listFile<Row>({
  name,
  columns,
  fetchPage,
  reader,
  onProgress,
  cancelled,
}: {
  name: string;
  columns: readonly Column<Row>[];
  fetchPage: (page: { page: number; pageSize: number }) => Promise<ListPage<Row>>;
  reader: CsvReader;
  onProgress: (progress: { count: number; total: number }) => void;
  cancelled: { readonly current: boolean };
}): Promise<File | null> {
  const rows: Row[] = [];
  for (let page = 1; !cancelled.current; page++) {
    const { items, total } = await fetchPage({ page, pageSize: EXPORT_PAGE_SIZE });
    rows.push(...items);
    onProgress({ count: rows.length, total });
    // Not by the total: a narrowed list is counted only so far.
    if (items.length < EXPORT_PAGE_SIZE) break;
  }
  if (cancelled.current) return null;
  return new File([csvOf(columns, rows, reader)], `${name}.csv`, { type: 'text/csv;charset=utf-8' });
}

function isInstant(value: CsvValue): boolean {
  return typeof value === 'object' && value !== null && !isDay(value.at);
}

/** "2026-03-01 14:05": what spreadsheets of every language take for a time. A plain day stays as it is. */
function sheetTimes(timeZone: string): (value: string) => string {
  const time = new Intl.DateTimeFormat('en-US', {
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone },
  });
  return (value) => {
    if (isDay(value)) return value;
    const atMs = Date.parse(value);
    return `${dayIn(timeZone, atMs)} ${time.format(atMs)}`;
  };
}

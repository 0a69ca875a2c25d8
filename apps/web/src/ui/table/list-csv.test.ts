import { describe, expect, it } from 'vitest';
import type { Column } from './column.ts';
import { type CsvReader, csvOf } from './list-csv.ts';

const READER: CsvReader = { language: 'en', timeZone: 'Europe/Berlin', currency: 'EUR' };

function column<Row>(header: string, csv: Column<Row>['csv']): Column<Row> {
  return { id: header, header, cell: () => null, ...(csv === undefined ? {} : { csv }) };
}

/** What is in the file after what tells spreadsheets that it is UTF-8. */
function linesOf(file: string): string[] {
  expect(file.startsWith('\uFEFF')).toBe(true);
  return file.slice(1).split('\r\n').slice(0, -1);
}

describe('csv', () => {
  it('writes the columns that have a value for it', () => {
    const columns = [column<{ name: string }>('Name', (row) => row.name), column('Menu', undefined)];
    expect(linesOf(csvOf(columns, [{ name: 'ä' }, { name: '=1' }], READER))).toEqual(['Name', 'ä', "'=1"]);
  });

  it('is written as the reader’s spreadsheet opens it', () => {
    const columns = [
      column<{ spend: number }>('Name', () => 'A; B'),
      column<{ spend: number }>('Spend', (row) => row.spend),
    ];
    expect(linesOf(csvOf(columns, [{ spend: 1.5 }], READER))).toEqual(['Name,Spend', '"A; B",1.5']);
    expect(linesOf(csvOf(columns, [{ spend: 1.5 }], { ...READER, language: 'de' }))).toEqual([
      'Name;Spend',
      '"A; B";1,5',
    ]);
  });

  it('has instants in the account’s zone, which the heading names, and days as they are', () => {
    type Row = { readonly at: string | null; readonly day: string };
    const columns = [
      column<Row>('Created', ({ at }) => (at === null ? null : { at })),
      column<Row>('Start', ({ day }) => ({ at: day })),
    ];
    const rows = [
      { at: '2026-01-31T23:05:59.123Z', day: '2026-01-31' },
      { at: '2026-07-31T22:00:00Z', day: '2026-07-31' },
      { at: null, day: '2026-02-28' },
    ];
    const lines = [
      'Created (Europe/Berlin),Start',
      '2026-02-01 00:05,2026-01-31',
      '2026-08-01 00:00,2026-07-31',
      ',2026-02-28',
    ];
    expect(linesOf(csvOf(columns, rows, READER))).toEqual(lines);
  });

  it('says in which currency amounts are, in one column behind the others', () => {
    type Row = { readonly amount: number; readonly currency?: string };
    const columns: Column<Row>[] = [
      { ...column<Row>('Amount', (row) => row.amount), currency: (row) => row.currency ?? null },
      { ...column<Row>('Tax', () => -0.5), currency: (row) => row.currency ?? null },
      column('Of', () => 'x'),
    ];
    expect(linesOf(csvOf(columns, [{ amount: 1_234.5, currency: 'JPY' }, { amount: 0 }], READER))).toEqual([
      'Amount,Tax,Of,Currency',
      '1234.5,-0.5,x,JPY',
      '0,-0.5,x,EUR',
    ]);
  });
});

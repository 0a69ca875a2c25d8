import { expect, it } from 'vitest';
import { csvOf } from '../../ui/table/list-csv.ts';
import { accountColumn } from '../records/record-link.tsx';
import { dayColumn, moneyColumn, statusColumn, textColumn } from './columns.tsx';

type Row = {
  readonly status: 'missing_line' | 'booked';
  readonly amount: number;
  readonly currency?: string;
  readonly at: string | null;
  readonly owner: { readonly id: number; readonly name: string; readonly email: string };
};

it('the file of a list has what its columns show', () => {
  const columns = [
    statusColumn<Row>('Status', ({ status }) => ({ status })),
    accountColumn<Row>('owner', 'Owner', ({ owner }) => owner),
    moneyColumn<Row>('amount', 'Amount', ({ amount }) => amount),
    dayColumn<Row>('at', 'Asked for', ({ at }) => at),
    textColumn<Row>('note', 'Note', () => '=1+1'),
  ];
  const owner = { id: 1, name: 'Quay News', email: 'news@quay.example' };
  const rows: Row[] = [
    { status: 'missing_line', amount: 12.5, at: '2026-02-11T23:30:00Z', owner },
    { status: 'booked', amount: -9_999_999_999.99, currency: 'JPY', at: null, owner },
  ];
  const file = csvOf(columns, rows, { language: 'en', timeZone: 'Europe/Berlin', currency: 'USD' });
  expect(file.slice(1).trimEnd().split('\r\n')).toEqual([
    'Status,Owner,Amount,Asked for (Europe/Berlin),Note,Currency',
    "Missing line,Quay News (news@quay.example),12.5,2026-02-12 00:30,'=1+1,USD",
    "Booked,Quay News (news@quay.example),-9999999999.99,,'=1+1,JPY",
  ]);
});

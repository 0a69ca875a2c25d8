import { describe, expect, it } from 'vitest';
import { csvOf } from './csv.ts';

describe('csv', () => {
  it('writes the columns that have a value for it', () => {
    const columns = [
      { id: 'name', header: 'Name', cell: () => null, csv: (row: { name: string }) => row.name },
      { id: 'menu', header: 'Menu', cell: () => null },
    ];
    expect(csvOf(columns, [{ name: 'ä' }, { name: '=1' }], 'plain')).toBe("\uFEFFName\r\nä\r\n'=1\r\n");
  });

  it('is written as the reader’s spreadsheet opens it', () => {
    const columns = [
      { id: 'name', header: 'Name', cell: () => null, csv: () => 'A; B' },
      { id: 'spend', header: 'Spend', cell: () => null, csv: (row: { spend: number }) => row.spend },
    ];
    expect(csvOf(columns, [{ spend: 1.5 }], 'plain')).toBe('\uFEFFName,Spend\r\n"A; B",1.5\r\n');
    expect(csvOf(columns, [{ spend: 1.5 }], 'semicolon')).toBe('\uFEFFName;Spend\r\n"A; B";1,5\r\n');
  });
});

import { describe, expect, it } from 'vitest';
import { csvOf } from './csv.ts';

describe('csv', () => {
  it('writes the columns that have a value for it', () => {
    const columns = [
      { id: 'name', header: 'Name', cell: () => null, csv: (row: { name: string }) => row.name },
      { id: 'menu', header: 'Menu', cell: () => null },
    ];
    expect(csvOf(columns, [{ name: 'ä' }, { name: '=1' }])).toBe("\uFEFFName\r\nä\r\n'=1\r\n");
  });
});

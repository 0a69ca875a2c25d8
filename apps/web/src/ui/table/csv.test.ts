import { describe, expect, it } from 'vitest';
import { csvField, csvText } from './csv.ts';

describe('csv', () => {
  it('quotes what needs it and disarms formulas', () => {
    expect(csvField('a "b", c')).toBe('"a ""b"", c"');
    expect(csvField('line\nbreak')).toBe('"line\nbreak"');
    expect(csvField('=HYPERLINK("x")')).toBe(`"'=HYPERLINK(""x"")"`);
    expect(csvField('-1+2')).toBe("'-1+2");
    expect(csvField(-1.5)).toBe('-1.5');
    expect(csvField(null)).toBe('');
  });

  it('writes the columns that have a value for it', () => {
    const columns = [
      { id: 'name', header: 'Name', cell: () => null, csv: (row: { name: string }) => row.name },
      { id: 'menu', header: 'Menu', cell: () => null },
    ];
    expect(csvText(columns, [{ name: 'ä' }])).toBe('\uFEFFName\r\nä\r\n');
  });
});

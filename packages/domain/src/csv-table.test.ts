import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvText } from './csv.ts';
import { readCsvTable } from './csv-table.ts';

const read = (text: string) => readCsvTable(text, ['id', 'name', 'budget'], ['id']);
const cellsOf = (text: string) => {
  const table = read(text);
  return table.ok ? table.rows.map(({ cells }) => cells) : table.fault;
};

describe('a CSV with a header', () => {
  it('is read as it was written, whatever the texts', () => {
    const texts = fc.string({ unit: 'binary' }).map((text) => text.trim());
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 1 }), texts)), (rows) => {
        fc.pre(rows.every(([, name]) => !/^'[=+\-@\t\r\n]/.test(name)));
        expect(cellsOf(csvText([['id', 'name'], ...rows]))).toEqual(
          rows.map(([id, name]) => ({ id: String(id), name })),
        );
      }),
    );
  });

  it('may be separated by semicolons, with commas in amounts, its columns in any order and case', () => {
    expect(cellsOf('Budget;ID;name\n1000,5;7;"a;b"\r\n12;8;c,5')).toEqual([
      { id: '7', name: 'a;b', budget: '1000.5' },
      { id: '8', name: 'c,5', budget: '12' },
    ]);
    expect(cellsOf('id,budget\n7,"1000,5"')).toEqual([{ id: '7', budget: '1000,5' }]);
  });

  it('names lines as an editor does, and says which rows are too long', () => {
    const table = read('id,name\n\n1,"two\nlines"\n2,b,c\n3');
    expect(table).toMatchObject({
      rows: [
        { line: 3, isTooLong: false },
        { line: 5, isTooLong: true },
        { line: 6, cells: { id: '3', name: '' } },
      ],
    });
  });

  it.each([
    ['', 'empty', 1],
    ['id,name\n1,"a', 'unclosed_quote', 2],
    ['id,name\n1,a"b', 'stray_quote', 2],
    ['id,name\n1,"a"b', 'stray_quote', 2],
    ['id,price', 'column_unknown', 1],
    ['id,ID', 'column_repeated', 1],
    ['name', 'column_missing', 1],
  ])('that is %j is refused: %s', (text, fault, line) => {
    expect(read(text)).toMatchObject({ ok: false, fault, line });
  });
});

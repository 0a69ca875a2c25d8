import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvField, csvText } from './csv.ts';
import { readCsvTable } from './csv-table.ts';

const read = (text: string) => readCsvTable(text, ['id', 'name', 'budget'], ['id']);
const cellsOf = (text: string) => {
  const table = read(text);
  return table.ok ? table.rows.map(({ cells }) => cells) : table.fault;
};

describe('a CSV with a header', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n",;\'1.5äöü ') }),
    fc.constantFrom("'", "''", "'=1", "''=1", "'-1", "'a", '1,5', 'Sommer 3,50', '1.000', '\uFEFF'),
  );
  const tables = fc.array(fc.tuple(fc.integer({ min: 1 }), texts));
  const told = (rows: readonly (readonly [number, string])[]) =>
    rows.map(([id, name]) => ({ id: String(id), name }));

  it('is read as it was written, whatever the texts', () => {
    fc.assert(
      fc.property(tables, (rows) => {
        expect(cellsOf(csvText([['id', 'name'], ...rows]))).toEqual(told(rows));
      }),
    );
  });

  it('is read as it was written where a spreadsheet saved it with semicolons', () => {
    const quoted = (text: string) => `"${csvField(text).replace(/^"(.*)"$/su, '$1')}"`;
    fc.assert(
      fc.property(tables, (rows) => {
        const lines = rows.map(([id, name]) => `${id};${quoted(name.replaceAll('"', ''))}`);
        expect(cellsOf(['id;name', ...lines].join('\n'))).toEqual(
          told(rows.map(([id, name]) => [id, name.replaceAll('"', '')])),
        );
      }),
    );
  });

  it('may be separated by semicolons, its columns in any order and case', () => {
    expect(read('Budget;ID;name\n1000,5;7;"a;b"\r\n12;8;1,5')).toMatchObject({
      separator: ';',
      rows: [
        { cells: { id: '7', name: 'a;b', budget: '1000,5' } },
        { cells: { id: '8', name: '1,5', budget: '12' } },
      ],
    });
    expect(read('id,budget\n7,"1000,5"')).toMatchObject({
      separator: ',',
      rows: [{ cells: { id: '7', budget: '1000,5' } }],
    });
  });

  it('of one column has no semicolons that separate anything', () => {
    expect(read('id\n7;8')).toMatchObject({ separator: ',', rows: [{ cells: { id: '7;8' } }] });
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

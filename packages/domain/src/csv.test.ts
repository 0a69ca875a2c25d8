import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvField, csvText, restyled } from './csv.ts';
import { csvCells, readCsvTable } from './csv-table.ts';

/** Reads what RFC 4180 wrote, without looking at what the fields say. */
function fieldsOf(line: string): string[] {
  const fields: string[] = [];
  for (const [, quoted, plain] of line.matchAll(/(?:"((?:[^"]|"")*)"|([^",]*))(?:,|$)/g)) {
    fields.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
  }
  return fields.slice(0, -1);
}

describe('csv', () => {
  test.each([
    '=1',
    '+1',
    '-a',
    '@SUM(1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '-',
    '--1',
    '-1+2',
    '-1.',
    '-1,5',
    "-2+cmd|' /C calc'!A0",
    "'=1",
    "''-a",
    "'-1",
  ])('disarms %j, which a spreadsheet would run', (text) =>
    expect(fieldsOf(`${csvField(text)},`)).toEqual([`'${text}`]),
  );

  test.each([
    ['-1', '-1'],
    ['-12.50', '-12.50'],
    [-1.5, '-1.5'],
    [0, '0'],
    [null, ''],
    ['', ''],
    ['a-1', 'a-1'],
    [' =1', ' =1'],
    ["'a", "'a"],
  ])('leaves %j as it is', (value, written) => expect(csvField(value)).toBe(written));

  test.each(['"', ',', '\r', '\n', ';'])('quotes a text with %j', (mark) => {
    expect(csvField(`a${mark}b`)).toBe(`"a${mark === '"' ? '""' : mark}b"`);
  });

  test('no field begins with what is run, unless it is a number, and each can be read back', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n",;\'1.a') }), { minLength: 1 }),
        (texts) => {
          const read = fieldsOf(`${texts.map((text) => csvField(text)).join(',')},`);
          expect(read.map((text, at) => (text === `'${texts[at]}` ? texts[at] : text))).toEqual(texts);
          for (const text of read) if (!/^-\d/.test(text)) expect(text).not.toMatch(/^[=+\-@\t\r\n]/);
          for (const text of read) if (text.startsWith('-')) expect(Number.isFinite(Number(text))).toBe(true);
        },
      ),
    );
  });

  test.each([
    [1.5, '1.5', '1,5'],
    [-1234.25, '-1234.25', '-1234,25'],
    [2, '2', '2'],
    // Three decimals behind a comma are thousands to many.
    [0.125, '0.125', '0,1250'],
    [1.0625, '1.0625', '1,0625'],
    [5e-7, '0.0000005', '0,0000005'],
    ['1.5', '1.5', '1.5'],
    ['a;b', '"a;b"', '"a;b"'],
  ])('writes %j for programs as %s, for spreadsheets with semicolons as %s', (value, plain, sheet) => {
    expect([csvField(value), csvField(value, 'semicolon')]).toEqual([plain, sheet]);
  });

  test('comes back from a spreadsheet with semicolons as it was', () => {
    const amount = fc.integer({ min: -1e12, max: 1e12 }).map((micros) => micros / 1e6);
    const text = fc.string({ unit: fc.constantFrom(...'=+-@\n",;\'1.a ') });
    fc.assert(
      fc.property(fc.array(fc.tuple(amount, text), { minLength: 1 }), (rows) => {
        const written = csvText([['amount', 'name'], ...rows]);
        const sheet = restyled(csvCells(written) ?? [], ['amount'], 'semicolon');
        expect(sheet).toBe(csvText([['amount', 'name'], ...rows], 'semicolon'));
        const read = readCsvTable(sheet, ['amount', 'name'], []);
        const cells = read.ok
          ? read.rows.map((row) => [Number(row.cells.amount?.replace(',', '.')), row.cells.name])
          : [];
        expect(cells).toEqual(rows.map(([micros, name]) => [micros === 0 ? 0 : micros, name]));
      }),
    );
  });

  test('has lines that end as RFC 4180 says, after a byte order mark', () => {
    expect(
      csvText([
        ['a', null],
        ['b', 1],
      ]),
    ).toBe('\uFEFFa,\r\nb,1\r\n');
  });
});

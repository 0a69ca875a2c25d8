import { csvText } from '@placard/domain/csv';
import { expect, it } from 'vitest';
import { sheetOf } from './sheet-of.ts';

const file = (text: string) => new File([text], 'campaigns.csv', { type: 'text/csv' });
const LINES = [
  ['name', 'totalBudget', 'startDate'],
  ['1.5', 1.125, '2026-03-10'],
  ['=A1; "B"', null, ''],
  ['', '=1.5', ''],
];

it('writes numbers of the columns named, and nothing else, as a German spreadsheet reads them', async () => {
  const sheet = await sheetOf(file(csvText(LINES)), ['totalBudget'], 'de');
  expect([sheet.name, sheet.type]).toEqual(['campaigns.csv', 'text/csv']);
  expect(Buffer.from(await sheet.arrayBuffer()).toString()).toBe(
    '\uFEFFname;totalBudget;startDate\r\n1.5;1,1250;2026-03-10\r\n"\'=A1; ""B""";;\r\n;\'=1.5;\r\n',
  );
});

it('leaves the file as it is to English readers, and where it is no CSV', async () => {
  const plain = file(csvText(LINES));
  expect(await sheetOf(plain, ['totalBudget'], 'en')).toBe(plain);
  const broken = file('a,"b');
  expect(await sheetOf(broken, [], 'de')).toBe(broken);
});

import fc from 'fast-check';
import { expect } from 'vitest';
import { heard, type PdfElement, type PdfStructure, partsOf, pdfStructure } from './pdf-structure.ts';

/** Texts of several scripts and lengths, as names and campaigns are. */
export const anyText = fc.oneof(
  fc.constantFrom(
    'شركة الفانوس للإعلان (7)',
    'بع Spring sale فانوس',
    'פנס פרסום בע״מ',
    'บริษัท โคมไฟ จำกัด',
    'लालटेन विज्ञापन',
    'Gebäudereinigung Süd · Frühjahr',
    'Office affiliates',
    '灯笼广告有限公司',
    'ꦗꦮ 𐎀',
    'A\u00a0name (with \\ brackets)',
  ),
  fc.string({ unit: 'grapheme', maxLength: 90 }),
  fc.array(fc.string({ minLength: 1, maxLength: 12 }), { maxLength: 30 }).map((words) => words.join(' ')),
);

/** As one would say it: what nobody sees and how it is parted does not count. */
export function spoken(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\p{Cc}|[\u2028\u2029]/gu, ' ')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** What each cell of a table's rows says. */
export function rowsOf(table: PdfElement): string[][] {
  return partsOf(table, 'TR').map((row) =>
    row.children.map((cell) => (typeof cell === 'string' ? cell : spoken(heard(cell)))),
  );
}

/**
 * Holds what PDF/UA asks of every document of ours: nothing is drawn that is neither in the tree nor an artifact, it has
 * a language, a title that is shown and one heading, and its tables' heads are heads.
 * @returns its structure, for what it says
 */
export function expectReadable(pdf: Uint8Array, language: string): PdfStructure {
  const structure = pdfStructure(pdf);
  const { document, title } = structure;
  expect(structure).toMatchObject({
    language,
    displaysTitle: true,
    isMarked: true,
    strays: [],
    astray: [],
    document: { tag: 'Document' },
  });
  expect(partsOf(document, 'H1').map((heading) => spoken(heard(heading)))).toEqual([spoken(title ?? '')]);
  const tables = partsOf(document, 'Table');
  expect(tables).not.toEqual([]);
  for (const table of tables) {
    const [first, ...rows] = partsOf(table, 'TR').map(({ children }) =>
      children.flatMap((cell) => (typeof cell === 'string' ? [] : [cell])),
    );
    expect(first?.map(({ tag, scope }) => `${tag} ${scope}`)).toEqual(['TH Column', 'TH Column']);
    for (const row of rows) {
      expect(row.reduce((columns, cell) => columns + cell.columns, 0)).toBe(2);
      expect(row.filter(({ tag, scope }) => (tag === 'TH') !== (scope !== undefined))).toEqual([]);
    }
  }
  return structure;
}

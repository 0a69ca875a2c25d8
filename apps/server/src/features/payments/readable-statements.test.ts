import fc from 'fast-check';
import { expect, it } from 'vitest';
import { heard, partsOf } from '../../pdf/testing/pdf-structure.ts';
import { pagesOf } from '../../pdf/testing/pdf-text.ts';
import { anyText, expectReadable, rowsOf, spoken } from '../../pdf/testing/readable.ts';
import { renderStatementCsv } from './statement-csv.ts';
import { renderStatementPdf } from './statement-pdf.ts';
import { sampleStatement } from './testing/sample-statement.ts';

it('a statement is a table whose parts have heads over both columns', async () => {
  const { document } = expectReadable(await renderStatementPdf(sampleStatement()), 'en');
  const [table] = partsOf(document, 'Table');
  expect(table && rowsOf(table)).toEqual([
    ['Description', 'Amount'],
    ['Opening balance', 'USD 1.00'],
    ['Earnings in 2026-02'],
    ['quay.example · Top', 'USD 12.00'],
    ['Not kept by widget', 'USD 8.00'],
    ['All earnings', 'USD 20.00'],
    ['Withdrawals and adjustments'],
    ['2026-02-11 Withdrawal PO-17', 'USD -10.00'],
    ['USD 0.55 of it is withheld as tax (5.5%), USD 9.45 is paid.'],
    ['Closing balance', 'USD 11.00'],
  ]);
});

it('a statement without withdrawals and adjustments has no place for them, and one that is for nothing says so', async () => {
  const rows = async (statement: Parameters<typeof sampleStatement>[0]) => {
    const { document } = expectReadable(await renderStatementPdf(sampleStatement(statement)), 'en');
    const [table] = partsOf(document, 'Table');
    return (table ? rowsOf(table) : []).slice(6);
  };
  expect(await rows({ entries: [] })).toEqual([['Closing balance', 'USD 11.00']]);
  const entry = {
    ...{ at: new Date('2026-02-11T23:30:00Z'), day: '2026-02-12' },
    ...({ kind: 'adjustment', text: '', micros: 1n } as const),
  };
  expect(await rows({ entries: [entry] })).toEqual([
    ['Withdrawals and adjustments'],
    // Its day is that of the network.
    ['2026-02-12 Adjustment', 'USD 0.000001'],
    // As many decimals as what it is added to.
    ['Closing balance', 'USD 11.000000'],
  ]);
});

it('a statement’s page ends between its entries, never between one and what is said of it, nor before a sum', async () => {
  const last = 'USD 0.55 of it is withheld as tax (5.5%), USD 9.45 is paid.';
  for (const count of [15, 16, 17, 18, 19, 20]) {
    const earnings = Array.from({ length: count }, () => ({
      ...{ website: 'quay.example', widget: 'Top', micros: 1_000_000n },
    }));
    const pages = pagesOf(await renderStatementPdf(sampleStatement({ earnings })));
    const withEntry = pages.find((page) => page.includes('2026-02-11  Withdrawal PO-17'));
    expect([count, withEntry]).toEqual([count, expect.arrayContaining([last])]);
    const withHead = pages.find((page) => page.includes('Withdrawals and adjustments'));
    expect([count, withHead]).toEqual([count, withEntry]);
    const withSum = pages.find((page) => page.includes('All earnings'));
    expect([count, withSum]).toEqual([count, expect.arrayContaining(['quay.example · Top'])]);
    const withClosing = pages.find((page) => page.includes('Closing balance'));
    expect([count, withClosing]).toEqual([count, expect.arrayContaining([last])]);
  }
});

it('a statement says whose it is, of which month, and when that was closed', async () => {
  const closedAt = new Date('2026-02-28T23:30:00Z');
  const { document } = expectReadable(await renderStatementPdf(sampleStatement({ closedAt })), 'en');
  const told = document.children.flatMap((part) =>
    typeof part === 'string' || part.tag === 'Table' ? [] : [[part.tag, heard(part)]],
  );
  expect(told).toEqual([
    ['P', 'Lantern & Sons'],
    ['H1', 'Statement 2026-02'],
    ['P', 'Closed 2026-03-01, days in Europe/Berlin'],
    ['P', 'Publisher'],
    ['P', 'Quay News'],
    ['P', 'news@quay.example'],
  ]);
});

it('a statement as CSV is written to the letter', () => {
  expect(renderStatementCsv(sampleStatement()).replace('\uFEFF', '').trimEnd().split('\r\n')).toEqual([
    'section,date,description,website,widget,amount,currency,withheld_tax',
    'opening_balance,,,,,1.00,USD,',
    'earnings,2026-02,,quay.example,Top,12.00,USD,',
    'earnings,2026-02,not broken down,,,8.00,USD,',
    'withdrawal,2026-02-11,PO-17,,,-10.00,USD,0.55',
    'closing_balance,,,,,11.00,USD,',
  ]);
});

it('a statement of any widgets says to who hears it all that it says to who sees it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('en' as const, 'de' as const),
      fc.array(anyText, { maxLength: 60 }),
      async (language, widgets) => {
        const earnings = widgets.map((widget) => ({ website: 'quay.example', widget, micros: 1n }));
        const pdf = await renderStatementPdf(sampleStatement({ language, earnings }));
        const [table] = partsOf(expectReadable(pdf, language).document, 'Table');
        expect((table ? rowsOf(table) : []).slice(3, 3 + widgets.length).map(([text]) => text)).toEqual(
          widgets.map((widget) => spoken(`quay.example · ${widget.toWellFormed()}`)),
        );
      },
    ),
    { numRuns: 10 },
  );
}, 120_000);

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { partsOf } from '../../pdf/testing/pdf-structure.ts';
import { anyText, expectReadable, rowsOf, spoken } from '../../pdf/testing/readable.ts';
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
    [expect.stringContaining('5.5')],
    ['Closing balance', 'USD 11.00'],
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

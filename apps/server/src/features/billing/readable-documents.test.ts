import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heard, partsOf } from '../../pdf/testing/pdf-structure.ts';
import { pagesOf } from '../../pdf/testing/pdf-text.ts';
import { anyText, expectReadable, rowsOf, spoken } from '../../pdf/testing/readable.ts';
import { renderInvoice } from './invoice-document.ts';
import { sampleDocument } from './testing/sample-document.ts';

/** What stands in the document, part for part, as it is read out. */
async function readOut(...changes: Parameters<typeof sampleDocument>): Promise<string[]> {
  const { document } = expectReadable(await renderInvoice(sampleDocument(...changes)), 'en');
  return document.children.map((child) => (typeof child === 'string' ? child : spoken(heard(child))));
}

describe('an invoice', () => {
  it('is read out in the order in which it is seen', async () => {
    const [table = '', ...rest] = (await readOut()).slice(14);
    expect((await readOut()).slice(0, 14)).toEqual([
      'Lantern & Sons <Ads>',
      'Lantern GmbH',
      'Hafenstr. 1',
      '20457 Hamburg',
      'Germany',
      'Registration number HRB 1',
      'VAT number DE136695976',
      'Invoice INV-7-0001',
      'Billed to',
      'شركة الفانوس',
      '1 Quay',
      'France',
      'Issued',
      '2026-03-01',
    ]);
    expect([table, ...rest].slice(0, 2)).toEqual(['Supply period', '2026-02-01 – 2026-02-28']);
    expect(rest.at(-1)).toBe('Paid from the wallet.');
  });

  it('says who issues it once where nothing is known but the network’s name', async () => {
    const { seller } = sampleDocument();
    const nobody = { ...seller, address: '', country: '', registrationNumber: null, vatNumber: null };
    const heads = async (name: string) => (await readOut({ seller: { ...nobody, name } })).slice(0, 3);
    const [network, title] = ['Lantern & Sons <Ads>', 'Invoice INV-7-0001'];
    expect(await heads(network)).toEqual([network, title, 'Billed to']);
    expect(await heads('Lantern GmbH')).toEqual([network, 'Lantern GmbH', title]);
  });

  it('that the network writes for its supplier says so, and names both', async () => {
    const said = await readOut({ withheld: { cents: 0n, rateBp: 0 } });
    expect(said.slice(0, 18)).toEqual([
      'Lantern & Sons <Ads>',
      ...['شركة الفانوس', '1 Quay', 'France'],
      'Invoice INV-7-0001',
      'Issued by the recipient of the service on behalf of its supplier',
      'Supplier',
      ...['Lantern GmbH', 'Hafenstr. 1', '20457 Hamburg', 'Germany'],
      ...['Registration number HRB 1', 'VAT number DE136695976'],
      'Recipient',
      ...['شركة الفانوس', '1 Quay', 'France'],
      'Issued',
    ]);
    // Nothing was withheld: nothing is said of it, nor of what is left.
    expect((await readOut({ withheld: { cents: 0n, rateBp: 0 } })).join(' ')).not.toContain('Paid out');
    const { document } = expectReadable(
      await renderInvoice(sampleDocument({ withheld: { cents: 550n, rateBp: 550 } })),
      'en',
    );
    const [table] = partsOf(document, 'Table');
    expect((table ? rowsOf(table) : []).slice(-2).map(([, amount]) => amount)).toEqual([
      'USD -5.50',
      'USD 113.50',
    ]);
  });

  it('has a table whose rows have their texts as heads, and its page’s number as what is not read', async () => {
    const { document, artifacts } = expectReadable(await renderInvoice(sampleDocument()), 'en');
    const [table] = partsOf(document, 'Table');
    expect(table && rowsOf(table)).toEqual([
      ['Description', 'Net amount'],
      ['Spring sale', 'USD 100.00'],
      ['Net', 'USD 100.00'],
      ['VAT 19 %', 'USD 19.00'],
      ['Total', 'USD 119.00'],
    ]);
    expect(table && partsOf(table, 'TH').map(({ scope }) => scope)).toEqual([
      'Column',
      'Column',
      'Row',
      'Row',
      'Row',
      'Row',
    ]);
    expect(artifacts).toEqual(['Page 1 of 1', 'Lantern & Sons <Ads> · Invoice INV-7-0001']);
  });

  it('of many pages is one table, whose heads are read once', async () => {
    const lines = Array.from({ length: 90 }, (_, index) => ({
      text: `Campaign ${index}`,
      amountCents: BigInt(index),
    }));
    const { document, artifacts } = expectReadable(await renderInvoice(sampleDocument({ lines })), 'en');
    const tables = partsOf(document, 'Table');
    expect(tables).toHaveLength(1);
    expect(rowsOf(tables[0] ?? document).filter(([text]) => text === 'Description')).toHaveLength(1);
    expect(artifacts.filter((text) => text === 'Description').length).toBeGreaterThan(1);
  });

  it('has its sums on one page, and its notes below the table alone', async () => {
    for (const count of [44, 45, 46]) {
      const lines = Array.from({ length: count }, () => ({ text: 'Campaign', amountCents: 1n }));
      const pages = pagesOf(await renderInvoice(sampleDocument({ lines })));
      const summed = pages.find((page) => page.includes('Net'));
      expect([count, summed]).toEqual([count, expect.arrayContaining(['VAT 19 %', 'Total'])]);
      const noted = pages.find((page) => page.includes('Paid from the wallet.'));
      expect([count, noted?.includes('Description')]).toEqual([count, noted?.includes('Total')]);
    }
  });

  it('names itself in its properties as it is, also where XML would end there', async () => {
    const pdf = await renderInvoice(
      sampleDocument({ title: 'A <b> & "c"', network: 'x</rdf:li>&\u0001\uffff' }),
    );
    const bytes = Buffer.from(pdf).toString('utf8');
    expect(bytes).toContain('<rdf:li xml:lang="x-default">A &lt;b&gt; &amp; "c" INV-7-0001</rdf:li>');
    expect(bytes).toContain('<rdf:li>x&lt;/rdf:li&gt;&amp;  </rdf:li>');
    expect(bytes).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(expectReadable(pdf, 'en').title).toBe('A <b> & "c" INV-7-0001');
  });
});

describe('any document', () => {
  it('says to who hears it all that it says to who sees it, in the same order, and is the same bytes again', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          language: fc.constantFrom('en' as const, 'de' as const),
          network: anyText,
          lines: fc.array(fc.record({ text: anyText, amountCents: fc.bigInt(-(10n ** 12n), 10n ** 12n) }), {
            maxLength: 70,
          }),
          notes: fc.array(anyText, { maxLength: 3 }),
          tax: fc.option(
            fc.record({
              treatment: fc.constantFrom('untaxed', 'taxed', 'reverse_charge', 'outside'),
              rateBp: fc.integer({ min: 0, max: 5_000 }),
              netCents: fc.constant(5n),
              taxCents: fc.constant(1n),
            }),
          ),
          withheld: fc.option(fc.record({ cents: fc.constant(7n), rateBp: fc.constant(550) })),
          period: fc.option(fc.constant({ from: '2026-02-01', to: '2026-02-28' })),
        }),
        async (changes) => {
          const content = sampleDocument(changes);
          const pdf = await renderInvoice(content);
          const { document } = expectReadable(pdf, changes.language);
          const [table] = partsOf(document, 'Table');
          const texts = (table ? rowsOf(table) : []).slice(1).map(([text]) => text);
          expect(texts.slice(0, content.lines.length)).toEqual(
            changes.lines.map(({ text }) => spoken(text.toWellFormed())),
          );
          const read = document.children.map((child) =>
            typeof child === 'string' ? child : spoken(heard(child)),
          );
          expect(read.slice(read.length - changes.notes.length)).toEqual(
            changes.notes.map((note) => spoken(note.toWellFormed())),
          );
          expect(Buffer.from(pdf).equals(Buffer.from(await renderInvoice(content)))).toBe(true);
        },
      ),
      { numRuns: 15 },
    );
  }, 120_000);
});
